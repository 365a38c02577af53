-- expand
-- The indexes of orders and ranges cover the guardian.
create index concurrently athletes_by_activity on athletes (organization_id, last_active_at, id)
  include (stage, sport, level, state, class_year, birth_date, eligibility, guardian, folded) where removed_at is null;
create index concurrently athletes_by_name on athletes (organization_id, folded, id)
  include (stage, sport, level, state, class_year, birth_date, eligibility, guardian) where removed_at is null;
create index concurrently athletes_by_date on athletes (organization_id, created_at, id)
  include (stage, sport, level, state, class_year, birth_date, eligibility, guardian, folded) where removed_at is null;
create index concurrently athletes_by_class on athletes (organization_id, class_year, id)
  include (stage, sport, level, state, birth_date, eligibility, guardian, folded) where removed_at is null;
create index concurrently athletes_by_birth on athletes (organization_id, birth_date, id)
  include (stage, sport, level, state, class_year, eligibility, guardian, folded, last_active_at, created_at) where removed_at is null;
create index concurrently athletes_guarded on athletes (organization_id, guardian, id)
  include (stage, sport, level, state, class_year, birth_date, eligibility, folded, last_active_at, created_at)
  where guardian <> 'none' and removed_at is null;
