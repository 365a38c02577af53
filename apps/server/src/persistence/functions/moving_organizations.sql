-- Organizations that are moving to another cell: their jobs and mail wait.
create or replace function moving_organizations() returns setof uuid language sql stable security definer
  set search_path = public, pg_temp as $$
  select id from organizations where moving_to is not null;
$$;
