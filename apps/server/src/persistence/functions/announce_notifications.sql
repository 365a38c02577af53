-- Live update to the notified person.
create or replace function announce_notifications() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_updates', json_build_object('topic', 'notifications', 'organization', organization_id, 'person', user_id,
    'ids', case when count(*) <= 100 then json_agg(id) end)::text)
  from changed group by organization_id, user_id;
  return null;
end
$$;
