-- Written by `npm run types:database` from the migrated database. Do not edit, and do not run: migrations do.

create extension btree_gin;
create extension btree_gist;
create extension pg_trgm;
create extension unaccent;

create domain role as text
  check (value in ('owner', 'agent', 'coach', 'support-staff', 'athlete', 'compliance'));

create type word_search as (words tsquery, patterns text[]);

create table accounting_settings (
  organization_id uuid not null,
  expense_limit_minor bigint,
  invoice_prefix text not null default 'F-',
  next_invoice integer not null default 1,
  invoice_days smallint not null default 30,
  invoice_name text,
  invoice_address text,
  invoice_payment text,
  version integer not null default 1,
  primary key (organization_id),
  foreign key (organization_id) references organizations(id),
  check (expense_limit_minor >= 0)
);
alter table accounting_settings enable row level security;
create policy of_organization on accounting_settings for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table agent_notices (
  organization_id uuid not null,
  id uuid not null,
  athlete_id uuid not null,
  agent text not null,
  agency text,
  received_on date not null,
  contract_on date,
  note text,
  file_name text,
  file_type text,
  storage_key text,
  file_size integer,
  file_sha256 bytea,
  version integer not null default 1,
  added_at timestamptz not null default now(),
  added_by uuid,
  folded text collate "C" generated always as ((' ' || fold(((agent || ' ') || coalesce(agency, ''))))) stored,
  primary key (organization_id, id),
  foreign key (added_by) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id)
);
create index agent_notices_by_agent on agent_notices using btree (organization_id, folded, id) include (athlete_id);
create index agent_notices_by_contract on agent_notices using btree (organization_id, contract_on, id) include (athlete_id);
create index agent_notices_by_receipt on agent_notices using btree (organization_id, received_on, id) include (athlete_id);
create index agent_notices_of_athlete on agent_notices using btree (organization_id, athlete_id, received_on);
create index agent_notices_search on agent_notices using gin (indexed_words("left"((organization_id)::text, 8), folded));
create trigger announce_delete after delete on agent_notices referencing old table as changed for each statement execute function announce_change('agent-notices', 'id');
create trigger announce_insert after insert on agent_notices referencing new table as changed for each statement execute function announce_change('agent-notices', 'id');
create trigger announce_update after update on agent_notices referencing new table as changed for each statement execute function announce_change('agent-notices', 'id');
create trigger leave_behind after delete on agent_notices for each row when ((old.storage_key is not null)) execute function queue_orphaned_file();
create trigger leave_behind_replaced after update of storage_key on agent_notices for each row when (((old.storage_key is not null) and (old.storage_key is distinct from new.storage_key))) execute function queue_orphaned_file();
create trigger note_words_of_insert after insert on agent_notices referencing new table as changed for each statement execute function note_words('organization_id');
create trigger note_words_of_update after update on agent_notices referencing old table as before new table as changed for each statement execute function note_words('organization_id');
alter table agent_notices enable row level security;
create policy of_organization on agent_notices for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table agent_notices_words (
  organization_id uuid not null,
  word text collate "C" not null
);
create index agent_notices_words_exactly on agent_notices_words using btree (organization_id, word);
create index agent_notices_words_similar on agent_notices_words using gin (organization_id, word gin_trgm_ops);
alter table agent_notices_words enable row level security;
create policy of_organization on agent_notices_words for all using (organization_id = current_organization());

