-- expand
-- The timeline is the contact log. `at` is when it happened. Without contact_id, with_contact says that the contact was removed.
alter table athlete_timeline
  add column direction text check (direction in ('in', 'out')),
  add column with_contact boolean not null default false,
  add column contact_id uuid,
  add column minutes smallint,
  add column result text,
  add column version integer not null default 1;
alter table athlete_timeline add constraint athlete_timeline_contact_fkey foreign key (organization_id, contact_id)
  references athlete_contacts (organization_id, id) on delete set null (contact_id) not valid;

create table company_timeline (
  organization_id uuid not null references organizations,
  id uuid not null,
  company_id uuid not null,
  at timestamptz not null default now(),
  actor_id uuid references users,
  kind text not null,
  text text,
  readers text not null default 'deals' check (readers in ('deals', 'money', 'me')),
  direction text check (direction in ('in', 'out')),
  with_contact boolean not null default false,
  contact_id uuid,
  minutes smallint,
  result text,
  edited_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, company_id) references companies (organization_id, id),
  foreign key (organization_id, contact_id) references company_contacts (organization_id, id) on delete set null (contact_id)
);
create index timeline_of_company on company_timeline (organization_id, company_id, at, id);
create index last_contact_of_company on company_timeline (organization_id, company_id, readers, at)
  where kind in ('call', 'text', 'email', 'meeting', 'visit', 'letter');
create index company_timeline_of_contact on company_timeline (organization_id, contact_id) where contact_id is not null;
alter table company_timeline enable row level security;
create policy of_organization on company_timeline
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- Latest contact by audience: each counts its own entries and those of wider audiences. Private entries don't count.
-- '-infinity': never. It sorts before all others, and one range finds everyone without recent contact.
alter table athletes
  add column last_contact_team timestamptz not null default '-infinity',
  add column last_contact_deals timestamptz not null default '-infinity',
  add column last_contact_money timestamptz not null default '-infinity';
alter table companies
  add column last_contact_deals timestamptz not null default '-infinity',
  add column last_contact_money timestamptz not null default '-infinity';
