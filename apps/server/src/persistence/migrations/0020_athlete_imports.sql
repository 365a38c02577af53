-- Athletes that come from a spreadsheet. A file is kept row by row until the import can no longer be undone.
create table athlete_imports (
  organization_id uuid not null references organizations,
  id uuid not null,
  -- Of the file.
  name text not null,
  state text not null check (state in
    ('uploading', 'mapping', 'checking', 'checked', 'importing', 'canceled', 'done', 'undoing', 'undone')),
  created_by uuid references users,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Whether the first row of the file has the names of the columns.
  has_header boolean not null default true,
  -- Name, number of filled cells, and the distinct values with their numbers where there are few.
  columns jsonb not null default '[]',
  row_count integer not null default 0,
  -- What becomes of the columns and of duplicates.
  mapping jsonb not null default '{}',
  -- The mapping was remembered from an earlier import.
  remembered boolean not null default false,
  -- What the check found.
  findings jsonb,
  -- How many rows the present work is through with.
  done_rows integer not null default 0,
  -- What has come of it, by outcome.
  counts jsonb not null default '{}',
  -- Each change of the mapping makes a check that is under way useless.
  version integer not null default 1,
  primary key (organization_id, id)
);
create index athlete_imports_by_date on athlete_imports (organization_id, created_at, id);
call announce_changes('athlete_imports', 'imports', 'id');

create table athlete_import_rows (
  organization_id uuid not null,
  import_id uuid not null,
  -- The number of the row in the file, without the header.
  line integer not null,
  cells jsonb not null,
  -- What the check understood: facts by name, custom values by field, measurements by kind.
  reading jsonb,
  problems jsonb,
  plan text check (plan in ('add', 'update', 'same', 'skip', 'fail')),
  -- Why it is taken for somebody who is known, or who is in an earlier row of the file.
  matched_by text check (matched_by in ('identifier', 'email', 'birth', 'name')),
  same_as integer,
  athlete_id uuid,
  outcome text check (outcome in ('added', 'updated', 'same', 'skipped', 'failed', 'removed', 'restored', 'kept')),
  -- What the import changed: what was before and after, by field.
  changed jsonb,
  -- Of the athlete, after this row.
  version integer,
  primary key (organization_id, import_id, line),
  foreign key (organization_id, import_id) references athlete_imports on delete cascade
);
-- Most rows are simply added: only the others are ever looked for.
create index import_rows_by_plan on athlete_import_rows (organization_id, import_id, plan, line)
  where plan in ('update', 'skip', 'fail');
create index import_rows_by_outcome on athlete_import_rows (organization_id, import_id, outcome, line)
  where outcome in ('updated', 'skipped', 'failed', 'kept');
create index import_rows_by_athlete on athlete_import_rows (organization_id, import_id, athlete_id) where outcome = 'updated';

-- How the columns of files with the same headers were used last.
create table athlete_import_mappings (
  organization_id uuid not null references organizations,
  -- A digest of the names of all columns, whatever their order.
  headers text not null,
  mapping jsonb not null,
  used_at timestamptz not null default now(),
  primary key (organization_id, headers)
);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['athlete_imports', 'athlete_import_rows', 'athlete_import_mappings']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy of_organization on %I
      using (organization_id = nullif(current_setting(''app.organization'', true), '''')::uuid)', tenant);
  end loop;
end
$$;
