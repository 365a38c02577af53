-- expand
alter table verdicts
  -- When a new version of the rule first judged this subject. Later verdicts by that version keep it.
  add column changed_at timestamptz,
  -- What the version before it said. Null: the rule is new.
  add column before_id uuid;

-- When a member last read what changed in the rules.
create table rule_news_opened (
  organization_id uuid not null,
  user_id uuid not null,
  opened_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references memberships (organization_id, user_id) on delete cascade
);
alter table rule_news_opened enable row level security;
create policy of_organization on rule_news_opened
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
