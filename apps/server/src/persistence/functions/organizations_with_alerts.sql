-- Organizations in which members watch a saved view.
create or replace function organizations_with_alerts() returns table (id uuid) language sql stable security definer
  set search_path = public, pg_temp as $$
  select o.id from organizations o where o.closed_at is null
    and exists (select from view_alerts a where a.organization_id = o.id);
$$;
