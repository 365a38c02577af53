-- Retention: deletes expired and withdrawn invitations, across organizations.
create or replace function forget_expired_invitations() returns void language sql security definer
  set search_path = public, pg_temp as $$
  delete from invitations where expires_at < now();
  delete from guardianships where confirmed_at is null and expires_at < now();
$$;
