-- expand
-- What nobody has entered is unknown, not a default.
alter table athletes alter column level drop not null, alter column stage drop not null;
