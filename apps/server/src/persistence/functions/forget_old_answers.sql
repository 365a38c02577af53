-- Retention: deletes idempotency keys, across organizations.
create or replace function forget_old_answers(p_hours integer) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from idempotency_keys where created_at < now() - make_interval(hours => p_hours);
$$;
