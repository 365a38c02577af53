-- Leases the next due job of these lanes, across organizations: what a person asked for comes first. All servers together
-- run at most two such jobs of an organization and one of its schedules, so that its queue never takes all workers.
create or replace function lease_job(p_names text[], p_scheduled boolean[], p_lease_seconds integer) returns table (
  id uuid, organization_id uuid, name text, data jsonb, attempts integer, lease uuid, scheduled boolean, interrupted boolean
) language sql security definer set search_path = public, pg_temp as $$
  with running as (
    select r.organization_id, r.scheduled, count(*) as jobs from jobs r
    where r.lease is not null and r.start_after > now() group by r.organization_id, r.scheduled),
  due as (
    select j.id, j.state from jobs j
    where j.start_after <= now() and j.name = any(p_names) and j.scheduled = any(p_scheduled)
      and (j.organization_id is null or j.organization_id not in (select moving_organizations()))
      and not exists (select from running r where r.organization_id = j.organization_id and r.scheduled = j.scheduled
        and r.jobs >= case when j.scheduled then 1 else 2 end)
    order by j.scheduled, j.start_after limit 1 for update of j skip locked)
  update jobs j set state = 'running', attempts = j.attempts + 1, lease = gen_random_uuid(), rerun_requested = false,
    start_after = now() + make_interval(secs => p_lease_seconds)
  from due where j.id = due.id
  returning j.id, j.organization_id, j.name, j.data, j.attempts, j.lease, j.scheduled, due.state = 'running'
$$;
