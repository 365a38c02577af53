-- expand
create index concurrently agreements_by_end on agreements (organization_id, last_on, id) include (starts_on, athlete_id);
create index concurrently agreements_by_start on agreements (organization_id, starts_on, id) include (last_on, athlete_id);
