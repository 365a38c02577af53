-- expand
-- Questions to Sonar, private to the member who asked.
create table searches (
  organization_id uuid not null,
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  question text not null,
  asked_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, user_id, question),
  foreign key (organization_id, user_id) references memberships (organization_id, user_id) on delete cascade
);
create index searches_by_time on searches (organization_id, user_id, asked_at);
alter table searches enable row level security;
create policy of_organization on searches using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- The question that a view was saved from.
alter table saved_views add column question text;

-- A daily mail about rows that were not in the view at the last check.
create table view_alerts (
  organization_id uuid not null,
  user_id uuid not null,
  view_id uuid not null,
  known text[] not null,
  checked_on date not null,
  primary key (organization_id, user_id, view_id),
  foreign key (organization_id, user_id) references memberships (organization_id, user_id) on delete cascade,
  foreign key (organization_id, view_id) references saved_views (organization_id, id) on delete cascade
);
create index view_alerts_of on view_alerts (organization_id, view_id);
alter table view_alerts enable row level security;
create policy of_organization on view_alerts using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

alter table organizations add column sonar_engine boolean not null default false;
