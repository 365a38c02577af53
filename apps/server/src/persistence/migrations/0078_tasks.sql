-- expand
-- Something that a member has to do, about an athlete, a deal, a company or nothing.
create table tasks (
  organization_id uuid not null references organizations,
  id uuid not null,
  title text not null,
  athlete_id uuid,
  deal_id uuid,
  company_id uuid,
  -- The note or log entry that it was made from.
  entry_id uuid,
  -- Null: the owners.
  assignee_id uuid,
  due_on date,
  -- HH:MM in the organization's time zone.
  due_time text,
  -- Days without a time come first.
  due_sort integer generated always as ((due_on - date '2000-01-01') * 1441
    + coalesce(left(due_time, 2)::integer * 60 + right(due_time, 2)::integer + 1, 0)) stored,
  done_at timestamptz,
  done_by uuid references users,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  folded text collate "C" generated always as (' ' || fold(title)) stored,
  primary key (organization_id, id),
  check (num_nonnulls(athlete_id, deal_id, company_id) <= 1),
  check (due_time is null or due_on is not null),
  foreign key (organization_id, athlete_id) references athletes (organization_id, id) on delete cascade,
  foreign key (organization_id, deal_id) references deals (organization_id, id) on delete cascade,
  foreign key (organization_id, company_id) references companies (organization_id, id),
  foreign key (organization_id, entry_id) references athlete_timeline (organization_id, id) on delete set null (entry_id),
  foreign key (organization_id, assignee_id) references memberships (organization_id, user_id) on delete set null (assignee_id)
);
-- Included columns decide who sees a task, so that counting needs no second lookup.
create index tasks_open on tasks (organization_id, due_sort, id)
  include (assignee_id, created_by, athlete_id, deal_id, company_id) where done_at is null;
create index tasks_open_of_assignee on tasks (organization_id, assignee_id, due_sort, id)
  include (created_by, athlete_id, deal_id, company_id) where done_at is null;
create index tasks_done on tasks (organization_id, done_at, id)
  include (assignee_id, created_by, athlete_id, deal_id, company_id) where done_at is not null;
create index tasks_done_of_assignee on tasks (organization_id, assignee_id, done_at, id)
  include (created_by, athlete_id, deal_id, company_id) where done_at is not null;
create index tasks_of_athlete on tasks (organization_id, athlete_id) where athlete_id is not null;
create index tasks_of_deal on tasks (organization_id, deal_id) where deal_id is not null;
create index tasks_of_company on tasks (organization_id, company_id) where company_id is not null;
create index tasks_of_entry on tasks (organization_id, entry_id) where entry_id is not null;
alter table tasks enable row level security;
create policy of_organization on tasks
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
call make_searchable('tasks');

-- One morning mail per member and day.
create table task_reminders (
  organization_id uuid not null,
  user_id uuid not null,
  -- In the organization's time zone.
  day date not null,
  primary key (organization_id, user_id, day),
  foreign key (organization_id, user_id) references memberships (organization_id, user_id) on delete cascade
);
alter table task_reminders enable row level security;
create policy of_organization on task_reminders
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue',
   'guardian-confirmed', 'approval-asked', 'approval-decided', 'approver-missing', 'signature-asked', 'signature-late',
   'deal-signed', 'key-date-near', 'key-date-moved', 'deliverable-due', 'deliverable-late', 'deliverable-submitted',
   'deliverable-decided', 'payment-late', 'payment-recorded', 'expense-asked', 'expense-decided', 'deal-to-check',
   'age-corrected', 'guardian-missing', 'task-assigned', 'task-completed', 'task-due', 'tasks-released')) not valid;
