-- Lines of the bank are also money that went out: why a line was set aside, and which receipt it paid back.
alter table bank_lines
  add column set_aside_because text,
  add column paid_back uuid,
  add foreign key (organization_id, paid_back) references receipts;
