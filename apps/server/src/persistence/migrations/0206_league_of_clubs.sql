-- expand
alter table company_compliance add column league text, add column country text;
