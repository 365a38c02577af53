-- expand
-- Jobs of schedules wait for those that a person asked for, and have workers of their own.
alter table jobs add column scheduled boolean not null default false;
update jobs set scheduled = true where key in ('recurring', organization_id::text);
create or replace view all_jobs as select * from jobs;
