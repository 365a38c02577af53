-- Trigger on athlete_measurements: marks the latest of each kind.
create or replace function mark_latest_measurements() returns trigger language plpgsql as $$
begin
  update athlete_measurements m set latest = not m.latest
  from (select distinct organization_id, athlete_id, kind from changed) c
    cross join lateral (
      select n.id from athlete_measurements n
      where n.organization_id = c.organization_id and n.athlete_id = c.athlete_id and n.kind = c.kind
      order by n.measured_on desc, n.id desc limit 1) newest
  where m.organization_id = c.organization_id and m.athlete_id = c.athlete_id and m.kind = c.kind
    and m.latest <> (m.id = newest.id);
  return null;
end
$$;
create or replace trigger latest_of_added after insert on athlete_measurements
  referencing new table as changed for each statement execute function mark_latest_measurements();
create or replace trigger latest_of_removed after delete on athlete_measurements
  referencing old table as changed for each statement execute function mark_latest_measurements();
create or replace trigger latest_before_change after update on athlete_measurements
  referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function mark_latest_measurements();
create or replace trigger latest_after_change after update on athlete_measurements
  referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function mark_latest_measurements();
