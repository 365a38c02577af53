create extension if not exists btree_gist;

alter table demo_requests rename column status to state;
alter table demo_requests drop constraint demo_requests_status_check;
update demo_requests set state = 'requested' where state = 'received';
alter table demo_requests
  alter column state set default 'requested',
  add constraint demo_requests_state check (state in
    ('requested', 'confirmed', 'rescheduled', 'held', 'no-show', 'canceled', 'quarantined', 'rejected')),
  -- Rises with every change, so that two colleagues never overwrite each other.
  add column version integer not null default 1,
  -- The promise: when the visitor began to wait for us, by when we answer, and when we did.
  add column asked_at timestamptz,
  add column due_at timestamptz,
  add column answered_at timestamptz,
  -- When a colleague was told that the time is nearly over.
  add column warned_at timestamptz,
  add column assignee_id uuid references users,
  -- When the demo is: unlike preferred_at, which is when the visitor would like it to be, agreed.
  add column starts_at timestamptz,
  add column length_minutes integer not null default 30,
  add column ends_at timestamptz,
  add column meeting_link text,
  add column demo_at timestamptz generated always as (coalesce(starts_at, preferred_at)) stored,
  -- Higher with every version of the calendar entry that was sent.
  add column calendar_sequence integer not null default 0,
  add column day_reminder_at timestamptz,
  add column hour_reminder_at timestamptz,
  -- Since when nothing in here tells who it was.
  add column erased_at timestamptz,
  add column folded text collate "C" generated always as
    (' ' || fold(full_name || ' ' || email || ' ' || coalesce(company, '') || ' ' || reference)) stored,
  add constraint confirmed_demos_are_complete check (
    state <> 'confirmed' or (starts_at is not null and ends_at > starts_at and assignee_id is not null)),
  -- No colleague has two demos at the same time.
  add constraint one_demo_at_a_time exclude using gist
    (assignee_id with =, tstzrange(starts_at, ends_at) with &&) where (state = 'confirmed');

-- What came before was promised the same, by the clock of New York; nobody is warned about it any more.
update demo_requests set asked_at = created_at, warned_at = now(), due_at = created_at + make_interval(hours =>
  case when extract(isodow from created_at at time zone 'America/New_York') >= 6 then 24 else 4 end);
alter table demo_requests alter column asked_at set not null, alter column due_at set not null;

create index demo_requests_by_due on demo_requests (due_at, id);
create index demo_requests_by_date on demo_requests (created_at, id);
create index demo_requests_by_time on demo_requests (demo_at, id);
create index demo_requests_waiting on demo_requests (due_at, id) where state in ('requested', 'rescheduled');
create index demo_requests_confirmed on demo_requests (demo_at, id) where state = 'confirmed';
create index demo_requests_quarantined on demo_requests (due_at, id) where state = 'quarantined';
create index demo_requests_assigned on demo_requests (assignee_id, due_at, id);
create index demo_requests_company on demo_requests (fold(company), created_at) where company is not null;
create index demo_requests_kept on demo_requests (created_at) where erased_at is null;

-- As in migration 0012, for a table that is no organization's.
create index demo_requests_search on demo_requests using gin (folded gin_trgm_ops);
create function find_demo_requests(p_search text, p_most integer) returns setof demo_requests language plpgsql stable
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  patterns text[] := search_patterns(p_search);
begin
  -- The index is asked for several words at once: the longest may be one that every second row has.
  return query select * from demo_requests where folded like patterns[1] and folded like coalesce(patterns[2], patterns[1])
    and folded like coalesce(patterns[3], patterns[1]) and folded like all (patterns) limit p_most;
end
$$;
create function expected_demo_requests(p_search text) returns bigint language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  patterns text[] := search_patterns(p_search);
  plan json;
begin
  execute format('explain (format json) select from demo_requests where folded like %L and folded like %L and folded like %L',
    patterns[1], coalesce(patterns[2], '%'), coalesce(patterns[3], '%')) into plan;
  return plan->0->'Plan'->>'Plan Rows';
