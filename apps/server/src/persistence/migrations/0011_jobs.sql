-- Work that is done later, at a time, or again and again. A job that is done is removed; one that recurs waits for its next time.
create table jobs (
  id uuid primary key default gen_random_uuid(),
  -- Whoever adds a job inside an organization adds it for that organization.
  organization_id uuid default nullif(current_setting('app.organization', true), '')::uuid references organizations on delete cascade,
  name text not null,
  key text,
  data jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'failed')),
  -- While it is running: when it is free again, should its server not be heard of any more. Null: when our staff says so.
  start_after timestamptz default now(),
  attempts integer not null default 0,
  lease uuid,
  -- One with the same key was added while this one was running.
  asked_again boolean not null default false,
  created_at timestamptz not null default now(),
  -- When it was given up last. It stays until the job succeeds.
  failed_at timestamptz,
  reason text,
  check ((state = 'running') = (lease is not null))
);
create index jobs_due on jobs (start_after);
create index jobs_lease on jobs (lease) where lease is not null;
create index jobs_failed on jobs (failed_at) where failed_at is not null;
create unique index jobs_key on jobs (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'), name, key);

-- As for the audit trail: some belong to no organization.
alter table jobs enable row level security;
create policy of_organization on jobs
  using (organization_id is null or organization_id = nullif(current_setting('app.organization', true), '')::uuid);
create view all_jobs as select * from jobs;
