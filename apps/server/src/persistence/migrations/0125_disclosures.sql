-- expand
-- Reports to clearinghouses, schools and other authorities, with their deadline, packet and proof.
create table disclosures (
  organization_id uuid not null references organizations,
  id uuid not null,
  kind text not null check (kind in ('nil-go', 'school-72h', 'other')),
  athlete_id uuid not null,
  deal_id uuid,
  agreement_id uuid,
  -- The filed disclosure whose terms changed.
  revises_id uuid,
  -- Of the deal or athlete, for search. Erasure clears it.
  name text,
  -- Of the kind `other`.
  title text,
  authority text,
  state text not null default 'draft' check (state in
    ('draft', 'ready', 'submitted', 'attested', 'cleared', 'flagged', 'not-cleared', 'revised', 'withdrawn', 'in-arbitration')),
  -- What the organization has to do: file or answer, wait, or nothing.
  work text not null generated always as (case when state in ('draft', 'ready', 'flagged', 'not-cleared') then 'due'
    when state in ('submitted', 'attested', 'in-arbitration') and kind <> 'school-72h' then 'waiting' else 'closed' end) stored,
  -- Day 0 of a clock in business days, or the start of one in hours.
  counts_from date,
  counts_at timestamptz,
  due_on date not null,
  due_at timestamptz not null,
  -- Earlier starts and deadlines, oldest first.
  earlier jsonb not null default '[]',
  -- A rule opened it, and closes it while it is a draft.
  by_rule boolean not null default false,
  -- Values that an officer entered, by field.
  answers jsonb default '{}',
  -- Fields of the kind `other`.
  fields jsonb default '[]',
  preparer_id uuid,
  submitter_id uuid references users,
  submitted_at timestamptz,
  -- Of the authority.
  confirmation text,
  attested_on date,
  outcome_on date,
  comment text,
  -- As filed: fields, hash and the version of the deal.
  packet jsonb,
  packet_hash text,
  deal_number integer,
  -- The mailed notice.
  notice_to text,
  notice_mail text check (notice_mail in ('queued', 'sent', 'failed')),
  notice_at timestamptz,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  folded text collate "C" generated always as (' ' || fold(coalesce(name, '') || ' ' || coalesce(title, ''))) stored,
  primary key (organization_id, id),
  check ((packet is null) or (packet_hash is not null)),
  -- Erasure clears both.
  check (kind <> 'other' or title is not null or name is null),
  foreign key (organization_id, athlete_id) references athletes (organization_id, id),
  foreign key (organization_id, deal_id) references deals (organization_id, id) on delete set null (deal_id),
  foreign key (organization_id, agreement_id) references agreements (organization_id, id) on delete set null (agreement_id),
  foreign key (organization_id, revises_id) references disclosures (organization_id, id),
  foreign key (organization_id, preparer_id) references memberships (organization_id, user_id) on delete set null (preparer_id)
);
-- Included columns decide who sees a disclosure, so that counting needs no second lookup.
create index disclosures_by_due on disclosures (organization_id, work, due_at, id)
  include (kind, state, preparer_id, athlete_id, deal_id, agreement_id, due_on);
create index disclosures_of_preparer on disclosures (organization_id, preparer_id, work, due_at, id)
  include (kind, state, athlete_id, deal_id, agreement_id, due_on);
create index disclosures_of_athlete on disclosures (organization_id, athlete_id, due_at);
create index disclosures_of_deal on disclosures (organization_id, deal_id) where deal_id is not null;
create index disclosures_of_agreement on disclosures (organization_id, agreement_id) where agreement_id is not null;
create index disclosures_of_revised on disclosures (organization_id, revises_id) where revises_id is not null;
-- One open disclosure of a rule at a time.
create unique index disclosures_open_of_deal on disclosures (organization_id, deal_id, kind)
  where deal_id is not null and kind <> 'other' and state in ('draft', 'ready');
