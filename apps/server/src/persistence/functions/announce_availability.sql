-- Live update with the ids of athletes whose away times changed. Other changes of deliverables stay unnoticed.
create or replace function announce_availability() returns trigger language plpgsql as $$
begin
  if new.away_from is null and (tg_op = 'INSERT' or old.away_from is null) then
    return null;
  end if;
  if tg_op = 'UPDATE' and (old.due_on, old.away_from, old.away_until, old.state = 'canceled', old.athlete_id)
    is not distinct from (new.due_on, new.away_from, new.away_until, new.state = 'canceled', new.athlete_id) then
    return null;
  end if;
  perform pg_notify('live_updates', json_build_object('topic', 'availability', 'organization', new.organization_id,
    'ids', json_build_array(new.athlete_id), 'added', false)::text);
  return null;
end
$$;
create or replace trigger announce_availability after insert or update on deliverables
  for each row execute function announce_availability();
