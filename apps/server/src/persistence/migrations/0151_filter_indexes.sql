-- expand
-- The index of each order covers the columns that lists filter by, and the index of each range covers the orders.
create index concurrently athletes_active on athletes (organization_id, last_active_at, id)
  include (stage, sport, level, state, class_year, birth_date, eligibility, folded) where removed_at is null;
create index concurrently athletes_named on athletes (organization_id, folded, id)
  include (stage, sport, level, state, class_year, birth_date, eligibility) where removed_at is null;
create index concurrently athletes_added on athletes (organization_id, created_at, id)
  include (stage, sport, level, state, class_year, birth_date, eligibility, folded) where removed_at is null;
create index concurrently athletes_of_class on athletes (organization_id, class_year, id)
  include (stage, sport, level, state, birth_date, eligibility, folded) where removed_at is null;
create index concurrently athletes_born on athletes (organization_id, birth_date, id)
  include (stage, sport, level, state, class_year, eligibility, folded, last_active_at, created_at) where removed_at is null;
create index concurrently athletes_eligible on athletes (organization_id, eligibility, id)
  include (stage, sport, level, state, class_year, birth_date, folded, last_active_at, created_at)
  where eligibility is not null and removed_at is null;
create index concurrently measurements_latest on athlete_measurements (organization_id, kind, value, athlete_id) where latest;
create index concurrently social_accounts_by_followers on athlete_social_accounts (organization_id, platform, followers, athlete_id)
  where followers is not null;
create index concurrently social_accounts_by_any_followers on athlete_social_accounts (organization_id, followers, athlete_id)
  where followers is not null;
create index concurrently guardianships_confirmed on guardianships (organization_id, athlete_id) include (verified_at)
  where confirmed_at is not null and ended_at is null;
create index concurrently deals_active on deals (organization_id, last_active_at, id)
  include (stage, kind, lead_id, athlete_id, company_id, starts_on, ends_on, next_due_on, currency, amount_minor, category, exclusivity, amendment, folded)
  where removed_at is null;
create index concurrently deals_named on deals (organization_id, folded, id)
  include (stage, kind, lead_id, athlete_id, company_id, starts_on, ends_on, next_due_on, currency, amount_minor, category, exclusivity, amendment)
  where removed_at is null;
create index concurrently deals_worth on deals (organization_id, amount_minor, id)
  include (stage, kind, lead_id, athlete_id, company_id, starts_on, ends_on, next_due_on, currency, category, exclusivity, amendment, folded, last_active_at)
  where removed_at is null;
create index concurrently deals_starting on deals (organization_id, starts_on, id)
  include (stage, kind, lead_id, athlete_id, company_id, ends_on, next_due_on, currency, amount_minor, category, exclusivity, amendment, folded, last_active_at)
  where removed_at is null;
create index concurrently deals_ending on deals (organization_id, ends_on, id)
  include (stage, kind, lead_id, athlete_id, company_id, starts_on, next_due_on, currency, amount_minor, category, exclusivity, amendment, folded, last_active_at)
  where removed_at is null;
create index concurrently deals_due on deals (organization_id, next_due_on, id)
  include (stage, kind, lead_id, athlete_id, company_id, starts_on, ends_on, currency, amount_minor, category, exclusivity, amendment, folded, last_active_at)
  where removed_at is null;
create index concurrently deals_counted_by_category on deals (organization_id, category, exclusivity) include (athlete_id)
  where removed_at is null;
create index concurrently deals_amended on deals (organization_id, amendment, id)
  include (stage, kind, lead_id, athlete_id, company_id, starts_on, ends_on, next_due_on, currency, amount_minor, category, exclusivity, folded, last_active_at)
  where amendment is not null and removed_at is null;
create index concurrently payments_worth on payments (organization_id, amount_minor, id)
  include (state, in_kind, outgoing, currency, income, received_minor, due_on, athlete_id, deal_id) where state <> 'canceled';
