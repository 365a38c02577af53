-- Files of athletes. The bytes are in the store, encrypted; each version is kept there under a random key.
create table files (
  organization_id uuid not null references organizations,
  id uuid not null,
  athlete_id uuid not null,
  name text not null,
  type text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade
);
create index files_of_athlete on files (organization_id, athlete_id, created_at);

create table file_versions (
  organization_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  number integer not null,
  storage_key text not null,
  size integer not null,
  sha256 bytea not null,
  added_at timestamptz not null default now(),
  added_by uuid references users,
  primary key (organization_id, id),
  unique (organization_id, file_id, number),
  foreign key (organization_id, file_id) references files on delete cascade
);

-- Who opened which version. The id is that of the address that was used: an address counts once.
create table file_views (
  organization_id uuid not null,
  id uuid not null,
  version_id uuid not null,
  user_id uuid not null references users,
  viewed_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, version_id) references file_versions on delete cascade
);
create index views_of_version on file_views (organization_id, version_id, viewed_at);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['files', 'file_versions', 'file_views'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy of_organization on %I
      using (organization_id = nullif(current_setting(''app.organization'', true), '''')::uuid)', tenant);
  end loop;
end
$$;

-- Keys whose bytes the store must not keep: of versions that are gone, and of uploads that have begun, in case they never end.
create table file_leftovers (
  storage_key text primary key,
  due_at timestamptz not null default now()
);
create index leftovers_by_time on file_leftovers (due_at);

-- However a version goes, its bytes go too.
create function leave_file_behind() returns trigger language plpgsql as $$
begin
  insert into file_leftovers (storage_key) values (old.storage_key);
  return null;
end
$$;
create trigger leave_behind after delete on file_versions for each row execute function leave_file_behind();
