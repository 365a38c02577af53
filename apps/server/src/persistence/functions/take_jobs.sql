-- Leases due jobs across organizations. Each runs inside its own.
create or replace function take_jobs(p_names text[], p_most integer, p_lease_seconds integer) returns table (
  id uuid, organization_id uuid, name text, data jsonb, attempts integer, lease uuid, interrupted boolean
) language sql security definer set search_path = public, pg_temp as $$
  with due as (
    select j.id, j.state from jobs j where j.start_after <= now() and j.name = any(p_names)
    order by j.start_after limit p_most for update skip locked)
  update jobs j set state = 'running', attempts = j.attempts + 1, lease = gen_random_uuid(), rerun_requested = false,
    start_after = now() + make_interval(secs => p_lease_seconds)
  from due where j.id = due.id
  returning j.id, j.organization_id, j.name, j.data, j.attempts, j.lease, due.state = 'running'
$$;
