-- An organization with invented athletes, to look around in.
alter table organizations add column sample boolean not null default false;
create or replace view all_organizations as select * from organizations;
