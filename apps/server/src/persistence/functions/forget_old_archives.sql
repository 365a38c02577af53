-- Retention: deletes expired and failed archives, across organizations.
create or replace function forget_old_archives() returns void language sql security definer set search_path = public, pg_temp as $$
  delete from archives where expires_at <= now() or (expires_at is null and requested_at < now() - interval '7 days');
$$;
