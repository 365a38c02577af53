-- Keys of all operations in one table, apart by operation, organization and person (http/idempotency.ts).
alter table idempotency_keys
  drop constraint idempotency_keys_pkey,
  add column operation text,
  add column organization_id uuid references organizations,
  add column person_id uuid references users,
  -- Null only inside the transaction that does the work.
  alter column answer drop not null;
update idempotency_keys set operation = 'scheduleDemo', key = substr(key, length('scheduleDemo ') + 1)
where key like 'scheduleDemo %';
update idempotency_keys
set operation = part[1], organization_id = part[2]::uuid, person_id = part[3]::uuid, key = part[4]
from idempotency_keys as old, regexp_match(old.key, '^(purchaseSubscription) (\S{36}) (\S{36}) (.*)$') as part
where idempotency_keys.key = old.key and idempotency_keys.operation is null and part is not null;
delete from idempotency_keys where operation is null;
alter table idempotency_keys
  alter column operation set not null,
  add unique nulls not distinct (organization_id, person_id, operation, key),
  enable row level security;
-- Operations that are about no organization are anyone's to ask for.
create policy of_organization on idempotency_keys
  using (organization_id is null or organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- What is kept only for a while, and what a person has taken back, in whatever organization.
create function forget_old_answers(p_hours integer) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from idempotency_keys where created_at < now() - make_interval(hours => p_hours);
$$;
create function forget_answers_with(p_text text) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from idempotency_keys
  where jsonb_path_exists(answer, '$.** ? (@ == $text)', jsonb_build_object('text', p_text));
$$;

-- Counts one more in each bucket, in the order they are given, and stops at the first that is over its limit: what one refuses
-- does not count in those after it. Answers with the seconds to wait then, else with null (http/rate-limits.ts).
create function count_rates(p_buckets text[], p_limits integer[], p_period interval, p_now timestamptz) returns integer
language plpgsql as $$
declare
  period_begin timestamptz := date_bin(p_period, p_now, timestamptz '2000-01-01');
  counted integer;
begin
  for i in 1 .. cardinality(p_buckets) loop
    insert into rate_counts as r (bucket, period_start, count) values (p_buckets[i], period_begin, 1)
    on conflict (bucket, period_start) do update set count = r.count + 1
    returning r.count into counted;
    if counted > p_limits[i] then
      return ceil(extract(epoch from period_begin + p_period - p_now));
    end if;
  end loop;
  return null;
end
$$;

-- As before, with the key in its columns and the counting in its function.
create or replace function schedule_demo(
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
  wait integer;
begin
  -- Two tries at the same thing take turns, whichever servers they come through.
  perform pg_advisory_xact_lock(hashtextextended(lower(p_email) || p_preferred_at::text, 0));

  if p_key is not null then
    perform pg_advisory_xact_lock(hashtextextended('key ' || p_key, 0));
    select * into known from idempotency_keys
    where organization_id is null and person_id is null and operation = 'scheduleDemo' and key = p_key;
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
      insert into idempotency_keys (operation, key, request_hash, answer, created_at)
      values ('scheduleDemo', p_key, p_request_hash, answer, p_now);
    end if;
    return next;
    return;
  end if;

  if p_refused then
    return query select 'refused', null::jsonb;
    return;
  end if;

  wait := count_rates(p_buckets, p_limits, p_period, p_now);
  if wait is not null then
    return query select 'limited', jsonb_build_object('retryAfterSeconds', wait);
    return;
  end if;

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
    insert into idempotency_keys (operation, key, request_hash, answer, created_at)
    values ('scheduleDemo', p_key, p_request_hash, answer, p_now);
  end if;
  outcome := 'accepted';
  return next;
end
$$;
