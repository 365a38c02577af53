-- Accepts a demo request once: idempotency key, duplicate check, rate limits, request, audit event and mail in one transaction.
-- p_request has the visitor's columns of demo_requests, and the traceparent for the mail. A refused request is only looked up.
create or replace function schedule_demo(
  p_request jsonb, p_refused boolean, p_key text, p_request_hash bytea, p_buckets text[], p_limits integer[], p_now timestamptz
) returns table (outcome text, answer jsonb) language plpgsql as $$
declare
  request demo_requests := jsonb_populate_record(null::demo_requests, p_request);
  known_key idempotency_keys;
  duplicate demo_requests;
  wait integer;
begin
  -- Retries of the same request are serialized across servers.
  perform pg_advisory_xact_lock(hashtextextended(lower(request.email) || request.preferred_at::text, 0));

  if p_key is not null then
    perform pg_advisory_xact_lock(hashtextextended('key ' || p_key, 0));
    select * into known_key from idempotency_keys
    where organization_id is null and person_id is null and operation = 'scheduleDemo' and key = p_key;
    if found then
      if known_key.request_hash = p_request_hash then
        return query select 'repeated', known_key.answer;
      else
        return query select 'key-reused', null::jsonb;
      end if;
      return;
    end if;
  end if;

  select * into duplicate from demo_requests d
  where lower(d.email) = lower(request.email) and d.preferred_at = request.preferred_at
    and d.created_at > p_now - interval '10 minutes'
  order by d.created_at desc limit 1;
  if found then
    outcome := 'repeated';
    request := duplicate;
  elsif p_refused then
    return query select 'refused', null::jsonb;
    return;
  else
    wait := count_rates(p_buckets, p_limits, '1 hour', p_now);
    if wait is not null then
      return query select 'limited', jsonb_build_object('retryAfterSeconds', wait);
      return;
    end if;

    outcome := 'accepted';
    insert into demo_requests (reference, full_name, email, phone, company, additional_info, preferred_at, offset_minutes,
      time_zone, state, quarantine_reason, created_at, asked_at, due_at)
    values (request.reference, request.full_name, request.email, request.phone, request.company, request.additional_info,
      request.preferred_at, request.offset_minutes, request.time_zone,
      case when request.quarantine_reason is null then 'requested' else 'quarantined' end, request.quarantine_reason,
      p_now, p_now, request.due_at)
    returning * into request;
    insert into audit_events (subject, subject_id, event)
    values ('demo-request', request.id, case when request.quarantine_reason is null then 'received' else 'quarantined' end);
    -- A quarantined address may be a victim's, so it gets no mail. Our staff is always notified.
    insert into outgoing_mail (demo_request_id, kind, traceparent)
    select request.id, kind, p_request->>'traceparent' from unnest(
      case when request.quarantine_reason is null then array['confirmation', 'staff-notice'] else array['staff-notice'] end) as kind;
  end if;

  -- The same answer for a quarantined request: its sender learns nothing.
  answer := jsonb_build_object('id', request.id, 'reference', request.reference, 'status', 'received');
  if p_key is not null then
    insert into idempotency_keys (operation, key, request_hash, answer, created_at)
    values ('scheduleDemo', p_key, p_request_hash, answer, p_now);
  end if;
  return next;
end
$$;