create table agreement_agents (
  organization_id uuid not null,
  agreement_id uuid not null,
  user_id uuid not null,
  primary key (organization_id, agreement_id, user_id),
  foreign key (organization_id, agreement_id) references agreements(organization_id, id) on delete cascade,
  foreign key (user_id) references users(id)
);
alter table agreement_agents enable row level security;
create policy of_organization on agreement_agents for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table agreement_reminders (
  organization_id uuid not null,
  agreement_id uuid not null,
  day date not null,
  days_before smallint not null,
  sent_at timestamptz not null default now(),
  primary key (organization_id, agreement_id, day, days_before),
  foreign key (organization_id, agreement_id) references agreements(organization_id, id) on delete cascade
);
alter table agreement_reminders enable row level security;
create policy of_organization on agreement_reminders for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table agreements (
  organization_id uuid not null,
  id uuid not null,
  athlete_id uuid not null,
  starts_on date not null,
  ends_on date,
  scope text[] not null,
  fees jsonb not null,
  note text,
  ended_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  last_on date,
  signed_at timestamptz,
  signed_by uuid,
  guardian_name text,
  confirmed_at timestamptz,
  confirmed_by uuid,
  confirm_comment text,
  file_name text,
  storage_key text,
  file_size integer,
  file_sha256 bytea,
  fee_payor text,
  next_event_on date,
  signed_exactly boolean not null default false,
  primary key (organization_id, id),
  foreign key (confirmed_by) references users(id),
  foreign key (created_by) references users(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  foreign key (signed_by) references users(id),
  check (cardinality(scope) > 0),
  check (ends_on >= starts_on),
  check (fee_payor in ('athlete', 'school', 'collective', 'company'))
);
create index agreements_by_end on agreements using btree (organization_id, last_on, id) include (starts_on, athlete_id);
create index agreements_by_start on agreements using btree (organization_id, starts_on, id) include (last_on, athlete_id);
create index agreements_of_athlete on agreements using btree (organization_id, athlete_id, starts_on);
create index agreements_to_confirm on agreements using btree (organization_id) where ((signed_at is not null) and (confirmed_at is null));
create trigger announce_delete after delete on agreements referencing old table as changed for each statement execute function announce_change('agreements', 'id');
create trigger announce_insert after insert on agreements referencing new table as changed for each statement execute function announce_change('agreements', 'id');
create trigger announce_update after update on agreements referencing new table as changed for each statement execute function announce_change('agreements', 'id');
create trigger judge_changed after insert or update on agreements for each row execute function judge_again('athlete');
create trigger leave_behind after delete on agreements for each row when ((old.storage_key is not null)) execute function queue_orphaned_file();
create trigger leave_behind_replaced after update of storage_key on agreements for each row when (((old.storage_key is not null) and (old.storage_key is distinct from new.storage_key))) execute function queue_orphaned_file();
create trigger set_last_day before insert or update on agreements for each row execute function set_last_day();
alter table agreements enable row level security;
create policy of_organization on agreements for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table approval_chains (
  organization_id uuid not null,
  id uuid not null,
  kind text,
  from_minor bigint not null default 0,
  steps jsonb not null,
  primary key (organization_id, id),
  unique nulls not distinct (organization_id, kind, from_minor),
  foreign key (organization_id) references organizations(id),
  check (from_minor >= 0),
  check (kind in ('contract', 'nil', 'sponsorship'))
);
alter table approval_chains enable row level security;
create policy of_organization on approval_chains for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table archives (
  organization_id uuid not null,
  id uuid not null,
  state text not null,
  requested_by uuid,
  requested_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  done_rows integer not null default 0,
  total_rows integer,
  storage_key text,
  size bigint,
  expires_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (requested_by) references users(id),
  check (state in ('preparing', 'ready', 'failed'))
);
create trigger announce_delete after delete on archives referencing old table as changed for each statement execute function announce_change('archives', 'id');
create trigger announce_insert after insert on archives referencing new table as changed for each statement execute function announce_change('archives', 'id');
create trigger announce_update after update on archives referencing new table as changed for each statement execute function announce_change('archives', 'id');
create trigger leave_behind after delete on archives for each row when ((old.storage_key is not null)) execute function queue_orphaned_file();
alter table archives enable row level security;
create policy of_organization on archives for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athlete_assignments (
  organization_id uuid not null,
  athlete_id uuid not null,
  user_id uuid not null,
  assigned_at timestamptz not null default now(),
  primary key (organization_id, athlete_id, user_id) include (assigned_at),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references memberships(organization_id, user_id) on delete cascade
);
create index athletes_assigned_to on athlete_assignments using btree (organization_id, user_id, athlete_id);
create trigger announce_delete after delete on athlete_assignments referencing old table as changed for each statement execute function announce_assignments();
create trigger announce_insert after insert on athlete_assignments referencing new table as changed for each statement execute function announce_assignments();
alter table athlete_assignments enable row level security;
create policy of_organization on athlete_assignments for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athlete_compliance (
  organization_id uuid not null,
  athlete_id uuid not null,
  division text,
  enrolled_on date,
  junior_year_on date,
  ncaa_id text,
  school_id uuid,
  version integer not null default 1,
  primary key (organization_id, athlete_id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  foreign key (organization_id, school_id) references companies(organization_id, id),
  check (division in ('ncaa-1', 'ncaa-2', 'ncaa-3', 'naia', 'njcaa', 'other'))
);
create index athlete_compliance_of_school on athlete_compliance using btree (organization_id, school_id) where (school_id is not null);
create trigger announce_delete after delete on athlete_compliance referencing old table as changed for each statement execute function announce_change('athletes', 'athlete_id');
create trigger announce_insert after insert on athlete_compliance referencing new table as changed for each statement execute function announce_change('athletes', 'athlete_id');
create trigger announce_update after update on athlete_compliance referencing new table as changed for each statement execute function announce_change('athletes', 'athlete_id');
create trigger judge_changed after insert or delete or update on athlete_compliance for each row execute function judge_again('athlete');
alter table athlete_compliance enable row level security;
create policy of_organization on athlete_compliance for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athlete_contact_data (
  organization_id uuid not null,
  athlete_id uuid not null,
  field text not null,
  value text not null,
  primary key (organization_id, athlete_id, field),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  check (field in ('address', 'shirtSize', 'shoeSize'))
);
alter table athlete_contact_data enable row level security;
create policy of_organization on athlete_contact_data for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athlete_contact_proposals (
  organization_id uuid not null,
  athlete_id uuid not null,
  data jsonb not null,
  proposed_at timestamptz not null,
  primary key (organization_id, athlete_id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade
);
alter table athlete_contact_proposals enable row level security;
create policy of_organization on athlete_contact_proposals for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athlete_contacts (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  athlete_id uuid not null,
  name text not null,
  relation text not null,
  title text,
  reach text not null,
  email text,
  phone text,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  check (reach in ('full', 'limited')),
  check (relation in ('guardian', 'parent', 'adviser', 'coach', 'other'))
);
create index contacts_of_athlete on athlete_contacts using btree (organization_id, athlete_id);
alter table athlete_contacts enable row level security;
create policy of_organization on athlete_contacts for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athlete_eligibility (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  athlete_id uuid not null,
  season text not null,
  status text not null,
  reason text,
  checked_on date not null,
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  check (status in ('eligible', 'not-eligible', 'pending', 'redshirt-year', 'exhausted'))
);
create index eligibility_of_athlete on athlete_eligibility using btree (organization_id, athlete_id, checked_on);
create trigger eligibility_after_change after update on athlete_eligibility referencing new table as changed for each statement execute function keep_newest_eligibility();
create trigger eligibility_before_change after update on athlete_eligibility referencing old table as changed for each statement execute function keep_newest_eligibility();
create trigger eligibility_of_added after insert on athlete_eligibility referencing new table as changed for each statement execute function keep_newest_eligibility();
create trigger eligibility_of_removed after delete on athlete_eligibility referencing old table as changed for each statement execute function keep_newest_eligibility();
alter table athlete_eligibility enable row level security;
create policy of_organization on athlete_eligibility for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athlete_measurements (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  athlete_id uuid not null,
  kind text not null,
  value double precision not null,
  measured_on date not null,
  source text,
  added_by uuid,
  latest boolean not null default false,
  primary key (organization_id, id),
  foreign key (added_by) references users(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  check (value > (0)::double precision)
);
create index measurements_latest on athlete_measurements using btree (organization_id, kind, value, athlete_id) where latest;
create index measurements_of_athlete on athlete_measurements using btree (organization_id, athlete_id, kind, measured_on);
create trigger latest_after_change after update on athlete_measurements referencing new table as changed for each statement when ((pg_trigger_depth() = 0)) execute function mark_latest_measurements();
create trigger latest_before_change after update on athlete_measurements referencing old table as changed for each statement when ((pg_trigger_depth() = 0)) execute function mark_latest_measurements();
create trigger latest_of_added after insert on athlete_measurements referencing new table as changed for each statement execute function mark_latest_measurements();
create trigger latest_of_removed after delete on athlete_measurements referencing old table as changed for each statement execute function mark_latest_measurements();
alter table athlete_measurements enable row level security;
create policy of_organization on athlete_measurements for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athlete_merges (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  athlete_id uuid not null,
  other_id uuid not null,
  merged_at timestamptz not null default now(),
  moved jsonb not null,
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  foreign key (organization_id, other_id) references athletes(organization_id, id) on delete cascade
);
create index merges_of_athlete on athlete_merges using btree (organization_id, athlete_id);
create index merges_of_other on athlete_merges using btree (organization_id, other_id);
alter table athlete_merges enable row level security;
create policy of_organization on athlete_merges for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athlete_pictures (
  organization_id uuid not null,
  id uuid not null,
  athlete_id uuid not null,
  type text not null,
  storage_key text not null,
  size integer not null,
  primary key (organization_id, id),
  unique (organization_id, athlete_id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade
);
create trigger leave_behind after delete on athlete_pictures for each row execute function queue_orphaned_file();
alter table athlete_pictures enable row level security;
create policy of_organization on athlete_pictures for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athlete_positions (
  organization_id uuid not null,
  position text collate "C" not null,
  athlete_id uuid not null,
  primary key (organization_id, "position", athlete_id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade
);
create index positions_of_athlete on athlete_positions using btree (organization_id, athlete_id);
alter table athlete_positions enable row level security;
create policy of_organization on athlete_positions for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athlete_social_accounts (
  organization_id uuid not null,
  athlete_id uuid not null,
  platform text not null,
  handle text not null,
  followers integer,
  primary key (organization_id, athlete_id, platform),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  check (followers >= 0),
  check (platform in ('instagram', 'tiktok', 'x', 'youtube', 'facebook', 'twitch'))
);
create index social_accounts_by_any_followers on athlete_social_accounts using btree (organization_id, followers, athlete_id) where (followers is not null);
create index social_accounts_by_followers on athlete_social_accounts using btree (organization_id, platform, followers, athlete_id) where (followers is not null);
alter table athlete_social_accounts enable row level security;
create policy of_organization on athlete_social_accounts for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athlete_tags (
  organization_id uuid not null,
  athlete_id uuid not null,
  tag_id uuid not null,
  primary key (organization_id, athlete_id, tag_id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  foreign key (organization_id, tag_id) references tags(organization_id, id) on delete cascade
);
create index athletes_with_tag on athlete_tags using btree (organization_id, tag_id, athlete_id);
alter table athlete_tags enable row level security;
create policy of_organization on athlete_tags for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athlete_timeline (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  athlete_id uuid not null,
  at timestamptz not null default now(),
  actor_id uuid,
  kind text not null,
  text text,
  about text,
  changes jsonb not null default '[]'::jsonb,
  import_id uuid,
  readers text not null default 'team',
  edited_at timestamptz,
  direction text,
  with_contact boolean not null default false,
  contact_id uuid,
  minutes smallint,
  result text,
  version integer not null default 1,
  disclosure_id uuid,
  primary key (organization_id, id),
  foreign key (actor_id) references users(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  foreign key (organization_id, contact_id) references athlete_contacts(organization_id, id) on delete set null (contact_id),
  foreign key (organization_id, disclosure_id) references disclosures(organization_id, id) on delete cascade,
  check (direction in ('in', 'out')),
  check (readers in ('team', 'deals', 'money', 'me'))
);
create index last_contact_of_athlete on athlete_timeline using btree (organization_id, athlete_id, readers, at) where kind in ('call', 'text', 'email', 'meeting', 'visit', 'letter');
create index timeline_of_athlete on athlete_timeline using btree (organization_id, athlete_id, at, id);
create index timeline_of_contact on athlete_timeline using btree (organization_id, contact_id) where (contact_id is not null);
create index timeline_of_disclosure on athlete_timeline using btree (organization_id, disclosure_id) where (disclosure_id is not null);
create trigger last_contact_after_change after update on athlete_timeline referencing new table as changed for each statement execute function update_last_contact_of_athletes();
create trigger last_contact_before_change after update on athlete_timeline referencing old table as changed for each statement execute function update_last_contact_of_athletes();
create trigger last_contact_of_added after insert on athlete_timeline referencing new table as changed for each statement execute function update_last_contact_of_athletes();
create trigger last_contact_of_removed after delete on athlete_timeline referencing old table as changed for each statement execute function update_last_contact_of_athletes();
create trigger narrow_tasks after update of readers on athlete_timeline for each row when ((old.readers is distinct from new.readers)) execute function narrow_tasks_of_entry();
alter table athlete_timeline enable row level security;
create policy of_organization on athlete_timeline for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athletes (
  organization_id uuid not null,
  id uuid not null,
  given_name text not null,
  family_name text not null,
  preferred_name text,
  birth_date date,
  sport text,
  positions text[] not null default '{}'[],
  level text,
  school text,
  class_year smallint,
  hometown text,
  state text,
  email text,
  phone text,
  stage text,
  user_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  removed_at timestamptz,
  folded text collate "C" generated always as ((' ' || fold(((((family_name || ' ') || given_name) || coalesce((' ' || preferred_name), '')) || coalesce((' ' || school), ''))))) stored,
  last_contact_team timestamptz not null default '-infinity'::timestamptz,
  last_contact_deals timestamptz not null default '-infinity'::timestamptz,
  last_contact_money timestamptz not null default '-infinity'::timestamptz,
  country text,
  eligibility text,
  guardian text not null default 'none',
  primary key (organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, user_id) references memberships(organization_id, user_id) on delete set null (user_id),
  check (guardian in ('none', 'confirmed', 'verified', 'both')),
  check (level in ('high-school', 'college', 'pro')),
  check (stage in ('prospect', 'recruiting', 'signed', 'former'))
);
create index athletes_by_activity on athletes using btree (organization_id, last_active_at, id) include (stage, sport, level, state, class_year, birth_date, eligibility, guardian, folded) where (removed_at is null);
create index athletes_by_birth on athletes using btree (organization_id, birth_date, id) include (stage, sport, level, state, class_year, eligibility, guardian, folded, last_active_at, created_at) where (removed_at is null);
create index athletes_by_class on athletes using btree (organization_id, class_year, id) include (stage, sport, level, state, birth_date, eligibility, guardian, folded) where (removed_at is null);
create index athletes_by_contact_deals on athletes using btree (organization_id, last_contact_deals, id) include (stage, sport, level, state, class_year, folded, last_active_at, created_at) where (removed_at is null);
create index athletes_by_contact_money on athletes using btree (organization_id, last_contact_money, id) include (stage, sport, level, state, class_year, folded, last_active_at, created_at) where (removed_at is null);
create index athletes_by_contact_team on athletes using btree (organization_id, last_contact_team, id) include (stage, sport, level, state, class_year, folded, last_active_at, created_at) where (removed_at is null);
create index athletes_by_date on athletes using btree (organization_id, created_at, id) include (stage, sport, level, state, class_year, birth_date, eligibility, guardian, folded) where (removed_at is null);
create index athletes_by_email on athletes using btree (organization_id, email) where ((email is not null) and (removed_at is null));
create index athletes_by_name on athletes using btree (organization_id, folded, id) include (stage, sport, level, state, class_year, birth_date, eligibility, guardian) where (removed_at is null);
create index athletes_by_school_name on athletes using btree (organization_id, fold(school) collate "C") where ((school is not null) and (removed_at is null));
create index athletes_by_sport on athletes using btree (organization_id, sport) where (removed_at is null);
create index athletes_by_stage on athletes using btree (organization_id, stage) where (removed_at is null);
create index athletes_by_stage_and_contact on athletes using btree (organization_id, stage) include (id, folded, class_year, last_active_at, created_at, last_contact_team, last_contact_deals, last_contact_money) where (removed_at is null);
create index athletes_by_state on athletes using btree (organization_id, state) where (removed_at is null);
create index athletes_by_year on athletes using btree (organization_id, class_year) where (removed_at is null);
create index athletes_counted_by_age on athletes using btree (organization_id, birth_date, level) where (removed_at is null);
create index athletes_eligible on athletes using btree (organization_id, eligibility, id) include (stage, sport, level, state, class_year, birth_date, folded, last_active_at, created_at) where ((eligibility is not null) and (removed_at is null));
create index athletes_guarded on athletes using btree (organization_id, guardian, id) include (stage, sport, level, state, class_year, birth_date, eligibility, folded, last_active_at, created_at) where ((guardian <> 'none') and (removed_at is null));
create index athletes_in_school_order on athletes using btree (organization_id, fold(school), id) include (school, stage, sport, level, state, class_year, folded) where (removed_at is null);
create index athletes_in_sport_order on athletes using btree (organization_id, sport, id) include (stage, level, state, class_year, folded) where (removed_at is null);
create index athletes_in_stage_order on athletes using btree (organization_id, stage, id) include (sport, level, state, class_year, folded) where (removed_at is null);
create index athletes_in_state_order on athletes using btree (organization_id, state, id) include (stage, sport, level, class_year, folded) where (removed_at is null);
create index athletes_of_facts on athletes using btree (organization_id, stage, level, state, sport, class_year, id) include (birth_date, eligibility, folded, last_active_at, created_at) where (removed_at is null);
create index athletes_removed on athletes using btree (organization_id, id) where (removed_at is not null);
create index athletes_search on athletes using gin (indexed_words("left"((organization_id)::text, 8), folded));
create unique index athletes_of_member on athletes using btree (organization_id, user_id) where ((user_id is not null) and (removed_at is null));
create trigger announce_delete after delete on athletes referencing old table as changed for each statement execute function announce_change('athletes', 'id');
create trigger announce_insert after insert on athletes referencing new table as changed for each statement execute function announce_change('athletes', 'id');
create trigger announce_update after update on athletes referencing new table as changed for each statement execute function announce_change('athletes', 'id');
create trigger judge_changed after update on athletes for each row when (((((((old.birth_date is distinct from new.birth_date) or (old.level is distinct from new.level)) or (old.sport is distinct from new.sport)) or (old.state is distinct from new.state)) or (old.country is distinct from new.country)) or (old.class_year is distinct from new.class_year))) execute function judge_again('athlete');
create trigger note_positions_of_insert after insert on athletes referencing new table as changed for each statement execute function note_positions();
create trigger note_positions_of_update after update on athletes referencing old table as before new table as changed for each statement execute function note_positions();
create trigger note_words_of_insert after insert on athletes referencing new table as changed for each statement execute function note_words('organization_id');
create trigger note_words_of_update after update on athletes referencing old table as before new table as changed for each statement execute function note_words('organization_id');
create trigger rename_in_deals after update of given_name, family_name, preferred_name on athletes for each row when ((old.folded is distinct from new.folded)) execute function rename_athlete_in_deals();
alter table athletes enable row level security;
create policy of_organization on athletes for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table athletes_words (
  organization_id uuid not null,
  word text collate "C" not null
);
create index athletes_words_exactly on athletes_words using btree (organization_id, word);
create index athletes_words_similar on athletes_words using gin (organization_id, word gin_trgm_ops);
alter table athletes_words enable row level security;
create policy of_organization on athletes_words for all using (organization_id = current_organization());

create table attestation_requests (
  organization_id uuid not null,
  id uuid not null,
  disclosure_id uuid not null,
  token_hash bytea not null,
  name text not null,
  email text not null,
  asked_by uuid,
  asked_on date not null,
  mailed_days integer[] not null default '{}'::integer[],
  mail text not null default 'queued',
  opened_at timestamptz,
  answered_at timestamptz,
  answer jsonb,
  closed_at timestamptz,
  expires_at timestamptz,
  set_aside_at timestamptz,
  set_aside_by uuid,
  set_aside_reason text,
  primary key (organization_id, id),
  unique (token_hash),
  foreign key (asked_by) references users(id),
  foreign key (organization_id, disclosure_id) references disclosures(organization_id, id) on delete cascade,
  foreign key (set_aside_by) references users(id),
  check (mail in ('queued', 'sent', 'failed'))
);
create index attestations_of_disclosure on attestation_requests using btree (organization_id, disclosure_id, id);
create unique index attestation_open on attestation_requests using btree (organization_id, disclosure_id) where (closed_at is null);
create trigger judge_answered after update on attestation_requests for each row when (((old.answered_at is distinct from new.answered_at) or (old.set_aside_at is distinct from new.set_aside_at))) execute function judge_again('organization');
create trigger judge_asked after insert on attestation_requests for each row execute function judge_again('disclosure');
alter table attestation_requests enable row level security;
create policy of_organization on attestation_requests for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table audit_anchors (
  organization_id uuid not null,
  number integer not null,
  mailed_at timestamptz not null,
  primary key (organization_id, number)
);
alter table audit_anchors enable row level security;
create policy of_organization on audit_anchors for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table audit_batches (
  organization_id uuid not null,
  number integer not null,
  sealed_at timestamptz not null,
  events integer not null,
  event_ids uuid[] not null,
  row_hashes bytea not null,
  root bytea not null,
  head bytea not null,
  primary key (organization_id, number)
);
alter table audit_batches enable row level security;
create policy of_organization on audit_batches for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table audit_emails (
  organization_id uuid not null,
  person_id uuid,
  email text not null,
  event_id uuid not null,
  primary key (organization_id, event_id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, event_id) references audit_events(organization_id, id),
  foreign key (person_id) references users(id) on delete set null
);
create index audit_emails_by_email on audit_emails using btree (email);
create index audit_emails_of_person on audit_emails using btree (person_id) where (person_id is not null);
alter table audit_emails enable row level security;
create policy of_organization on audit_emails for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table audit_events (
  id uuid not null default new_id(),
  at timestamptz not null default now(),
  subject text not null,
  subject_id uuid not null,
  event text not null,
  actor_id uuid,
  organization_id uuid,
  details text,
  value_hashes jsonb,
  primary key (id),
  unique (organization_id, id)
);
create index audit_events_about_athlete on audit_events using btree (organization_id, subject_id, at, id) include (event) where (subject = 'athlete');
create index audit_events_about_person on audit_events using btree (organization_id, subject_id, at, id) include (event) where (subject = 'user');
create index audit_events_by_actor on audit_events using btree (organization_id, actor_id, at, id) include (event);
create index audit_events_by_kind on audit_events using btree (organization_id, event, at, id);
create index audit_events_by_time on audit_events using btree (organization_id, at, id);
create index audit_events_failed_log_ins on audit_events using btree (subject_id, at desc, id desc) where (event = 'log-in-failed');
create index audit_events_of on audit_events using btree (subject, subject_id);
create index audit_events_of_account on audit_events using btree (subject_id, at desc, id desc) where ((subject = 'user') and (organization_id is null) and (event <> 'log-in-failed'));
create trigger announce_insert after insert on audit_events referencing new table as changed for each statement execute function announce_change('activity', 'id');
create trigger queue_for_sealing after insert on audit_events referencing new table as added for each statement execute function queue_for_sealing();
alter table audit_events enable row level security;
create policy of_organization on audit_events for all using ((organization_id is null) or (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid));

create table audit_unsealed (
  organization_id uuid not null,
  event_id uuid not null,
  primary key (organization_id, event_id)
);
alter table audit_unsealed enable row level security;
create policy of_organization on audit_unsealed for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table audit_values (
  organization_id uuid not null,
  event_id uuid not null,
  field text not null,
  before text,
  after text,
  salt bytea not null,
  primary key (organization_id, event_id, field),
  foreign key (organization_id, event_id) references audit_events(organization_id, id)
);
alter table audit_values enable row level security;
create policy of_organization on audit_values for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table auth_secret (
  one boolean not null default true,
  fingerprint text not null,
  primary key (one),
  check (one)
);

create table bank_imports (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  currency text not null,
  mapping jsonb not null,
  lines integer not null,
  added integer not null,
  imported_at timestamptz not null default now(),
  imported_by uuid,
  primary key (organization_id, id),
  foreign key (imported_by) references users(id),
  foreign key (organization_id) references organizations(id),
  check (currency ~ '^[A-Z]{3}$')
);
alter table bank_imports enable row level security;
create policy of_organization on bank_imports for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table bank_lines (
  organization_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  booked_on date not null,
  currency text not null,
  amount_minor bigint not null,
  payer text not null,
  reference text not null,
  fingerprint bytea not null,
  occurrence smallint not null,
  state text not null,
  folded text collate "C" generated always as ((' ' || fold(((payer || ' ') || reference)))) stored,
  payer_core text collate "C" generated always as (company_core(payer)) stored,
  ignore_reason text,
  refunded_receipt_id uuid,
  booked_minor bigint not null default 0,
  primary key (organization_id, id),
  unique (organization_id, fingerprint, occurrence),
  foreign key (organization_id, import_id) references bank_imports(organization_id, id),
  foreign key (organization_id, refunded_receipt_id) references receipts(organization_id, id),
  check ((booked_minor >= 0) and (booked_minor <= greatest(amount_minor, (0)::bigint))),
  check (currency ~ '^[A-Z]{3}$'),
  check (state in ('open', 'booked', 'ignored'))
);
create index bank_lines_by_day on bank_lines using btree (organization_id, state, booked_on, id);
create trigger announce_delete after delete on bank_lines referencing old table as changed for each statement execute function announce_change('bank-lines', 'id');
create trigger announce_insert after insert on bank_lines referencing new table as changed for each statement execute function announce_change('bank-lines', 'id');
create trigger announce_update after update on bank_lines referencing new table as changed for each statement execute function announce_change('bank-lines', 'id');
alter table bank_lines enable row level security;
create policy of_organization on bank_lines for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table billing_details (
  organization_id uuid not null,
  billing_email text,
  legal_name text,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  postal_code text,
  country text,
  tax_id text,
  primary key (organization_id),
  foreign key (organization_id) references organizations(id),
  check (num_nulls(legal_name, address_line1, city, country) = any (array[0, 4]))
);
create index billing_details_email on billing_details using btree (billing_email);
alter table billing_details enable row level security;
create policy of_organization on billing_details for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table closed_periods (
  organization_id uuid not null,
  through date not null,
  closed_at timestamptz not null default now(),
  closed_by uuid,
  primary key (organization_id),
  foreign key (closed_by) references users(id),
  foreign key (organization_id) references organizations(id)
);
alter table closed_periods enable row level security;
create policy of_organization on closed_periods for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table companies (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  kind text not null,
  category text,
  website text,
  parent_id uuid,
  is_self boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  merged_into uuid,
  removed_at timestamptz,
  folded text collate "C" generated always as ((' ' || fold(name))) stored,
  core text collate "C" generated always as (company_core(name)) stored,
  last_contact_deals timestamptz not null default '-infinity'::timestamptz,
  last_contact_money timestamptz not null default '-infinity'::timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, merged_into) references companies(organization_id, id),
  foreign key (organization_id, parent_id) references companies(organization_id, id),
  check (kind in ('brand', 'club', 'school', 'collective', 'league', 'other')),
  check (parent_id <> id)
);
create index companies_by_contact_deals on companies using btree (organization_id, last_contact_deals, id) where (removed_at is null);
create index companies_by_contact_money on companies using btree (organization_id, last_contact_money, id) where (removed_at is null);
create index companies_by_core on companies using btree (organization_id, core) where (removed_at is null);
create index companies_by_date on companies using btree (organization_id, created_at, id) include (kind, category) where (removed_at is null);
create index companies_by_name on companies using btree (organization_id, folded, id) include (kind, category) where (removed_at is null);
create index companies_of_parent on companies using btree (organization_id, parent_id) where (parent_id is not null);
create index companies_search on companies using gin (indexed_words("left"((organization_id)::text, 8), folded));
create unique index companies_self on companies using btree (organization_id) where is_self;
create trigger announce_delete after delete on companies referencing old table as changed for each statement execute function announce_change('companies', 'id');
create trigger announce_insert after insert on companies referencing new table as changed for each statement execute function announce_change('companies', 'id');
create trigger announce_update after update on companies referencing new table as changed for each statement execute function announce_change('companies', 'id');
create trigger judge_changed after update on companies for each row when (((((old.kind is distinct from new.kind) or (old.category is distinct from new.category)) or (old.parent_id is distinct from new.parent_id)) or (old.removed_at is distinct from new.removed_at))) execute function judge_again('organization');
create trigger note_words_of_insert after insert on companies referencing new table as changed for each statement execute function note_words('organization_id');
create trigger note_words_of_update after update on companies referencing old table as before new table as changed for each statement execute function note_words('organization_id');
create trigger rename_in_deals after update of name on companies for each row when ((old.name is distinct from new.name)) execute function rename_company_in_deals();
alter table companies enable row level security;
create policy of_organization on companies for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table companies_words (
  organization_id uuid not null,
  word text collate "C" not null
);
create index companies_words_exactly on companies_words using btree (organization_id, word);
create index companies_words_similar on companies_words using gin (organization_id, word gin_trgm_ops);
alter table companies_words enable row level security;
create policy of_organization on companies_words for all using (organization_id = current_organization());

create table company_associations (
  organization_id uuid not null,
  id uuid not null,
  company_id uuid not null,
  school_id uuid not null,
  reason text not null,
  source text,
  added_by uuid,
  added_at timestamptz not null,
  is_rights_partner boolean not null default false,
  primary key (organization_id, id),
  foreign key (added_by) references users(id),
  foreign key (organization_id, company_id) references companies(organization_id, id),
  foreign key (organization_id, school_id) references companies(organization_id, id)
);
create index company_associations_of_company on company_associations using btree (organization_id, company_id);
create index company_associations_of_school on company_associations using btree (organization_id, school_id);
create trigger announce_delete after delete on company_associations referencing old table as changed for each statement execute function announce_change('companies', 'company_id');
create trigger announce_insert after insert on company_associations referencing new table as changed for each statement execute function announce_change('companies', 'company_id');
create trigger announce_update after update on company_associations referencing new table as changed for each statement execute function announce_change('companies', 'company_id');
create trigger judge_changed after insert or delete or update on company_associations for each row execute function judge_again('organization');
alter table company_associations enable row level security;
create policy of_organization on company_associations for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table company_compliance (
  organization_id uuid not null,
  company_id uuid not null,
  state text,
  director_name text,
  director_email text,
  associations_checked_at timestamptz,
  associations_checked_by uuid,
  version integer not null default 1,
  league text,
  country text,
  primary key (organization_id, company_id),
  foreign key (associations_checked_by) references users(id),
  foreign key (organization_id, company_id) references companies(organization_id, id)
);
create trigger announce_delete after delete on company_compliance referencing old table as changed for each statement execute function announce_change('companies', 'company_id');
create trigger announce_insert after insert on company_compliance referencing new table as changed for each statement execute function announce_change('companies', 'company_id');
create trigger announce_update after update on company_compliance referencing new table as changed for each statement execute function announce_change('companies', 'company_id');
create trigger judge_changed after insert or delete or update on company_compliance for each row execute function judge_again('organization');
alter table company_compliance enable row level security;
create policy of_organization on company_compliance for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

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
  foreign key (organization_id, company_id) references companies(organization_id, id) on delete cascade
);
create index company_contacts_search on company_contacts using gin (organization_id, ((' ' || fold(name))) gin_trgm_ops);
create index contacts_of_company on company_contacts using btree (organization_id, company_id);
alter table company_contacts enable row level security;
create policy of_organization on company_contacts for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table company_merges (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  company_id uuid not null,
  other_id uuid not null,
  merged_at timestamptz not null default now(),
  moved jsonb not null,
  primary key (organization_id, id),
  foreign key (organization_id, company_id) references companies(organization_id, id) on delete cascade,
  foreign key (organization_id, other_id) references companies(organization_id, id) on delete cascade
);
create index merges_of_company on company_merges using btree (organization_id, company_id);
alter table company_merges enable row level security;
create policy of_organization on company_merges for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table company_timeline (
  organization_id uuid not null,
  id uuid not null,
  company_id uuid not null,
  at timestamptz not null default now(),
  actor_id uuid,
  kind text not null,
  text text,
  readers text not null default 'deals',
  direction text,
  with_contact boolean not null default false,
  contact_id uuid,
  minutes smallint,
  result text,
  edited_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (actor_id) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, company_id) references companies(organization_id, id),
  foreign key (organization_id, contact_id) references company_contacts(organization_id, id) on delete set null (contact_id),
  check (direction in ('in', 'out')),
  check (readers in ('deals', 'money', 'me'))
);
create index company_timeline_of_contact on company_timeline using btree (organization_id, contact_id) where (contact_id is not null);
create index last_contact_of_company on company_timeline using btree (organization_id, company_id, readers, at) where kind in ('call', 'text', 'email', 'meeting', 'visit', 'letter');
create index timeline_of_company on company_timeline using btree (organization_id, company_id, at, id);
create trigger last_contact_after_change after update on company_timeline referencing new table as changed for each statement execute function update_last_contact_of_companies();
create trigger last_contact_before_change after update on company_timeline referencing old table as changed for each statement execute function update_last_contact_of_companies();
create trigger last_contact_of_added after insert on company_timeline referencing new table as changed for each statement execute function update_last_contact_of_companies();
create trigger last_contact_of_removed after delete on company_timeline referencing old table as changed for each statement execute function update_last_contact_of_companies();
create trigger narrow_tasks after update of readers on company_timeline for each row when ((old.readers is distinct from new.readers)) execute function narrow_tasks_of_entry();
alter table company_timeline enable row level security;
create policy of_organization on company_timeline for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table compliance_settings (
  organization_id uuid not null,
  sponsors_listed_at timestamptz,
  sponsors_listed_by uuid,
  rules_off text[] not null default '{}'[],
  version integer not null default 1,
  primary key (organization_id),
  foreign key (organization_id) references organizations(id),
  foreign key (sponsors_listed_by) references users(id)
);
create trigger judge_changed after insert or update on compliance_settings for each row execute function judge_again('organization');
alter table compliance_settings enable row level security;
create policy of_organization on compliance_settings for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table credentials (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id),
  unique (user_id, provider_id),
  foreign key (user_id) references users(id) on delete cascade
);

create table custom_fields (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  kind text not null,
  choices text[] not null default '{}'[],
  created_at timestamptz not null default now(),
  folded text collate "C" generated always as (fold(name)) stored,
  primary key (organization_id, id),
  unique (organization_id, folded),
  foreign key (organization_id) references organizations(id),
  check (kind in ('text', 'number', 'date', 'choice'))
);
alter table custom_fields enable row level security;
create policy of_organization on custom_fields for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table custom_values (
  organization_id uuid not null,
  athlete_id uuid not null,
  field_id uuid not null,
  text_value text collate "C",
  number_value double precision,
  date_value date,
  primary key (organization_id, athlete_id, field_id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  foreign key (organization_id, field_id) references custom_fields(organization_id, id) on delete cascade,
  check (num_nonnulls(text_value, number_value, date_value) = 1)
);
create index custom_values_by_date on custom_values using btree (organization_id, field_id, date_value, athlete_id) where (date_value is not null);
create index custom_values_by_number on custom_values using btree (organization_id, field_id, number_value, athlete_id) where (number_value is not null);
create index custom_values_by_text on custom_values using btree (organization_id, field_id, text_value, athlete_id) where (text_value is not null);
alter table custom_values enable row level security;
create policy of_organization on custom_values for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table deal_approvals (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  number integer not null,
  step smallint not null,
  step_name text not null,
  needs text not null,
  user_id uuid not null,
  asked_at timestamptz,
  reminded_at timestamptz,
  decision text,
  comment text,
  decided_at timestamptz,
  mark text,
  primary key (organization_id, id),
  unique (organization_id, deal_id, number, step, user_id),
  foreign key (organization_id, deal_id, number) references deal_versions(organization_id, deal_id, number) on delete cascade,
  foreign key (user_id) references users(id),
  check ((decision is null) = (decided_at is null)),
  check (decision in ('approved', 'changes', 'declined')),
  check (mark in ('self-approved', 'edited-by-approver')),
  check (needs in ('all', 'any'))
);
create index approvals_returned on deal_approvals using btree (organization_id, deal_id, number) where (decision = 'changes');
create index approvals_waiting on deal_approvals using btree (organization_id, user_id, asked_at) where ((decision is null) and (asked_at is not null));
alter table deal_approvals enable row level security;
create policy of_organization on deal_approvals for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table deal_documents (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  kind text not null,
  number integer,
  name text not null,
  type text not null,
  storage_key text not null,
  size integer not null,
  sha256 bytea not null,
  added_at timestamptz not null default now(),
  added_by uuid,
  primary key (organization_id, id),
  foreign key (added_by) references users(id),
  foreign key (organization_id, deal_id) references deals(organization_id, id) on delete cascade,
  check (kind in ('document', 'frozen', 'signed', 'paper', 'proof', 'shared', 'contract'))
);
create index documents_by_hash on deal_documents using btree (organization_id, sha256);
create index documents_of_deal on deal_documents using btree (organization_id, deal_id, added_at);
create unique index documents_drawn on deal_documents using btree (organization_id, deal_id, number, kind) where kind in ('frozen', 'signed');
create unique index documents_shared on deal_documents using btree (organization_id, deal_id, number, kind) where kind in ('shared', 'contract');
create trigger leave_behind after delete on deal_documents for each row execute function queue_orphaned_document();
create trigger leave_behind_replaced after update of storage_key on deal_documents for each row when ((old.storage_key is distinct from new.storage_key)) execute function queue_orphaned_file();
alter table deal_documents enable row level security;
create policy of_organization on deal_documents for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table deal_link_codes (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  link_id uuid not null,
  code_hash bytea not null,
  sent_at timestamptz not null,
  used_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, link_id) references deal_links(organization_id, id) on delete cascade
);
create index codes_of_link on deal_link_codes using btree (organization_id, link_id, sent_at);
alter table deal_link_codes enable row level security;
create policy of_organization on deal_link_codes for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table deal_links (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  deal_id uuid not null,
  number integer not null,
  purpose text not null,
  token_hash bytea not null,
  name text not null,
  title text,
  email text not null,
  sent_by uuid,
  sent_at timestamptz not null,
  expires_at timestamptz,
  mail text not null default 'queued',
  opened_at timestamptz,
  last_opened_at timestamptz,
  wrong_codes integer not null default 0,
  closed_at timestamptz,
  closed_as text,
  pause_told text,
  reassignment jsonb,
  locked_until timestamptz,
  primary key (organization_id, id),
  unique (token_hash),
  foreign key (organization_id, deal_id, number) references deal_versions(organization_id, deal_id, number) on delete cascade,
  foreign key (sent_by) references users(id),
  check ((closed_at is null) = (closed_as is null)),
  check (closed_as in ('replaced', 'withdrawn', 'codes', 'signed', 'declined', 'changes', 'reassigned')),
  check (mail in ('queued', 'sent', 'failed')),
  check (purpose in ('signature', 'page'))
);
create index deal_links_reassigned on deal_links using btree (organization_id) where ((closed_at is null) and (reassignment is not null));
create index links_of_deal on deal_links using btree (organization_id, deal_id, sent_at);
create trigger announce_delete after delete on deal_links referencing old table as changed for each statement execute function announce_change('deals', 'deal_id');
create trigger announce_insert after insert on deal_links referencing new table as changed for each statement execute function announce_change('deals', 'deal_id');
create trigger announce_update after update on deal_links referencing new table as changed for each statement execute function announce_change('deals', 'deal_id');
alter table deal_links enable row level security;
create policy of_organization on deal_links for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table deal_signatures (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  number integer not null,
  side text not null,
  method text not null,
  user_id uuid,
  signer_name text not null,
  intent text,
  hash text not null,
  signed_at timestamptz not null default now(),
  address text,
  device text,
  document_id uuid,
  superseded_at timestamptz,
  superseded_by uuid,
  reason text,
  signer_title text,
  signer_email text,
  link_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, deal_id, number) references deal_versions(organization_id, deal_id, number) on delete cascade,
  foreign key (organization_id, document_id) references deal_documents(organization_id, id) on delete set null (document_id),
  foreign key (organization_id, link_id) references deal_links(organization_id, id) deferrable initially deferred,
  foreign key (organization_id, superseded_by) references deal_signatures(organization_id, id) deferrable initially deferred,
  foreign key (user_id) references users(id),
  check ((superseded_by is null) or (superseded_at is not null)),
  check (method in ('platform', 'paper', 'link', 'entered')) not valid,
  check (side in ('athlete', 'guardian', 'company'))
);
create index signatures_by_document on deal_signatures using btree (organization_id, document_id) where (document_id is not null);
create unique index signature_of_side on deal_signatures using btree (organization_id, deal_id, number, side) where (superseded_at is null);
create trigger judge_signed after insert or update on deal_signatures for each row when ((new.side = 'guardian')) execute function judge_again('deal');
create trigger keep_signature before update on deal_signatures for each row execute function keep_signature();
alter table deal_signatures enable row level security;
create policy of_organization on deal_signatures for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table deal_timeline (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  at timestamptz not null default now(),
  actor_id uuid,
  kind text not null,
  text text,
  about text,
  changes jsonb not null default '[]'::jsonb,
  primary key (organization_id, id),
  foreign key (actor_id) references users(id),
  foreign key (organization_id, deal_id) references deals(organization_id, id) on delete cascade
);
create index timeline_of_deal on deal_timeline using btree (organization_id, deal_id, at, id);
alter table deal_timeline enable row level security;
create policy of_organization on deal_timeline for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table deal_version_editors (
  organization_id uuid not null,
  deal_id uuid not null,
  number integer not null,
  user_id uuid not null,
  primary key (organization_id, deal_id, number, user_id),
  foreign key (organization_id, deal_id, number) references deal_versions(organization_id, deal_id, number) on delete cascade,
  foreign key (user_id) references users(id)
);
alter table deal_version_editors enable row level security;
create policy of_organization on deal_version_editors for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table deal_versions (
  organization_id uuid not null,
  deal_id uuid not null,
  number integer not null,
  stage text not null,
  terms jsonb not null,
  frozen jsonb,
  hash text,
  frozen_at timestamptz,
  frozen_by uuid,
  conflict_reason text,
  conflict_allowed_by uuid,
  created_at timestamptz not null default now(),
  created_by uuid,
  title text not null,
  company_id uuid not null,
  signed_at timestamptz,
  athlete_facts jsonb,
  entered jsonb,
  conflict_allowed_at timestamptz,
  primary key (organization_id, deal_id, number),
  foreign key (conflict_allowed_by) references users(id),
  foreign key (created_by) references users(id),
  foreign key (frozen_by) references users(id),
  foreign key (organization_id, company_id) references companies(organization_id, id),
  foreign key (organization_id, deal_id) references deals(organization_id, id) on delete cascade,
  check (
case stage
    when 'draft' then (frozen is null)
    when 'withdrawn' then true
    else (frozen is not null)
end),
  check (((frozen is null) = (hash is null)) and ((frozen is null) = (frozen_at is null))),
  check ((stage = 'signed') = (signed_at is not null)),
  check (hash ~ '^[0-9a-f]{64}$'),
  check (stage in ('draft', 'in-review', 'approved', 'signed', 'declined', 'withdrawn'))
);
create index versions_approved on deal_versions using btree (organization_id, deal_id, number) where (stage = 'approved');
create index versions_by_hash on deal_versions using btree (organization_id, hash) where (hash is not null);
create index versions_in_review on deal_versions using btree (organization_id, deal_id, number) where (stage = 'in-review');
create index versions_of_company on deal_versions using btree (organization_id, company_id);
create trigger keep_frozen before update on deal_versions for each row execute function keep_frozen_terms();
create trigger note_version after insert or update of terms, stage on deal_versions for each row execute function note_terms_of_version();
alter table deal_versions enable row level security;
create policy of_organization on deal_versions for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table deals (
  organization_id uuid not null,
  id uuid not null,
  athlete_id uuid not null,
  company_id uuid not null,
  kind text not null,
  title text not null,
  stage text not null,
  stage_since timestamptz not null default now(),
  lead_id uuid,
  newest_version integer not null default 1,
  version_in_force integer,
  starts_on date,
  ends_on date,
  currency text not null,
  amount_minor bigint not null default 0,
  next_due_on date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  last_active_at timestamptz not null default now(),
  removed_at timestamptz,
  athlete_name text not null,
  company_name text not null,
  folded text collate "C" generated always as ((' ' || fold(((((athlete_name || ' ') || company_name) || ' ') || title)))) stored,
  shared boolean not null default false,
  objection jsonb,
  source text not null default 'staff',
  reported jsonb,
  category text,
  exclusivity text not null default 'none',
  amendment text,
  primary key (organization_id, id),
  foreign key (created_by) references users(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id),
  foreign key (organization_id, company_id) references companies(organization_id, id),
  foreign key (organization_id, lead_id) references memberships(organization_id, user_id) on delete set null (lead_id),
  check (currency ~ '^[A-Z]{3}$'),
  check (kind in ('contract', 'nil', 'sponsorship')),
  check (source in ('staff', 'athlete')),
  check (stage in ('draft', 'in-review', 'approved', 'signed', 'active', 'completed', 'declined', 'terminated', 'expired'))
);
create index deals_active on deals using btree (organization_id, last_active_at, id) include (stage, kind, lead_id, athlete_id, company_id, starts_on, ends_on, next_due_on, currency, amount_minor, category, exclusivity, amendment, folded) where (removed_at is null);
create index deals_amended on deals using btree (organization_id, amendment, id) include (stage, kind, lead_id, athlete_id, company_id, starts_on, ends_on, next_due_on, currency, amount_minor, category, exclusivity, folded, last_active_at) where ((amendment is not null) and (removed_at is null));
create index deals_by_stage on deals using btree (organization_id, stage, last_active_at, id) include (kind, lead_id, athlete_id, company_id) where (removed_at is null);
create index deals_counted_by_amount on deals using btree (organization_id, currency, amount_minor, kind) include (athlete_id) where (removed_at is null);
create index deals_counted_by_category on deals using btree (organization_id, category, exclusivity) include (athlete_id) where (removed_at is null);
create index deals_counted_by_lead on deals using btree (organization_id, lead_id, stage, kind) where (removed_at is null);
create index deals_counted_by_stage on deals using btree (organization_id, stage, kind) where (removed_at is null);
create index deals_due on deals using btree (organization_id, next_due_on, id) include (stage, kind, lead_id, athlete_id, company_id, starts_on, ends_on, currency, amount_minor, category, exclusivity, amendment, folded, last_active_at) where (removed_at is null);
create index deals_ending on deals using btree (organization_id, ends_on, id) include (stage, kind, lead_id, athlete_id, company_id, starts_on, next_due_on, currency, amount_minor, category, exclusivity, amendment, folded, last_active_at) where (removed_at is null);
create index deals_named on deals using btree (organization_id, folded, id) include (stage, kind, lead_id, athlete_id, company_id, starts_on, ends_on, next_due_on, currency, amount_minor, category, exclusivity, amendment) where (removed_at is null);
create index deals_objected on deals using btree (organization_id, id) where ((objection is not null) and (removed_at is null));
create index deals_of_athlete on deals using btree (organization_id, athlete_id, stage, id) include (kind, lead_id, company_id, last_active_at, amount_minor, ends_on, next_due_on, folded) where (removed_at is null);
create index deals_of_company on deals using btree (organization_id, company_id, stage, id) include (kind, lead_id, athlete_id, last_active_at, amount_minor, ends_on, next_due_on, folded) where (removed_at is null);
create index deals_of_lead on deals using btree (organization_id, lead_id, stage, id) include (kind, athlete_id, company_id, last_active_at, amount_minor, ends_on, next_due_on, folded) where (removed_at is null);
create index deals_reported on deals using btree (organization_id, lead_id, id) include (athlete_id, stage) where ((source = 'athlete') and (stage = 'draft') and (removed_at is null));
create index deals_search on deals using gin (indexed_words("left"((organization_id)::text, 8), folded));
create index deals_starting on deals using btree (organization_id, starts_on, id) include (stage, kind, lead_id, athlete_id, company_id, ends_on, next_due_on, currency, amount_minor, category, exclusivity, amendment, folded, last_active_at) where (removed_at is null);
create index deals_worth on deals using btree (organization_id, amount_minor, id) include (stage, kind, lead_id, athlete_id, company_id, starts_on, ends_on, next_due_on, currency, category, exclusivity, amendment, folded, last_active_at) where (removed_at is null);
create trigger announce_delete after delete on deals referencing old table as changed for each statement execute function announce_change('deals', 'id');
create trigger announce_insert after insert on deals referencing new table as changed for each statement execute function announce_change('deals', 'id');
create trigger announce_update after update on deals referencing new table as changed for each statement execute function announce_change('deals', 'id');
create trigger judge_changed after update on deals for each row when (((((((((old.stage is distinct from new.stage) or (old.newest_version is distinct from new.newest_version)) or (old.version_in_force is distinct from new.version_in_force)) or (old.company_id is distinct from new.company_id)) or (old.athlete_id is distinct from new.athlete_id)) or (old.removed_at is distinct from new.removed_at)) or (old.reported is distinct from new.reported)) and ((old.stage <> 'draft') or (new.stage <> 'draft')))) execute function judge_again('athlete');
create trigger judge_inserted after insert on deals for each row when ((new.stage <> 'draft')) execute function judge_again('athlete');
create trigger name_moved before update of athlete_id on deals for each row when ((old.athlete_id <> new.athlete_id)) execute function name_moved_deal();
create trigger note_terms before update of newest_version, version_in_force on deals for each row execute function note_terms_of_deal();
create trigger note_words_of_insert after insert on deals referencing new table as changed for each statement execute function note_words('organization_id');
create trigger note_words_of_update after update on deals referencing old table as before new table as changed for each statement execute function note_words('organization_id');
alter table deals enable row level security;
create policy of_organization on deals for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table deals_words (
  organization_id uuid not null,
  word text collate "C" not null
);
create index deals_words_exactly on deals_words using btree (organization_id, word);
create index deals_words_similar on deals_words using gin (organization_id, word gin_trgm_ops);
alter table deals_words enable row level security;
create policy of_organization on deals_words for all using (organization_id = current_organization());

create table deliverable_proofs (
  organization_id uuid not null,
  id uuid not null,
  deliverable_id uuid not null,
  link text,
  document_id uuid,
  note text,
  added_at timestamptz not null default now(),
  added_by uuid,
  returned_at timestamptz,
  primary key (organization_id, id),
  foreign key (added_by) references users(id),
  foreign key (organization_id, deliverable_id) references deliverables(organization_id, id) on delete cascade,
  foreign key (organization_id, document_id) references deal_documents(organization_id, id) on delete cascade,
  check (num_nonnulls(link, document_id) = 1)
);
create index proofs_of_deliverable on deliverable_proofs using btree (organization_id, deliverable_id);
alter table deliverable_proofs enable row level security;
create policy of_organization on deliverable_proofs for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

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
  state text not null,
  comment text,
  submitted_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid,
  version integer not null default 1,
  away_from text,
  away_until text,
  primary key (organization_id, id),
  unique (organization_id, deal_id, rule_id, "position"),
  foreign key (accepted_by) references users(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id),
  foreign key (organization_id, deal_id) references deals(organization_id, id) on delete cascade,
  check (state in ('planned', 'submitted', 'returned', 'accepted', 'canceled'))
);
create index deliverables_by_day on deliverables using btree (organization_id, due_on, id) include (state, athlete_id) where (state <> 'canceled');
create index deliverables_of_athlete on deliverables using btree (organization_id, athlete_id, due_on);
create index deliverables_open on deliverables using btree (organization_id, due_on, id) include (state, athlete_id, deal_id) where state in ('planned', 'submitted', 'returned');
create index deliverables_submitted on deliverables using btree (organization_id, deal_id) where (state = 'submitted');
create trigger announce_availability after insert or update on deliverables for each row execute function announce_availability();
create trigger announce_delete after delete on deliverables referencing old table as changed for each statement execute function announce_change('deliverables', 'id');
create trigger announce_insert after insert on deliverables referencing new table as changed for each statement execute function announce_change('deliverables', 'id');
create trigger announce_update after update on deliverables referencing new table as changed for each statement execute function announce_change('deliverables', 'id');
alter table deliverables enable row level security;
create policy of_organization on deliverables for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table demo_history (
  id bigint not null generated always as identity,
  request_id uuid not null,
  at timestamptz not null,
  event text not null,
  done_by text not null,
  actor_id uuid,
  from_state text not null,
  to_state text not null,
  demo_at timestamptz,
  assignee_id uuid,
  asked_at timestamptz,
  due_at timestamptz,
  primary key (id),
  foreign key (actor_id) references users(id),
  foreign key (assignee_id) references users(id),
  foreign key (request_id) references demo_requests(id),
  check (done_by in ('staff', 'visitor', 'system'))
);
create index demo_history_by_date on demo_history using btree (at);
create index demo_history_of on demo_history using btree (request_id, id);

create table demo_links (
  token_hash bytea not null,
  request_id uuid not null,
  primary key (token_hash),
  foreign key (request_id) references demo_requests(id)
);
create index demo_links_of on demo_links using btree (request_id);

create table demo_notes (
  id uuid not null default gen_random_uuid(),
  request_id uuid not null,
  at timestamptz not null,
  author_id uuid not null,
  text text not null,
  primary key (id),
  foreign key (author_id) references users(id),
  foreign key (request_id) references demo_requests(id)
);
create index demo_notes_of on demo_notes using btree (request_id, at);
create trigger announce_insert after insert on demo_notes referencing new table as changed for each statement execute function announce_requests('request_id');

create table demo_requests (
  id uuid not null default gen_random_uuid(),
  reference text not null,
  full_name text not null,
  email text not null,
  phone text,
  company text,
  additional_info text,
  preferred_at timestamptz not null,
  offset_minutes smallint not null,
  time_zone text,
  state text not null default 'requested',
  quarantine_reason text,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  warned_at timestamptz,
  assignee_id uuid,
  starts_at timestamptz,
  length_minutes integer not null default 30,
  ends_at timestamptz,
  meeting_link text,
  demo_at timestamptz generated always as (coalesce(starts_at, preferred_at)) stored,
  calendar_sequence integer not null default 0,
  day_reminder_at timestamptz,
  hour_reminder_at timestamptz,
  erased_at timestamptz,
  folded text collate "C" generated always as ((' ' || fold(((((((full_name || ' ') || email) || ' ') || coalesce(company, '')) || ' ') || reference)))) stored,
  answered_on_time boolean generated always as ((answered_at <= due_at)) stored,
  primary key (id),
  unique (reference),
  exclude using gist (assignee_id with =, tstzrange(starts_at, ends_at) with &&) where ((state = 'confirmed')),
  foreign key (assignee_id) references users(id),
  check ((state <> 'confirmed') or ((starts_at is not null) and (ends_at > starts_at) and (assignee_id is not null))),
  check (state in ('requested', 'confirmed', 'rescheduled', 'held', 'no-show', 'canceled', 'quarantined', 'rejected'))
);
create index demo_requests_assigned on demo_requests using btree (assignee_id, state, due_at, id) include (created_at, demo_at, answered_at);
create index demo_requests_by_date on demo_requests using btree (created_at, id) include (due_at, demo_at, state, assignee_id, answered_at, folded);
create index demo_requests_by_due on demo_requests using btree (due_at, id) include (created_at, demo_at, state, assignee_id, answered_at, folded);
create index demo_requests_by_state on demo_requests using btree (state, due_at, id) include (created_at, demo_at, assignee_id, answered_at, folded);
create index demo_requests_by_time on demo_requests using btree (demo_at, id) include (due_at, created_at, state, assignee_id, answered_at, folded);
create index demo_requests_company on demo_requests using btree (fold(company), created_at) where (company is not null);
create index demo_requests_confirmed on demo_requests using btree (demo_at, id) where (state = 'confirmed');
create index demo_requests_kept on demo_requests using btree (created_at) where (erased_at is null);
create index demo_requests_missed on demo_requests using btree (due_at, id) include (created_at, demo_at, state, assignee_id, folded) where (not answered_on_time);
create index demo_requests_quarantined on demo_requests using btree (due_at, id) where (state = 'quarantined');
create index demo_requests_recent on demo_requests using btree (lower(email), preferred_at, created_at);
create index demo_requests_search on demo_requests using gin (indexed_words('', folded));
create index demo_requests_waiting on demo_requests using btree (due_at, id) where state in ('requested', 'rescheduled');
create trigger announce_insert after insert on demo_requests referencing new table as changed for each statement execute function announce_requests('id');
create trigger announce_update after update on demo_requests referencing new table as changed for each statement execute function announce_requests('id');
create trigger note_words_of_insert after insert on demo_requests referencing new table as changed for each statement execute function note_words('');
create trigger note_words_of_update after update on demo_requests referencing old table as before new table as changed for each statement execute function note_words('');

create table demo_requests_words (
  word text collate "C" not null
);
create index demo_requests_words_exactly on demo_requests_words using btree (word);
create index demo_requests_words_similar on demo_requests_words using gin (word gin_trgm_ops);
alter table demo_requests_words enable row level security;

create table desk_duty (
  user_id uuid not null,
  on_duty boolean not null,
  last_assigned_at timestamptz,
  primary key (user_id),
  foreign key (user_id) references users(id)
);

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
  added_by uuid,
  primary key (organization_id, id),
  foreign key (added_by) references users(id),
  foreign key (organization_id, disclosure_id) references disclosures(organization_id, id) on delete cascade
);
create index files_of_disclosure on disclosure_files using btree (organization_id, disclosure_id);
create trigger leave_behind after delete on disclosure_files for each row execute function queue_orphaned_file();
alter table disclosure_files enable row level security;
create policy of_organization on disclosure_files for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table disclosure_forms (
  organization_id uuid not null,
  kind text not null,
  fields jsonb not null,
  version integer not null default 1,
  primary key (organization_id, kind),
  foreign key (organization_id) references organizations(id),
  check (kind in ('nil-go', 'school-72h', 'state-association', 'school-before-signing'))
);
alter table disclosure_forms enable row level security;
create policy of_organization on disclosure_forms for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table disclosure_reminders (
  organization_id uuid not null,
  disclosure_id uuid not null,
  due_at timestamptz not null,
  days_before integer not null,
  primary key (organization_id, disclosure_id, due_at, days_before),
  foreign key (organization_id, disclosure_id) references disclosures(organization_id, id) on delete cascade
);
alter table disclosure_reminders enable row level security;
create policy of_organization on disclosure_reminders for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table disclosures (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  athlete_id uuid not null,
  deal_id uuid,
  agreement_id uuid,
  revises_id uuid,
  name text,
  title text,
  authority text,
  state text not null default 'draft',
  work text not null generated always as (
case
    when state in ('draft', 'ready', 'flagged', 'not-cleared') then 'due'
    when (state in ('submitted', 'attested', 'in-arbitration') and (kind <> 'school-72h')) then 'waiting'
    else 'closed'
end) stored,
  counts_from date,
  counts_at timestamptz,
  due_on date not null,
  due_at timestamptz not null,
  earlier jsonb not null default '[]'::jsonb,
  by_rule boolean not null default false,
  answers jsonb default '{}'::jsonb,
  fields jsonb default '[]'::jsonb,
  preparer_id uuid,
  submitter_id uuid,
  submitted_at timestamptz,
  confirmation text,
  attested_on date,
  outcome_on date,
  comment text,
  packet jsonb,
  packet_hash text,
  deal_number integer,
  notice_to text,
  notice_mail text,
  notice_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  folded text collate "C" generated always as ((' ' || fold(((coalesce(name, '') || ' ') || coalesce(title, ''))))) stored,
  missing text[] not null default '{}'[],
  due_before text,
  primary key (organization_id, id),
  foreign key (created_by) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, agreement_id) references agreements(organization_id, id) on delete set null (agreement_id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id),
  foreign key (organization_id, deal_id) references deals(organization_id, id) on delete set null (deal_id),
  foreign key (organization_id, preparer_id) references memberships(organization_id, user_id) on delete set null (preparer_id),
  foreign key (organization_id, revises_id) references disclosures(organization_id, id),
  foreign key (submitter_id) references users(id),
  check ((kind <> 'other') or (title is not null) or (name is null)),
  check ((packet is null) or (packet_hash is not null)),
  check (kind in ('nil-go', 'school-72h', 'state-association', 'school-before-signing', 'other')),
  check (notice_mail in ('queued', 'sent', 'failed')),
  check (state in ('draft', 'ready', 'submitted', 'attested', 'cleared', 'flagged', 'not-cleared', 'revised', 'withdrawn', 'in-arbitration'))
);
create index disclosures_by_due on disclosures using btree (organization_id, work, due_at, id) include (kind, state, preparer_id, athlete_id, deal_id, agreement_id, due_on);
create index disclosures_by_state on disclosures using btree (organization_id, state, due_at, id) include (kind, preparer_id, athlete_id, deal_id, agreement_id, due_on, work);
create index disclosures_of_agreement on disclosures using btree (organization_id, agreement_id) where (agreement_id is not null);
create index disclosures_of_athlete on disclosures using btree (organization_id, athlete_id, due_at);
create index disclosures_of_deal on disclosures using btree (organization_id, deal_id) where (deal_id is not null);
create index disclosures_of_preparer on disclosures using btree (organization_id, preparer_id, work, due_at, id) include (kind, state, athlete_id, deal_id, agreement_id, due_on);
create index disclosures_of_revised on disclosures using btree (organization_id, revises_id) where (revises_id is not null);
create index disclosures_search on disclosures using gin (indexed_words("left"((organization_id)::text, 8), folded));
create index disclosures_unjudged on disclosures using btree (organization_id, due_at, id) include (kind, preparer_id, athlete_id, deal_id, due_on) where (state in ('draft', 'ready') and (missing <> '{}'[]));
create unique index disclosures_open_of_agreement on disclosures using btree (organization_id, agreement_id, kind) where ((agreement_id is not null) and (kind <> 'other') and state in ('draft', 'ready'));
create unique index disclosures_open_of_deal on disclosures using btree (organization_id, deal_id, kind) where ((deal_id is not null) and (kind <> 'other') and state in ('draft', 'ready'));
create trigger announce_delete after delete on disclosures referencing old table as changed for each statement execute function announce_change('disclosures', 'id');
create trigger announce_insert after insert on disclosures referencing new table as changed for each statement execute function announce_change('disclosures', 'id');
create trigger announce_update after update on disclosures referencing new table as changed for each statement execute function announce_change('disclosures', 'id');
create trigger judge_attested after update on disclosures for each row when (((old.attested_on is distinct from new.attested_on) or ((new.kind = 'school-before-signing') and (old.state is distinct from new.state)))) execute function judge_again('athlete');
create trigger judge_removed after delete on disclosures for each row when ((old.deal_id is not null)) execute function judge_again('athlete');
create trigger note_words_of_insert after insert on disclosures referencing new table as changed for each statement execute function note_words('organization_id');
create trigger note_words_of_update after update on disclosures referencing old table as before new table as changed for each statement execute function note_words('organization_id');
alter table disclosures enable row level security;
create policy of_organization on disclosures for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table disclosures_words (
  organization_id uuid not null,
  word text collate "C" not null
);
create index disclosures_words_exactly on disclosures_words using btree (organization_id, word);
create index disclosures_words_similar on disclosures_words using gin (organization_id, word gin_trgm_ops);
alter table disclosures_words enable row level security;
create policy of_organization on disclosures_words for all using (organization_id = current_organization());

