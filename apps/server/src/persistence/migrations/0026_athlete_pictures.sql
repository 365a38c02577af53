-- A small picture of an athlete. The bytes are in the store, encrypted, as those of files are; another picture is another row.
create table athlete_pictures (
  organization_id uuid not null references organizations,
  id uuid not null,
  athlete_id uuid not null,
  type text not null,
  storage_key text not null,
  size integer not null,
  primary key (organization_id, id),
  unique (organization_id, athlete_id),
  foreign key (organization_id, athlete_id) references athletes on delete cascade
);
alter table athlete_pictures enable row level security;
create policy of_organization on athlete_pictures
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
create trigger leave_behind after delete on athlete_pictures for each row execute function leave_file_behind();
