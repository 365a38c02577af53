-- expand
alter table deal_signatures validate constraint deal_signatures_link;
alter table notifications validate constraint notifications_kind_check;
