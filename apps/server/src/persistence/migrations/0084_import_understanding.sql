-- expand
alter table athlete_imports
  -- The row of the spreadsheet with the column names; null without one.
  add column header_row integer,
  -- Rows of the file up to the header, so that people can choose another.
  add column rows_before jsonb not null default '[]',
  -- Sheets of a workbook with data, and the one that was read.
  add column sheets jsonb not null default '[]',
  add column sheet text,
  -- Custom fields created for columns of the file.
  add column new_fields uuid[] not null default '{}';

-- Contacts are numbered now. Open imports are checked again, since stored readings have the old form.
update athlete_import_mappings set mapping = regexp_replace(mapping::text, '"contact(Name|Relation|Email|Phone)"',
  '"contact1\1"', 'g')::jsonb where mapping::text like '%"contact%';
update athlete_imports set mapping = regexp_replace(mapping::text, '"contact(Name|Relation|Email|Phone)"',
  '"contact1\1"', 'g')::jsonb where mapping::text like '%"contact%';
update athlete_imports set state = 'mapping', findings = null, version = version + 1 where state in ('checking', 'checked');
