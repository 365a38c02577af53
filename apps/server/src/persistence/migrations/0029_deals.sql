-- By whose clock days end, what money is counted in where nothing else is said, and when the books' year begins.
alter table organizations
  add column time_zone text not null default 'America/New_York',
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  add column fiscal_month smallint not null default 1 check (fiscal_month between 1 and 12);

-- What is left of a company's name without what people write in different ways: marks, spaces, "The" and the form of the company.
create function company_core(p_name text) returns text language sql immutable strict parallel safe
  set search_path = public, pg_temp as $$
  select replace(regexp_replace(regexp_replace(
    trim(regexp_replace(regexp_replace(fold(p_name), '[.''’]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')),
    '( (inc|incorporated|llc|llp|lp|ltd|limited|plc|corp|corporation|co|company))+$', ''), '^the ', ''), ' ', '');
$$;

-- Whom deals are made with: brands, clubs, schools, collectives, leagues. One of them is the organization itself.
create table companies (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('brand', 'club', 'school', 'collective', 'league', 'other')),
  category text,
  website text,
  -- Who owns it: deals with companies of one owner are added up.
  parent_id uuid,
  is_self boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  merged_into uuid,
  removed_at timestamptz,
  folded text collate "C" generated always as (' ' || fold(name)) stored,
  core text collate "C" generated always as (company_core(name)) stored,
  primary key (organization_id, id),
  foreign key (organization_id, parent_id) references companies,
  foreign key (organization_id, merged_into) references companies,
  check (parent_id <> id)
);
alter table companies alter column folded set statistics 1000;
create unique index companies_self on companies (organization_id) where is_self;
create index companies_by_name on companies (organization_id, folded, id) include (kind, category) where removed_at is null;
create index companies_by_date on companies (organization_id, created_at, id) include (kind, category) where removed_at is null;
create index companies_by_core on companies (organization_id, core) where removed_at is null;
create index companies_of_parent on companies (organization_id, parent_id) where parent_id is not null;
call make_searchable('companies');
call announce_changes('companies', 'companies', 'id');

create table company_contacts (
  organization_id uuid not null,
  id uuid not null,
  company_id uuid not null,
  name text not null,
  title text,
  email text,
  phone text,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, company_id) references companies on delete cascade
);
create index contacts_of_company on company_contacts (organization_id, company_id);

-- That an athlete is represented by the organization: for what, how long, at which fee. A deal copies its fee from here.
create table agreements (
  organization_id uuid not null,
  id uuid not null,
  athlete_id uuid not null,
  starts_on date not null,
  ends_on date,
  -- Kinds of deals that it covers.
  scope text[] not null check (cardinality(scope) > 0),
  -- By kind of deal: a rate in millionths of what is received, or a flat amount.
  fees jsonb not null,
  note text,
  ended_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references users,
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade,
  check (ends_on >= starts_on)
);
create index agreements_of_athlete on agreements (organization_id, athlete_id, starts_on);
call announce_changes('agreements', 'agreements', 'id');

create table agreement_agents (
  organization_id uuid not null,
  agreement_id uuid not null,
  user_id uuid not null,
  primary key (organization_id, agreement_id, user_id),
  foreign key (organization_id, agreement_id) references agreements on delete cascade,
  foreign key (organization_id, user_id) references memberships on delete cascade
);

