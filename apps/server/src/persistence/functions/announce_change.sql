-- Live update with the ids of changed rows, at most 100. `app.audience` narrows who receives it: notes have readers.
create or replace function announce_change() returns trigger language plpgsql as $$
declare
  topic text := tg_argv[0];
  audience json := nullif(current_setting('app.audience', true), '');
  change record;
begin
  for change in execute format(
    'select organization_id, count(*) as records, (array_agg(distinct %1$I::text))[1:100] as ids from changed
     where organization_id is not null group by organization_id', tg_argv[1])
  loop
    perform pg_notify('live_updates', json_build_object('topic', topic, 'organization', change.organization_id,
      'ids', case when change.records <= 100 then to_json(change.ids) end, 'added', tg_op = 'INSERT', 'audience', audience)::text);
  end loop;
  return null;
end
$$;