end
$$;
create function similar_demo_requests(p_search text, p_most integer) returns setof demo_requests language plpgsql stable
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set pg_trgm.word_similarity_threshold = 0.4
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  wanted text := fold(p_search);
begin
  return query select (candidate).* from (
      select t as candidate, word_similarity(wanted, folded) as similarity from demo_requests t where wanted <% folded limit 500
    ) candidates order by similarity desc limit p_most;
end
$$;

-- Every change of a request. It names nobody but colleagues, and is kept with the request for good.
create table demo_history (
  id bigint generated always as identity primary key,
  request_id uuid not null references demo_requests,
  at timestamptz not null,
  event text not null,
  done_by text not null check (done_by in ('staff', 'visitor', 'system')),
  actor_id uuid references users,
  from_state text not null,
  to_state text not null,
  demo_at timestamptz,
  assignee_id uuid references users,
  -- Of the promise that this answers.
  asked_at timestamptz,
  due_at timestamptz
);
create index demo_history_of on demo_history (request_id, id);
create index demo_history_by_date on demo_history (at);

create table demo_notes (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references demo_requests,
  at timestamptz not null,
  author_id uuid not null references users,
  text text not null
);
create index demo_notes_of on demo_notes (request_id, at);

-- Links in mail to visitors. They stay valid: one whose request was erased says so.
create table demo_links (
  token_hash bytea primary key,
  request_id uuid not null references demo_requests
);
create index demo_links_of on demo_links (request_id);

-- Who takes turns with demos.
create table desk_duty (
  user_id uuid primary key references users,
  on_duty boolean not null,
  last_assigned_at timestamptz
);

-- A request has as many mails of a kind as there is reason for.
alter table outgoing_mail
  drop constraint outgoing_mail_demo_request_id_kind_key,
  drop constraint outgoing_mail_subject,
  drop constraint outgoing_mail_status_check,
  add column queued_at timestamptz not null default now(),
  add constraint outgoing_mail_status check (status in ('queued', 'sent', 'failed', 'skipped')),
  add constraint outgoing_mail_subject check (
    (demo_request_id is not null) = (kind in ('confirmation', 'staff-notice') or kind like 'demo-%')
    and (demo_request_id is not null or status <> 'queued' or (recipient is not null and details is not null)));
update outgoing_mail m set queued_at = r.created_at from demo_requests r where r.id = m.demo_request_id;
create index outgoing_mail_of_request on outgoing_mail (demo_request_id, id) where demo_request_id is not null;

-- Tells our staff's windows which requests have changed.
create function announce_requests() returns trigger language plpgsql as $$
declare
  ids text[];
begin
  execute format('select (array_agg(distinct %I::text))[1:101] from changed', tg_argv[0]) into ids;
  if ids is not null then
    perform pg_notify('live_updates', json_build_object('topic', 'requests', 'organization', null,
      'ids', case when cardinality(ids) <= 100 then to_json(ids) end, 'added', tg_op = 'INSERT' and tg_argv[0] = 'id')::text);
  end if;
  return null;
end
$$;
create trigger announce_insert after insert on demo_requests referencing new table as changed
  for each statement execute function announce_requests('id');
create trigger announce_update after update on demo_requests referencing new table as changed
  for each statement execute function announce_requests('id');
create trigger announce_insert after insert on demo_notes referencing new table as changed
  for each statement execute function announce_requests('request_id');

create function announce_request_mail() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_updates',
    json_build_object('topic', 'requests', 'organization', null, 'ids', json_build_array(new.demo_request_id))::text);
  return null;
end
$$;
create trigger announce_update after update of status on outgoing_mail for each row
  when (new.demo_request_id is not null and old.status is distinct from new.status)
  execute function announce_request_mail();

-- As in migration 0010, with the promise. Servers of the version before, which do not say it, may accept requests until they are
-- replaced.
