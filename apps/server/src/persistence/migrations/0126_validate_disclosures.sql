-- expand
alter table deals validate constraint deals_source_check;
alter table handover_items validate constraint handover_items_kind_check;
alter table notifications validate constraint notifications_kind_check;
