-- Organizations with deals, for jobs that run once per organization.
create or replace function organizations_with_deals() returns table (id uuid, time_zone text) language sql stable security definer
  set search_path = public, pg_temp as $$
  select o.id, o.time_zone from organizations o where o.closed_at is null
    and exists (select from deals d where d.organization_id = o.id and d.removed_at is null);
$$;
