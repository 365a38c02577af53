-- Erasure: deletes the values of events about these athletes of the current organization. Their hashes stay.
create or replace function forget_audit_values(p_athletes uuid[]) returns void language sql security definer
  set search_path = public, pg_temp as $$
  delete from audit_values v using audit_events e
  where e.organization_id = nullif(current_setting('app.organization', true), '')::uuid
    and e.subject = 'athlete' and e.subject_id = any(p_athletes)
    and v.organization_id = e.organization_id and v.event_id = e.id;
$$;