create table email_changes (
  user_id uuid not null,
  new_email text not null,
  old_token_hash bytea,
  new_token_hash bytea,
  expires_at timestamptz not null,
  primary key (user_id),
  unique (new_token_hash),
  unique (old_token_hash),
  foreign key (user_id) references users(id) on delete cascade
);

create table entries (
  organization_id uuid not null,
  id uuid not null,
  cause text not null,
  occurred_on date not null,
  posted_on date not null,
  booked_at timestamptz not null default now(),
  booked_by uuid,
  transaction_id xid8 not null default pg_current_xact_id(),
  receipt_id uuid,
  invoice_payment_id uuid,
  expense_id uuid,
  payout_id uuid,
  payment_id uuid,
  reverses uuid,
  note text,
  primary key (organization_id, id),
  unique (organization_id, reverses),
  foreign key (booked_by) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, expense_id) references expenses(organization_id, id),
  foreign key (organization_id, invoice_payment_id) references invoice_payments(organization_id, id),
  foreign key (organization_id, payment_id) references payments(organization_id, id),
  foreign key (organization_id, payout_id) references payouts(organization_id, id),
  foreign key (organization_id, receipt_id) references receipts(organization_id, id),
  foreign key (organization_id, reverses) references entries(organization_id, id),
  check (cause in ('receipt', 'opening', 'fee', 'recoupment', 'fee-payment', 'expense', 'pay', 'payout')) not valid,
  check (num_nonnulls(receipt_id, invoice_payment_id, expense_id, payout_id, payment_id) = 1)
);
create index entries_by_cause on entries using btree (organization_id, cause, posted_on, id);
create index entries_of_expense on entries using btree (organization_id, expense_id) where (expense_id is not null);
create index entries_of_invoice_payment on entries using btree (organization_id, invoice_payment_id) where (invoice_payment_id is not null);
create index entries_of_payment on entries using btree (organization_id, payment_id) where (payment_id is not null);
create index entries_of_payout on entries using btree (organization_id, payout_id) where (payout_id is not null);
create index entries_of_receipt on entries using btree (organization_id, receipt_id) where (receipt_id is not null);
create trigger announce_insert after insert on entries referencing new table as changed for each statement execute function announce_change('entries', 'id');
create constraint trigger entry_balances after insert on entries deferrable initially deferred for each row execute function require_balance();
create trigger find_open_day before insert on entries for each row execute function find_open_day();
alter table entries enable row level security;
create policy of_organization on entries for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table entry_lines (
  organization_id uuid not null,
  entry_id uuid not null,
  position smallint not null,
  account text not null,
  currency text not null,
  amount_minor bigint not null,
  athlete_id uuid,
  deal_id uuid,
  income text,
  posted_on date not null,
  reversal boolean not null default false,
  primary key (organization_id, entry_id, "position"),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id),
  foreign key (organization_id, deal_id) references deals(organization_id, id),
  foreign key (organization_id, entry_id) references entries(organization_id, id),
  check (account in ('bank', 'fees-receivable', 'recoverable-expenses', 'owed-to-athletes', 'payables', 'fees', 'expenses', 'athlete-pay', 'athlete-earnings', 'in-kind-earnings', 'payors')),
  check (amount_minor <> 0),
  check (currency ~ '^[A-Z]{3}$'),
  check (income in ('contract', 'nil', 'sponsorship', 'royalty'))
);
create index first_lines_by_day on entry_lines using btree (organization_id, posted_on, entry_id) include (currency, income, athlete_id, deal_id) where ("position" = 0);
create index lines_of_athlete on entry_lines using btree (organization_id, athlete_id, account, posted_on, entry_id) where (athlete_id is not null);
create index lines_of_deal on entry_lines using btree (organization_id, deal_id, account, posted_on, entry_id) where (deal_id is not null);
create unique index lines_by_day on entry_lines using btree (organization_id, account, posted_on, entry_id) include (currency, income, athlete_id, deal_id);
create trigger add_to_totals after insert on entry_lines referencing new table as added for each statement execute function add_to_totals();
create trigger entry_is_final after insert on entry_lines referencing new table as added for each statement execute function require_new_entry();
alter table entry_lines enable row level security;
create policy of_organization on entry_lines for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table expenses (
  organization_id uuid not null,
  id uuid not null,
  spent_on date not null,
  category text not null,
  vendor text not null,
  note text,
  currency text not null,
  amount_minor bigint not null,
  athlete_id uuid,
  deal_id uuid,
  paid_by text not null,
  recoup_rate integer,
  recouped_minor bigint not null default 0,
  repaid_minor bigint not null default 0,
  state text not null,
  added_at timestamptz not null default now(),
  added_by uuid,
  decided_at timestamptz,
  decided_by uuid,
  comment text,
  file_name text,
  file_type text,
  storage_key text,
  file_size integer,
  file_sha256 bytea,
  version integer not null default 1,
  folded text collate "C" generated always as ((' ' || fold(((vendor || ' ') || coalesce(note, ''))))) stored,
  reversed_at timestamptz,
  reversed_by uuid,
  reversal_reason text,
  recoup_base_minor bigint not null default 0,
  primary key (organization_id, id),
  foreign key (added_by) references users(id),
  foreign key (decided_by) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id),
  foreign key (organization_id, deal_id) references deals(organization_id, id),
  foreign key (reversed_by) references users(id),
  check ((recoup_rate >= 1) and (recoup_rate <= 1000000)),
  check ((recoup_rate is null) or (athlete_id is not null)),
  check (amount_minor > 0),
  check (currency ~ '^[A-Z]{3}$'),
  check (paid_by in ('organization', 'colleague')),
  check (state in ('waiting', 'approved', 'rejected', 'reversed'))
);
create index expenses_by_amount on expenses using btree (organization_id, amount_minor, id);
create index expenses_by_day on expenses using btree (organization_id, spent_on, id);
create index expenses_of_athlete on expenses using btree (organization_id, athlete_id, spent_on);
create index expenses_of_deal on expenses using btree (organization_id, deal_id, spent_on) where (deal_id is not null);
create index expenses_to_recoup on expenses using btree (organization_id, athlete_id, spent_on, id) where ((state = 'approved') and (recoup_rate is not null) and (recouped_minor < amount_minor));
create index expenses_waiting on expenses using btree (organization_id, spent_on, id) where (state = 'waiting');
create trigger announce_delete after delete on expenses referencing old table as changed for each statement execute function announce_change('expenses', 'id');
create trigger announce_insert after insert on expenses referencing new table as changed for each statement execute function announce_change('expenses', 'id');
create trigger announce_update after update on expenses referencing new table as changed for each statement execute function announce_change('expenses', 'id');
create trigger leave_behind after delete on expenses for each row when ((old.storage_key is not null)) execute function queue_orphaned_file();
alter table expenses enable row level security;
create policy of_organization on expenses for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table fee_invoice_lines (
  organization_id uuid not null,
  invoice_id uuid not null,
  position smallint not null,
  title text not null,
  amount_minor bigint not null,
  allocation_id uuid,
  recoupment_id uuid,
  void boolean not null default false,
  primary key (organization_id, invoice_id, "position"),
  foreign key (organization_id, allocation_id) references receipt_allocations(organization_id, id),
  foreign key (organization_id, invoice_id) references fee_invoices(organization_id, id),
  foreign key (organization_id, recoupment_id) references recoupments(organization_id, id),
  check (num_nonnulls(allocation_id, recoupment_id) = 1)
);
create unique index fees_invoiced on fee_invoice_lines using btree (organization_id, allocation_id) where (not void);
create unique index recoupments_invoiced on fee_invoice_lines using btree (organization_id, recoupment_id) where (not void);
alter table fee_invoice_lines enable row level security;
create policy of_organization on fee_invoice_lines for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table fee_invoices (
  organization_id uuid not null,
  id uuid not null,
  number text not null,
  athlete_id uuid not null,
  issued_on date not null,
  due_on date not null,
  currency text not null,
  total_minor bigint not null,
  paid_minor bigint not null default 0,
  seller jsonb not null,
  buyer jsonb not null,
  state text not null,
  sent_at timestamptz,
  sent_to text,
  created_at timestamptz not null default now(),
  created_by uuid,
  void_reason text,
  version integer not null default 1,
  folded text collate "C" generated always as ((' ' || fold(((number || ' ') || coalesce((buyer ->> 'name'), ''))))) stored,
  primary key (organization_id, id),
  unique (organization_id, number),
  foreign key (created_by) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id),
  check (currency ~ '^[A-Z]{3}$'),
  check (state in ('open', 'paid', 'void'))
);
create index fee_invoices_by_amount on fee_invoices using btree (organization_id, total_minor, id);
create index fee_invoices_by_day on fee_invoices using btree (organization_id, issued_on, id);
create index fee_invoices_by_due_day on fee_invoices using btree (organization_id, due_on, id);
create index fee_invoices_of_athlete on fee_invoices using btree (organization_id, athlete_id, issued_on);
create index fee_invoices_open on fee_invoices using btree (organization_id, due_on, id) where (state = 'open');
create trigger announce_delete after delete on fee_invoices referencing old table as changed for each statement execute function announce_change('fee-invoices', 'id');
create trigger announce_insert after insert on fee_invoices referencing new table as changed for each statement execute function announce_change('fee-invoices', 'id');
create trigger announce_update after update on fee_invoices referencing new table as changed for each statement execute function announce_change('fee-invoices', 'id');
alter table fee_invoices enable row level security;
create policy of_organization on fee_invoices for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table file_versions (
  organization_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  number integer not null,
  storage_key text not null,
  size integer not null,
  sha256 bytea not null,
  added_at timestamptz not null default now(),
  added_by uuid,
  primary key (organization_id, id),
  unique (organization_id, file_id, number),
  foreign key (added_by) references users(id),
  foreign key (organization_id, file_id) references files(organization_id, id) on delete cascade
);
create trigger leave_behind after delete on file_versions for each row execute function queue_orphaned_file();
alter table file_versions enable row level security;
create policy of_organization on file_versions for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table file_views (
  organization_id uuid not null,
  id uuid not null,
  version_id uuid not null,
  user_id uuid not null,
  viewed_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, version_id) references file_versions(organization_id, id) on delete cascade,
  foreign key (user_id) references users(id)
);
create index views_of_version on file_views using btree (organization_id, version_id, viewed_at);
alter table file_views enable row level security;
create policy of_organization on file_views for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table files (
  organization_id uuid not null,
  id uuid not null,
  athlete_id uuid not null,
  name text not null,
  type text not null,
  created_at timestamptz not null default now(),
  private boolean not null default false,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade
);
create index files_of_athlete on files using btree (organization_id, athlete_id, created_at);
alter table files enable row level security;
create policy of_organization on files for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table guardianships (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  athlete_id uuid not null,
  contact_id uuid,
  reach text not null,
  email text,
  token_hash bytea,
  invited_by uuid,
  invited_at timestamptz not null default now(),
  expires_at timestamptz,
  user_id uuid,
  confirmed_at timestamptz,
  consents_to_account boolean not null default false,
  verified_by uuid,
  verified_at timestamptz,
  verified_how text,
  ended_at timestamptz,
  self_verification_reason text,
  primary key (organization_id, id),
  unique (token_hash),
  foreign key (invited_by) references users(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  foreign key (organization_id, contact_id) references athlete_contacts(organization_id, id) on delete set null (contact_id),
  foreign key (user_id) references users(id),
  foreign key (verified_by) references users(id),
  check ((confirmed_at is null) = ((email is not null) and (token_hash is not null) and (expires_at is not null))),
  check ((confirmed_at is null) = (user_id is null)),
  check ((verified_at is null) = (verified_how is null)),
  check (reach in ('full', 'limited')),
  check (verified_how in ('id-seen', 'signed-form', 'call'))
);
create index guardianships_by_person on guardianships using btree (user_id) where (ended_at is null);
create index guardianships_id on guardianships using btree (id);
create index guardianships_of_athlete on guardianships using btree (organization_id, athlete_id);
create index guardianships_to on guardianships using btree (email) where (email is not null);
create unique index guardianships_of_contact on guardianships using btree (organization_id, contact_id) where (ended_at is null);
create unique index guardianships_of_person on guardianships using btree (organization_id, athlete_id, user_id) where (ended_at is null);
create trigger guardian_after_change after update on guardianships referencing new table as changed for each statement execute function keep_guardian_state();
create trigger guardian_before_change after update on guardianships referencing old table as changed for each statement execute function keep_guardian_state();
create trigger guardian_of_added after insert on guardianships referencing new table as changed for each statement execute function keep_guardian_state();
create trigger guardian_of_removed after delete on guardianships referencing old table as changed for each statement execute function keep_guardian_state();
create trigger judge_changed after update on guardianships for each row when ((((old.verified_at is distinct from new.verified_at) or (old.ended_at is distinct from new.ended_at)) or (old.reach is distinct from new.reach))) execute function judge_again('athlete');
alter table guardianships enable row level security;
create policy of_organization on guardianships for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table handover_items (
  organization_id uuid not null,
  handover_id uuid not null,
  kind text not null,
  record_id uuid not null,
  receiver_id uuid not null,
  version integer,
  role text,
  primary key (organization_id, handover_id, kind, record_id),
  foreign key (organization_id, handover_id) references handovers(organization_id, id) on delete cascade,
  foreign key (receiver_id) references users(id),
  check (kind in ('athletes', 'deals', 'reviews', 'tasks', 'disclosures'))
);
alter table handover_items enable row level security;
create policy of_organization on handover_items for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table handovers (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  actor_id uuid,
  at timestamptz not null default now(),
  moved_back_at timestamptz,
  moved_back_by uuid,
  primary key (organization_id, id),
  foreign key (actor_id) references users(id),
  foreign key (moved_back_by) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (person_id) references users(id)
);
create index handovers_newest on handovers using btree (organization_id, at);
alter table handovers enable row level security;
create policy of_organization on handovers for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table idempotency_keys (
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  operation text not null,
  organization_id uuid,
  person_id uuid,
  unique nulls not distinct (organization_id, person_id, operation, key),
  foreign key (organization_id) references organizations(id),
  foreign key (person_id) references users(id)
);
create index idempotency_keys_age on idempotency_keys using btree (created_at);
alter table idempotency_keys enable row level security;
create policy of_organization on idempotency_keys for all using ((organization_id is null) or (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid));

create table import_keys (
  organization_id uuid not null,
  import_id uuid not null,
  key text collate "C" not null,
  line integer not null,
  primary key (organization_id, import_id, key, line),
  foreign key (organization_id, import_id) references imports(organization_id, id) on delete cascade
);
alter table import_keys enable row level security;
create policy of_organization on import_keys for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table import_mappings (
  organization_id uuid not null,
  headers text not null,
  mapping jsonb not null,
  used_at timestamptz not null default now(),
  primary key (organization_id, headers),
  foreign key (organization_id) references organizations(id)
);
alter table import_mappings enable row level security;
create policy of_organization on import_mappings for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table import_rows (
  organization_id uuid not null,
  import_id uuid not null,
  line integer not null,
  cells jsonb not null,
  reading jsonb,
  problems jsonb,
  plan text,
  matched_by text,
  same_as integer,
  record_id uuid,
  outcome text,
  changed jsonb,
  sheet_row integer,
  edits jsonb,
  doubt text,
  answer text,
  answered_for text,
  primary key (organization_id, import_id, line),
  foreign key (organization_id, import_id) references imports(organization_id, id) on delete cascade,
  check (outcome in ('added', 'updated', 'same', 'skipped', 'failed', 'joined', 'removed', 'restored', 'kept')),
  check (plan in ('add', 'update', 'same', 'skip', 'fail', 'join'))
);
create index import_rows_by_doubt on import_rows using btree (organization_id, import_id, line) where (doubt is not null);
create index import_rows_by_first on import_rows using btree (organization_id, import_id, same_as, line) where (same_as is not null);
create index import_rows_by_outcome on import_rows using btree (organization_id, import_id, outcome, line) where outcome in ('updated', 'skipped', 'failed', 'kept');
create index import_rows_by_plan on import_rows using btree (organization_id, import_id, plan, line) where plan in ('update', 'skip', 'fail');
create index import_rows_by_record on import_rows using btree (organization_id, import_id, record_id) where (outcome = 'updated');
alter table import_rows enable row level security;
create policy of_organization on import_rows for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table imports (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  state text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  has_header boolean not null default true,
  columns jsonb not null default '[]'::jsonb,
  row_count integer not null default 0,
  mapping jsonb not null default '{}'::jsonb,
  remembered boolean not null default false,
  findings jsonb,
  done_rows integer not null default 0,
  counts jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  new_tags uuid[] not null default '{}'::uuid[],
  failed text,
  header_row integer,
  rows_before jsonb not null default '[]'::jsonb,
  sheets jsonb not null default '[]'::jsonb,
  sheet text,
  new_fields uuid[] not null default '{}'::uuid[],
  target text not null default 'athlete',
  new_athletes uuid[] not null default '{}'::uuid[],
  new_companies uuid[] not null default '{}'::uuid[],
  changed_by uuid[] not null default '{}'::uuid[],
  asked_at timestamptz,
  approved_at timestamptz,
  approved_by uuid,
  approval_comment text,
  primary key (organization_id, id),
  foreign key (approved_by) references users(id),
  foreign key (created_by) references users(id),
  foreign key (organization_id) references organizations(id),
  check (failed in ('checking', 'importing', 'undoing')),
  check (state in ('uploading', 'mapping', 'checking', 'checked', 'importing', 'canceled', 'done', 'undoing', 'undone')),
  check (target in ('athlete', 'deal'))
);
create index imports_by_date on imports using btree (organization_id, created_at, id);
create trigger announce_delete after delete on imports referencing old table as changed for each statement execute function announce_change('imports', 'id');
create trigger announce_insert after insert on imports referencing new table as changed for each statement execute function announce_change('imports', 'id');
create trigger announce_update after update on imports referencing new table as changed for each statement execute function announce_change('imports', 'id');
alter table imports enable row level security;
create policy of_organization on imports for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table invitations (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  email text not null,
  role role not null,
  token_hash bytea not null,
  invited_by uuid,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  folded text collate "C" generated always as ((' ' || fold(email))) stored,
  athlete_id uuid,
  programs uuid[] not null default '{}'::uuid[],
  primary key (organization_id, id),
  unique (organization_id, email),
  unique (token_hash),
  foreign key (invited_by) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade
);
create index invitations_by_date on invitations using btree (organization_id, sent_at, id);
create index invitations_id on invitations using btree (id);
create index invitations_of_athlete on invitations using btree (organization_id, athlete_id) where (athlete_id is not null);
create index invitations_to on invitations using btree (email);
create trigger announce_delete after delete on invitations referencing old table as changed for each statement execute function announce_change('invitations', 'id');
create trigger announce_insert after insert on invitations referencing new table as changed for each statement execute function announce_change('invitations', 'id');
create trigger announce_update after update on invitations referencing new table as changed for each statement execute function announce_change('invitations', 'id');
alter table invitations enable row level security;
create policy of_organization on invitations for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table invoice_files (
  invoice_id uuid not null,
  organization_id uuid not null,
  pdf bytea not null,
  drawn_at timestamptz not null default now(),
  primary key (organization_id, invoice_id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, invoice_id) references invoices(organization_id, id)
);
alter table invoice_files enable row level security;
create policy of_organization on invoice_files for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table invoice_numbers (
  year integer not null,
  last integer not null,
  primary key (year)
);

create table invoice_payments (
  organization_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  paid_on date not null,
  amount_minor bigint not null,
  reference text,
  bank_line_id uuid,
  booked_at timestamptz not null default now(),
  booked_by uuid,
  reversed_at timestamptz,
  reversed_by uuid,
  reversal_reason text,
  primary key (organization_id, id),
  foreign key (booked_by) references users(id),
  foreign key (organization_id, bank_line_id) references bank_lines(organization_id, id),
  foreign key (organization_id, invoice_id) references fee_invoices(organization_id, id),
  foreign key (reversed_by) references users(id),
  check (amount_minor > 0)
);
create index invoice_payments_of_bank on invoice_payments using btree (organization_id, bank_line_id) where (reversed_at is null);
create index payments_of_invoice on invoice_payments using btree (organization_id, invoice_id);
alter table invoice_payments enable row level security;
create policy of_organization on invoice_payments for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table invoices (
  id uuid not null default gen_random_uuid(),
  number text not null,
  subscription_id uuid not null,
  organization_id uuid not null,
  status text not null default 'open',
  billed_to text not null,
  billing_email text,
  lines jsonb not null,
  total_cents integer not null,
  issued_at timestamptz not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  paid_by uuid,
  payment_reference text,
  billed_to_address text[] not null default '{}'[],
  billed_to_country text,
  billed_to_tax_id text,
  issuer jsonb,
  tax_name text,
  tax_rate_millionths integer,
  tax_cents integer not null default 0,
  subtotal_cents integer not null generated always as ((total_cents - tax_cents)) stored,
  folded text collate "C" generated always as ((' ' || fold(((number || ' ') || billed_to)))) stored,
  primary key (organization_id, id),
  unique (number),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, subscription_id) references subscriptions(organization_id, id),
  foreign key (paid_by) references users(id),
  check ((status = 'paid') = (paid_at is not null)),
  check ((tax_name is not null) or (tax_cents = 0)),
  check ((tax_name is null) = (tax_rate_millionths is null)),
  check (status in ('open', 'paid')),
  check (subtotal_cents >= 0),
  check (tax_cents >= 0),
  check (tax_rate_millionths >= 0),
  check (total_cents >= 0)
);
create index invoices_by_date on invoices using btree (organization_id, issued_at, id);
create index invoices_id on invoices using btree (id);
create index invoices_of_all_by_date on invoices using btree (issued_at, id);
create index invoices_open on invoices using btree (due_at) where (status = 'open');
create trigger announce_delete after delete on invoices referencing old table as changed for each statement execute function announce_change('invoices', 'id');
create trigger announce_insert after insert on invoices referencing new table as changed for each statement execute function announce_change('invoices', 'id');
create trigger announce_update after update on invoices referencing new table as changed for each statement execute function announce_change('invoices', 'id');
alter table invoices enable row level security;
create policy of_organization on invoices for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table jobs (
  id uuid not null default gen_random_uuid(),
  organization_id uuid default (nullif(current_setting('app.organization', true), ''))::uuid,
  name text not null,
  key text,
  data jsonb not null,
  state text not null default 'waiting',
  start_after timestamptz default now(),
  attempts integer not null default 0,
  lease uuid,
  rerun_requested boolean not null default false,
  created_at timestamptz not null default now(),
  failed_at timestamptz,
  reason text,
  traceparent text,
  scheduled boolean not null default false,
  primary key (id),
  foreign key (organization_id) references organizations(id) on delete cascade,
  check ((state = 'running') = (lease is not null)),
  check (state in ('waiting', 'running', 'failed'))
);
create index jobs_due on jobs using btree (start_after);
create index jobs_due_by_lane on jobs using btree (scheduled, start_after);
create index jobs_failed on jobs using btree (failed_at) where (failed_at is not null);
create index jobs_lease on jobs using btree (lease) where (lease is not null);
create unique index jobs_key on jobs using btree (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid), name, key);
alter table jobs enable row level security;
create policy of_organization on jobs for all using ((organization_id is null) or (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid));

