-- contract
-- Reminders have a table of their own.
alter table deliverables drop column reminded_on;