create table deals (
  organization_id uuid not null,
  id uuid not null,
  athlete_id uuid not null,
  company_id uuid not null,
  kind text not null check (kind in ('contract', 'nil', 'sponsorship')),
  title text not null,
  stage text not null check (stage in ('draft', 'in-review', 'approved', 'signed', 'active', 'completed', 'declined', 'terminated',
    'expired')),
  stage_since timestamptz not null default now(),
  -- The one colleague who answers for it.
  lead_id uuid,
  -- The newest version, and the one that is in force.
  newest integer not null default 1,
  in_force integer,
  -- Of the newest version, for lists.
  starts_on date,
  ends_on date,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null default 0,
  -- When something about it is due next.
  next_due_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references users,
  last_active_at timestamptz not null default now(),
  removed_at timestamptz,
  -- As they are called today, for search and order: kept by triggers.
  athlete_name text not null,
  company_name text not null,
  folded text collate "C" generated always as (' ' || fold(athlete_name || ' ' || company_name || ' ' || title)) stored,
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes,
  foreign key (organization_id, company_id) references companies,
  foreign key (organization_id, lead_id) references memberships on delete set null (lead_id)
);
alter table deals alter column folded set statistics 1000;
create index deals_by_name on deals (organization_id, folded, id) include (stage, kind) where removed_at is null;
create index deals_by_activity on deals (organization_id, last_active_at, id) include (stage, kind, folded) where removed_at is null;
create index deals_by_amount on deals (organization_id, amount_minor, id) include (stage, kind, folded) where removed_at is null;
create index deals_by_end on deals (organization_id, ends_on, id) include (stage, kind, folded) where removed_at is null;
create index deals_by_due on deals (organization_id, next_due_on, id) include (stage, kind, folded) where removed_at is null;
create index deals_by_stage on deals (organization_id, stage, last_active_at, id) where removed_at is null;
create index deals_of_athlete on deals (organization_id, athlete_id, last_active_at, id) where removed_at is null;
create index deals_of_company on deals (organization_id, company_id, last_active_at, id) where removed_at is null;
create index deals_of_lead on deals (organization_id, lead_id, last_active_at, id) where removed_at is null;
call make_searchable('deals');
call announce_changes('deals', 'deals', 'id');

create function rename_athlete_in_deals() returns trigger language plpgsql as $$
begin
  update deals set athlete_name = name_of_athlete(new),
    title = case when new.given_name = '' and new.family_name = '' then 'Erased athlete × ' || company_name else title end
  where organization_id = new.organization_id and athlete_id = new.id;
  return null;
end
$$;
-- A deal that moves to another record, such as when two are merged, takes its name.
create function name_moved_deal() returns trigger language plpgsql as $$
begin
  select name_of_athlete(a) into new.athlete_name from athletes a where a.organization_id = new.organization_id and a.id = new.athlete_id;
  return new;
end
$$;
create trigger name_moved before update of athlete_id on deals for each row
  when (old.athlete_id <> new.athlete_id) execute function name_moved_deal();
create trigger rename_in_deals after update of given_name, family_name, preferred_name on athletes for each row
  when (old.folded is distinct from new.folded) execute function rename_athlete_in_deals();
create function rename_company_in_deals() returns trigger language plpgsql as $$
begin
  update deals set company_name = new.name where organization_id = new.organization_id and company_id = new.id;
  return null;
end
$$;
create trigger rename_in_deals after update of name on companies for each row
  when (old.name is distinct from new.name) execute function rename_company_in_deals();

-- What was agreed, version by version. From review on a version is frozen: its terms never change, and its hash says so.
create table deal_versions (
  organization_id uuid not null,
  deal_id uuid not null,
  number integer not null,
  stage text not null check (stage in ('draft', 'in-review', 'approved', 'signed', 'declined', 'withdrawn')),
  terms jsonb not null,
  -- Everything that approvals, signatures and rules refer to, as it was: names, company, athlete, terms.
  frozen jsonb,
  hash text check (hash ~ '^[0-9a-f]{64}$'),
  frozen_at timestamptz,
  frozen_by uuid references users,
  -- Why a clash with another deal is accepted, and by whom.
  clash_reason text,
  clash_accepted_by uuid references users,
  created_at timestamptz not null default now(),
  created_by uuid references users,
  primary key (organization_id, deal_id, number),
  foreign key (organization_id, deal_id) references deals on delete cascade,
  check ((stage = 'draft') = (frozen is null)),
  check ((frozen is null) = (hash is null) and (frozen is null) = (frozen_at is null))
);
create index versions_by_hash on deal_versions (organization_id, hash) where hash is not null;

