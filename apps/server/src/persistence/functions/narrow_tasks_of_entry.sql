-- A task made from an entry has the entry's readers at most. Whoever its author told it to keeps it.
create or replace function narrow_tasks_of_entry() returns trigger language plpgsql as $$
begin
  update tasks set readers = new.readers, version = version + 1 where organization_id = new.organization_id
    and (entry_id = new.id or company_entry_id = new.id) and readers is distinct from 'assignee';
  return null;
end
$$;
create or replace trigger narrow_tasks after update of readers on athlete_timeline for each row
  when (old.readers is distinct from new.readers) execute function narrow_tasks_of_entry();
create or replace trigger narrow_tasks after update of readers on company_timeline for each row
  when (old.readers is distinct from new.readers) execute function narrow_tasks_of_entry();
