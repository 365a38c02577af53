-- Two records that were one person. The other one stays, out of all lists, with what was moved: so that it can be taken back.
create table athlete_merges (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  athlete_id uuid not null,
  other_id uuid not null,
  merged_at timestamptz not null default now(),
  -- What came from the other: ids of children by table, what was added, and facts that were empty before.
  moved jsonb not null,
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade,
  foreign key (organization_id, other_id) references athletes on delete cascade
);
create index merges_of_athlete on athlete_merges (organization_id, athlete_id);
alter table athlete_merges enable row level security;
create policy of_organization on athlete_merges
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
-- Who might be the same person.
create index athletes_by_birth on athletes (organization_id, birth_date) where birth_date is not null and removed_at is null;
create index athletes_by_email on athletes (organization_id, email) where email is not null and removed_at is null;
