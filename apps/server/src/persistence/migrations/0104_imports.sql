-- expand
-- Imports serve records of several kinds. These views have the names that the tables get in 0105.
create view imports with (security_invoker = true) as select * from athlete_imports;
create view import_rows with (security_invoker = true) as
  select organization_id, import_id, line, cells, reading, problems, plan, matched_by, same_as, athlete_id as record_id, outcome,
    changed, sheet_row, edits, doubt, answer, answered_for from athlete_import_rows;
create view import_keys with (security_invoker = true) as select * from athlete_import_keys;
create view import_mappings with (security_invoker = true) as select * from athlete_import_mappings;
