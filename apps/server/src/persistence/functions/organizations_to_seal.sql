-- Organizations with events to seal.
create or replace function organizations_to_seal() returns table (id uuid) language sql stable security definer
  set search_path = public, pg_temp as $$
  select distinct organization_id from audit_unsealed;
$$;
