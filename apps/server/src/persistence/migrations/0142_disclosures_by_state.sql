-- expand
create index concurrently disclosures_by_state on disclosures (organization_id, state, due_at, id)
  include (kind, preparer_id, athlete_id, deal_id, agreement_id, due_on, work);
