-- What visitors ask for.
create table demo_requests (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique,
  full_name text not null,
  email text not null,
  phone text,
  company text,
  additional_info text,
  preferred_at timestamptz not null,
  -- As the visitor sent it: the offset is the place where the IANA zone is unknown.
  offset_minutes smallint not null,
  time_zone text,
  status text not null default 'received' check (status in ('received', 'quarantined')),
  quarantine_reason text,
  created_at timestamptz not null default now()
);

create index demo_requests_recent on demo_requests (lower(email), preferred_at, created_at);

-- What happened, for good. Holds no personal data: it points to what does.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  subject text not null,
  subject_id uuid not null,
  event text not null
);

create index audit_events_of on audit_events (subject, subject_id);

-- The first answer to a key, given again for as long as it is kept.
create table idempotency_keys (
  key text primary key,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now()
);

create index idempotency_keys_age on idempotency_keys (created_at);

-- The outbox: written with the request it is about, worked off afterwards.
create table outgoing_mail (
  id bigint generated always as identity primary key,
  demo_request_id uuid not null references demo_requests,
  kind text not null check (kind in ('confirmation', 'staff-notice')),
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  reason text,
  sent_at timestamptz,
  unique (demo_request_id, kind)
);

create index outgoing_mail_due on outgoing_mail (next_attempt_at) where status = 'queued';

-- Requests counted per address and per email, shared by all servers.
create table rate_counts (
  bucket text not null,
  period_start timestamptz not null,
  count integer not null,
  primary key (bucket, period_start)
);
