-- expand
-- Activity about one athlete.
create index concurrently audit_events_about_athlete on audit_events (organization_id, subject_id, at, id) include (event)
  where subject = 'athlete';
-- Counts and sorts athletes of a stage that were not contacted for some time.
create index concurrently athletes_by_stage_and_contact on athletes (organization_id, stage)
  include (id, folded, class_year, last_active_at, created_at, last_contact_team, last_contact_deals, last_contact_money)
  where removed_at is null;
