-- What a page of deals is picked, counted or collected by is in indexes: deals themselves are read only for what the page shows.
drop index deals_by_name, deals_by_activity, deals_by_amount, deals_by_end, deals_by_due, deals_by_stage, deals_of_athlete, deals_of_company,
  deals_of_lead;
create index deals_by_name on deals (organization_id, folded, id) include (stage, kind, lead_id, athlete_id, company_id)
  where removed_at is null;
create index deals_by_activity on deals (organization_id, last_active_at, id) include (stage, kind, lead_id, athlete_id, company_id, folded)
  where removed_at is null;
create index deals_by_amount on deals (organization_id, amount_minor, id) include (stage, kind, lead_id, athlete_id, company_id, folded)
  where removed_at is null;
create index deals_by_end on deals (organization_id, ends_on, id) include (stage, kind, lead_id, athlete_id, company_id, folded)
  where removed_at is null;
create index deals_by_due on deals (organization_id, next_due_on, id) include (stage, kind, lead_id, athlete_id, company_id, folded)
  where removed_at is null;
-- A column of the board.
create index deals_by_stage on deals (organization_id, stage, last_active_at, id) include (kind, lead_id, athlete_id, company_id)
  where removed_at is null;
-- Few deals of all: what they can be filtered and sorted by beside it.
create index deals_of_athlete on deals (organization_id, athlete_id, stage, id)
  include (kind, lead_id, company_id, last_active_at, amount_minor, ends_on, next_due_on, folded) where removed_at is null;
create index deals_of_company on deals (organization_id, company_id, stage, id)
  include (kind, lead_id, athlete_id, last_active_at, amount_minor, ends_on, next_due_on, folded) where removed_at is null;
create index deals_of_lead on deals (organization_id, lead_id, stage, id)
  include (kind, athlete_id, company_id, last_active_at, amount_minor, ends_on, next_due_on, folded) where removed_at is null;
-- These have no row of their own for each deal, only places: so counting 10,000 reads a dozen pages.
create index deals_counted_by_stage on deals (organization_id, stage, kind) where removed_at is null;
create index deals_counted_by_lead on deals (organization_id, lead_id, stage, kind) where removed_at is null;

-- A correction that moves no key date is heard of, too.
call announce_changes('league_corrections', 'league-days', 'event');

-- With the time zone of each.
create or replace view all_organizations as select * from organizations;
