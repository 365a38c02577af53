-- Organizations with a pending repair of data from an earlier version.
create or replace function organizations_to_repair(p_name text) returns setof uuid language sql stable security definer
  set search_path = public, pg_temp as $$
  select r.organization_id from repairs r where r.name = p_name and r.done_at is null;
$$;
