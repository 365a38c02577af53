-- expand
-- The trial starts with the organization, before a plan is chosen. The first plan takes it over.
alter table organizations add column trial_ends_at timestamptz;
create or replace view all_organizations as select * from organizations;
