-- expand
-- Reminders that were sent to people with an account: at most one per person, record and day.
create table reminders (
  organization_id uuid not null,
  -- The deal, deliverable or payment.
  record_id uuid not null,
  user_id uuid not null references users,
  -- In the organization's time zone.
  day date not null,
  deal_id uuid not null,
  sent_at timestamptz not null,
  -- Null: by schedule.
  sent_by uuid references users,
  primary key (organization_id, record_id, user_id, day),
  foreign key (organization_id, deal_id) references deals (organization_id, id) on delete cascade
);
create index reminders_of_deal on reminders (organization_id, deal_id);
alter table reminders enable row level security;
create policy of_organization on reminders
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- How a member is notified of a kind. Without a row: by email at once.
create table notification_settings (
  organization_id uuid not null,
  user_id uuid not null,
  kind text not null,
  delivery text not null check (delivery in ('mail', 'digest', 'bell')),
  primary key (organization_id, user_id, kind),
  foreign key (organization_id, user_id) references memberships (organization_id, user_id) on delete cascade
);
alter table notification_settings enable row level security;
create policy of_organization on notification_settings
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- Waits for the daily digest.
alter table notifications add column digest boolean not null default false;
alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue',
   'guardian-confirmed', 'approval-asked', 'approval-decided', 'approver-missing', 'signature-asked', 'signature-late',
   'deal-signed', 'key-date-near', 'key-date-moved', 'deliverable-due', 'deliverable-late', 'deliverable-submitted',
   'deliverable-decided', 'payment-late', 'payment-recorded', 'expense-asked', 'expense-decided', 'deal-to-check',
   'age-corrected', 'guardian-missing')) not valid;

-- Addresses that a mail server refused, by digest. A mail that is accepted removes its row.
create table refused_addresses (
  address_digest text primary key,
  refused_at timestamptz not null default now()
);
