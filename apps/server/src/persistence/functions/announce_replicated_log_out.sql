-- Closes the live streams of a session that ended in another cell. The replication worker fires row triggers only.
create or replace function announce_replicated_log_out() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_updates', json_build_object('ended', json_build_array(old.user_id))::text);
  return null;
end
$$;
create or replace trigger announce_replicated_log_out after delete on sessions
  for each row execute function announce_replicated_log_out();
alter table sessions enable replica trigger announce_replicated_log_out;
