-- expand
create table handovers (
  organization_id uuid not null references organizations,
  id uuid not null default gen_random_uuid(),
  person_id uuid not null references users,
  actor_id uuid references users,
  at timestamptz not null default now(),
  moved_back_at timestamptz,
  moved_back_by uuid references users,
  primary key (organization_id, id)
);
create index handovers_newest on handovers (organization_id, at);
alter table handovers enable row level security;
create policy of_organization on handovers
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

create table handover_items (
  organization_id uuid not null,
  handover_id uuid not null,
  kind text not null check (kind in ('athletes', 'deals', 'reviews', 'tasks')),
  record_id uuid not null,
  receiver_id uuid not null references users,
  -- Of a task after the handover: it tells whether somebody touched it since.
  version integer,
  primary key (organization_id, handover_id, kind, record_id),
  foreign key (organization_id, handover_id) references handovers on delete cascade
);
alter table handover_items enable row level security;
create policy of_organization on handover_items
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue',
   'guardian-confirmed', 'approval-asked', 'approval-decided', 'approver-missing', 'signature-asked', 'signature-late',
   'deal-signed', 'key-date-near', 'key-date-moved', 'deliverable-due', 'deliverable-late', 'deliverable-submitted',
   'deliverable-decided', 'payment-late', 'payment-recorded', 'expense-asked', 'expense-decided', 'deal-to-check',
   'age-corrected', 'guardian-missing', 'task-assigned', 'task-completed', 'task-due', 'tasks-released',
   'work-received', 'dates-without-owner', 'contact-data-changed', 'contact-data-proposed', 'contact-data-decided')) not valid;
