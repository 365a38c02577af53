-- Live update to the assigned person, whose list gains or loses the athlete.
create or replace function announce_assignments() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_updates', json_build_object('topic', 'athletes', 'organization', organization_id, 'person', user_id,
    'ids', case when count(*) <= 100 then json_agg(athlete_id) end, 'added', tg_op = 'INSERT')::text)
  from changed group by organization_id, user_id;
  return null;
end
$$;
