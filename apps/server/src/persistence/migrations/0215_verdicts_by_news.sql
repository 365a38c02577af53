-- expand
create index concurrently verdicts_by_news on verdicts (organization_id, rule, rule_version, state, changed_at, id)
  where superseded_at is null and changed_at is not null;
