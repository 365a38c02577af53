-- A transaction may say who hears of its changes: `app.audience`. Notes are announced to those who read them.
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