create table key_date_reminders (
  organization_id uuid not null,
  key_date_id uuid not null,
  day date not null,
  days_before smallint not null,
  sent_at timestamptz not null default now(),
  primary key (organization_id, key_date_id, day, days_before),
  foreign key (organization_id, key_date_id) references key_dates(organization_id, id) on delete cascade
);
alter table key_date_reminders enable row level security;
create policy of_organization on key_date_reminders for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table key_dates (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  athlete_id uuid not null,
  rule_id text not null,
  title text not null,
  kind text not null,
  rule jsonb not null,
  day date,
  lapses_at timestamptz,
  missing text,
  moved_from date,
  move_reason text,
  moved_at timestamptz,
  done_at timestamptz,
  done_by uuid,
  proof text,
  canceled boolean not null default false,
  version integer not null default 1,
  counted_from timestamptz,
  primary key (organization_id, id),
  unique (organization_id, deal_id, rule_id),
  foreign key (done_by) references users(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id),
  foreign key (organization_id, deal_id) references deals(organization_id, id) on delete cascade
);
create index key_dates_by_day on key_dates using btree (organization_id, day, id) include (athlete_id, done_at) where (not canceled);
create index key_dates_by_event on key_dates using btree (organization_id, (((rule -> 'anchor') ->> 'event'))) where (((rule -> 'anchor') ->> 'event') is not null);
create index key_dates_of_athlete on key_dates using btree (organization_id, athlete_id);
create index key_dates_open on key_dates using btree (organization_id, day, id) include (athlete_id, deal_id) where ((not canceled) and (done_at is null));
create trigger announce_delete after delete on key_dates referencing old table as changed for each statement execute function announce_change('key-dates', 'id');
create trigger announce_insert after insert on key_dates referencing new table as changed for each statement execute function announce_change('key-dates', 'id');
create trigger announce_update after update on key_dates referencing new table as changed for each statement execute function announce_change('key-dates', 'id');
alter table key_dates enable row level security;
create policy of_organization on key_dates for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table league_corrections (
  organization_id uuid not null,
  event text not null,
  day date not null,
  corrected_at timestamptz not null default now(),
  corrected_by uuid,
  primary key (organization_id, event),
  foreign key (corrected_by) references users(id),
  foreign key (organization_id) references organizations(id)
);
create trigger announce_delete after delete on league_corrections referencing old table as changed for each statement execute function announce_change('league-days', 'event');
create trigger announce_insert after insert on league_corrections referencing new table as changed for each statement execute function announce_change('league-days', 'event');
create trigger announce_update after update on league_corrections referencing new table as changed for each statement execute function announce_change('league-days', 'event');
alter table league_corrections enable row level security;
create policy of_organization on league_corrections for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table ledger_month_totals (
  organization_id uuid not null,
  account text not null,
  currency text not null,
  month date not null,
  income text,
  part smallint not null,
  amount_minor bigint not null,
  lines integer not null,
  unique nulls not distinct (organization_id, account, currency, month, income, part),
  foreign key (organization_id) references organizations(id)
);
alter table ledger_month_totals enable row level security;
create policy of_organization on ledger_month_totals for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table ledger_totals (
  organization_id uuid not null,
  account text not null,
  currency text not null,
  month date not null,
  athlete_id uuid,
  deal_id uuid,
  income text,
  amount_minor bigint not null,
  lines integer not null,
  unique nulls not distinct (organization_id, account, currency, month, athlete_id, deal_id, income),
  foreign key (organization_id) references organizations(id)
);
create index totals_of_athlete on ledger_totals using btree (organization_id, athlete_id, account, month);
create index totals_of_deal on ledger_totals using btree (organization_id, deal_id, account, month);
alter table ledger_totals enable row level security;
create policy of_organization on ledger_totals for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table license_reminders (
  organization_id uuid not null,
  license_id uuid not null,
  day date not null,
  days_before smallint not null,
  sent_at timestamptz not null default now(),
  primary key (organization_id, license_id, day, days_before),
  foreign key (organization_id, license_id) references licenses(organization_id, id) on delete cascade
);
alter table license_reminders enable row level security;
create policy of_organization on license_reminders for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table licenses (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  state text not null,
  number text not null,
  starts_on date not null,
  ends_on date,
  note text,
  file_name text,
  file_type text,
  storage_key text,
  file_size integer,
  file_sha256 bytea,
  version integer not null default 1,
  added_at timestamptz not null default now(),
  added_by uuid,
  primary key (organization_id, id),
  foreign key (added_by) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (user_id) references users(id),
  check (ends_on >= starts_on),
  check (state ~ '^[A-Z]{2}$')
);
create index licenses_by_end on licenses using btree (organization_id, ends_on, id);
create index licenses_by_start on licenses using btree (organization_id, starts_on, id);
create index licenses_of_person on licenses using btree (organization_id, user_id, state);
create trigger announce_delete after delete on licenses referencing old table as changed for each statement execute function announce_change('licenses', 'id');
create trigger announce_insert after insert on licenses referencing new table as changed for each statement execute function announce_change('licenses', 'id');
create trigger announce_update after update on licenses referencing new table as changed for each statement execute function announce_change('licenses', 'id');
create trigger judge_added after insert or delete on licenses for each row execute function judge_again('organization');
create trigger judge_changed after update on licenses for each row when (((((old.user_id is distinct from new.user_id) or (old.state is distinct from new.state)) or (old.starts_on is distinct from new.starts_on)) or (old.ends_on is distinct from new.ends_on))) execute function judge_again('organization');
create trigger leave_behind after delete on licenses for each row when ((old.storage_key is not null)) execute function queue_orphaned_file();
create trigger leave_behind_replaced after update of storage_key on licenses for each row when (((old.storage_key is not null) and (old.storage_key is distinct from new.storage_key))) execute function queue_orphaned_file();
alter table licenses enable row level security;
create policy of_organization on licenses for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table memberships (
  organization_id uuid not null,
  user_id uuid not null,
  role role not null,
  created_at timestamptz not null default now(),
  folded text collate "C" not null default '',
  primary key (organization_id, user_id),
  foreign key (organization_id) references organizations(id),
  foreign key (user_id) references users(id)
);
create index memberships_by_date on memberships using btree (organization_id, created_at, user_id) include (role, folded);
create index memberships_by_name on memberships using btree (organization_id, folded, user_id) include (role, created_at);
create index memberships_by_role on memberships using btree (organization_id, role, folded, user_id) include (created_at);
create index memberships_of on memberships using btree (user_id);
create index memberships_search on memberships using gin (indexed_words("left"((organization_id)::text, 8), folded));
create trigger announce_delete after delete on memberships referencing old table as changed for each statement execute function announce_change('members', 'user_id');
create trigger announce_insert after insert on memberships referencing new table as changed for each statement execute function announce_change('members', 'user_id');
create trigger announce_update after update on memberships referencing new table as changed for each statement execute function announce_change('members', 'user_id');
create trigger fold_membership before insert on memberships for each row execute function fold_membership();
create trigger note_words_of_insert after insert on memberships referencing new table as changed for each statement execute function note_words('organization_id');
create trigger note_words_of_update after update on memberships referencing old table as before new table as changed for each statement execute function note_words('organization_id');
alter table memberships enable row level security;
create policy of_organization on memberships for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table memberships_words (
  organization_id uuid not null,
  word text collate "C" not null
);
create index memberships_words_exactly on memberships_words using btree (organization_id, word);
create index memberships_words_similar on memberships_words using gin (organization_id, word gin_trgm_ops);
alter table memberships_words enable row level security;
create policy of_organization on memberships_words for all using (organization_id = current_organization());

