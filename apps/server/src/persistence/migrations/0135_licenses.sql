-- expand
-- Registrations of members as agents, per US state. They stay on record after the member leaves.
create table licenses (
  organization_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null references users,
  state text not null check (state ~ '^[A-Z]{2}$'),
  number text not null,
  starts_on date not null,
  -- The last day. Null: it does not expire.
  ends_on date,
  note text,
  file_name text,
  file_type text,
  storage_key text,
  file_size integer,
  file_sha256 bytea,
  version integer not null default 1,
  added_at timestamptz not null default now(),
  added_by uuid references users,
  primary key (organization_id, id),
  check (ends_on >= starts_on)
);
create index licenses_by_end on licenses (organization_id, ends_on, id);
create index licenses_by_start on licenses (organization_id, starts_on, id);
create index licenses_of_person on licenses (organization_id, user_id, state);
alter table licenses enable row level security;
create policy of_organization on licenses
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
create trigger leave_behind after delete on licenses for each row when (old.storage_key is not null)
  execute function queue_orphaned_file();
create trigger leave_behind_replaced after update of storage_key on licenses for each row
  when (old.storage_key is not null and old.storage_key is distinct from new.storage_key) execute function queue_orphaned_file();
call announce_changes('licenses', 'licenses', 'id');

-- Reminders of their end that were sent. A moved end is reminded of again.
create table license_reminders (
  organization_id uuid not null,
  license_id uuid not null,
  day date not null,
  days_before smallint not null,
  sent_at timestamptz not null default now(),
  primary key (organization_id, license_id, day, days_before),
  foreign key (organization_id, license_id) references licenses (organization_id, id) on delete cascade
);
alter table license_reminders enable row level security;
create policy of_organization on license_reminders
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

create or replace function organizations_to_remind() returns table (id uuid) language sql stable security definer
  set search_path = public, pg_temp as $$
  select o.id from organizations o where o.closed_at is null
    and (exists (select from deals d where d.organization_id = o.id and d.removed_at is null)
      or exists (select from agreements g where g.organization_id = o.id)
      or exists (select from licenses l where l.organization_id = o.id)
      or exists (select from tasks t where t.organization_id = o.id and t.done_at is null));
$$;

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue', 'guardian-confirmed', 'approval-asked', 'approval-decided', 'approver-missing', 'signature-asked', 'signature-late', 'company-signed', 'deal-signed', 'key-date-near', 'key-date-moved', 'deliverable-due', 'deliverable-late', 'deliverable-submitted', 'deliverable-decided', 'payment-late', 'payment-recorded', 'expense-asked', 'expense-decided', 'deal-to-check', 'age-corrected', 'guardian-missing', 'task-assigned', 'task-completed', 'task-due', 'tasks-released', 'work-received', 'dates-without-owner', 'contact-data-changed', 'contact-data-proposed', 'contact-data-decided', 'import-approval-asked', 'disclosure-due', 'deal-reported', 'report-decided', 'payor-answered', 'notice-failed', 'license-ending')) not valid;
