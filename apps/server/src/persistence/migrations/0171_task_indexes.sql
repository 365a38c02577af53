-- contract
-- Indexes of tasks cover the readers: lists and counts check them for every entry.
create index concurrently tasks_by_day on tasks (organization_id, due_sort, id)
  include (assignee_id, created_by, athlete_id, deal_id, company_id, readers) where done_at is null;
create index concurrently tasks_by_day_of_assignee on tasks (organization_id, assignee_id, due_sort, id)
  include (created_by, athlete_id, deal_id, company_id, readers) where done_at is null;
create index concurrently tasks_by_completion on tasks (organization_id, done_at, id)
  include (assignee_id, created_by, athlete_id, deal_id, company_id, readers) where done_at is not null;
create index concurrently tasks_by_completion_of_assignee on tasks (organization_id, assignee_id, done_at, id)
  include (created_by, athlete_id, deal_id, company_id, readers) where done_at is not null;
drop index concurrently tasks_open;
drop index concurrently tasks_open_of_assignee;
drop index concurrently tasks_done;
drop index concurrently tasks_done_of_assignee;
