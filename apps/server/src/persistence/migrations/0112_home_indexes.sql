-- expand
-- Reviews that nobody can decide.
create index concurrently versions_in_review on deal_versions (organization_id, deal_id, number) where stage = 'in-review';
-- Key dates that wait for someone, on Home.
create index concurrently key_dates_open on key_dates (organization_id, day, id) include (athlete_id, deal_id)
  where not canceled and done_at is null;
-- Signers named by a company, who wait for a confirmation.
create index concurrently deal_links_reassigned on deal_links (organization_id) where closed_at is null and reassignment is not null;
