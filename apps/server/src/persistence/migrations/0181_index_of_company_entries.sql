-- expand
create index concurrently tasks_of_company_entry on tasks (organization_id, company_entry_id) where company_entry_id is not null;
