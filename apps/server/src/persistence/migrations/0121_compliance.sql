-- expand
-- Facts that only compliance rules read.
create table athlete_compliance (
  organization_id uuid not null,
  athlete_id uuid not null,
  division text check (division in ('ncaa-1', 'ncaa-2', 'ncaa-3', 'naia', 'njcaa', 'other')),
  enrolled_on date,
  junior_year_on date,
  ncaa_id text,
  school_id uuid,
  version integer not null default 1,
  primary key (organization_id, athlete_id),
  foreign key (organization_id, athlete_id) references athletes (organization_id, id) on delete cascade,
  foreign key (organization_id, school_id) references companies (organization_id, id)
);
create index athlete_compliance_of_school on athlete_compliance (organization_id, school_id) where school_id is not null;

create table company_compliance (
  organization_id uuid not null,
  company_id uuid not null,
  state text,
  director_name text,
  director_email text,
  -- Null: nobody has checked whether it is associated with a school.
  associations_checked_at timestamptz,
  associations_checked_by uuid references users,
  version integer not null default 1,
  primary key (organization_id, company_id),
  foreign key (organization_id, company_id) references companies (organization_id, id)
);

create table company_associations (
  organization_id uuid not null,
  id uuid not null,
  company_id uuid not null,
  school_id uuid not null,
  reason text not null,
  source text,
  added_by uuid references users,
  added_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, company_id) references companies (organization_id, id),
  foreign key (organization_id, school_id) references companies (organization_id, id)
);
create index company_associations_of_company on company_associations (organization_id, company_id);
create index company_associations_of_school on company_associations (organization_id, school_id);

create table compliance_settings (
  organization_id uuid not null references organizations,
  -- Null: nobody has listed the school's sponsors. An empty list can be meant.
  sponsors_listed_at timestamptz,
  sponsors_listed_by uuid references users,
  -- Blocking rules that only warn here.
  rules_off text[] not null default '{}',
  version integer not null default 1,
  primary key (organization_id)
);

create table school_sponsors (
  organization_id uuid not null,
  id uuid not null,
  company_id uuid,
  -- Of a sponsor that is not among the companies.
  name text,
  category text,
  primary key (organization_id, id),
  foreign key (organization_id) references compliance_settings on delete cascade,
  foreign key (organization_id, company_id) references companies (organization_id, id),
  check ((company_id is null) <> (name is null))
);

-- What a rule said about a version of a deal, or about an agreement. A changed verdict supersedes the previous one.
create table verdicts (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  deal_id uuid,
  number integer,
  agreement_id uuid,
  subject_id uuid not null generated always as (coalesce(deal_id, agreement_id)) stored,
  rule text not null,
  rule_version integer not null,
  state text not null check (state in ('blocked', 'attention', 'cannot-judge', 'fine', 'not-applicable')),
  sentence text not null,
  todo text,
  missing text[] not null,
  due_on date,
  due_at timestamptz,
  -- Only for people with money permission, and the athlete.
  uses_amount boolean not null,
  -- SHA-256 of the canonical input, without the time.
  input_hash bytea not null,
  since timestamptz not null,
  judged_at timestamptz not null,
  superseded_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, deal_id, number) references deal_versions (organization_id, deal_id, number) on delete cascade,
  foreign key (organization_id, agreement_id) references agreements (organization_id, id) on delete cascade,
  check ((deal_id is null) <> (agreement_id is null)),
  check ((deal_id is null) = (number is null))
);
create unique index verdicts_current on verdicts (organization_id, subject_id, coalesce(number, 0), rule)
  where superseded_at is null;
create index verdicts_of_subject on verdicts (organization_id, subject_id, since);

-- Why a blocked version may be approved nevertheless. Valid for one version of the deal and of the rule.
create table verdict_answers (
  organization_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  number integer not null,
  rule text not null,
  rule_version integer not null,
  -- Null after the athlete was erased.
  reason text,
  answered_by uuid references users,
  answered_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, deal_id, number, rule, rule_version),
  foreign key (organization_id, deal_id, number) references deal_versions (organization_id, deal_id, number) on delete cascade
);
create index verdict_answers_by_time on verdict_answers (organization_id, answered_at, id);

alter table athlete_compliance enable row level security;
create policy of_organization on athlete_compliance
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
alter table company_compliance enable row level security;
create policy of_organization on company_compliance
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
alter table company_associations enable row level security;
create policy of_organization on company_associations
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
alter table compliance_settings enable row level security;
create policy of_organization on compliance_settings
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
alter table school_sponsors enable row level security;
create policy of_organization on school_sponsors
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
alter table verdicts enable row level security;
create policy of_organization on verdicts
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
alter table verdict_answers enable row level security;
create policy of_organization on verdict_answers
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

call announce_changes('athlete_compliance', 'athletes', 'athlete_id');
call announce_changes('company_compliance', 'companies', 'company_id');
call announce_changes('company_associations', 'companies', 'company_id');
call announce_changes('verdicts', 'verdicts', 'subject_id');
call announce_changes('verdict_answers', 'deals', 'deal_id');

alter table agreements
  add column fee_payor text check (fee_payor in ('athlete', 'school', 'collective', 'company')),
  add column next_event_on date,
  -- Whether signed_at is exact. Otherwise it is midday of the signing day.
  add column signed_exactly boolean not null default false;
-- An allowed conflict answers the rule on exclusivity.
alter table deal_versions add column conflict_allowed_at timestamptz;
