-- expand
-- For find_company_contacts.
create index concurrently company_contacts_search on company_contacts
  using gin (organization_id, (' ' || fold(name)) gin_trgm_ops);
