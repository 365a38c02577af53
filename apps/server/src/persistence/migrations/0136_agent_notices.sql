-- expand
-- Notices in which agents tell a school that they signed one of its athletes.
create table agent_notices (
  organization_id uuid not null references organizations,
  id uuid not null,
  athlete_id uuid not null,
  agent text not null,
  agency text,
  received_on date not null,
  -- Null: the notice does not name it.
  contract_on date,
  note text,
  file_name text,
  file_type text,
  storage_key text,
  file_size integer,
  file_sha256 bytea,
  version integer not null default 1,
  added_at timestamptz not null default now(),
  added_by uuid references users,
  folded text collate "C" generated always as (' ' || fold(agent || ' ' || coalesce(agency, ''))) stored,
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes
);
create index agent_notices_by_receipt on agent_notices (organization_id, received_on, id) include (athlete_id);
create index agent_notices_by_contract on agent_notices (organization_id, contract_on, id) include (athlete_id);
create index agent_notices_by_agent on agent_notices (organization_id, folded, id) include (athlete_id);
create index agent_notices_of_athlete on agent_notices (organization_id, athlete_id, received_on);
alter table agent_notices enable row level security;
create policy of_organization on agent_notices
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
create trigger leave_behind after delete on agent_notices for each row when (old.storage_key is not null)
  execute function queue_orphaned_file();
create trigger leave_behind_replaced after update of storage_key on agent_notices for each row
  when (old.storage_key is not null and old.storage_key is distinct from new.storage_key) execute function queue_orphaned_file();
call make_searchable('agent_notices');
call announce_changes('agent_notices', 'agent-notices', 'id');
