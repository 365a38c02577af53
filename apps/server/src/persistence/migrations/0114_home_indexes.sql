-- expand
-- Reviews that nobody can decide.
create index concurrently versions_in_review on deal_versions (organization_id, deal_id, number) where stage = 'in-review';
-- Key dates that wait for someone, on Home.
create index concurrently key_dates_open on key_dates (organization_id, day, id) include (athlete_id, deal_id)
  where not canceled and done_at is null;
