-- expand
-- Batches of sealed events, each chained to the previous one of its organization. No foreign keys: they would lock rows
-- that writers lock too.
create table audit_batches (
  organization_id uuid not null,
  number integer not null,
  sealed_at timestamptz not null,
  events integer not null,
  event_ids uuid[] not null,
  -- 32 bytes per event, in the order of event_ids.
  row_hashes bytea not null,
  root bytea not null,
  head bytea not null,
  primary key (organization_id, number)
);
alter table audit_batches enable row level security;
create policy of_organization on audit_batches
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- Events to seal. A row commits with its event, so events of long transactions are sealed too, in a later batch.
create table audit_unsealed (
  organization_id uuid not null,
  event_id uuid not null,
  primary key (organization_id, event_id)
);
alter table audit_unsealed enable row level security;
create policy of_organization on audit_unsealed
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- Heads that were mailed to the owners.
create table audit_anchors (
  organization_id uuid not null,
  number integer not null,
  mailed_at timestamptz not null,
  primary key (organization_id, number)
);
alter table audit_anchors enable row level security;
create policy of_organization on audit_anchors
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- Trigger on audit_events: queues new events for sealing.
create or replace function queue_for_sealing() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into audit_unsealed (organization_id, event_id)
    select organization_id, id from added where organization_id is not null;
  return null;
end
$$;
create or replace trigger queue_for_sealing after insert on audit_events referencing new table as added
  for each statement execute function queue_for_sealing();
