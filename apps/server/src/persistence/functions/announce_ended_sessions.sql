-- Closes the live streams of sessions that ended.
create or replace function announce_ended_sessions() returns trigger language plpgsql as $$
declare
  people text[];
begin
  select array_agg(distinct user_id::text) into people from changed;
  if cardinality(people) <= 100 then
    perform pg_notify('live_updates', json_build_object('ended', people)::text);
  elsif people is not null then
    perform pg_notify('live_updates', json_build_object('ended', null)::text);
  end if;
  return null;
end
$$;
