-- expand
create index concurrently jobs_due_by_lane on jobs (scheduled, start_after);
