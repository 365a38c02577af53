-- Announces programs that somebody entered or left by date in the last minutes, at midnight of their organization.
create or replace function announce_program_days(p_minutes integer) returns void language sql security definer
  set search_path = public, pg_temp as $$
  select announce_scope(m.organization_id, array_agg(distinct m.user_id))
  from program_members m
  join organizations o on o.id = m.organization_id
  cross join lateral (select (now() at time zone o.time_zone)::date as today,
    ((now() - make_interval(mins => p_minutes)) at time zone o.time_zone)::date as before) day
  where day.before < day.today and (m.starts_on = day.today or m.ends_on = day.today - 1
    or exists (select from program_athletes a where a.organization_id = m.organization_id and a.program_id = m.program_id
      and (a.starts_on = day.today or a.ends_on = day.today - 1)))
  group by m.organization_id;
$$;
