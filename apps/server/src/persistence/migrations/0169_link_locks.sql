-- expand
-- Wrong codes close a link for an hour, and 20 in a day until the organization reopens it.
alter table deal_links add column locked_until timestamptz;
