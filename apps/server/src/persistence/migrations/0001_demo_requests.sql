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

-- Everything that accepting a request takes, in one round trip and one transaction. The answer says what came of it:
--   accepted, repeated (same key and content, or the same request minutes ago), key-reused, limited, or refused, which is
--   for what is wrong by now but may have been right at the first try.
create function schedule_demo(
  p_reference text,
  p_full_name text,
  p_email text,
  p_phone text,
  p_company text,
  p_additional_info text,
  p_preferred_at timestamptz,
  p_offset_minutes smallint,
  p_time_zone text,
  p_quarantine_reason text,
  p_refused boolean,
  p_key text,
  p_request_hash bytea,
  p_buckets text[],
  p_limits integer[],
  p_period interval,
  p_now timestamptz
) returns table (outcome text, answer jsonb) language plpgsql as $$
declare
  known idempotency_keys;
  request demo_requests;
  period_begin timestamptz;
  counted integer;
begin
  -- Two tries at the same thing take turns, whichever servers they come through.
  perform pg_advisory_xact_lock(hashtextextended(lower(p_email) || p_preferred_at::text, 0));

  if p_key is not null then
    perform pg_advisory_xact_lock(hashtextextended('key ' || p_key, 0));
    select * into known from idempotency_keys where key = p_key;
    if found then
      if known.request_hash = p_request_hash then
        return query select 'repeated', known.answer;
      else
        return query select 'key-reused', null::jsonb;
      end if;
      return;
    end if;
  end if;

  select * into request from demo_requests d
  where lower(d.email) = lower(p_email) and d.preferred_at = p_preferred_at and d.created_at > p_now - interval '10 minutes'
  order by d.created_at desc limit 1;
  if found then
    outcome := 'repeated';
    answer := jsonb_build_object('id', request.id, 'reference', request.reference, 'status', 'received');
    if p_key is not null then
      insert into idempotency_keys (key, request_hash, answer, created_at) values (p_key, p_request_hash, answer, p_now);
    end if;
    return next;
    return;
  end if;

  if p_refused then
    return query select 'refused', null::jsonb;
    return;
  end if;

  period_begin := date_bin(p_period, p_now, timestamptz '2000-01-01');
  for i in 1 .. coalesce(array_length(p_buckets, 1), 0) loop
    insert into rate_counts as r (bucket, period_start, count) values (p_buckets[i], period_begin, 1)
    on conflict (bucket, period_start) do update set count = r.count + 1
    returning r.count into counted;
    if counted > p_limits[i] then
      return query select 'limited', jsonb_build_object(
        'retryAfterSeconds', ceil(extract(epoch from period_begin + p_period - p_now))::integer);
      return;
    end if;
  end loop;

  insert into demo_requests (reference, full_name, email, phone, company, additional_info, preferred_at, offset_minutes,
    time_zone, status, quarantine_reason, created_at)
  values (p_reference, p_full_name, p_email, p_phone, p_company, p_additional_info, p_preferred_at, p_offset_minutes,
    p_time_zone, case when p_quarantine_reason is null then 'received' else 'quarantined' end, p_quarantine_reason, p_now)
  returning * into request;

  insert into audit_events (subject, subject_id, event)
  values ('demo-request', request.id, case when p_quarantine_reason is null then 'received' else 'quarantined' end);

  -- Someone who may be a stranger's victim gets no mail from us; our staff always does.
  insert into outgoing_mail (demo_request_id, kind)
  select request.id, kind from unnest(
    case when p_quarantine_reason is null then array['confirmation', 'staff-notice'] else array['staff-notice'] end) as kind;

  -- A quarantined request is answered like any other: whoever sent it learns nothing.
  answer := jsonb_build_object('id', request.id, 'reference', request.reference, 'status', 'received');
  if p_key is not null then
    insert into idempotency_keys (key, request_hash, answer, created_at) values (p_key, p_request_hash, answer, p_now);
  end if;
  outcome := 'accepted';
  return next;
end
$$;
