-- Live update to staff: the mail of a demo request changed its status.
create or replace function announce_request_mail() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_updates',
    json_build_object('topic', 'requests', 'organization', null, 'ids', json_build_array(new.demo_request_id))::text);
  return null;
end
$$;
