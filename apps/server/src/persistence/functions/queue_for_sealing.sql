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
