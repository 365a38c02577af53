-- expand
-- Permanent groups of athletes and members. Archived programs give nobody access.
create table programs (
  organization_id uuid not null references organizations,
  id uuid not null default gen_random_uuid(),
  name text not null,
  folded text collate "C" generated always as (fold(name)) stored,
  sport text,
  gender text check (gender in ('women', 'men', 'mixed')),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, folded)
);

-- Both days are included. Without an end: open.
create table program_athletes (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  program_id uuid not null,
  athlete_id uuid not null,
  starts_on date not null,
  ends_on date,
  check (ends_on >= starts_on),
  primary key (organization_id, id),
  foreign key (organization_id, program_id) references programs,
  foreign key (organization_id, athlete_id) references athletes on delete cascade
);
create index athletes_of_program on program_athletes (organization_id, program_id, athlete_id) include (starts_on, ends_on);
create index programs_of_athlete on program_athletes (organization_id, athlete_id, program_id) include (starts_on, ends_on);

create table program_members (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  program_id uuid not null,
  user_id uuid not null,
  starts_on date not null,
  ends_on date,
  check (ends_on >= starts_on),
  primary key (organization_id, id),
  foreign key (organization_id, program_id) references programs,
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index members_of_program on program_members (organization_id, program_id, user_id) include (starts_on, ends_on);
create index programs_of_member on program_members (organization_id, user_id, program_id) include (starts_on, ends_on);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['programs', 'program_athletes', 'program_members'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy of_organization on %I
      using (organization_id = nullif(current_setting(''app.organization'', true), '''')::uuid)', tenant);
  end loop;
end
$$;

call announce_changes('programs', 'programs', 'id');
call announce_changes('program_members', 'programs', 'program_id');
call announce_changes('program_athletes', 'athletes', 'athlete_id');

-- Programs in which members are today, in the time zone of the organization.
create view current_program_members with (security_invoker) as
  select m.organization_id, m.program_id, m.user_id, (now() at time zone o.time_zone)::date as today
  from program_members m
  join organizations o on o.id = m.organization_id
  join programs p on p.organization_id = m.organization_id and p.id = m.program_id
  where p.archived_at is null and m.starts_on <= (now() at time zone o.time_zone)::date
    and (m.ends_on is null or m.ends_on >= (now() at time zone o.time_zone)::date);

-- The scope "assigned": who sees which athlete by direct assignment or through a common current program.
create view athlete_viewers with (security_invoker) as
  select organization_id, athlete_id, user_id from athlete_assignments
  union all
  select a.organization_id, a.athlete_id, m.user_id from current_program_members m
  join program_athletes a on a.organization_id = m.organization_id and a.program_id = m.program_id
  where a.starts_on <= m.today and (a.ends_on is null or a.ends_on >= m.today);

-- Programs of the invited person from the day they join.
alter table invitations add column programs uuid[] not null default '{}';
create or replace view all_invitations as select * from invitations;