create table moved_links (
  token_hash bytea not null,
  moved_id uuid not null,
  primary key (token_hash)
);
create index moved_links_moved_id_idx on moved_links using btree (moved_id);

create table notification_settings (
  organization_id uuid not null,
  user_id uuid not null,
  kind text not null,
  delivery text not null,
  primary key (organization_id, user_id, kind),
  foreign key (organization_id, user_id) references memberships(organization_id, user_id) on delete cascade,
  check (delivery in ('mail', 'digest', 'bell'))
);
alter table notification_settings enable row level security;
create policy of_organization on notification_settings for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table notifications (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  actor_id uuid,
  details jsonb not null default '{}'::jsonb,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  digest boolean not null default false,
  primary key (organization_id, id),
  foreign key (actor_id) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, user_id) references memberships(organization_id, user_id) on delete cascade,
  check (kind in ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue', 'guardian-confirmed', 'approval-asked', 'approval-decided', 'approver-missing', 'signature-asked', 'signature-late', 'company-signed', 'deal-signed', 'deal-ended', 'key-date-near', 'key-date-moved', 'deliverable-due', 'deliverable-late', 'deliverable-submitted', 'deliverable-decided', 'payment-late', 'payment-recorded', 'payment-reversed', 'expense-asked', 'expense-decided', 'expense-reversed', 'deal-to-check', 'age-corrected', 'came-of-age', 'guardian-missing', 'task-assigned', 'task-completed', 'task-due', 'tasks-released', 'work-received', 'dates-without-owner', 'contact-data-changed', 'contact-data-proposed', 'contact-data-decided', 'import-approval-asked', 'disclosure-due', 'deal-reported', 'report-decided', 'payor-answered', 'notice-failed', 'license-ending'))
);
create index notifications_newest on notifications using btree (organization_id, user_id, created_at, id);
create index notifications_of_task on notifications using btree (organization_id, ((details ->> 'task'))) where (details ? 'task');
create index notifications_unread on notifications using btree (organization_id, user_id) where (read_at is null);
create trigger announce_insert after insert on notifications referencing new table as changed for each statement execute function announce_notifications();
create trigger announce_update after update on notifications referencing new table as changed for each statement execute function announce_notifications();
alter table notifications enable row level security;
create policy of_organization on notifications for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table one_time_links (
  token_hash bytea not null,
  purpose text not null,
  email text not null,
  user_id uuid,
  expires_at timestamptz not null,
  primary key (token_hash),
  foreign key (user_id) references users(id) on delete cascade,
  check ((purpose = 'register') = (user_id is null)),
  check (purpose in ('register', 'reset-password', 'reject-second-factor'))
);
create index one_time_links_of on one_time_links using btree (user_id);
create index one_time_links_to on one_time_links using btree (email, purpose);

create table organizations (
  id uuid not null default gen_random_uuid(),
  name text not null,
  kind text not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  folded text collate "C" generated always as ((' ' || fold(name))) stored,
  sample boolean not null default false,
  time_zone text not null default 'America/New_York',
  currency text not null default 'USD',
  fiscal_month smallint not null default 1,
  self_approval boolean,
  trial_ends_at timestamptz,
  guardians_see_payments boolean not null default true,
  trial_of uuid,
  review_contact_data boolean not null default false,
  trial_notice_days smallint,
  send_after_approval boolean not null default false,
  sonar_engine boolean not null default false,
  cell text,
  moving_to text,
  primary key (id),
  foreign key (trial_of) references users(id) on delete set null,
  check ((fiscal_month >= 1) and (fiscal_month <= 12)),
  check (cell ~ '^[a-z][a-z0-9]{0,7}$'),
  check (currency ~ '^[A-Z]{3}$'),
  check (kind in ('agency', 'team', 'athletic-department', 'collective'))
);
create index organizations_moving on organizations using btree (id) where (moving_to is not null);
create trigger announce_update after update on organizations for each row execute function announce_organization();
create trigger judge_changed after update on organizations for each row when (((old.kind is distinct from new.kind) or (old.time_zone is distinct from new.time_zone))) execute function judge_again('organization');
alter table organizations enable row level security;
create policy of_organization on organizations for all using (id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table orphaned_files (
  storage_key text not null,
  due_at timestamptz not null default now(),
  primary key (storage_key)
);
create index orphaned_files_by_time on orphaned_files using btree (due_at);

create table outgoing_mail (
  id uuid not null default new_id(),
  demo_request_id uuid,
  kind text not null,
  status text not null default 'queued',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  reason text,
  sent_at timestamptz,
  recipient text,
  details jsonb,
  user_id uuid,
  invitation_id uuid,
  organization_id uuid,
  queued_at timestamptz not null default now(),
  traceparent text,
  primary key (id),
  foreign key (demo_request_id) references demo_requests(id),
  foreign key (organization_id, invitation_id) references invitations(organization_id, id) on delete cascade,
  foreign key (user_id) references users(id),
  check (((demo_request_id is not null) = (kind in ('confirmation', 'staff-notice') or (kind ~~ 'demo-%'))) and ((demo_request_id is not null) or (status <> 'queued') or ((recipient is not null) and (details is not null)))),
  check ((invitation_id is null) or (organization_id is not null)),
  check (status in ('queued', 'sent', 'failed', 'skipped'))
);
create index outgoing_mail_about on outgoing_mail using btree (user_id) where (user_id is not null);
create index outgoing_mail_due on outgoing_mail using btree (next_attempt_at) where (status = 'queued');
create index outgoing_mail_invitation on outgoing_mail using btree (invitation_id) where (invitation_id is not null);
create index outgoing_mail_of_request on outgoing_mail using btree (demo_request_id, id) where (demo_request_id is not null);
create trigger announce_update after update of status on outgoing_mail for each row when (((new.demo_request_id is not null) and (old.status is distinct from new.status))) execute function announce_request_mail();

create table payment_reminders (
  organization_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  sent_at timestamptz not null default now(),
  sent_by uuid,
  sent_to text not null,
  primary key (organization_id, id),
  foreign key (organization_id, payment_id) references payments(organization_id, id) on delete cascade,
  foreign key (sent_by) references users(id)
);
create index reminders_of_payment on payment_reminders using btree (organization_id, payment_id, sent_at);
alter table payment_reminders enable row level security;
create policy of_organization on payment_reminders for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table payment_schedules (
  organization_id uuid not null,
  deal_id uuid not null,
  rule_id text not null,
  template text not null,
  installments jsonb not null,
  changed_by uuid,
  changed_at timestamptz not null,
  primary key (organization_id, deal_id, rule_id),
  foreign key (changed_by) references users(id),
  foreign key (organization_id, deal_id) references deals(organization_id, id) on delete cascade
);
alter table payment_schedules enable row level security;
create policy of_organization on payment_schedules for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

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
  amount_minor bigint not null,
  state text not null,
  received_minor bigint not null default 0,
  outgoing boolean not null default false,
  income text not null default 'nil',
  met_on date,
  owed_since date,
  owed_minor bigint not null default 0,
  due_before_met date,
  counted_from timestamptz,
  guaranteed_minor bigint not null default 0,
  retained_minor bigint,
  fee_rate integer,
  fee_flat_minor bigint,
  contingent_minor bigint not null default 0,
  primary key (organization_id, id),
  unique (organization_id, deal_id, rule_id, "position"),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id),
  foreign key (organization_id, deal_id) references deals(organization_id, id) on delete cascade,
  check (amount_minor >= 0),
  check (guaranteed_minor >= 0),
  check (income in ('contract', 'nil', 'sponsorship', 'royalty')),
  check (retained_minor >= 0),
  check (state in ('expected', 'conditional', 'canceled'))
);
create index payments_by_day on payments using btree (organization_id, due_on, id) where (state <> 'canceled');
create index payments_conditional on payments using btree (organization_id, outgoing, currency) include (amount_minor, received_minor, athlete_id) where ((state = 'conditional') and (not in_kind));
create index payments_of_athlete on payments using btree (organization_id, athlete_id, due_on);
create index payments_of_deal on payments using btree (organization_id, deal_id, due_on);
create index payments_open on payments using btree (organization_id, outgoing, due_on, id) include (currency, amount_minor, received_minor, income, athlete_id, deal_id) where ((state = 'expected') and (not in_kind) and (received_minor < amount_minor));
create index payments_open_by_amount on payments using btree (organization_id, currency, amount_minor, due_on) where ((state = 'expected') and (not in_kind) and (received_minor < amount_minor) and (not outgoing));
create index payments_to_pay on payments using btree (organization_id, due_on, id) where (outgoing and (not in_kind));
create index payments_undated on payments using btree (organization_id, deal_id) include (athlete_id) where ((state = 'expected') and (due_on is null) and (not in_kind) and (received_minor < amount_minor));
create index payments_unpaid on payments using btree (organization_id, due_on, id) include (state, in_kind, outgoing, currency, income, amount_minor, received_minor, contingent_minor, fee_rate, athlete_id) where ((state <> 'canceled') and (received_minor < amount_minor));
create index payments_with_flat_fee on payments using btree (organization_id, deal_id, due_on) where ((state <> 'canceled') and (received_minor < amount_minor) and (fee_flat_minor is not null));
create index payments_worth on payments using btree (organization_id, amount_minor, id) include (state, in_kind, outgoing, currency, income, received_minor, due_on, athlete_id, deal_id) where (state <> 'canceled');
create trigger announce_delete after delete on payments referencing old table as changed for each statement execute function announce_change('payments', 'id');
create trigger announce_insert after insert on payments referencing new table as changed for each statement execute function announce_change('payments', 'id');
create trigger announce_update after update on payments referencing new table as changed for each statement execute function announce_change('payments', 'id');
create trigger classify before insert on payments for each row execute function classify_payment();
create trigger set_contingent_amount before insert or update of state, amount_minor, guaranteed_minor, retained_minor on payments for each row execute function set_contingent_amount();
create trigger settle_ended_payment before update of received_minor on payments for each row when ((new.retained_minor is not null)) execute function settle_ended_payment();
alter table payments enable row level security;
create policy of_organization on payments for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table payouts (
  organization_id uuid not null,
  id uuid not null,
  paid_on date not null,
  payment_id uuid,
  expense_id uuid,
  athlete_id uuid,
  currency text not null,
  amount_minor bigint not null,
  reference text,
  booked_at timestamptz not null default now(),
  booked_by uuid,
  reversed_at timestamptz,
  reversed_by uuid,
  reversal_reason text,
  primary key (organization_id, id),
  foreign key (booked_by) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id),
  foreign key (organization_id, expense_id) references expenses(organization_id, id),
  foreign key (organization_id, payment_id) references payments(organization_id, id),
  foreign key (reversed_by) references users(id),
  check (amount_minor > 0),
  check (currency ~ '^[A-Z]{3}$'),
  check (num_nonnulls(payment_id, expense_id) = 1)
);
create index payouts_by_day on payouts using btree (organization_id, paid_on, id);
create index payouts_of_athlete on payouts using btree (organization_id, athlete_id) where (athlete_id is not null);
create index payouts_of_expense on payouts using btree (organization_id, expense_id);
create index payouts_of_payment on payouts using btree (organization_id, payment_id);
create trigger announce_delete after delete on payouts referencing old table as changed for each statement execute function announce_change('payouts', 'id');
create trigger announce_insert after insert on payouts referencing new table as changed for each statement execute function announce_change('payouts', 'id');
create trigger announce_update after update on payouts referencing new table as changed for each statement execute function announce_change('payouts', 'id');
alter table payouts enable row level security;
create policy of_organization on payouts for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table permission_settings (
  organization_id uuid not null,
  role role not null,
  permission text not null,
  allowed boolean not null,
  primary key (organization_id, role, permission),
  foreign key (organization_id) references organizations(id),
  check ((role)::text <> 'owner')
);
create trigger announce_delete after delete on permission_settings referencing old table as changed for each statement execute function announce_change('permissions', 'role');
create trigger announce_insert after insert on permission_settings referencing new table as changed for each statement execute function announce_change('permissions', 'role');
create trigger announce_update after update on permission_settings referencing new table as changed for each statement execute function announce_change('permissions', 'role');
alter table permission_settings enable row level security;
create policy of_organization on permission_settings for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table pinned_staff_views (
  user_id uuid not null,
  view_id uuid not null,
  primary key (user_id, view_id),
  foreign key (user_id) references users(id),
  foreign key (view_id) references staff_views(id) on delete cascade
);
create index pinned_staff_views_of on pinned_staff_views using btree (view_id);

create table pinned_views (
  organization_id uuid not null,
  user_id uuid not null,
  view_id uuid not null,
  primary key (organization_id, user_id, view_id),
  foreign key (organization_id, user_id) references memberships(organization_id, user_id) on delete cascade,
  foreign key (organization_id, view_id) references saved_views(organization_id, id) on delete cascade
);
create index pinned_views_of on pinned_views using btree (organization_id, view_id);
alter table pinned_views enable row level security;
create policy of_organization on pinned_views for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table plans (
  id text not null,
  name text not null,
  audience text not null,
  description text not null,
  features text[] not null,
  max_seats integer,
  max_athletes integer,
  price_cents integer,
  position integer not null,
  primary key (id),
  unique ("position"),
  check (audience in ('agency', 'team')),
  check (max_athletes > 0),
  check (max_seats > 0),
  check (price_cents >= 0)
);

create table price_offers (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  subscription_id uuid not null,
  plan_id text not null,
  price_cents integer not null,
  offered_at timestamptz not null,
  offered_by uuid not null,
  accepted_at timestamptz,
  accepted_by uuid,
  withdrawn_at timestamptz,
  primary key (organization_id, id),
  foreign key (accepted_by) references users(id),
  foreign key (offered_by) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, subscription_id) references subscriptions(organization_id, id),
  foreign key (plan_id) references plans(id),
  check ((accepted_at is null) = (accepted_by is null)),
  check ((accepted_at is null) or (withdrawn_at is null)),
  check (price_cents >= 0)
);
create index price_offers_accepted on price_offers using btree (subscription_id, accepted_at) where (accepted_at is not null);
create unique index price_offers_open on price_offers using btree (organization_id, subscription_id) where ((accepted_at is null) and (withdrawn_at is null));
create trigger announce_delete after delete on price_offers referencing old table as changed for each statement execute function announce_change('subscription', 'subscription_id');
create trigger announce_insert after insert on price_offers referencing new table as changed for each statement execute function announce_change('subscription', 'subscription_id');
create trigger announce_update after update on price_offers referencing new table as changed for each statement execute function announce_change('subscription', 'subscription_id');
alter table price_offers enable row level security;
create policy of_organization on price_offers for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table program_athletes (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  program_id uuid not null,
  athlete_id uuid not null,
  starts_on date not null,
  ends_on date,
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  foreign key (organization_id, program_id) references programs(organization_id, id),
  check (ends_on >= starts_on)
);
create index athletes_of_program on program_athletes using btree (organization_id, program_id, athlete_id) include (starts_on, ends_on);
create index programs_of_athlete on program_athletes using btree (organization_id, athlete_id, program_id) include (starts_on, ends_on);
create trigger announce_delete after delete on program_athletes referencing old table as changed for each statement execute function announce_change('athletes', 'athlete_id');
create trigger announce_insert after insert on program_athletes referencing new table as changed for each statement execute function announce_change('athletes', 'athlete_id');
create trigger announce_scope_delete after delete on program_athletes referencing old table as changed for each statement execute function announce_program_scope();
create trigger announce_scope_insert after insert on program_athletes referencing new table as changed for each statement execute function announce_program_scope();
create trigger announce_scope_update after update on program_athletes referencing new table as changed for each statement execute function announce_program_scope();
create trigger announce_update after update on program_athletes referencing new table as changed for each statement execute function announce_change('athletes', 'athlete_id');
alter table program_athletes enable row level security;
create policy of_organization on program_athletes for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table program_members (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  program_id uuid not null,
  user_id uuid not null,
  starts_on date not null,
  ends_on date,
  primary key (organization_id, id),
  foreign key (organization_id, program_id) references programs(organization_id, id),
  foreign key (organization_id, user_id) references memberships(organization_id, user_id) on delete cascade,
  check (ends_on >= starts_on)
);
create index members_of_program on program_members using btree (organization_id, program_id, user_id) include (starts_on, ends_on);
create index programs_of_member on program_members using btree (organization_id, user_id, program_id) include (starts_on, ends_on);
create trigger announce_delete after delete on program_members referencing old table as changed for each statement execute function announce_change('programs', 'program_id');
create trigger announce_insert after insert on program_members referencing new table as changed for each statement execute function announce_change('programs', 'program_id');
create trigger announce_scope_delete after delete on program_members referencing old table as changed for each statement execute function announce_program_scope();
create trigger announce_scope_insert after insert on program_members referencing new table as changed for each statement execute function announce_program_scope();
create trigger announce_scope_update after update on program_members referencing new table as changed for each statement execute function announce_program_scope();
create trigger announce_update after update on program_members referencing new table as changed for each statement execute function announce_change('programs', 'program_id');
alter table program_members enable row level security;
create policy of_organization on program_members for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table programs (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  folded text collate "C" generated always as (fold(name)) stored,
  sport text,
  gender text,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, folded),
  foreign key (organization_id) references organizations(id),
  check (gender in ('women', 'men', 'mixed'))
);
create trigger announce_delete after delete on programs referencing old table as changed for each statement execute function announce_change('programs', 'id');
create trigger announce_insert after insert on programs referencing new table as changed for each statement execute function announce_change('programs', 'id');
create trigger announce_scope_update after update on programs referencing new table as changed for each statement execute function announce_program_scope();
create trigger announce_update after update on programs referencing new table as changed for each statement execute function announce_change('programs', 'id');
alter table programs enable row level security;
create policy of_organization on programs for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table rate_counts (
  bucket text not null,
  period_start timestamptz not null,
  count integer not null,
  primary key (bucket, period_start)
);

create table receipt_allocations (
  organization_id uuid not null,
  id uuid not null,
  receipt_id uuid not null,
  payment_id uuid,
  deal_id uuid not null,
  athlete_id uuid not null,
  amount_minor bigint not null,
  fee_rate integer,
  fee_flat_minor bigint,
  fee_minor bigint not null default 0,
  entry_id uuid not null,
  reverses uuid,
  currency text not null,
  income text not null,
  in_kind boolean not null default false,
  deal_version integer not null,
  fee_before_minor bigint not null default 0,
  primary key (organization_id, id),
  unique (organization_id, reverses),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id),
  foreign key (organization_id, deal_id) references deals(organization_id, id),
  foreign key (organization_id, entry_id) references entries(organization_id, id),
  foreign key (organization_id, payment_id) references payments(organization_id, id),
  foreign key (organization_id, receipt_id) references receipts(organization_id, id),
  foreign key (organization_id, reverses) references receipt_allocations(organization_id, id),
  check (amount_minor <> 0),
  check (currency ~ '^[A-Z]{3}$'),
  check (income in ('contract', 'nil', 'sponsorship', 'royalty'))
);
create index allocations_of_athlete on receipt_allocations using btree (organization_id, athlete_id) include (fee_minor);
create index allocations_of_deal on receipt_allocations using btree (organization_id, deal_id, currency, deal_version, income) include (fee_rate, fee_flat_minor, amount_minor, fee_minor, in_kind);
create index allocations_of_payment on receipt_allocations using btree (organization_id, payment_id) where (payment_id is not null);
create index allocations_of_receipt on receipt_allocations using btree (organization_id, receipt_id);
create trigger add_to_payments after insert on receipt_allocations referencing new table as added for each statement execute function add_to_payments();
alter table receipt_allocations enable row level security;
create policy of_organization on receipt_allocations for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table receipts (
  organization_id uuid not null,
  id uuid not null,
  received_on date not null,
  company_id uuid,
  payer text not null,
  reference text,
  currency text not null,
  amount_minor bigint not null,
  note text,
  bank_line_id uuid,
  booked_at timestamptz not null default now(),
  booked_by uuid,
  reversed_at timestamptz,
  reversed_by uuid,
  reversal_reason text,
  folded text collate "C" generated always as ((' ' || fold(((payer || ' ') || coalesce(reference, ''))))) stored,
  opening boolean not null default false,
  primary key (organization_id, id),
  foreign key (booked_by) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, bank_line_id) references bank_lines(organization_id, id),
  foreign key (organization_id, company_id) references companies(organization_id, id),
  foreign key (reversed_by) references users(id),
  check (amount_minor > 0),
  check (currency ~ '^[A-Z]{3}$')
);
create index receipts_by_amount on receipts using btree (organization_id, amount_minor, id);
create index receipts_by_day on receipts using btree (organization_id, received_on, id);
create index receipts_of_bank on receipts using btree (organization_id, bank_line_id) where (reversed_at is null);
create index receipts_of_company on receipts using btree (organization_id, company_id) where (company_id is not null);
create trigger announce_delete after delete on receipts referencing old table as changed for each statement execute function announce_change('receipts', 'id');
create trigger announce_insert after insert on receipts referencing new table as changed for each statement execute function announce_change('receipts', 'id');
create trigger announce_update after update on receipts referencing new table as changed for each statement execute function announce_change('receipts', 'id');
alter table receipts enable row level security;
create policy of_organization on receipts for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table recoupments (
  organization_id uuid not null,
  id uuid not null,
  expense_id uuid not null,
  allocation_id uuid not null,
  amount_minor bigint not null,
  entry_id uuid,
  base_minor bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, allocation_id) references receipt_allocations(organization_id, id),
  foreign key (organization_id, entry_id) references entries(organization_id, id),
  foreign key (organization_id, expense_id) references expenses(organization_id, id),
  check ((amount_minor = 0) = (entry_id is null))
);
create index recoupments_of_allocation on recoupments using btree (organization_id, allocation_id);
create index recoupments_of_expense on recoupments using btree (organization_id, expense_id);
create trigger add_to_expenses after insert on recoupments referencing new table as added for each statement execute function add_to_expenses();
alter table recoupments enable row level security;
create policy of_organization on recoupments for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table refused_addresses (
  address_digest text not null,
  refused_at timestamptz not null default now(),
  primary key (address_digest)
);

