-- expand
-- The entry of a company's timeline from which a task was made, as `entry_id` is one of an athlete's.
alter table tasks add column company_entry_id uuid;
alter table tasks add constraint tasks_company_entry foreign key (organization_id, company_entry_id) references company_timeline
  on delete set null (company_entry_id) not valid;
-- `assignee`: nobody but the author and an assignee who may not read the entry.
alter table tasks drop constraint tasks_readers_check, add constraint tasks_readers_check check (readers in
  ('team', 'deals', 'money', 'me', 'assignee')) not valid;
