-- What the fee on a deal depends on: the version whose rule applied, the income class and the currency. Nothing in kind has a fee.
alter table receipt_allocations
  add column currency text check (currency ~ '^[A-Z]{3}$'),
  add column income text check (income in ('contract', 'nil', 'sponsorship', 'royalty')),
  add column in_kind boolean not null default false,
  add column deal_version integer;
update receipt_allocations x set currency = r.currency, income = coalesce(p.income, d.kind),
  in_kind = coalesce(p.in_kind, false) and x.fee_rate is null and x.fee_flat_minor is null,
  -- The latest version with the rule that was applied.
  deal_version = coalesce((select max(v.number) from deal_versions v
    where v.organization_id = x.organization_id and v.deal_id = x.deal_id and v.number <= d.in_force
      and (v.terms -> 'fee' ->> 'rateMillionths')::integer is not distinct from x.fee_rate
      and (v.terms -> 'fee' ->> 'flatMinor')::bigint is not distinct from x.fee_flat_minor), d.in_force, 1)
from receipts r, deals d, receipt_allocations y
  left join payments p on p.organization_id = y.organization_id and p.id = y.payment_id
where r.organization_id = x.organization_id and r.id = x.receipt_id and d.organization_id = x.organization_id and d.id = x.deal_id
  and y.organization_id = x.organization_id and y.id = x.id;
alter table receipt_allocations
  alter column currency set not null,
  alter column income set not null,
  alter column deal_version set not null;
drop index allocations_of_deal;
create index allocations_of_deal on receipt_allocations (organization_id, deal_id, currency, deal_version, income)
  include (fee_rate, fee_flat_minor, amount_minor, fee_minor, in_kind);

-- Recoupment rounds on the running total: each says how much of the receipt its share was taken of, also if the share rounds to nothing.
alter table recoupments
  add column base_minor bigint,
  drop constraint recoupments_amount_minor_check,
  alter column entry_id drop not null,
  add check ((amount_minor = 0) = (entry_id is null));
update recoupments c set base_minor = sign(x.amount_minor)
  * least(abs(x.amount_minor), ceil(abs(c.amount_minor) * 1000000.0 / e.recoup_rate))
from receipt_allocations x, expenses e
where x.organization_id = c.organization_id and x.id = c.allocation_id and e.organization_id = c.organization_id and e.id = c.expense_id;
alter table recoupments alter column base_minor set not null;
alter table expenses add column recoup_base_minor bigint not null default 0;
update expenses e set recoup_base_minor = c.base_minor
from (select organization_id, expense_id, sum(base_minor) as base_minor from recoupments group by 1, 2) c
where c.organization_id = e.organization_id and c.expense_id = e.id;

create or replace function add_to_expenses() returns trigger language plpgsql as $$
begin
  update expenses e set recouped_minor = e.recouped_minor + a.amount_minor, recoup_base_minor = e.recoup_base_minor + a.base_minor,
    version = e.version + 1
  from (select organization_id, expense_id, sum(amount_minor) as amount_minor, sum(base_minor) as base_minor from added group by 1, 2) a
  where e.organization_id = a.organization_id and e.id = a.expense_id;
  return null;
end
$$;

-- A bank line is booked in one or several parts: receipts and payments of invoices. It is booked when nothing of it is left.
alter table bank_lines add column booked_minor bigint not null default 0;
update bank_lines l set booked_minor = least(b.amount_minor, l.amount_minor),
  state = case when l.state = 'booked' and b.amount_minor < l.amount_minor then 'open' else l.state end
from (select organization_id, bank_line_id, sum(amount_minor) as amount_minor from (
    select organization_id, bank_line_id, amount_minor from receipts where bank_line_id is not null and reversed_at is null
    union all
    select organization_id, bank_line_id, amount_minor from invoice_payments where bank_line_id is not null and reversed_at is null) booked
  group by 1, 2) b
where b.organization_id = l.organization_id and b.bank_line_id = l.id and l.amount_minor > 0;
alter table bank_lines add check (booked_minor between 0 and greatest(amount_minor, 0));
drop index receipts_of_bank;
create index receipts_of_bank on receipts (organization_id, bank_line_id) where reversed_at is null;
drop index invoice_payments_of_bank;
create index invoice_payments_of_bank on invoice_payments (organization_id, bank_line_id) where reversed_at is null;

-- What athletes receive in kind has a value, but is no money: an account of its own keeps it out of every sum of money.
alter table entry_lines drop constraint entry_lines_account_check, add constraint entry_lines_account_check check (account in
  ('bank', 'fees-receivable', 'recoverable-expenses', 'owed-to-athletes', 'payables', 'fees', 'expenses', 'athlete-pay',
   'athlete-earnings', 'in-kind-earnings', 'payors'));
create or replace function require_balance() returns trigger language plpgsql as $$
begin
  if not exists (select from entry_lines l where l.organization_id = new.organization_id and l.entry_id = new.id)
    or exists (select from entry_lines l where l.organization_id = new.organization_id and l.entry_id = new.id
      group by l.currency, l.account in ('athlete-earnings', 'in-kind-earnings', 'payors') having sum(l.amount_minor) <> 0)
    or exists (select from entry_lines l where l.organization_id = new.organization_id and l.entry_id = new.id
      and (l.posted_on, l.reversal) is distinct from (new.posted_on, new.reverses is not null))
  then
    raise exception 'An entry of the ledger does not balance.' using errcode = 'check_violation', constraint = 'entry_balances';
  end if;
  return null;
end
$$;

-- In-kind receipts that stand were booked as money. The ledger is append-only: an entry moves each to the new account.
create temporary table in_kind_before on commit drop as
  select x.organization_id, gen_random_uuid() as entry_id, x.receipt_id, x.currency, x.amount_minor, x.athlete_id, x.deal_id, x.income,
    r.received_on
  from receipt_allocations x join receipts r on r.organization_id = x.organization_id and r.id = x.receipt_id
  where x.in_kind and r.reversed_at is null;
insert into entries (organization_id, id, cause, occurred_on, posted_on, receipt_id, note)
  select organization_id, entry_id, 'receipt', received_on, received_on, receipt_id, 'In-kind value, moved out of money received'
  from in_kind_before;
insert into entry_lines (organization_id, entry_id, position, account, currency, amount_minor, athlete_id, deal_id, income, posted_on)
  select b.organization_id, b.entry_id, m.position, m.account, b.currency, m.sign * b.amount_minor, b.athlete_id, b.deal_id, b.income,
    e.posted_on
  from in_kind_before b join entries e on e.organization_id = b.organization_id and e.id = b.entry_id,
    (values (0::smallint, 'in-kind-earnings', 1), (1::smallint, 'athlete-earnings', -1)) m (position, account, sign);
