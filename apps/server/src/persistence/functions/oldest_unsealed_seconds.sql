-- Age of the oldest audit event that is not sealed, across organizations; 0 without one.
create or replace function oldest_unsealed_seconds() returns double precision language sql stable security definer
  set search_path = public, pg_temp as $$
  select coalesce(extract(epoch from now() - min(e.at)), 0)
  from audit_unsealed u join audit_events e on e.organization_id = u.organization_id and e.id = u.event_id;
$$;
