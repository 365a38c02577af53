-- expand
-- Schools by their first words, whatever the collation of the database.
create index concurrently athletes_by_school_name on athletes (organization_id, (fold(school) collate "C"))
  where school is not null and removed_at is null;
