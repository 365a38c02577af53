-- expand
-- Readers of the entry from which a task was made. Null: everyone who may open the record.
alter table tasks add column readers text;
update tasks t set readers = e.readers from athlete_timeline e where e.organization_id = t.organization_id and e.id = t.entry_id;
alter table tasks add constraint tasks_readers_check check (readers in ('team', 'deals', 'money', 'me')) not valid;
