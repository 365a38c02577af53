-- expand
-- Events before the trigger. A transaction of its own, so that writers do not wait.
insert into audit_unsealed (organization_id, event_id)
  select organization_id, id from audit_events where organization_id is not null
  on conflict do nothing;
