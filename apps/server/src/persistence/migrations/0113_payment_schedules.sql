-- expand
-- Paydays of contract seasons. They follow the payroll of the team, not the signed terms.
create table payment_schedules (
  organization_id uuid not null,
  deal_id uuid not null,
  rule_id text not null,
  template text not null,
  installments jsonb not null,
  changed_by uuid references users,
  changed_at timestamptz not null,
  primary key (organization_id, deal_id, rule_id),
  foreign key (organization_id, deal_id) references deals on delete cascade
);
alter table payment_schedules enable row level security;
create policy of_organization on payment_schedules
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
