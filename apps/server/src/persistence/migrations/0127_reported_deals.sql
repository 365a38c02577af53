-- expand
create index concurrently deals_reported on deals (organization_id, lead_id, id) include (athlete_id, stage)
  where source = 'athlete' and stage = 'draft' and removed_at is null;
