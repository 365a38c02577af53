-- expand
-- The cell that an organization has moved to (decision 0024). Null: it is in this database.
alter table organizations
  add column cell text,
  add constraint organizations_cell_check check (cell ~ '^[a-z][a-z0-9]{0,7}$') not valid;
