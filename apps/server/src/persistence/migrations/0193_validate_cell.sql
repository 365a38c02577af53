-- expand
alter table organizations validate constraint organizations_cell_check;
