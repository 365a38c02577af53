-- expand
-- Facts without which the rule cannot tell whether a report is due.
alter table disclosures add column missing text[] not null default '{}';
