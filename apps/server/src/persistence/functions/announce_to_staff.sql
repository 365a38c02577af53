-- Live update to staff: records outside organizations changed.
create or replace function announce_to_staff() returns trigger language plpgsql as $$
declare
  ids text[];
begin
  execute format('select (array_agg(distinct %I::text))[1:101] from changed', tg_argv[1]) into ids;
  if ids is not null then
    perform pg_notify('live_updates', json_build_object('topic', tg_argv[0], 'organization', null,
      'ids', case when cardinality(ids) <= 100 then to_json(ids) end, 'added', tg_op = 'INSERT')::text);
  end if;
  return null;
end
$$;
