-- expand
create table athlete_contact_data (
  organization_id uuid not null,
  athlete_id uuid not null,
  field text not null check (field in ('address', 'shirtSize', 'shoeSize')),
  value text not null,
  primary key (organization_id, athlete_id, field),
  foreign key (organization_id, athlete_id) references athletes on delete cascade
);
alter table athlete_contact_data enable row level security;
create policy of_organization on athlete_contact_data
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

create table athlete_contact_proposals (
  organization_id uuid not null,
  athlete_id uuid not null,
  data jsonb not null,
  proposed_at timestamptz not null,
  primary key (organization_id, athlete_id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade
);
alter table athlete_contact_proposals enable row level security;
create policy of_organization on athlete_contact_proposals
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

alter table organizations add column review_contact_data boolean not null default false;
