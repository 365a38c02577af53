-- Retention: deletes old questions to Sonar, across organizations.
create or replace function forget_old_searches(p_months integer) returns void language sql security definer
  set search_path = public, pg_temp as $$
  delete from searches where asked_at < now() - make_interval(months => p_months);
$$;
