-- expand
-- Links by which a company signs a version, or reads what was agreed, without an account. Only hashes are stored.
create table deal_links (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  deal_id uuid not null,
  number integer not null,
  purpose text not null check (purpose in ('signature', 'page')),
  token_hash bytea not null unique,
  name text not null,
  title text,
  email text not null,
  sent_by uuid references users,
  sent_at timestamptz not null,
  expires_at timestamptz,
  mail text not null default 'queued' check (mail in ('queued', 'sent', 'failed')),
  opened_at timestamptz,
  last_opened_at timestamptz,
  wrong_codes integer not null default 0,
  closed_at timestamptz,
  closed_as text check (closed_as in ('replaced', 'withdrawn', 'codes', 'signed', 'declined', 'changes')),
  check ((closed_at is null) = (closed_as is null)),
  primary key (organization_id, id),
  foreign key (organization_id, deal_id, number) references deal_versions on delete cascade
);
create index links_of_deal on deal_links (organization_id, deal_id, sent_at);

create table deal_link_codes (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  link_id uuid not null,
  code_hash bytea not null,
  sent_at timestamptz not null,
  used_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, link_id) references deal_links on delete cascade
);
create index codes_of_link on deal_link_codes (organization_id, link_id, sent_at);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['deal_links', 'deal_link_codes'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy of_organization on %I
      using (organization_id = nullif(current_setting(''app.organization'', true), '''')::uuid)', tenant);
  end loop;
end
$$;

call announce_changes('deal_links', 'deals', 'deal_id');

alter table deal_signatures drop constraint deal_signatures_method_check;
alter table deal_signatures add constraint deal_signatures_method_check
  check (method in ('platform', 'paper', 'link', 'entered')) not valid;
-- Title of a signer of the company.
alter table deal_signatures add column signer_title text;

alter table deal_documents drop constraint deal_documents_kind_check;
alter table deal_documents add constraint deal_documents_kind_check
  check (kind in ('document', 'frozen', 'signed', 'paper', 'proof', 'shared', 'contract')) not valid;
