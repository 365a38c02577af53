-- Live update with the ids of changed tasks. Readers are filtered by the server; people who lost a task, and
-- the record of a deleted one, are named here.
create or replace function announce_tasks() returns trigger language plpgsql as $$
declare
  change record;
begin
  if tg_op <> 'DELETE' then
    for change in
      select organization_id, count(*) as records, (array_agg(id::text))[1:100] as ids from changed group by organization_id
    loop
      perform pg_notify('live_updates', json_build_object('topic', 'tasks', 'organization', change.organization_id,
        'ids', case when change.records <= 100 then to_json(change.ids) end, 'added', tg_op = 'INSERT')::text);
    end loop;
  end if;
  if tg_op <> 'INSERT' then
    for change in execute format('select organization_id, person, count(*) as records, (array_agg(id::text))[1:100] as ids
      from (select f.organization_id, f.id, f.assignee_id as person from former f %1$s
        union select f.organization_id, f.id, f.created_by from former f %2$s) gone where person is not null group by 1, 2',
      case tg_op when 'UPDATE' then 'join changed c using (organization_id, id) where f.assignee_id is distinct from c.assignee_id' end,
      case tg_op when 'UPDATE' then 'where false' end)
    loop
      perform pg_notify('live_updates', json_build_object('topic', 'tasks', 'organization', change.organization_id,
        'person', change.person, 'ids', case when change.records <= 100 then to_json(change.ids) end)::text);
    end loop;
  end if;
  if tg_op = 'DELETE' then
    for change in
      select organization_id, case when athlete_id is not null then 'athlete' when deal_id is not null then 'deal' else 'company' end as kind,
        coalesce(athlete_id, deal_id, company_id) as record, readers, case when readers is not null then created_by end as author,
        (array_agg(id::text))[1:100] as ids
      from former where coalesce(athlete_id, deal_id, company_id) is not null group by 1, 2, 3, 4, 5
    loop
      perform pg_notify('live_updates', json_build_object('topic', 'tasks', 'organization', change.organization_id,
        'about', json_build_object('kind', change.kind, 'id', change.record), 'ids', change.ids, 'audience',
        case when change.readers is not null then json_build_object('readers', change.readers, 'author', change.author) end)::text);
    end loop;
  end if;
  return null;
end
$$;
create or replace trigger announce_insert after insert on tasks referencing new table as changed
  for each statement execute function announce_tasks();
create or replace trigger announce_update after update on tasks referencing old table as former new table as changed
  for each statement execute function announce_tasks();
create or replace trigger announce_delete after delete on tasks referencing old table as former
  for each statement execute function announce_tasks();
