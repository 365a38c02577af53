-- expand
-- Imports serve records of several kinds. The views keep servers of the previous release running.
alter table athlete_imports rename to imports;
alter index athlete_imports_by_date rename to imports_by_date;
alter table athlete_import_rows rename to import_rows;
alter table import_rows rename column athlete_id to record_id;
alter index import_rows_by_athlete rename to import_rows_by_record;
-- Each kind of record has criteria of its own.
alter table import_rows drop constraint athlete_import_rows_matched_by_check;
alter table athlete_import_keys rename to import_keys;
update import_keys set key = 'record ' || right(key, 36) where key like 'athlete %';
alter table athlete_import_mappings rename to import_mappings;

create view athlete_imports with (security_invoker = true) as select * from imports;
create view athlete_import_rows with (security_invoker = true) as
  select organization_id, import_id, line, cells, reading, problems, plan, matched_by, same_as, record_id as athlete_id, outcome,
    changed, sheet_row, edits, doubt, answer, answered_for from import_rows;
create view athlete_import_keys with (security_invoker = true) as select * from import_keys;
create view athlete_import_mappings with (security_invoker = true) as select * from import_mappings;
