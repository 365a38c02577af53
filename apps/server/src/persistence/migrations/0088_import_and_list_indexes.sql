-- expand
create index concurrently import_rows_by_doubt on athlete_import_rows (organization_id, import_id, line) where doubt is not null;
create index concurrently import_rows_by_first on athlete_import_rows (organization_id, import_id, same_as, line)
  where same_as is not null;
create index concurrently positions_of_athlete on athlete_positions (organization_id, athlete_id);
-- Sorted lists of athletes. The included columns are those of the filters.
create index concurrently athletes_in_school_order on athletes (organization_id, fold(school), id)
  include (school, stage, sport, level, state, class_year, folded) where removed_at is null;
create index concurrently athletes_in_state_order on athletes (organization_id, state, id)
  include (stage, sport, level, class_year, folded) where removed_at is null;
create index concurrently athletes_in_stage_order on athletes (organization_id, stage, id)
  include (sport, level, state, class_year, folded) where removed_at is null;
create index concurrently athletes_in_sport_order on athletes (organization_id, sport, id)
  include (stage, level, state, class_year, folded) where removed_at is null;
