-- expand
-- Of a person with one of two roles in a record: the preparer or the submitter of a disclosure. Null: all their roles.
alter table handover_items add column role text;
