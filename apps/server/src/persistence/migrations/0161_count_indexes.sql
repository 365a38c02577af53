-- expand
-- Narrow indexes for counts: those of the orders and ranges have a quarter of the entries per page.
create index concurrently athletes_counted_by_age on athletes (organization_id, birth_date, level) where removed_at is null;
create index concurrently deals_counted_by_amount on deals (organization_id, currency, amount_minor, kind) include (athlete_id)
  where removed_at is null;
