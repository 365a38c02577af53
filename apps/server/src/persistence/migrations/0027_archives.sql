-- Everything that is held of an organization, as one file. The bytes are in the store, encrypted, until the archive expires.
create table archives (
  organization_id uuid not null references organizations,
  id uuid not null,
  state text not null check (state in ('preparing', 'ready', 'failed')),
  requested_by uuid references users,
  requested_at timestamptz not null default now(),
  -- When something was last done for it: one that has stood still was given up.
  worked_on_at timestamptz not null default now(),
  -- How many of its rows are written; how many there are is known once it has begun.
  done_rows integer not null default 0,
  all_rows integer,
  storage_key text,
  size bigint,
  expires_at timestamptz,
  primary key (organization_id, id)
);
alter table archives enable row level security;
create policy of_organization on archives
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
call announce_changes('archives', 'archives', 'id');
create trigger leave_behind after delete on archives for each row
  when (old.storage_key is not null) execute function leave_file_behind();

-- A file that only those may open who may see sensitive data. What is there already may hold anything: it is private for minors.
alter table files add column private boolean not null default false;
update files f set private = true from athletes a
  where a.organization_id = f.organization_id and a.id = f.athlete_id
    and (a.birth_date > current_date - interval '18 years' or (a.birth_date is null and a.level <> 'pro'));

-- The number that a row has in the spreadsheet: empty rows are not kept, but counted there.
alter table athlete_import_rows add column sheet_row integer;
-- Tags that an import has made: they go with it.
alter table athlete_imports add column new_tags uuid[] not null default '{}';
