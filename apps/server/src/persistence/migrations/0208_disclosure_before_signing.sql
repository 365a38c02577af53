-- expand
-- Disclosure of a proposed contract to the school, before anyone signs.
alter table disclosures drop constraint disclosures_kind_check,
  add constraint disclosures_kind_check
  check (kind in ('nil-go', 'school-72h', 'state-association', 'school-before-signing', 'other')) not valid;
alter table disclosure_forms drop constraint disclosure_forms_kind_check,
  add constraint disclosure_forms_kind_check
  check (kind in ('nil-go', 'school-72h', 'state-association', 'school-before-signing')) not valid;
