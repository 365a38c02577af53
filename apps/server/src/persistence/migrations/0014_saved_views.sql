-- What the address of a list says, under a name: for whoever saved it, or for everyone who may see the list. Whoever leaves takes
-- their private views along (domains/views/views.ts); their shared ones stay, without an owner.
create table saved_views (
  organization_id uuid not null references organizations,
  id uuid not null default gen_random_uuid(),
  list text not null,
  name text not null,
  address text not null,
  owner_id uuid,
  shared boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, owner_id) references memberships on delete set null (owner_id),
  check (shared or owner_id is not null)
);
create index saved_views_of on saved_views (organization_id, owner_id);

-- Which views someone has put into their sidebar.
create table pinned_views (
  organization_id uuid not null,
  user_id uuid not null,
  view_id uuid not null,
  primary key (organization_id, user_id, view_id),
  foreign key (organization_id, user_id) references memberships on delete cascade,
  foreign key (organization_id, view_id) references saved_views on delete cascade
);
create index pinned_views_of on pinned_views (organization_id, view_id);

alter table saved_views enable row level security;
create policy of_organization on saved_views
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
alter table pinned_views enable row level security;
create policy of_organization on pinned_views
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

call announce_changes('saved_views', 'views', 'id');
