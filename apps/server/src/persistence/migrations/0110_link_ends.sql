-- expand
alter table deal_links validate constraint deal_links_closed_as_check;
