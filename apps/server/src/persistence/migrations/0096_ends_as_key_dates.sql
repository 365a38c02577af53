-- expand
-- The end of a deal in force is an automatic key date, with reminders 90, 30 and 7 days before.
insert into key_dates (organization_id, id, deal_id, athlete_id, rule_id, title, kind, rule, day, lapses_at)
select d.organization_id, gen_random_uuid(), d.id, d.athlete_id, '00000000-0000-4000-8000-00000000e4d0', 'End of the deal', 'other',
  jsonb_build_object('id', '00000000-0000-4000-8000-00000000e4d0', 'kind', 'other', 'title', 'End of the deal', 'effect', '',
    'anchor', jsonb_build_object('kind', 'termEnd'), 'offset', jsonb_build_object('amount', 0, 'unit', 'days'),
    'zone', o.time_zone, 'reminders', jsonb_build_array(90, 30, 7)),
  d.ends_on, (d.ends_on + 1)::timestamp at time zone o.time_zone
from deals d join organizations o on o.id = d.organization_id
where d.stage in ('signed', 'active') and d.removed_at is null and d.ends_on >= (now() at time zone o.time_zone)::date;

-- Representation agreements: last day, signing instant, guardian of a minor, and the signed document.
alter table agreements
  add column last_on date,
  add column signed_at timestamptz,
  add column signed_by uuid references users,
  add column guardian_name text,
  add column confirmed_at timestamptz,
  add column confirmed_by uuid references users,
  add column confirm_comment text,
  add column file_name text,
  add column storage_key text,
  add column file_size integer,
  add column file_sha256 bytea;
update agreements set last_on = coalesce(ended_on, ends_on);
create or replace function set_last_day() returns trigger language plpgsql as $$
begin
  new.last_on := coalesce(new.ended_on, new.ends_on);
  return new;
end
$$;
create or replace trigger set_last_day before insert or update on agreements for each row
  execute function set_last_day();
create trigger leave_behind after delete on agreements for each row when (old.storage_key is not null)
  execute function queue_orphaned_file();
create trigger leave_behind_replaced after update of storage_key on agreements for each row
  when (old.storage_key is not null and old.storage_key is distinct from new.storage_key) execute function queue_orphaned_file();

-- Reminders of their end that were sent. A moved end is reminded of again.
create table agreement_reminders (
  organization_id uuid not null,
  agreement_id uuid not null,
  day date not null,
  days_before smallint not null,
  sent_at timestamptz not null default now(),
  primary key (organization_id, agreement_id, day, days_before),
  foreign key (organization_id, agreement_id) references agreements (organization_id, id) on delete cascade
);
alter table agreement_reminders enable row level security;
create policy of_organization on agreement_reminders
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

create or replace function organizations_to_remind() returns table (id uuid) language sql stable security definer
  set search_path = public, pg_temp as $$
  select o.id from organizations o where o.closed_at is null
    and (exists (select from deals d where d.organization_id = o.id and d.removed_at is null)
      or exists (select from agreements g where g.organization_id = o.id)
      or exists (select from tasks t where t.organization_id = o.id and t.done_at is null));
$$;