create table reminders (
  organization_id uuid not null,
  record_id uuid not null,
  user_id uuid not null,
  day date not null,
  deal_id uuid not null,
  sent_at timestamptz not null,
  sent_by uuid,
  primary key (organization_id, record_id, user_id, day),
  foreign key (organization_id, deal_id) references deals(organization_id, id) on delete cascade,
  foreign key (sent_by) references users(id),
  foreign key (user_id) references users(id)
);
create index reminders_of_deal on reminders using btree (organization_id, deal_id);
alter table reminders enable row level security;
create policy of_organization on reminders for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table repairs (
  organization_id uuid not null,
  name text not null,
  done_at timestamptz,
  unrepaired jsonb not null default '[]'::jsonb,
  primary key (organization_id, name),
  foreign key (organization_id) references organizations(id)
);
alter table repairs enable row level security;
create policy of_organization on repairs for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table rule_news_opened (
  organization_id uuid not null,
  user_id uuid not null,
  opened_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references memberships(organization_id, user_id) on delete cascade
);
alter table rule_news_opened enable row level security;
create policy of_organization on rule_news_opened for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table sample_runs (
  id uuid not null,
  user_id uuid not null,
  kind text,
  state text not null,
  failed boolean not null default false,
  done integer not null default 0,
  total integer,
  primary key (id),
  unique (user_id, kind),
  foreign key (user_id) references users(id) on delete cascade,
  check (kind in ('agency', 'athletic-department')),
  check (state in ('creating', 'removing'))
);

create table saved_views (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  list text not null,
  name text not null,
  address text not null,
  owner_id uuid,
  shared boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  question text,
  primary key (organization_id, id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, owner_id) references memberships(organization_id, user_id) on delete set null (owner_id),
  check (shared or (owner_id is not null))
);
create index saved_views_of on saved_views using btree (organization_id, owner_id);
create trigger announce_delete after delete on saved_views referencing old table as changed for each statement execute function announce_change('views', 'id');
create trigger announce_insert after insert on saved_views referencing new table as changed for each statement execute function announce_change('views', 'id');
create trigger announce_update after update on saved_views referencing new table as changed for each statement execute function announce_change('views', 'id');
alter table saved_views enable row level security;
create policy of_organization on saved_views for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table school_sponsors (
  organization_id uuid not null,
  id uuid not null,
  company_id uuid,
  name text,
  category text,
  primary key (organization_id, id),
  foreign key (organization_id) references compliance_settings(organization_id) on delete cascade,
  foreign key (organization_id, company_id) references companies(organization_id, id),
  check ((company_id is null) <> (name is null))
);
alter table school_sponsors enable row level security;
create policy of_organization on school_sponsors for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table searches (
  organization_id uuid not null,
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  question text not null,
  asked_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, user_id, question),
  foreign key (organization_id, user_id) references memberships(organization_id, user_id) on delete cascade
);
create index searches_by_time on searches using btree (organization_id, user_id, asked_at);
alter table searches enable row level security;
create policy of_organization on searches for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table second_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  last_step bigint,
  primary key (id),
  unique (user_id),
  foreign key (user_id) references users(id) on delete cascade
);

create table servers (
  id uuid not null,
  version text collate "C" not null,
  connections integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  platform_url text,
  secrets text[],
  primary key (id)
);

create table sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token_hash text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id),
  unique (token_hash),
  foreign key (user_id) references users(id) on delete cascade
);
create index sessions_of on sessions using btree (user_id);
create trigger announce_delete after delete on sessions referencing old table as changed for each statement execute function announce_ended_sessions();
create trigger announce_replicated_log_out after delete on sessions for each row execute function announce_replicated_log_out();

create table sports_in_use (
  organization_id uuid not null,
  sport text not null,
  primary key (organization_id, sport),
  foreign key (organization_id) references organizations(id)
);
alter table sports_in_use enable row level security;
create policy of_organization on sports_in_use for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table staff_views (
  id uuid not null default gen_random_uuid(),
  list text not null,
  name text not null,
  address text not null,
  owner_id uuid,
  shared boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id),
  foreign key (owner_id) references users(id),
  check (shared or (owner_id is not null))
);
create index staff_views_of on staff_views using btree (owner_id);
create trigger announce_delete after delete on staff_views referencing old table as changed for each statement execute function announce_to_staff('staff-views', 'id');
create trigger announce_insert after insert on staff_views referencing new table as changed for each statement execute function announce_to_staff('staff-views', 'id');
create trigger announce_update after update on staff_views referencing new table as changed for each statement execute function announce_to_staff('staff-views', 'id');

create table subscriptions (
  id uuid not null default gen_random_uuid(),
  organization_id uuid not null,
  plan_id text not null,
  seats integer not null,
  price_cents integer,
  status text not null default 'trialing',
  trial_ends_at timestamptz not null,
  billing_anchor timestamptz,
  period_number integer not null default 0,
  period_start timestamptz,
  period_end timestamptz,
  past_due_since timestamptz,
  cancel_at_period_end boolean not null default false,
  next_plan_id text,
  next_seats integer,
  next_price_cents integer,
  created_at timestamptz not null default now(),
  canceled_at timestamptz,
  trial_notice_days integer,
  subscribed_by uuid,
  primary key (organization_id, id),
  foreign key (next_plan_id) references plans(id),
  foreign key (organization_id) references organizations(id),
  foreign key (plan_id) references plans(id),
  foreign key (subscribed_by) references users(id),
  check ((next_plan_id is not null) or (next_price_cents is null)),
  check ((next_plan_id is null) = (next_seats is null)),
  check (status in ('active', 'past_due') <= ((price_cents is not null) and (period_end is not null))),
  check (next_price_cents >= 0),
  check (next_seats > 0),
  check (price_cents >= 0),
  check (seats > 0),
  check (status in ('trialing', 'active', 'past_due', 'canceled')),
  check (trial_notice_days in (7, 1))
);
create index subscriptions_by_date on subscriptions using btree (created_at, id);
create index subscriptions_by_person on subscriptions using btree (subscribed_by) where (subscribed_by is not null);
create index subscriptions_id on subscriptions using btree (id);
create unique index subscriptions_current on subscriptions using btree (organization_id) where (status <> 'canceled');
create trigger announce_delete after delete on subscriptions referencing old table as changed for each statement execute function announce_change('subscription', 'id');
create trigger announce_insert after insert on subscriptions referencing new table as changed for each statement execute function announce_change('subscription', 'id');
create trigger announce_update after update on subscriptions referencing new table as changed for each statement execute function announce_change('subscription', 'id');
alter table subscriptions enable row level security;
create policy of_organization on subscriptions for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table tags (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  folded text collate "C" generated always as (fold(name)) stored,
  primary key (organization_id, id),
  unique (organization_id, folded),
  foreign key (organization_id) references organizations(id)
);
alter table tags enable row level security;
create policy of_organization on tags for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table task_reminders (
  organization_id uuid not null,
  user_id uuid not null,
  day date not null,
  primary key (organization_id, user_id, day),
  foreign key (organization_id, user_id) references memberships(organization_id, user_id) on delete cascade
);
alter table task_reminders enable row level security;
create policy of_organization on task_reminders for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table tasks (
  organization_id uuid not null,
  id uuid not null,
  title text not null,
  athlete_id uuid,
  deal_id uuid,
  company_id uuid,
  entry_id uuid,
  assignee_id uuid,
  due_on date,
  due_time text,
  due_sort integer generated always as ((((due_on - '2000-01-01'::date) * 1441) + coalesce((((("left"(due_time, 2))::integer * 60) + ("right"(due_time, 2))::integer) + 1), 0))) stored,
  done_at timestamptz,
  done_by uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  folded text collate "C" generated always as ((' ' || fold(title))) stored,
  readers text,
  company_entry_id uuid,
  primary key (organization_id, id),
  foreign key (created_by) references users(id),
  foreign key (done_by) references users(id),
  foreign key (organization_id) references organizations(id),
  foreign key (organization_id, assignee_id) references memberships(organization_id, user_id) on delete set null (assignee_id),
  foreign key (organization_id, athlete_id) references athletes(organization_id, id) on delete cascade,
  foreign key (organization_id, company_entry_id) references company_timeline(organization_id, id) on delete set null (company_entry_id) not valid,
  foreign key (organization_id, company_id) references companies(organization_id, id),
  foreign key (organization_id, deal_id) references deals(organization_id, id) on delete cascade,
  foreign key (organization_id, entry_id) references athlete_timeline(organization_id, id) on delete set null (entry_id),
  check ((due_time is null) or (due_on is not null)),
  check (num_nonnulls(athlete_id, deal_id, company_id) <= 1),
  check (readers in ('team', 'deals', 'money', 'me', 'assignee')) not valid
);
create index tasks_by_completion on tasks using btree (organization_id, done_at, id) include (assignee_id, created_by, athlete_id, deal_id, company_id, readers) where (done_at is not null);
create index tasks_by_completion_of_assignee on tasks using btree (organization_id, assignee_id, done_at, id) include (created_by, athlete_id, deal_id, company_id, readers) where (done_at is not null);
create index tasks_by_day on tasks using btree (organization_id, due_sort, id) include (assignee_id, created_by, athlete_id, deal_id, company_id, readers) where (done_at is null);
create index tasks_by_day_of_assignee on tasks using btree (organization_id, assignee_id, due_sort, id) include (created_by, athlete_id, deal_id, company_id, readers) where (done_at is null);
create index tasks_of_athlete on tasks using btree (organization_id, athlete_id) where (athlete_id is not null);
create index tasks_of_company on tasks using btree (organization_id, company_id) where (company_id is not null);
create index tasks_of_company_entry on tasks using btree (organization_id, company_entry_id) where (company_entry_id is not null);
create index tasks_of_deal on tasks using btree (organization_id, deal_id) where (deal_id is not null);
create index tasks_of_entry on tasks using btree (organization_id, entry_id) where (entry_id is not null);
create index tasks_search on tasks using gin (indexed_words("left"((organization_id)::text, 8), folded));
create trigger announce_delete after delete on tasks referencing old table as former for each statement execute function announce_tasks();
create trigger announce_insert after insert on tasks referencing new table as changed for each statement execute function announce_tasks();
create trigger announce_update after update on tasks referencing old table as former new table as changed for each statement execute function announce_tasks();
create trigger forget_deleted after delete on tasks referencing old table as former for each statement execute function forget_deleted_tasks();
create trigger note_words_of_insert after insert on tasks referencing new table as changed for each statement execute function note_words('organization_id');
create trigger note_words_of_update after update on tasks referencing old table as before new table as changed for each statement execute function note_words('organization_id');
alter table tasks enable row level security;
create policy of_organization on tasks for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table tasks_words (
  organization_id uuid not null,
  word text collate "C" not null
);
create index tasks_words_exactly on tasks_words using btree (organization_id, word);
create index tasks_words_similar on tasks_words using gin (organization_id, word gin_trgm_ops);
alter table tasks_words enable row level security;
create policy of_organization on tasks_words for all using (organization_id = current_organization());

create table tax_exemptions (
  organization_id uuid not null,
  granted_at timestamptz not null,
  granted_by uuid not null,
  primary key (organization_id),
  foreign key (granted_by) references users(id),
  foreign key (organization_id) references organizations(id)
);
alter table tax_exemptions enable row level security;
create policy of_organization on tax_exemptions for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table users (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text,
  email_verified boolean not null default false,
  image text,
  second_factor boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  staff_since timestamptz,
  phone text,
  primary key (id),
  unique (email),
  check ((email is null) = (deleted_at is not null))
);
create trigger fold_memberships_of_person after update of name, email on users for each row when (((old.name is distinct from new.name) or (old.email is distinct from new.email))) execute function fold_memberships_of_person();

create table verdict_answers (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  number integer not null,
  rule text not null,
  rule_version integer not null,
  reason text,
  answered_by uuid,
  answered_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, deal_id, number, rule, rule_version),
  foreign key (answered_by) references users(id),
  foreign key (organization_id, deal_id, number) references deal_versions(organization_id, deal_id, number) on delete cascade
);
create index verdict_answers_by_time on verdict_answers using btree (organization_id, answered_at, id);
create trigger announce_delete after delete on verdict_answers referencing old table as changed for each statement execute function announce_change('deals', 'deal_id');
create trigger announce_insert after insert on verdict_answers referencing new table as changed for each statement execute function announce_change('deals', 'deal_id');
create trigger announce_update after update on verdict_answers referencing new table as changed for each statement execute function announce_change('deals', 'deal_id');
alter table verdict_answers enable row level security;
create policy of_organization on verdict_answers for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table verdicts (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  deal_id uuid,
  number integer,
  agreement_id uuid,
  subject_id uuid not null generated always as (coalesce(deal_id, agreement_id)) stored,
  rule text not null,
  rule_version integer not null,
  state text not null,
  sentence text not null,
  todo text,
  missing text[] not null,
  due_on date,
  due_at timestamptz,
  uses_amount boolean not null,
  input_hash bytea not null,
  since timestamptz not null,
  judged_at timestamptz not null,
  superseded_at timestamptz,
  changed_at timestamptz,
  before_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, agreement_id) references agreements(organization_id, id) on delete cascade,
  foreign key (organization_id, deal_id, number) references deal_versions(organization_id, deal_id, number) on delete cascade,
  check ((deal_id is null) <> (agreement_id is null)),
  check ((deal_id is null) = (number is null)),
  check (state in ('blocked', 'attention', 'cannot-judge', 'fine', 'not-applicable'))
);
create index verdicts_by_news on verdicts using btree (organization_id, rule, rule_version, state, changed_at, id) where ((superseded_at is null) and (changed_at is not null));
create index verdicts_of_subject on verdicts using btree (organization_id, subject_id, since);
create index verdicts_unjudged on verdicts using btree (organization_id, rule, deal_id) where ((state = 'cannot-judge') and (superseded_at is null));
create unique index verdicts_current on verdicts using btree (organization_id, subject_id, coalesce(number, 0), rule) where (superseded_at is null);
create trigger announce_delete after delete on verdicts referencing old table as changed for each statement execute function announce_change('verdicts', 'subject_id');
create trigger announce_insert after insert on verdicts referencing new table as changed for each statement execute function announce_change('verdicts', 'subject_id');
create trigger announce_update after update on verdicts referencing new table as changed for each statement execute function announce_change('verdicts', 'subject_id');
alter table verdicts enable row level security;
create policy of_organization on verdicts for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create table verifications (
  id uuid not null default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id)
);
create index verifications_identifier on verifications using btree (identifier);

create table view_alerts (
  organization_id uuid not null,
  user_id uuid not null,
  view_id uuid not null,
  known text[] not null,
  checked_on date not null,
  primary key (organization_id, user_id, view_id),
  foreign key (organization_id, user_id) references memberships(organization_id, user_id) on delete cascade,
  foreign key (organization_id, view_id) references saved_views(organization_id, id) on delete cascade
);
create index view_alerts_of on view_alerts using btree (organization_id, view_id);
alter table view_alerts enable row level security;
create policy of_organization on view_alerts for all using (organization_id = (nullif(current_setting('app.organization', true), ''))::uuid);

create view all_billing_details as
 select organization_id,
    billing_email,
    legal_name,
    address_line1,
    address_line2,
    city,
    state,
    postal_code,
    country,
    tax_id
   from billing_details;

create view all_guardianships as
 select organization_id,
    id,
    athlete_id,
    contact_id,
    reach,
    email,
    token_hash,
    invited_by,
    invited_at,
    expires_at,
    user_id,
    confirmed_at,
    consents_to_account,
    verified_by,
    verified_at,
    verified_how,
    ended_at,
    self_verification_reason
   from guardianships;

create view all_invitations as
 select id,
    organization_id,
    email,
    role,
    token_hash,
    invited_by,
    sent_at,
    expires_at,
    folded,
    athlete_id,
    programs
   from invitations;

create view all_invoices as
 select id,
    number,
    subscription_id,
    organization_id,
    status,
    billed_to,
    billing_email,
    lines,
    total_cents,
    issued_at,
    due_at,
    paid_at,
    paid_by,
    payment_reference,
    billed_to_address,
    billed_to_country,
    billed_to_tax_id,
    issuer,
    tax_name,
    tax_rate_millionths,
    tax_cents,
    subtotal_cents,
    folded
   from invoices;

create view all_jobs as
 select id,
    organization_id,
    name,
    key,
    data,
    state,
    start_after,
    attempts,
    lease,
    rerun_requested,
    created_at,
    failed_at,
    reason,
    traceparent,
    scheduled
   from jobs;

create view all_memberships as
 select organization_id,
    user_id,
    role,
    created_at,
    folded
   from memberships;

create view all_organizations as
 select id,
    name,
    kind,
    created_at,
    closed_at,
    folded,
    sample,
    time_zone,
    currency,
    fiscal_month,
    self_approval,
    trial_ends_at,
    trial_of
   from organizations;

create view all_permission_settings as
 select organization_id,
    role,
    permission,
    allowed
   from permission_settings;

create view all_price_offers as
 select id,
    organization_id,
    subscription_id,
    plan_id,
    price_cents,
    offered_at,
    offered_by,
    accepted_at,
    accepted_by,
    withdrawn_at
   from price_offers;

create view all_subscriptions as
 select id,
    organization_id,
    plan_id,
    seats,
    price_cents,
    status,
    trial_ends_at,
    billing_anchor,
    period_number,
    period_start,
    period_end,
    past_due_since,
    cancel_at_period_end,
    next_plan_id,
    next_seats,
    next_price_cents,
    created_at,
    canceled_at,
    trial_notice_days,
    subscribed_by
   from subscriptions;

create view all_tax_exemptions as
 select organization_id,
    granted_at,
    granted_by
   from tax_exemptions;

create view athlete_viewers with (security_invoker=true) as
 select athlete_assignments.organization_id,
    athlete_assignments.athlete_id,
    athlete_assignments.user_id
   from athlete_assignments
union all
 select a.organization_id,
    a.athlete_id,
    m.user_id
   from current_program_members m
     join program_athletes a on a.organization_id = m.organization_id and a.program_id = m.program_id
  where a.starts_on <= m.today and (a.ends_on is null or a.ends_on >= m.today);

create view current_program_members with (security_invoker=true) as
 select m.organization_id,
    m.program_id,
    m.user_id,
    (now() at time zone o.time_zone)::date as today
   from program_members m
     join organizations o on o.id = m.organization_id
     join programs p on p.organization_id = m.organization_id and p.id = m.program_id
  where p.archived_at is null and m.starts_on <= (now() at time zone o.time_zone)::date and (m.ends_on is null or m.ends_on >= (now() at time zone o.time_zone)::date);

create view payables with (security_invoker=true) as
 select p.organization_id,
    p.id,
    'pay' as kind,
    p.title,
    coalesce(p.due_on, p.met_on) as due_on,
    p.currency,
        case
            when p.state = 'expected' then greatest(p.amount_minor, p.received_minor)
            else p.received_minor
        end as amount_minor,
    p.received_minor as paid_minor,
    p.athlete_id,
    p.deal_id,
    null::uuid as colleague_id
   from payments p
  where p.outgoing and not p.in_kind and (p.state = 'expected' or p.received_minor > 0 or (exists ( select
           from payouts o
          where o.organization_id = p.organization_id and o.payment_id = p.id)))
union all
 select e.organization_id,
    e.id,
    'expense' as kind,
    e.vendor as title,
    e.spent_on as due_on,
    e.currency,
    e.amount_minor,
    e.repaid_minor as paid_minor,
    e.athlete_id,
    e.deal_id,
    e.added_by as colleague_id
   from expenses e
  where e.paid_by = 'colleague' and e.state = 'approved';

