-- Athletes as one organization sees them. Children go with them; what must stay when a record is merged or erased refers to the row,
-- which stays too, out of all lists (removed_at).
create table athletes (
  organization_id uuid not null references organizations,
  id uuid not null,
  given_name text not null,
  family_name text not null,
  preferred_name text,
  birth_date date,
  sport text,
  positions text[] not null default '{}',
  level text not null check (level in ('high-school', 'college', 'pro')),
  school text,
  class_year smallint,
  hometown text,
  state text,
  email text,
  phone text,
  stage text not null check (stage in ('prospect', 'recruiting', 'signed', 'former')),
  -- The member that they are, if they have an account.
  user_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  removed_at timestamptz,
  -- What everyone who sees the roster may search: no address, no birth date. Sorted by the family name.
  folded text collate "C" generated always as (
    ' ' || fold(family_name || ' ' || given_name || coalesce(' ' || preferred_name, '') || coalesce(' ' || school, ''))
  ) stored,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references memberships on delete set null (user_id)
);
alter table athletes alter column folded set statistics 1000;
create unique index athletes_of_member on athletes (organization_id, user_id) where user_id is not null and removed_at is null;
-- Each holds what the list can be filtered or searched by: a page is picked without a look at the rows that it passes.
create index athletes_by_name on athletes (organization_id, folded, id) include (stage, sport, level, state, class_year)
  where removed_at is null;
create index athletes_by_activity on athletes (organization_id, last_active_at, id)
  include (stage, sport, level, state, class_year, folded) where removed_at is null;
create index athletes_by_class on athletes (organization_id, class_year, id)
  include (stage, sport, level, state, folded) where removed_at is null;
create index athletes_by_date on athletes (organization_id, created_at, id)
  include (stage, sport, level, state, class_year, folded) where removed_at is null;
create index athletes_by_sport on athletes (organization_id, sport, stage, folded, id) where removed_at is null;
create index athletes_by_state on athletes (organization_id, state, folded, id) where removed_at is null;
create index athletes_by_stage on athletes (organization_id, stage, level, folded, id) where removed_at is null;
call make_searchable('athletes');
call announce_changes('athletes', 'athletes', 'id');

create table tags (
  organization_id uuid not null references organizations,
  id uuid not null default gen_random_uuid(),
  name text not null,
  folded text collate "C" generated always as (fold(name)) stored,
  primary key (organization_id, id),
  unique (organization_id, folded)
);

create table athlete_tags (
  organization_id uuid not null,
  athlete_id uuid not null,
  tag_id uuid not null,
  primary key (organization_id, athlete_id, tag_id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade,
  foreign key (organization_id, tag_id) references tags on delete cascade
);
create index athletes_with_tag on athlete_tags (organization_id, tag_id, athlete_id);

-- Who looks after whom. Whoever leaves no longer does.
create table athlete_assignments (
  organization_id uuid not null,
  athlete_id uuid not null,
  user_id uuid not null,
  assigned_at timestamptz not null default now(),
  primary key (organization_id, athlete_id, user_id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade,
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index athletes_assigned_to on athlete_assignments (organization_id, user_id, athlete_id);

-- Whoever sees only athletes that they look after hears that one came or went, although they do not see it before or after.
create function announce_assignments() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_updates', json_build_object('topic', 'athletes', 'organization', organization_id, 'person', user_id,
    'ids', case when count(*) <= 100 then json_agg(athlete_id) end, 'added', tg_op = 'INSERT')::text)
  from changed group by organization_id, user_id;
  return null;
end
$$;
create trigger announce_insert after insert on athlete_assignments referencing new table as changed
  for each statement execute function announce_assignments();
create trigger announce_delete after delete on athlete_assignments referencing old table as changed
  for each statement execute function announce_assignments();

create table athlete_contacts (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  athlete_id uuid not null,
  name text not null,
  relation text not null check (relation in ('guardian', 'parent', 'adviser', 'coach', 'other')),
  title text,
  reach text not null check (reach in ('full', 'limited')),
  email text,
  phone text,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade
);
create index contacts_of_athlete on athlete_contacts (organization_id, athlete_id);

create table athlete_measurements (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  athlete_id uuid not null,
  kind text not null,
  -- In centimeters, kilograms, seconds or kilometers an hour.
  value double precision not null check (value > 0),
  measured_on date not null,
  source text,
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade
);
create index measurements_of_athlete on athlete_measurements (organization_id, athlete_id, kind, measured_on);

create table athlete_eligibility (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  athlete_id uuid not null,
  season text not null,
  status text not null check (status in ('eligible', 'not-eligible', 'pending', 'redshirt-year', 'exhausted')),
  reason text,
  checked_on date not null,
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade
);
create index eligibility_of_athlete on athlete_eligibility (organization_id, athlete_id, checked_on);

create table athlete_social_accounts (
  organization_id uuid not null,
  athlete_id uuid not null,
  platform text not null check (platform in ('instagram', 'tiktok', 'x', 'youtube', 'facebook', 'twitch')),
  handle text not null,
  followers integer check (followers >= 0),
  primary key (organization_id, athlete_id, platform),
  foreign key (organization_id, athlete_id) references athletes on delete cascade
);

create table custom_fields (
  organization_id uuid not null references organizations,
  id uuid not null default gen_random_uuid(),
  name text not null,
  kind text not null check (kind in ('text', 'number', 'date', 'choice')),
  choices text[] not null default '{}',
  created_at timestamptz not null default now(),
  folded text collate "C" generated always as (fold(name)) stored,
  primary key (organization_id, id),
  unique (organization_id, folded)
);

-- One of the three has the value, by the kind of the field.
create table custom_values (
  organization_id uuid not null,
  athlete_id uuid not null,
  field_id uuid not null,
  text_value text collate "C",
  number_value double precision,
  date_value date,
  primary key (organization_id, athlete_id, field_id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade,
  foreign key (organization_id, field_id) references custom_fields on delete cascade,
  check (num_nonnulls(text_value, number_value, date_value) = 1)
);
create index custom_values_by_text on custom_values (organization_id, field_id, text_value, athlete_id) where text_value is not null;
create index custom_values_by_number on custom_values (organization_id, field_id, number_value, athlete_id)
  where number_value is not null;
create index custom_values_by_date on custom_values (organization_id, field_id, date_value, athlete_id) where date_value is not null;

-- What happened to a record, and what was written about it. Values stay here, where erasing reaches them; the audit trail has none.
create table athlete_timeline (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  athlete_id uuid not null,
  at timestamptz not null default now(),
  actor_id uuid references users,
  kind text not null,
  text text,
  about text,
  -- What was before and after, by the name of the field.
  changes jsonb not null default '[]',
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade
);
create index timeline_of_athlete on athlete_timeline (organization_id, athlete_id, at, id);

-- Without any: all of them.
create table sports_in_use (
  organization_id uuid not null references organizations,
  sport text not null,
  primary key (organization_id, sport)
);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['athletes', 'tags', 'athlete_tags', 'athlete_assignments', 'athlete_contacts', 'athlete_measurements',
    'athlete_eligibility', 'athlete_social_accounts', 'custom_fields', 'custom_values', 'athlete_timeline', 'sports_in_use']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy of_organization on %I
      using (organization_id = nullif(current_setting(''app.organization'', true), '''')::uuid)', tenant);
  end loop;
end
$$;