create function keep_frozen_terms() returns trigger language plpgsql as $$
begin
  if old.frozen is not null and (new.terms, new.frozen, new.hash) is distinct from (old.terms, old.frozen, old.hash) then
    raise exception 'A frozen version does not change.';
  end if;
  return new;
end
$$;
create trigger keep_frozen before update on deal_versions for each row execute function keep_frozen_terms();

-- Who has to say yes to which deals, in which order.
create table approval_chains (
  organization_id uuid not null references organizations,
  id uuid not null,
  -- Null: all kinds.
  kind text check (kind in ('contract', 'nil', 'sponsorship')),
  from_minor bigint not null default 0 check (from_minor >= 0),
  steps jsonb not null,
  primary key (organization_id, id),
  unique nulls not distinct (organization_id, kind, from_minor)
);

-- One person's answer to one version: asked when it is their step's turn.
create table deal_approvals (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  number integer not null,
  step smallint not null,
  step_name text not null,
  needs text not null check (needs in ('all', 'any')),
  user_id uuid not null,
  asked_at timestamptz,
  reminded_at timestamptz,
  decision text check (decision in ('approved', 'changes', 'declined')),
  word text,
  decided_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, deal_id, number, step, user_id),
  foreign key (organization_id, deal_id, number) references deal_versions on delete cascade,
  foreign key (organization_id, user_id) references memberships on delete cascade,
  check ((decision is null) = (decided_at is null))
);
create index approvals_waiting on deal_approvals (organization_id, user_id, asked_at)
  where decision is null and asked_at is not null;

-- Documents of deals, for those who see money: contracts, what was signed, and proofs of what was done. The bytes are in the store.
create table deal_documents (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  kind text not null check (kind in ('document', 'frozen', 'signed', 'paper', 'proof')),
  -- The version of the deal that it belongs to, if it does.
  number integer,
  name text not null,
  type text not null,
  storage_key text not null,
  size integer not null,
  sha256 bytea not null,
  added_at timestamptz not null default now(),
  added_by uuid references users,
  primary key (organization_id, id),
  foreign key (organization_id, deal_id) references deals on delete cascade
);
create index documents_of_deal on deal_documents (organization_id, deal_id, added_at);
-- Each is drawn once.
create unique index documents_drawn on deal_documents (organization_id, deal_id, number, kind) where kind in ('frozen', 'signed');
create index documents_by_hash on deal_documents (organization_id, sha256);
create trigger leave_behind after delete on deal_documents for each row execute function leave_file_behind();

-- Who signed which version, how, and from where. Never changed.
create table deal_signatures (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  number integer not null,
  side text not null check (side in ('athlete', 'guardian', 'company')),
  method text not null check (method in ('platform', 'paper')),
  user_id uuid references users,
  signer_name text not null,
  intent text,
  hash text not null,
  signed_at timestamptz not null default now(),
  address text,
  device text,
  document_id uuid,
  primary key (organization_id, id),
  unique (organization_id, deal_id, number, side),
  foreign key (organization_id, deal_id, number) references deal_versions on delete cascade,
  foreign key (organization_id, document_id) references deal_documents on delete set null (document_id)
);

-- What a signed deal promises. Ids stay the same from version to version: receipts and proofs hang on them.
create table payments (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  athlete_id uuid not null,
  rule_id text not null,
  position integer not null,
  title text not null,
  kind text not null,
  due_on date,
  condition text,
  in_kind boolean not null default false,
  currency text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  -- Expected, or only if a condition is met; or no longer promised.
  state text not null check (state in ('expected', 'conditional', 'canceled')),
  primary key (organization_id, id),
  unique (organization_id, deal_id, rule_id, position),
  foreign key (organization_id, deal_id) references deals on delete cascade,
  foreign key (organization_id, athlete_id) references athletes
);
create index payments_by_day on payments (organization_id, due_on, id) where state <> 'canceled';

