-- expand
alter table import_rows validate constraint athlete_import_rows_outcome_check;
alter table import_rows validate constraint athlete_import_rows_plan_check;
alter table notifications validate constraint notifications_kind_check;
