-- expand
alter table disclosures validate constraint disclosures_kind_check;
alter table disclosure_forms validate constraint disclosure_forms_kind_check;
