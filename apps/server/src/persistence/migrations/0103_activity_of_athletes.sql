-- expand
-- Activity about one athlete.
create index concurrently audit_events_about_athlete on audit_events (organization_id, subject_id, at, id) include (event)
  where subject = 'athlete';
