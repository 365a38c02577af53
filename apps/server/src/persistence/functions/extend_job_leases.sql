-- Extends the leases of running jobs, across organizations.
create or replace function extend_job_leases(p_leases uuid[], p_lease_seconds integer) returns void language sql security definer
  set search_path = public, pg_temp as $$
  update jobs set start_after = now() + make_interval(secs => p_lease_seconds) where lease = any(p_leases)
$$;