create unique index disclosures_open_of_agreement on disclosures (organization_id, agreement_id, kind)
  where agreement_id is not null and kind <> 'other' and state in ('draft', 'ready');
alter table disclosures enable row level security;
create policy of_organization on disclosures
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
call make_searchable('disclosures');
call announce_changes('disclosures', 'disclosures', 'id');

-- Proof of filing and answers of the authority.
create table disclosure_files (
  organization_id uuid not null,
  id uuid not null,
  disclosure_id uuid not null,
  name text not null,
  type text not null,
  storage_key text not null,
  size integer not null,
  sha256 bytea not null,
  added_at timestamptz not null default now(),
  added_by uuid references users,
  primary key (organization_id, id),
  foreign key (organization_id, disclosure_id) references disclosures (organization_id, id) on delete cascade
);
create index files_of_disclosure on disclosure_files (organization_id, disclosure_id);
alter table disclosure_files enable row level security;
create policy of_organization on disclosure_files
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
create trigger leave_behind after delete on disclosure_files for each row execute function queue_orphaned_file();

-- Labels and order of the fields, as the authority's form has them today.
create table disclosure_forms (
  organization_id uuid not null references organizations,
  kind text not null check (kind in ('nil-go', 'school-72h')),
  fields jsonb not null,
  version integer not null default 1,
  primary key (organization_id, kind)
);
alter table disclosure_forms enable row level security;
create policy of_organization on disclosure_forms
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- Mail to the payor's contact, who has no account. The attestation itself happens in the clearinghouse.
create table attestation_requests (
  organization_id uuid not null,
  id uuid not null,
  disclosure_id uuid not null,
  token_hash bytea not null unique,
  name text not null,
  email text not null,
  asked_by uuid references users,
  -- Day 0, in the organization's time zone.
  asked_on date not null,
  -- Days of the mail sent so far: 0, 2 and 4.
  mailed_days integer[] not null default '{}',
  mail text not null default 'queued' check (mail in ('queued', 'sent', 'failed')),
  opened_at timestamptz,
  answered_at timestamptz,
  answer jsonb,
  closed_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, disclosure_id) references disclosures (organization_id, id) on delete cascade
);
create unique index attestation_open on attestation_requests (organization_id, disclosure_id) where closed_at is null;
alter table attestation_requests enable row level security;
create policy of_organization on attestation_requests
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- Sent reminders, per deadline.
create table disclosure_reminders (
  organization_id uuid not null,
  disclosure_id uuid not null,
  due_at timestamptz not null,
  days_before integer not null,
  primary key (organization_id, disclosure_id, due_at, days_before),
  foreign key (organization_id, disclosure_id) references disclosures (organization_id, id) on delete cascade
);
alter table disclosure_reminders enable row level security;
create policy of_organization on disclosure_reminders
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- Deals that athletes reported: their words, and what became of the report.
alter table deals add column source text not null default 'staff',
  add column reported jsonb,
  add constraint deals_source_check check (source in ('staff', 'athlete')) not valid;

alter table handover_items drop constraint handover_items_kind_check, add constraint handover_items_kind_check
  check (kind in ('athletes', 'deals', 'reviews', 'tasks', 'disclosures')) not valid;

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue',
   'guardian-confirmed', 'approval-asked', 'approval-decided', 'approver-missing', 'signature-asked', 'signature-late',
   'company-signed', 'deal-signed', 'key-date-near', 'key-date-moved', 'deliverable-due', 'deliverable-late',
   'deliverable-submitted', 'deliverable-decided', 'payment-late', 'payment-recorded', 'expense-asked', 'expense-decided',
   'deal-to-check', 'age-corrected', 'guardian-missing', 'task-assigned', 'task-completed', 'task-due', 'tasks-released',
   'work-received', 'dates-without-owner', 'contact-data-changed', 'contact-data-proposed', 'contact-data-decided',
   'import-approval-asked', 'disclosure-due', 'deal-reported', 'report-decided', 'payor-answered', 'notice-failed')) not valid;
