-- Two companies that were one. The other one stays, out of all lists, with what was moved: so that it can be taken back.
create table company_merges (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  company_id uuid not null,
  other_id uuid not null,
  merged_at timestamptz not null default now(),
  -- What came from the other: ids of its deals, contacts and companies, facts that were empty before, and who owned them.
  moved jsonb not null,
  primary key (organization_id, id),
  foreign key (organization_id, company_id) references companies on delete cascade,
  foreign key (organization_id, other_id) references companies on delete cascade
);
create index merges_of_company on company_merges (organization_id, company_id);
alter table company_merges enable row level security;
create policy of_organization on company_merges
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
