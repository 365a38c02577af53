-- expand
-- For ages and eligibility within a stage.
create index concurrently athletes_of_facts on athletes (organization_id, stage, level, state, sport, class_year, id)
  include (birth_date, eligibility, folded, last_active_at, created_at) where removed_at is null;
