-- expand
create index concurrently deliverables_submitted on deliverables (organization_id, deal_id) where state = 'submitted';
