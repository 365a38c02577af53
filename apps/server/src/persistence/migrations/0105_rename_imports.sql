-- contract
drop view imports, import_rows, import_keys, import_mappings;
alter table athlete_imports rename to imports;
alter index athlete_imports_by_date rename to imports_by_date;
alter table athlete_import_rows rename to import_rows;
alter table import_rows rename column athlete_id to record_id;
alter index import_rows_by_athlete rename to import_rows_by_record;
-- Each kind of record has criteria of its own.
alter table import_rows drop constraint athlete_import_rows_matched_by_check;
alter table athlete_import_keys rename to import_keys;
alter table athlete_import_mappings rename to import_mappings;
