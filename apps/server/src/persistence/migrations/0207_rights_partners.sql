-- expand
alter table company_associations add column is_rights_partner boolean not null default false;
