-- expand
-- Finds the notifications of a deleted task.
create index concurrently notifications_of_task on notifications (organization_id, (details ->> 'task')) where details ? 'task';
