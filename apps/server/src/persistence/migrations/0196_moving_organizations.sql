-- expand
-- The cell that the organization is moving to. Meanwhile its requests are refused, and its jobs and mail wait.
alter table organizations add column moving_to text;