create table deliverables (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  athlete_id uuid not null,
  rule_id text not null,
  position integer not null,
  title text not null,
  platform text,
  disclosure_tag text,
  due_on date,
  state text not null check (state in ('planned', 'submitted', 'returned', 'accepted', 'canceled')),
  word text,
  submitted_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references users,
  reminded_on date,
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, deal_id, rule_id, position),
  foreign key (organization_id, deal_id) references deals on delete cascade,
  foreign key (organization_id, athlete_id) references athletes
);
create index deliverables_by_day on deliverables (organization_id, due_on, id) include (state, athlete_id) where state <> 'canceled';
create index deliverables_of_athlete on deliverables (organization_id, athlete_id, due_on);
call announce_changes('deliverables', 'deliverables', 'id');

create table deliverable_proofs (
  organization_id uuid not null,
  id uuid not null,
  deliverable_id uuid not null,
  link text,
  document_id uuid,
  note text,
  added_at timestamptz not null default now(),
  added_by uuid references users,
  primary key (organization_id, id),
  foreign key (organization_id, deliverable_id) references deliverables on delete cascade,
  foreign key (organization_id, document_id) references deal_documents on delete cascade,
  check (num_nonnulls(link, document_id) = 1)
);
create index proofs_of_deliverable on deliverable_proofs (organization_id, deliverable_id);

-- Days on which something must be done or lapses, as their rules compute them.
create table key_dates (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  athlete_id uuid not null,
  rule_id text not null,
  title text not null,
  kind text not null,
  rule jsonb not null,
  -- Null as long as something is not known that it depends on.
  day date,
  lapses_at timestamptz,
  missing text,
  -- The day before it moved, and why.
  moved_from date,
  moved_because text,
  moved_at timestamptz,
  done_at timestamptz,
  done_by uuid references users,
  proof text,
  canceled boolean not null default false,
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, deal_id, rule_id),
  foreign key (organization_id, deal_id) references deals on delete cascade,
  foreign key (organization_id, athlete_id) references athletes
);
create index key_dates_by_day on key_dates (organization_id, day, id) include (athlete_id, done_at) where not canceled;
create index key_dates_by_event on key_dates (organization_id, (rule -> 'anchor' ->> 'event'))
  where rule -> 'anchor' ->> 'event' is not null;
call announce_changes('key_dates', 'key-dates', 'id');

-- Reminders that were sent: each once.
create table key_date_reminders (
  organization_id uuid not null,
  key_date_id uuid not null,
  day date not null,
  days_before smallint not null,
  sent_at timestamptz not null default now(),
  primary key (organization_id, key_date_id, day, days_before),
  foreign key (organization_id, key_date_id) references key_dates on delete cascade
);

-- Where an organization knows better than the calendar that ships with the product.
create table league_corrections (
  organization_id uuid not null references organizations,
  event text not null,
  day date not null,
  corrected_at timestamptz not null default now(),
  corrected_by uuid references users,
  primary key (organization_id, event)
);

create table deal_timeline (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  at timestamptz not null default now(),
  actor_id uuid references users,
  kind text not null,
  text text,
  about text,
  -- What was before and after, by the name of the term.
  changes jsonb not null default '[]',
  primary key (organization_id, id),
  foreign key (organization_id, deal_id) references deals on delete cascade
);
create index timeline_of_deal on deal_timeline (organization_id, deal_id, at, id);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['companies', 'company_contacts', 'agreements', 'agreement_agents', 'deals', 'deal_versions',
    'approval_chains', 'deal_approvals', 'deal_signatures', 'payments', 'deliverables', 'deliverable_proofs', 'key_dates',
    'key_date_reminders', 'league_corrections', 'deal_timeline', 'deal_documents']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy of_organization on %I
      using (organization_id = nullif(current_setting(''app.organization'', true), '''')::uuid)', tenant);
  end loop;
end
$$;

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue',
   'guardian-confirmed', 'approval-asked', 'approval-decided', 'signature-asked', 'deal-signed', 'key-date-near', 'key-date-moved',
   'deliverable-due', 'deliverable-submitted', 'deliverable-decided'));
