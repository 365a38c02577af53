-- expand
create index concurrently approvals_returned on deal_approvals (organization_id, deal_id, number) where decision = 'changes';
create index concurrently versions_approved on deal_versions (organization_id, deal_id, number) where stage = 'approved';
create index concurrently deliverables_open on deliverables (organization_id, due_on, id) include (state, athlete_id, deal_id)
  where state in ('planned', 'submitted', 'returned');
