-- Retention: deletes old notifications, across organizations.
create or replace function forget_old_notifications(p_days integer) returns void language sql security definer
  set search_path = public, pg_temp as $$
  delete from notifications where created_at < now() - make_interval(days => p_days);
$$;
