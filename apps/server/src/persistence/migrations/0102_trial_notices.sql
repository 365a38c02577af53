-- expand
-- The last notice before the end of a trial without a plan, in days before it.
alter table organizations add column trial_notice_days smallint;
