-- Appends a batch of sealed events to the chain of the current organization. Security definer, because the serving role
-- cannot write batches. Fails if another server sealed one of the events.
create or replace function append_audit_batch(
  p_number integer, p_sealed_at timestamptz, p_event_ids uuid[], p_row_hashes bytea, p_root bytea, p_head bytea
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  organization uuid := nullif(current_setting('app.organization', true), '')::uuid;
  taken integer;
begin
  delete from audit_unsealed where organization_id = organization and event_id = any(p_event_ids);
  get diagnostics taken = row_count;
  if taken <> cardinality(p_event_ids) then
    raise exception 'Events were sealed meanwhile.' using errcode = 'serialization_failure';
  end if;
  insert into audit_batches (organization_id, number, sealed_at, events, event_ids, row_hashes, root, head)
  values (organization, p_number, p_sealed_at, taken, p_event_ids, p_row_hashes, p_root, p_head);
end
$$;