CREATE OR REPLACE PROCEDURE public.announce_changes(IN p_table regclass, IN p_topic text, IN p_id name)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('create trigger announce_insert after insert on %s referencing new table as changed
    for each statement execute function announce_change(%L, %L)', p_table, p_topic, p_id);
  execute format('create trigger announce_update after update on %s referencing new table as changed
    for each statement execute function announce_change(%L, %L)', p_table, p_topic, p_id);
  execute format('create trigger announce_delete after delete on %s referencing old table as changed
    for each statement execute function announce_change(%L, %L)', p_table, p_topic, p_id);
end
$procedure$
;

CREATE OR REPLACE FUNCTION company_core(p_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select replace(regexp_replace(regexp_replace(
    trim(regexp_replace(regexp_replace(fold(p_name), '[.''’]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')),
    '( (inc|incorporated|llc|llp|lp|ltd|limited|plc|corp|corporation|co|company))+$', ''), '^the ', ''), ' ', '');
$function$
;

CREATE OR REPLACE FUNCTION current_organization()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select nullif(current_setting('app.organization', true), '')::uuid;
$function$
;

CREATE OR REPLACE FUNCTION expected_agent_notices(p_search text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET max_parallel_workers_per_gather TO '0'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      search word_search := search_of_agent_notices(p_search);
      one_row text := format('%s @@ %L limit 1', 'select from agent_notices where indexed_words(left(organization_id::text, 8), folded)', search.words);
      plan jsonb;
      expected float;
    begin
      execute 'explain (format json) ' || one_row into plan;
      expected := plan #> '{0,Plan,Plans,0,Plan Rows}';
      if expected < 5000 then
        execute 'explain (analyze, timing off, format json) ' || one_row into plan;
        expected := plan #> '{0,Plan,Plans,0,Plans,0,Actual Rows}';
      end if;
      return expected;
    end $function$
;

CREATE OR REPLACE FUNCTION expected_athletes(p_search text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET max_parallel_workers_per_gather TO '0'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      search word_search := search_of_athletes(p_search);
      one_row text := format('%s @@ %L limit 1', 'select from athletes where indexed_words(left(organization_id::text, 8), folded)', search.words);
      plan jsonb;
      expected float;
    begin
      execute 'explain (format json) ' || one_row into plan;
      expected := plan #> '{0,Plan,Plans,0,Plan Rows}';
      if expected < 5000 then
        execute 'explain (analyze, timing off, format json) ' || one_row into plan;
        expected := plan #> '{0,Plan,Plans,0,Plans,0,Actual Rows}';
      end if;
      return expected;
    end $function$
;

CREATE OR REPLACE FUNCTION expected_companies(p_search text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET max_parallel_workers_per_gather TO '0'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      search word_search := search_of_companies(p_search);
      one_row text := format('%s @@ %L limit 1', 'select from companies where indexed_words(left(organization_id::text, 8), folded)', search.words);
      plan jsonb;
      expected float;
    begin
      execute 'explain (format json) ' || one_row into plan;
      expected := plan #> '{0,Plan,Plans,0,Plan Rows}';
      if expected < 5000 then
        execute 'explain (analyze, timing off, format json) ' || one_row into plan;
        expected := plan #> '{0,Plan,Plans,0,Plans,0,Actual Rows}';
      end if;
      return expected;
    end $function$
;

CREATE OR REPLACE FUNCTION expected_deals(p_search text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET max_parallel_workers_per_gather TO '0'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      search word_search := search_of_deals(p_search);
      one_row text := format('%s @@ %L limit 1', 'select from deals where indexed_words(left(organization_id::text, 8), folded)', search.words);
      plan jsonb;
      expected float;
    begin
      execute 'explain (format json) ' || one_row into plan;
      expected := plan #> '{0,Plan,Plans,0,Plan Rows}';
      if expected < 5000 then
        execute 'explain (analyze, timing off, format json) ' || one_row into plan;
        expected := plan #> '{0,Plan,Plans,0,Plans,0,Actual Rows}';
      end if;
      return expected;
    end $function$
;

CREATE OR REPLACE FUNCTION expected_demo_requests(p_search text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET max_parallel_workers_per_gather TO '0'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      search word_search := search_of_demo_requests(p_search);
      one_row text := format('%s @@ %L limit 1', 'select from demo_requests where indexed_words('''', folded)', search.words);
      plan jsonb;
      expected float;
    begin
      execute 'explain (format json) ' || one_row into plan;
      expected := plan #> '{0,Plan,Plans,0,Plan Rows}';
      if expected < 5000 then
        execute 'explain (analyze, timing off, format json) ' || one_row into plan;
        expected := plan #> '{0,Plan,Plans,0,Plans,0,Actual Rows}';
      end if;
      return expected;
    end $function$
;

CREATE OR REPLACE FUNCTION expected_disclosures(p_search text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET max_parallel_workers_per_gather TO '0'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      search word_search := search_of_disclosures(p_search);
      one_row text := format('%s @@ %L limit 1', 'select from disclosures where indexed_words(left(organization_id::text, 8), folded)', search.words);
      plan jsonb;
      expected float;
    begin
      execute 'explain (format json) ' || one_row into plan;
      expected := plan #> '{0,Plan,Plans,0,Plan Rows}';
      if expected < 5000 then
        execute 'explain (analyze, timing off, format json) ' || one_row into plan;
        expected := plan #> '{0,Plan,Plans,0,Plans,0,Actual Rows}';
      end if;
      return expected;
    end $function$
;

CREATE OR REPLACE FUNCTION expected_memberships(p_search text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET max_parallel_workers_per_gather TO '0'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      search word_search := search_of_memberships(p_search);
      one_row text := format('%s @@ %L limit 1', 'select from memberships where indexed_words(left(organization_id::text, 8), folded)', search.words);
      plan jsonb;
      expected float;
    begin
      execute 'explain (format json) ' || one_row into plan;
      expected := plan #> '{0,Plan,Plans,0,Plan Rows}';
      if expected < 5000 then
        execute 'explain (analyze, timing off, format json) ' || one_row into plan;
        expected := plan #> '{0,Plan,Plans,0,Plans,0,Actual Rows}';
      end if;
      return expected;
    end $function$
;

CREATE OR REPLACE FUNCTION expected_tasks(p_search text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET max_parallel_workers_per_gather TO '0'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      search word_search := search_of_tasks(p_search);
      one_row text := format('%s @@ %L limit 1', 'select from tasks where indexed_words(left(organization_id::text, 8), folded)', search.words);
      plan jsonb;
      expected float;
    begin
      execute 'explain (format json) ' || one_row into plan;
      expected := plan #> '{0,Plan,Plans,0,Plan Rows}';
      if expected < 5000 then
        execute 'explain (analyze, timing off, format json) ' || one_row into plan;
        expected := plan #> '{0,Plan,Plans,0,Plans,0,Actual Rows}';
      end if;
      return expected;
    end $function$
;

CREATE OR REPLACE FUNCTION find_agent_notices(p_search text, p_most integer)
 RETURNS SETOF agent_notices
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      written text[] := search_patterns(p_search);
      search word_search := search_of_agent_notices(p_search);
    begin
      return query select * from agent_notices where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ search.words
        and folded like all (written) and search_text(folded) like all (search.patterns) limit p_most;
    end $function$
;

CREATE OR REPLACE FUNCTION find_athletes(p_search text, p_most integer)
 RETURNS SETOF athletes
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      written text[] := search_patterns(p_search);
      search word_search := search_of_athletes(p_search);
    begin
      return query select * from athletes where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ search.words
        and folded like all (written) and search_text(folded) like all (search.patterns) limit p_most;
    end $function$
;

CREATE OR REPLACE FUNCTION find_companies(p_search text, p_most integer)
 RETURNS SETOF companies
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      written text[] := search_patterns(p_search);
      search word_search := search_of_companies(p_search);
    begin
      return query select * from companies where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ search.words
        and folded like all (written) and search_text(folded) like all (search.patterns) limit p_most;
    end $function$
;

CREATE OR REPLACE FUNCTION find_deals(p_search text, p_most integer)
 RETURNS SETOF deals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      written text[] := search_patterns(p_search);
      search word_search := search_of_deals(p_search);
    begin
      return query select * from deals where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ search.words
        and folded like all (written) and search_text(folded) like all (search.patterns) limit p_most;
    end $function$
;

CREATE OR REPLACE FUNCTION find_demo_requests(p_search text, p_most integer)
 RETURNS SETOF demo_requests
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      written text[] := search_patterns(p_search);
      search word_search := search_of_demo_requests(p_search);
    begin
      return query select * from demo_requests where true and indexed_words('', folded) @@ search.words
        and folded like all (written) and search_text(folded) like all (search.patterns) limit p_most;
    end $function$
;

CREATE OR REPLACE FUNCTION find_disclosures(p_search text, p_most integer)
 RETURNS SETOF disclosures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      written text[] := search_patterns(p_search);
      search word_search := search_of_disclosures(p_search);
    begin
      return query select * from disclosures where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ search.words
        and folded like all (written) and search_text(folded) like all (search.patterns) limit p_most;
    end $function$
;

CREATE OR REPLACE FUNCTION find_memberships(p_search text, p_most integer)
 RETURNS SETOF memberships
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      written text[] := search_patterns(p_search);
      search word_search := search_of_memberships(p_search);
    begin
      return query select * from memberships where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ search.words
        and folded like all (written) and search_text(folded) like all (search.patterns) limit p_most;
    end $function$
;

CREATE OR REPLACE FUNCTION find_tasks(p_search text, p_most integer)
 RETURNS SETOF tasks
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
    declare
      written text[] := search_patterns(p_search);
      search word_search := search_of_tasks(p_search);
    begin
      return query select * from tasks where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ search.words
        and folded like all (written) and search_text(folded) like all (search.patterns) limit p_most;
    end $function$
;

CREATE OR REPLACE FUNCTION fold(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select lower(unaccent('public.unaccent', p_text) collate "und-x-icu") collate "C";
$function$
;

CREATE OR REPLACE FUNCTION forget_unused_words_of_agent_notices(p_text text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
    declare
      unused tid[];
    begin
      if p_text is not null then
        delete from agent_notices_words w where organization_id = current_organization() and word in (select spelled_words(p_text)) and not exists (select from agent_notices where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
        return;
      end if;
      unused := array(select ctid from agent_notices_words w where not exists (select from agent_notices where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery));
      if unused <> '{}' then
        lock table agent_notices_words in share row exclusive mode;
        delete from agent_notices_words w where ctid = any(unused) and not exists (select from agent_notices where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
      end if;
      delete from agent_notices_words w using agent_notices_words other where w.ctid > other.ctid and w.word = other.word and w.organization_id = other.organization_id;
    end $function$
;

CREATE OR REPLACE FUNCTION forget_unused_words_of_athletes(p_text text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
    declare
      unused tid[];
    begin
      if p_text is not null then
        delete from athletes_words w where organization_id = current_organization() and word in (select spelled_words(p_text)) and not exists (select from athletes where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
        return;
      end if;
      unused := array(select ctid from athletes_words w where not exists (select from athletes where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery));
      if unused <> '{}' then
        lock table athletes_words in share row exclusive mode;
        delete from athletes_words w where ctid = any(unused) and not exists (select from athletes where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
      end if;
      delete from athletes_words w using athletes_words other where w.ctid > other.ctid and w.word = other.word and w.organization_id = other.organization_id;
    end $function$
;

CREATE OR REPLACE FUNCTION forget_unused_words_of_companies(p_text text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
    declare
      unused tid[];
    begin
      if p_text is not null then
        delete from companies_words w where organization_id = current_organization() and word in (select spelled_words(p_text)) and not exists (select from companies where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
        return;
      end if;
      unused := array(select ctid from companies_words w where not exists (select from companies where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery));
      if unused <> '{}' then
        lock table companies_words in share row exclusive mode;
        delete from companies_words w where ctid = any(unused) and not exists (select from companies where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
      end if;
      delete from companies_words w using companies_words other where w.ctid > other.ctid and w.word = other.word and w.organization_id = other.organization_id;
    end $function$
;

CREATE OR REPLACE FUNCTION forget_unused_words_of_deals(p_text text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
    declare
      unused tid[];
    begin
      if p_text is not null then
        delete from deals_words w where organization_id = current_organization() and word in (select spelled_words(p_text)) and not exists (select from deals where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
        return;
      end if;
      unused := array(select ctid from deals_words w where not exists (select from deals where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery));
      if unused <> '{}' then
        lock table deals_words in share row exclusive mode;
        delete from deals_words w where ctid = any(unused) and not exists (select from deals where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
      end if;
      delete from deals_words w using deals_words other where w.ctid > other.ctid and w.word = other.word and w.organization_id = other.organization_id;
    end $function$
;

CREATE OR REPLACE FUNCTION forget_unused_words_of_demo_requests(p_text text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
    declare
      unused tid[];
    begin
      if p_text is not null then
        delete from demo_requests_words w where true and word in (select spelled_words(p_text)) and not exists (select from demo_requests where indexed_words('', folded) @@ words_query('', array[w.word], '')::tsquery);
        return;
      end if;
      unused := array(select ctid from demo_requests_words w where not exists (select from demo_requests where indexed_words('', folded) @@ words_query('', array[w.word], '')::tsquery));
      if unused <> '{}' then
        lock table demo_requests_words in share row exclusive mode;
        delete from demo_requests_words w where ctid = any(unused) and not exists (select from demo_requests where indexed_words('', folded) @@ words_query('', array[w.word], '')::tsquery);
      end if;
      delete from demo_requests_words w using demo_requests_words other where w.ctid > other.ctid and w.word = other.word ;
    end $function$
;

CREATE OR REPLACE FUNCTION forget_unused_words_of_disclosures(p_text text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
    declare
      unused tid[];
    begin
      if p_text is not null then
        delete from disclosures_words w where organization_id = current_organization() and word in (select spelled_words(p_text)) and not exists (select from disclosures where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
        return;
      end if;
      unused := array(select ctid from disclosures_words w where not exists (select from disclosures where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery));
      if unused <> '{}' then
        lock table disclosures_words in share row exclusive mode;
        delete from disclosures_words w where ctid = any(unused) and not exists (select from disclosures where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
      end if;
      delete from disclosures_words w using disclosures_words other where w.ctid > other.ctid and w.word = other.word and w.organization_id = other.organization_id;
    end $function$
;

CREATE OR REPLACE FUNCTION forget_unused_words_of_memberships(p_text text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
    declare
      unused tid[];
    begin
      if p_text is not null then
        delete from memberships_words w where organization_id = current_organization() and word in (select spelled_words(p_text)) and not exists (select from memberships where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
        return;
      end if;
      unused := array(select ctid from memberships_words w where not exists (select from memberships where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery));
      if unused <> '{}' then
        lock table memberships_words in share row exclusive mode;
        delete from memberships_words w where ctid = any(unused) and not exists (select from memberships where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
      end if;
      delete from memberships_words w using memberships_words other where w.ctid > other.ctid and w.word = other.word and w.organization_id = other.organization_id;
    end $function$
;

CREATE OR REPLACE FUNCTION forget_unused_words_of_tasks(p_text text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
    declare
      unused tid[];
    begin
      if p_text is not null then
        delete from tasks_words w where organization_id = current_organization() and word in (select spelled_words(p_text)) and not exists (select from tasks where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
        return;
      end if;
      unused := array(select ctid from tasks_words w where not exists (select from tasks where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery));
      if unused <> '{}' then
        lock table tasks_words in share row exclusive mode;
        delete from tasks_words w where ctid = any(unused) and not exists (select from tasks where indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(w.organization_id::text, 8), array[w.word], '')::tsquery);
      end if;
      delete from tasks_words w using tasks_words other where w.ctid > other.ctid and w.word = other.word and w.organization_id = other.organization_id;
    end $function$
;

CREATE OR REPLACE FUNCTION indexed_words(p_scope text, p_text text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_to_tsvector(array_remove(array_remove(string_to_array(replace(
    regexp_replace(' ' || public.search_text(p_text), ' ([^ 0-9]*)([0-9][^ ]*)', ' \1 #\1\2', 'g'),
    ' ', ' ' || p_scope), ' '), ''), p_scope));
$function$
;

CREATE OR REPLACE PROCEDURE public.make_searchable(IN p_table regclass)
 LANGUAGE plpgsql
AS $procedure$
declare
  of_organization boolean := exists (select from pg_attribute where attrelid = p_table and attname = 'organization_id');
  words_table text := p_table || '_words';
  -- Where rows and words are looked for.
  scope text := case when of_organization then 'left(current_organization()::text, 8)' else '''''' end;
  mine text := case when of_organization then 'organization_id = current_organization()' else 'true' end;
  indexed text := format('indexed_words(%s, folded)', case when of_organization then 'left(organization_id::text, 8)' else '''''' end);
begin
  execute format('create index %I on %s using gin ((%s))', p_table || '_search', p_table, indexed);
  execute format('alter index %I alter column 1 set statistics 1000', p_table || '_search');

  execute format('create table %I (%s word text collate "C" not null)', words_table,
    case when of_organization then 'organization_id uuid not null,' end);
  execute format('alter table %I enable row level security', words_table);
  if of_organization then
    execute format('create policy of_organization on %I using (organization_id = current_organization())', words_table);
  end if;
  execute format('insert into %I select distinct %s word from %s, spelled_words(folded) as word', words_table,
    case when of_organization then 'organization_id,' end, p_table);
  execute format('create index %I on %I (%s word)', words_table || '_exactly', words_table,
    case when of_organization then 'organization_id,' end);
  execute format('create index %I on %I using gin (%s word gin_trgm_ops)', words_table || '_similar', words_table,
    case when of_organization then 'organization_id,' end);
  execute format('create trigger note_words_of_insert after insert on %s referencing new table as changed
    for each statement execute function note_words(%L)', p_table, case when of_organization then 'organization_id' else '' end);
  execute format('create trigger note_words_of_update after update on %s referencing old table as before new table as changed
    for each statement execute function note_words(%L)', p_table, case when of_organization then 'organization_id' else '' end);

  -- Each word is looked for at the beginnings of words, and only if no word begins with it, within them. Of what is written together,
  -- such as an address, all but the last are whole words. What is before an @ is enough for the index: half of all addresses end alike.
  execute format($f$
    create function %1$I(p_search text) returns word_search language plpgsql stable security definer
      set search_path = public, pg_temp as $b$
    declare
      search word_search := (null, '{}');
      query text;
      written text;
      asked text;
      words text[];
      containing text[];
    begin
      foreach written in array string_to_array(fold(p_search), ' ') loop
        asked := trim(search_text(written));
        continue when asked = '';
        containing := null;
        if asked ~ '^[^0-9 ]{3,}$' and not exists (select from %2$I where %3$s and word >= asked and word < asked || chr(1114111)) then
          containing := array(select distinct word from %2$I where %3$s and word like '%%' || asked || '%%');
        end if;
        search.patterns := search.patterns || ('%%' || case when containing is null then ' ' else '' end || asked || '%%');
        if containing <> '{}' then
          query := concat_ws(' & ', query, '(' || words_query(%4$s, containing, ' | ') || ')');
        else
          words := search_words(regexp_replace(written, '(.{3})@.*', '\1'));
          query := concat_ws(' & ', query, words_query(%4$s, words[:cardinality(words) - 1], ' & ', ''),
            words_query(%4$s, words[cardinality(words):], ' & ', case when written ~ '.{3}@' then '' else ':*' end));
        end if;
      end loop;
      search.words := query::tsquery;
      return search;
    end $b$ $f$, 'search_of_' || p_table, words_table, mine, scope);

  execute format($f$
    create or replace function %1$I(p_search text, p_most integer) returns setof %2$s language plpgsql stable security definer
      set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
      set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $b$
    declare
      written text[] := search_patterns(p_search);
      search word_search := %3$I(p_search);
    begin
      return query select * from %2$s where %4$s and %5$s @@ search.words
        and folded like all (written) and search_text(folded) like all (search.patterns) limit p_most;
    end $b$ $f$, 'find_' || p_table, p_table, 'search_of_' || p_table, mine, indexed);

  -- How many rows a search finds, at most, without a look at any of them: PostgreSQL knows of words that are very frequent, and others
  -- are counted in the index.
  execute format($f$
    create or replace function %1$I(p_search text) returns bigint language plpgsql security definer
      set search_path = public, pg_temp set max_parallel_workers_per_gather = 0
      set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $b$
    declare
      search word_search := %3$I(p_search);
      one_row text := format('%%s @@ %%L limit 1', %2$L, search.words);
      plan jsonb;
      expected float;
    begin
      execute 'explain (format json) ' || one_row into plan;
      expected := plan #> '{0,Plan,Plans,0,Plan Rows}';
      if expected < 5000 then
        execute 'explain (analyze, timing off, format json) ' || one_row into plan;
        expected := plan #> '{0,Plan,Plans,0,Plans,0,Actual Rows}';
      end if;
      return expected;
    end $b$ $f$, 'expected_' || p_table, format('select from %s where %s', p_table, indexed), 'search_of_' || p_table);

  -- Rows with words that are similar to those of the search: the most similar words first, all of them in one row if there is such a
  -- row, and otherwise at least one.
  execute format($f$
    create or replace function %1$I(p_search text, p_most integer) returns setof %2$s language plpgsql stable security definer
      set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set pg_trgm.word_similarity_threshold = 0.4
      set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $b$
    declare
      asked text;
      letters text;
      similar_words text[];
      -- For each word of the search those to look for instead, the most similar first.
      alternatives jsonb[] := '{}';
      chosen text[];
      wanted tsquery;
      last tsquery;
      shown tsquery;
      added integer;
      missing integer := p_most;
    begin
      foreach asked in array search_words(fold(p_search)) loop
        letters := rtrim(asked, '0123456789');
        if length(letters) < 3 or exists (select from %3$I where %4$s and word >= letters and word < letters || chr(1114111)) then
          similar_words := array[asked, letters];
        else
          similar_words := array(select word from (select distinct word from %3$I where %4$s and letters <%% word) similar_ones
            order by word_similarity(letters, word) desc, similarity(letters, word) desc, word limit 5);
        end if;
        if similar_words <> '{}' then
          alternatives := alternatives || to_jsonb(array_remove(similar_words, ''));
        end if;
      end loop;
      for turn in 0 .. 4 loop
        chosen := array(select coalesce(one->>turn, one->>-1) from unnest(alternatives) as one);
        exit when chosen = '{}' or missing <= 0;
        wanted := words_query(%5$s, chosen, ' & ');
        continue when turn > 0 and wanted = last;
        return query select * from %2$s where %4$s and %6$s @@ (case when turn = 0 then wanted else wanted && !! shown end) limit missing;
        get diagnostics added = row_count;
        missing := missing - added;
        shown := case when turn = 0 then wanted else shown || wanted end;
        last := wanted;
      end loop;
      if missing = p_most and cardinality(alternatives) > 1 then
        chosen := array(select one->>0 from unnest(alternatives) as one);
        return query select (candidate).* from (
            select t as candidate, word_similarity(fold(p_search), folded) as similarity from %2$s t
            where %4$s and %6$s @@ words_query(%5$s, chosen, ' | ')::tsquery limit 150
          ) candidates order by similarity desc limit p_most;
      end if;
    end $b$ $f$, 'similar_' || p_table, p_table, words_table, mine, scope, indexed);

  -- Words that no row has any more. Those of a text that was erased, in the present organization, go at once: if someone adds a row with
  -- one of them at the very moment, that word is not corrected to, which does less harm than waiting. Of all others, what seems to be
  -- one is looked at again while nobody notes words: whoever found it noted a moment ago has added their row by then.
  execute format($f$
    create function %1$I(p_text text default null) returns void language plpgsql security definer set search_path = public, pg_temp
      set enable_seqscan = off as $b$
    declare
      unused tid[];
    begin
      if p_text is not null then
        delete from %2$I w where %5$s and word in (select spelled_words(p_text)) and not %3$s;
        return;
      end if;
      unused := array(select ctid from %2$I w where not %3$s);
      if unused <> '{}' then
        lock table %2$I in share row exclusive mode;
        delete from %2$I w where ctid = any(unused) and not %3$s;
      end if;
      delete from %2$I w using %2$I other where w.ctid > other.ctid and w.word = other.word %4$s;
    end $b$ $f$, 'forget_unused_words_of_' || p_table, words_table,
    format('exists (select from %s where %s @@ words_query(%s, array[w.word], '''')::tsquery)', p_table, indexed,
      case when of_organization then 'left(w.organization_id::text, 8)' else '''''' end),
    case when of_organization then 'and w.organization_id = other.organization_id' end, mine);
end
$procedure$
;

CREATE OR REPLACE FUNCTION new_id()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
RETURN uuid_at(clock_timestamp(), gen_random_uuid())
;

CREATE OR REPLACE FUNCTION search_of_agent_notices(p_search text)
 RETURNS word_search
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    declare
      search word_search := (null, '{}');
      query text;
      written text;
      asked text;
      words text[];
      containing text[];
    begin
      foreach written in array string_to_array(fold(p_search), ' ') loop
        asked := trim(search_text(written));
        continue when asked = '';
        containing := null;
        if asked ~ '^[^0-9 ]{3,}$' and not exists (select from agent_notices_words where organization_id = current_organization() and word >= asked and word < asked || chr(1114111)) then
          containing := array(select distinct word from agent_notices_words where organization_id = current_organization() and word like '%' || asked || '%');
        end if;
        search.patterns := search.patterns || ('%' || case when containing is null then ' ' else '' end || asked || '%');
        if containing <> '{}' then
          query := concat_ws(' & ', query, '(' || words_query(left(current_organization()::text, 8), containing, ' | ') || ')');
        else
          words := search_words(regexp_replace(written, '(.{3})@.*', '\1'));
          query := concat_ws(' & ', query, words_query(left(current_organization()::text, 8), words[:cardinality(words) - 1], ' & ', ''),
            words_query(left(current_organization()::text, 8), words[cardinality(words):], ' & ', case when written ~ '.{3}@' then '' else ':*' end));
        end if;
      end loop;
      search.words := query::tsquery;
      return search;
    end $function$
;

CREATE OR REPLACE FUNCTION search_of_companies(p_search text)
 RETURNS word_search
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    declare
      search word_search := (null, '{}');
      query text;
      written text;
      asked text;
      words text[];
      containing text[];
    begin
      foreach written in array string_to_array(fold(p_search), ' ') loop
        asked := trim(search_text(written));
        continue when asked = '';
        containing := null;
        if asked ~ '^[^0-9 ]{3,}$' and not exists (select from companies_words where organization_id = current_organization() and word >= asked and word < asked || chr(1114111)) then
          containing := array(select distinct word from companies_words where organization_id = current_organization() and word like '%' || asked || '%');
        end if;
        search.patterns := search.patterns || ('%' || case when containing is null then ' ' else '' end || asked || '%');
        if containing <> '{}' then
          query := concat_ws(' & ', query, '(' || words_query(left(current_organization()::text, 8), containing, ' | ') || ')');
        else
          words := search_words(regexp_replace(written, '(.{3})@.*', '\1'));
          query := concat_ws(' & ', query, words_query(left(current_organization()::text, 8), words[:cardinality(words) - 1], ' & ', ''),
            words_query(left(current_organization()::text, 8), words[cardinality(words):], ' & ', case when written ~ '.{3}@' then '' else ':*' end));
        end if;
      end loop;
      search.words := query::tsquery;
      return search;
    end $function$
;

CREATE OR REPLACE FUNCTION search_of_deals(p_search text)
 RETURNS word_search
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    declare
      search word_search := (null, '{}');
      query text;
      written text;
      asked text;
      words text[];
      containing text[];
    begin
      foreach written in array string_to_array(fold(p_search), ' ') loop
        asked := trim(search_text(written));
        continue when asked = '';
        containing := null;
        if asked ~ '^[^0-9 ]{3,}$' and not exists (select from deals_words where organization_id = current_organization() and word >= asked and word < asked || chr(1114111)) then
          containing := array(select distinct word from deals_words where organization_id = current_organization() and word like '%' || asked || '%');
        end if;
        search.patterns := search.patterns || ('%' || case when containing is null then ' ' else '' end || asked || '%');
        if containing <> '{}' then
          query := concat_ws(' & ', query, '(' || words_query(left(current_organization()::text, 8), containing, ' | ') || ')');
        else
          words := search_words(regexp_replace(written, '(.{3})@.*', '\1'));
          query := concat_ws(' & ', query, words_query(left(current_organization()::text, 8), words[:cardinality(words) - 1], ' & ', ''),
            words_query(left(current_organization()::text, 8), words[cardinality(words):], ' & ', case when written ~ '.{3}@' then '' else ':*' end));
        end if;
      end loop;
      search.words := query::tsquery;
      return search;
    end $function$
;

CREATE OR REPLACE FUNCTION search_of_demo_requests(p_search text)
 RETURNS word_search
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    declare
      search word_search := (null, '{}');
      query text;
      written text;
      asked text;
      words text[];
      containing text[];
    begin
      foreach written in array string_to_array(fold(p_search), ' ') loop
        asked := trim(search_text(written));
        continue when asked = '';
        containing := null;
        if asked ~ '^[^0-9 ]{3,}$' and not exists (select from demo_requests_words where true and word >= asked and word < asked || chr(1114111)) then
          containing := array(select distinct word from demo_requests_words where true and word like '%' || asked || '%');
        end if;
        search.patterns := search.patterns || ('%' || case when containing is null then ' ' else '' end || asked || '%');
        if containing <> '{}' then
          query := concat_ws(' & ', query, '(' || words_query('', containing, ' | ') || ')');
        else
          words := search_words(regexp_replace(written, '(.{3})@.*', '\1'));
          query := concat_ws(' & ', query, words_query('', words[:cardinality(words) - 1], ' & ', ''),
            words_query('', words[cardinality(words):], ' & ', case when written ~ '.{3}@' then '' else ':*' end));
        end if;
      end loop;
      search.words := query::tsquery;
      return search;
    end $function$
;

CREATE OR REPLACE FUNCTION search_of_disclosures(p_search text)
 RETURNS word_search
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    declare
      search word_search := (null, '{}');
      query text;
      written text;
      asked text;
      words text[];
      containing text[];
    begin
      foreach written in array string_to_array(fold(p_search), ' ') loop
        asked := trim(search_text(written));
        continue when asked = '';
        containing := null;
        if asked ~ '^[^0-9 ]{3,}$' and not exists (select from disclosures_words where organization_id = current_organization() and word >= asked and word < asked || chr(1114111)) then
          containing := array(select distinct word from disclosures_words where organization_id = current_organization() and word like '%' || asked || '%');
        end if;
        search.patterns := search.patterns || ('%' || case when containing is null then ' ' else '' end || asked || '%');
        if containing <> '{}' then
          query := concat_ws(' & ', query, '(' || words_query(left(current_organization()::text, 8), containing, ' | ') || ')');
        else
          words := search_words(regexp_replace(written, '(.{3})@.*', '\1'));
          query := concat_ws(' & ', query, words_query(left(current_organization()::text, 8), words[:cardinality(words) - 1], ' & ', ''),
            words_query(left(current_organization()::text, 8), words[cardinality(words):], ' & ', case when written ~ '.{3}@' then '' else ':*' end));
        end if;
      end loop;
      search.words := query::tsquery;
      return search;
    end $function$
;

CREATE OR REPLACE FUNCTION search_of_memberships(p_search text)
 RETURNS word_search
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    declare
      search word_search := (null, '{}');
      query text;
      written text;
      asked text;
      words text[];
      containing text[];
    begin
      foreach written in array string_to_array(fold(p_search), ' ') loop
        asked := trim(search_text(written));
        continue when asked = '';
        containing := null;
        if asked ~ '^[^0-9 ]{3,}$' and not exists (select from memberships_words where organization_id = current_organization() and word >= asked and word < asked || chr(1114111)) then
          containing := array(select distinct word from memberships_words where organization_id = current_organization() and word like '%' || asked || '%');
        end if;
        search.patterns := search.patterns || ('%' || case when containing is null then ' ' else '' end || asked || '%');
        if containing <> '{}' then
          query := concat_ws(' & ', query, '(' || words_query(left(current_organization()::text, 8), containing, ' | ') || ')');
        else
          words := search_words(regexp_replace(written, '(.{3})@.*', '\1'));
          query := concat_ws(' & ', query, words_query(left(current_organization()::text, 8), words[:cardinality(words) - 1], ' & ', ''),
            words_query(left(current_organization()::text, 8), words[cardinality(words):], ' & ', case when written ~ '.{3}@' then '' else ':*' end));
        end if;
      end loop;
      search.words := query::tsquery;
      return search;
    end $function$
;

CREATE OR REPLACE FUNCTION search_of_tasks(p_search text)
 RETURNS word_search
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    declare
      search word_search := (null, '{}');
      query text;
      written text;
      asked text;
      words text[];
      containing text[];
    begin
      foreach written in array string_to_array(fold(p_search), ' ') loop
        asked := trim(search_text(written));
        continue when asked = '';
        containing := null;
        if asked ~ '^[^0-9 ]{3,}$' and not exists (select from tasks_words where organization_id = current_organization() and word >= asked and word < asked || chr(1114111)) then
          containing := array(select distinct word from tasks_words where organization_id = current_organization() and word like '%' || asked || '%');
        end if;
        search.patterns := search.patterns || ('%' || case when containing is null then ' ' else '' end || asked || '%');
        if containing <> '{}' then
          query := concat_ws(' & ', query, '(' || words_query(left(current_organization()::text, 8), containing, ' | ') || ')');
        else
          words := search_words(regexp_replace(written, '(.{3})@.*', '\1'));
          query := concat_ws(' & ', query, words_query(left(current_organization()::text, 8), words[:cardinality(words) - 1], ' & ', ''),
            words_query(left(current_organization()::text, 8), words[cardinality(words):], ' & ', case when written ~ '.{3}@' then '' else ':*' end));
        end if;
      end loop;
      search.words := query::tsquery;
      return search;
    end $function$
;

CREATE OR REPLACE FUNCTION search_text(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select translate(p_text, E'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 32));
$function$
;

CREATE OR REPLACE FUNCTION search_words(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_remove(string_to_array(public.search_text(p_text), ' '), '');
$function$
;

CREATE OR REPLACE FUNCTION similar_agent_notices(p_search text, p_most integer)
 RETURNS SETOF agent_notices
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.word_similarity_threshold" TO '0.4'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
#variable_conflict use_variable
    declare
      asked text;
      letters text;
      similar_words text[];
      -- For each word of the search those to look for instead, the most similar first.
      alternatives jsonb[] := '{}';
      chosen text[];
      wanted tsquery;
      last tsquery;
      shown tsquery;
      added integer;
      missing integer := p_most;
    begin
      foreach asked in array search_words(fold(p_search)) loop
        letters := rtrim(asked, '0123456789');
        if length(letters) < 3 or exists (select from agent_notices_words where organization_id = current_organization() and word >= letters and word < letters || chr(1114111)) then
          similar_words := array[asked, letters];
        else
          similar_words := array(select word from (select distinct word from agent_notices_words where organization_id = current_organization() and letters <% word) similar_ones
            order by word_similarity(letters, word) desc, similarity(letters, word) desc, word limit 5);
        end if;
        if similar_words <> '{}' then
          alternatives := alternatives || to_jsonb(array_remove(similar_words, ''));
        end if;
      end loop;
      for turn in 0 .. 4 loop
        chosen := array(select coalesce(one->>turn, one->>-1) from unnest(alternatives) as one);
        exit when chosen = '{}' or missing <= 0;
        wanted := words_query(left(current_organization()::text, 8), chosen, ' & ');
        continue when turn > 0 and wanted = last;
        return query select * from agent_notices where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ (case when turn = 0 then wanted else wanted && !! shown end) limit missing;
        get diagnostics added = row_count;
        missing := missing - added;
        shown := case when turn = 0 then wanted else shown || wanted end;
        last := wanted;
      end loop;
      if missing = p_most and cardinality(alternatives) > 1 then
        chosen := array(select one->>0 from unnest(alternatives) as one);
        return query select (candidate).* from (
            select t as candidate, word_similarity(fold(p_search), folded) as similarity from agent_notices t
            where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(current_organization()::text, 8), chosen, ' | ')::tsquery limit 150
          ) candidates order by similarity desc limit p_most;
      end if;
    end $function$
;

CREATE OR REPLACE FUNCTION similar_athletes(p_search text, p_most integer)
 RETURNS SETOF athletes
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.word_similarity_threshold" TO '0.4'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
#variable_conflict use_variable
    declare
      asked text;
      letters text;
      similar_words text[];
      -- For each word of the search those to look for instead, the most similar first.
      alternatives jsonb[] := '{}';
      chosen text[];
      wanted tsquery;
      last tsquery;
      shown tsquery;
      added integer;
      missing integer := p_most;
    begin
      foreach asked in array search_words(fold(p_search)) loop
        letters := rtrim(asked, '0123456789');
        if length(letters) < 3 or exists (select from athletes_words where organization_id = current_organization() and word >= letters and word < letters || chr(1114111)) then
          similar_words := array[asked, letters];
        else
          similar_words := array(select word from (select distinct word from athletes_words where organization_id = current_organization() and letters <% word) similar_ones
            order by word_similarity(letters, word) desc, similarity(letters, word) desc, word limit 5);
        end if;
        if similar_words <> '{}' then
          alternatives := alternatives || to_jsonb(array_remove(similar_words, ''));
        end if;
      end loop;
      for turn in 0 .. 4 loop
        chosen := array(select coalesce(one->>turn, one->>-1) from unnest(alternatives) as one);
        exit when chosen = '{}' or missing <= 0;
        wanted := words_query(left(current_organization()::text, 8), chosen, ' & ');
        continue when turn > 0 and wanted = last;
        return query select * from athletes where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ (case when turn = 0 then wanted else wanted && !! shown end) limit missing;
        get diagnostics added = row_count;
        missing := missing - added;
        shown := case when turn = 0 then wanted else shown || wanted end;
        last := wanted;
      end loop;
      if missing = p_most and cardinality(alternatives) > 1 then
        chosen := array(select one->>0 from unnest(alternatives) as one);
        return query select (candidate).* from (
            select t as candidate, word_similarity(fold(p_search), folded) as similarity from athletes t
            where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(current_organization()::text, 8), chosen, ' | ')::tsquery limit 150
          ) candidates order by similarity desc limit p_most;
      end if;
    end $function$
;

CREATE OR REPLACE FUNCTION similar_companies(p_search text, p_most integer)
 RETURNS SETOF companies
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.word_similarity_threshold" TO '0.4'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
#variable_conflict use_variable
    declare
      asked text;
      letters text;
      similar_words text[];
      -- For each word of the search those to look for instead, the most similar first.
      alternatives jsonb[] := '{}';
      chosen text[];
      wanted tsquery;
      last tsquery;
      shown tsquery;
      added integer;
      missing integer := p_most;
    begin
      foreach asked in array search_words(fold(p_search)) loop
        letters := rtrim(asked, '0123456789');
        if length(letters) < 3 or exists (select from companies_words where organization_id = current_organization() and word >= letters and word < letters || chr(1114111)) then
          similar_words := array[asked, letters];
        else
          similar_words := array(select word from (select distinct word from companies_words where organization_id = current_organization() and letters <% word) similar_ones
            order by word_similarity(letters, word) desc, similarity(letters, word) desc, word limit 5);
        end if;
        if similar_words <> '{}' then
          alternatives := alternatives || to_jsonb(array_remove(similar_words, ''));
        end if;
      end loop;
      for turn in 0 .. 4 loop
        chosen := array(select coalesce(one->>turn, one->>-1) from unnest(alternatives) as one);
        exit when chosen = '{}' or missing <= 0;
        wanted := words_query(left(current_organization()::text, 8), chosen, ' & ');
        continue when turn > 0 and wanted = last;
        return query select * from companies where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ (case when turn = 0 then wanted else wanted && !! shown end) limit missing;
        get diagnostics added = row_count;
        missing := missing - added;
        shown := case when turn = 0 then wanted else shown || wanted end;
        last := wanted;
      end loop;
      if missing = p_most and cardinality(alternatives) > 1 then
        chosen := array(select one->>0 from unnest(alternatives) as one);
        return query select (candidate).* from (
            select t as candidate, word_similarity(fold(p_search), folded) as similarity from companies t
            where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(current_organization()::text, 8), chosen, ' | ')::tsquery limit 150
          ) candidates order by similarity desc limit p_most;
      end if;
    end $function$
;

CREATE OR REPLACE FUNCTION similar_deals(p_search text, p_most integer)
 RETURNS SETOF deals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.word_similarity_threshold" TO '0.4'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
#variable_conflict use_variable
    declare
      asked text;
      letters text;
      similar_words text[];
      -- For each word of the search those to look for instead, the most similar first.
      alternatives jsonb[] := '{}';
      chosen text[];
      wanted tsquery;
      last tsquery;
      shown tsquery;
      added integer;
      missing integer := p_most;
    begin
      foreach asked in array search_words(fold(p_search)) loop
        letters := rtrim(asked, '0123456789');
        if length(letters) < 3 or exists (select from deals_words where organization_id = current_organization() and word >= letters and word < letters || chr(1114111)) then
          similar_words := array[asked, letters];
        else
          similar_words := array(select word from (select distinct word from deals_words where organization_id = current_organization() and letters <% word) similar_ones
            order by word_similarity(letters, word) desc, similarity(letters, word) desc, word limit 5);
        end if;
        if similar_words <> '{}' then
          alternatives := alternatives || to_jsonb(array_remove(similar_words, ''));
        end if;
      end loop;
      for turn in 0 .. 4 loop
        chosen := array(select coalesce(one->>turn, one->>-1) from unnest(alternatives) as one);
        exit when chosen = '{}' or missing <= 0;
        wanted := words_query(left(current_organization()::text, 8), chosen, ' & ');
        continue when turn > 0 and wanted = last;
        return query select * from deals where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ (case when turn = 0 then wanted else wanted && !! shown end) limit missing;
        get diagnostics added = row_count;
        missing := missing - added;
        shown := case when turn = 0 then wanted else shown || wanted end;
        last := wanted;
      end loop;
      if missing = p_most and cardinality(alternatives) > 1 then
        chosen := array(select one->>0 from unnest(alternatives) as one);
        return query select (candidate).* from (
            select t as candidate, word_similarity(fold(p_search), folded) as similarity from deals t
            where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(current_organization()::text, 8), chosen, ' | ')::tsquery limit 150
          ) candidates order by similarity desc limit p_most;
      end if;
    end $function$
;

CREATE OR REPLACE FUNCTION similar_demo_requests(p_search text, p_most integer)
 RETURNS SETOF demo_requests
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.word_similarity_threshold" TO '0.4'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
#variable_conflict use_variable
    declare
      asked text;
      letters text;
      similar_words text[];
      -- For each word of the search those to look for instead, the most similar first.
      alternatives jsonb[] := '{}';
      chosen text[];
      wanted tsquery;
      last tsquery;
      shown tsquery;
      added integer;
      missing integer := p_most;
    begin
      foreach asked in array search_words(fold(p_search)) loop
        letters := rtrim(asked, '0123456789');
        if length(letters) < 3 or exists (select from demo_requests_words where true and word >= letters and word < letters || chr(1114111)) then
          similar_words := array[asked, letters];
        else
          similar_words := array(select word from (select distinct word from demo_requests_words where true and letters <% word) similar_ones
            order by word_similarity(letters, word) desc, similarity(letters, word) desc, word limit 5);
        end if;
        if similar_words <> '{}' then
          alternatives := alternatives || to_jsonb(array_remove(similar_words, ''));
        end if;
      end loop;
      for turn in 0 .. 4 loop
        chosen := array(select coalesce(one->>turn, one->>-1) from unnest(alternatives) as one);
        exit when chosen = '{}' or missing <= 0;
        wanted := words_query('', chosen, ' & ');
        continue when turn > 0 and wanted = last;
        return query select * from demo_requests where true and indexed_words('', folded) @@ (case when turn = 0 then wanted else wanted && !! shown end) limit missing;
        get diagnostics added = row_count;
        missing := missing - added;
        shown := case when turn = 0 then wanted else shown || wanted end;
        last := wanted;
      end loop;
      if missing = p_most and cardinality(alternatives) > 1 then
        chosen := array(select one->>0 from unnest(alternatives) as one);
        return query select (candidate).* from (
            select t as candidate, word_similarity(fold(p_search), folded) as similarity from demo_requests t
            where true and indexed_words('', folded) @@ words_query('', chosen, ' | ')::tsquery limit 150
          ) candidates order by similarity desc limit p_most;
      end if;
    end $function$
;

CREATE OR REPLACE FUNCTION similar_disclosures(p_search text, p_most integer)
 RETURNS SETOF disclosures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.word_similarity_threshold" TO '0.4'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
#variable_conflict use_variable
    declare
      asked text;
      letters text;
      similar_words text[];
      -- For each word of the search those to look for instead, the most similar first.
      alternatives jsonb[] := '{}';
      chosen text[];
      wanted tsquery;
      last tsquery;
      shown tsquery;
      added integer;
      missing integer := p_most;
    begin
      foreach asked in array search_words(fold(p_search)) loop
        letters := rtrim(asked, '0123456789');
        if length(letters) < 3 or exists (select from disclosures_words where organization_id = current_organization() and word >= letters and word < letters || chr(1114111)) then
          similar_words := array[asked, letters];
        else
          similar_words := array(select word from (select distinct word from disclosures_words where organization_id = current_organization() and letters <% word) similar_ones
            order by word_similarity(letters, word) desc, similarity(letters, word) desc, word limit 5);
        end if;
        if similar_words <> '{}' then
          alternatives := alternatives || to_jsonb(array_remove(similar_words, ''));
        end if;
      end loop;
      for turn in 0 .. 4 loop
        chosen := array(select coalesce(one->>turn, one->>-1) from unnest(alternatives) as one);
        exit when chosen = '{}' or missing <= 0;
        wanted := words_query(left(current_organization()::text, 8), chosen, ' & ');
        continue when turn > 0 and wanted = last;
        return query select * from disclosures where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ (case when turn = 0 then wanted else wanted && !! shown end) limit missing;
        get diagnostics added = row_count;
        missing := missing - added;
        shown := case when turn = 0 then wanted else shown || wanted end;
        last := wanted;
      end loop;
      if missing = p_most and cardinality(alternatives) > 1 then
        chosen := array(select one->>0 from unnest(alternatives) as one);
        return query select (candidate).* from (
            select t as candidate, word_similarity(fold(p_search), folded) as similarity from disclosures t
            where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(current_organization()::text, 8), chosen, ' | ')::tsquery limit 150
          ) candidates order by similarity desc limit p_most;
      end if;
    end $function$
;

CREATE OR REPLACE FUNCTION similar_memberships(p_search text, p_most integer)
 RETURNS SETOF memberships
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.word_similarity_threshold" TO '0.4'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
#variable_conflict use_variable
    declare
      asked text;
      letters text;
      similar_words text[];
      -- For each word of the search those to look for instead, the most similar first.
      alternatives jsonb[] := '{}';
      chosen text[];
      wanted tsquery;
      last tsquery;
      shown tsquery;
      added integer;
      missing integer := p_most;
    begin
      foreach asked in array search_words(fold(p_search)) loop
        letters := rtrim(asked, '0123456789');
        if length(letters) < 3 or exists (select from memberships_words where organization_id = current_organization() and word >= letters and word < letters || chr(1114111)) then
          similar_words := array[asked, letters];
        else
          similar_words := array(select word from (select distinct word from memberships_words where organization_id = current_organization() and letters <% word) similar_ones
            order by word_similarity(letters, word) desc, similarity(letters, word) desc, word limit 5);
        end if;
        if similar_words <> '{}' then
          alternatives := alternatives || to_jsonb(array_remove(similar_words, ''));
        end if;
      end loop;
      for turn in 0 .. 4 loop
        chosen := array(select coalesce(one->>turn, one->>-1) from unnest(alternatives) as one);
        exit when chosen = '{}' or missing <= 0;
        wanted := words_query(left(current_organization()::text, 8), chosen, ' & ');
        continue when turn > 0 and wanted = last;
        return query select * from memberships where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ (case when turn = 0 then wanted else wanted && !! shown end) limit missing;
        get diagnostics added = row_count;
        missing := missing - added;
        shown := case when turn = 0 then wanted else shown || wanted end;
        last := wanted;
      end loop;
      if missing = p_most and cardinality(alternatives) > 1 then
        chosen := array(select one->>0 from unnest(alternatives) as one);
        return query select (candidate).* from (
            select t as candidate, word_similarity(fold(p_search), folded) as similarity from memberships t
            where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(current_organization()::text, 8), chosen, ' | ')::tsquery limit 150
          ) candidates order by similarity desc limit p_most;
      end if;
    end $function$
;

CREATE OR REPLACE FUNCTION similar_tasks(p_search text, p_most integer)
 RETURNS SETOF tasks
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.word_similarity_threshold" TO '0.4'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
#variable_conflict use_variable
    declare
      asked text;
      letters text;
      similar_words text[];
      -- For each word of the search those to look for instead, the most similar first.
      alternatives jsonb[] := '{}';
      chosen text[];
      wanted tsquery;
      last tsquery;
      shown tsquery;
      added integer;
      missing integer := p_most;
    begin
      foreach asked in array search_words(fold(p_search)) loop
        letters := rtrim(asked, '0123456789');
        if length(letters) < 3 or exists (select from tasks_words where organization_id = current_organization() and word >= letters and word < letters || chr(1114111)) then
          similar_words := array[asked, letters];
        else
          similar_words := array(select word from (select distinct word from tasks_words where organization_id = current_organization() and letters <% word) similar_ones
            order by word_similarity(letters, word) desc, similarity(letters, word) desc, word limit 5);
        end if;
        if similar_words <> '{}' then
          alternatives := alternatives || to_jsonb(array_remove(similar_words, ''));
        end if;
      end loop;
      for turn in 0 .. 4 loop
        chosen := array(select coalesce(one->>turn, one->>-1) from unnest(alternatives) as one);
        exit when chosen = '{}' or missing <= 0;
        wanted := words_query(left(current_organization()::text, 8), chosen, ' & ');
        continue when turn > 0 and wanted = last;
        return query select * from tasks where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ (case when turn = 0 then wanted else wanted && !! shown end) limit missing;
        get diagnostics added = row_count;
        missing := missing - added;
        shown := case when turn = 0 then wanted else shown || wanted end;
        last := wanted;
      end loop;
      if missing = p_most and cardinality(alternatives) > 1 then
        chosen := array(select one->>0 from unnest(alternatives) as one);
        return query select (candidate).* from (
            select t as candidate, word_similarity(fold(p_search), folded) as similarity from tasks t
            where organization_id = current_organization() and indexed_words(left(organization_id::text, 8), folded) @@ words_query(left(current_organization()::text, 8), chosen, ' | ')::tsquery limit 150
          ) candidates order by similarity desc limit p_most;
      end if;
    end $function$
;

CREATE OR REPLACE FUNCTION spelled_words(p_text text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE ROWS 5
AS $function$
  select rtrim(word, '0123456789') from unnest(public.search_words(p_text)) as word where word ~ '^[^0-9]{3,}[0-9]*$';
$function$
;

CREATE OR REPLACE FUNCTION uuid_at(p_at timestamp with time zone, p_random uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (encode(OVERLAY(uuid_send(uuid_at.p_random) PLACING (SUBSTRING(int8send((t.micros / 1000)) FROM 3) || int2send(((28672 + (((t.micros % (1000)::bigint) * 4096) / 1000)))::smallint)) FROM 1 FOR 8), 'hex'::text))::uuid AS encode FROM (SELECT ((EXTRACT(epoch FROM uuid_at.p_at) * (1000000)::numeric))::bigint AS micros) t)
;
