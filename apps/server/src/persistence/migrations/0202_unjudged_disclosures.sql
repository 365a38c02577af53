-- expand
-- Reports that wait for a fact.
create index concurrently disclosures_unjudged on disclosures (organization_id, due_at, id)
  include (kind, preparer_id, athlete_id, deal_id, due_on) where state in ('draft', 'ready') and missing <> '{}';
-- Deals that a rule could not judge.
create index concurrently verdicts_unjudged on verdicts (organization_id, rule, deal_id)
  where state = 'cannot-judge' and superseded_at is null;
