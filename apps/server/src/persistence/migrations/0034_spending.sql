-- Who took an expense back, and why: who decided about it stays.
alter table expenses
  add column reversed_at timestamptz,
  add column reversed_by uuid references users,
  add column reversed_because text;
create index expenses_waiting on expenses (organization_id, spent_on, id) where state = 'waiting';
create index expenses_of_deal on expenses (organization_id, deal_id, spent_on) where deal_id is not null;

-- How much of a payment of ours the books have as pay: all of it once it is due, before that what was paid in advance. If a new version
-- of the deal changes the amount, the difference is posted.
alter table payments add column owed_minor bigint not null default 0;
create index payments_to_pay on payments (organization_id, due_on, id) where outgoing and not in_kind;

-- What the organization pays: to athletes under its own deals, and back to colleagues who paid for something.
create view payables with (security_invoker = true) as
  select p.organization_id, p.id, 'pay' as kind, p.title, coalesce(p.due_on, p.met_on) as due_on, p.currency,
    case when p.state = 'expected' then greatest(p.amount_minor, p.received_minor) else p.received_minor end as amount_minor,
    p.received_minor as paid_minor, p.athlete_id, p.deal_id, null::uuid as colleague_id
  from payments p
  where p.outgoing and not p.in_kind and (p.state = 'expected' or p.received_minor > 0)
  union all
  select e.organization_id, e.id, 'expense', e.vendor, e.spent_on, e.currency, e.amount_minor, e.repaid_minor, e.athlete_id, e.deal_id,
    e.added_by
  from expenses e where e.paid_by = 'colleague' and e.state = 'approved';
