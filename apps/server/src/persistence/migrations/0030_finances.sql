-- What is known of a payment beside what the deal promises: what came of it, and whether it is us who pay.
alter table payments
  add column received_minor bigint not null default 0,
  -- Money that the organization itself pays, because the deal is with it.
  add column outgoing boolean not null default false,
  -- Where the money comes from: the kind of the deal, or royalties. A trigger says it, and who pays.
  add column income text not null default 'nil' check (income in ('contract', 'nil', 'sponsorship', 'royalty')),
  -- The condition was met on this day: from then on it is expected like any other.
  add column met_on date,
  -- It was due, and the books say that it is owed.
  add column owed_since date;
update payments p set income = case when p.kind = 'royalty' then 'royalty' else d.kind end,
  outgoing = (select c.is_self from companies c where c.organization_id = d.organization_id and c.id = d.company_id)
from deals d where d.organization_id = p.organization_id and d.id = p.deal_id;

create function say_whose_payment() returns trigger language plpgsql as $$
begin
  select c.is_self, case when new.kind = 'royalty' then 'royalty' else d.kind end into new.outgoing, new.income
  from deals d join companies c on c.organization_id = d.organization_id and c.id = d.company_id
  where d.organization_id = new.organization_id and d.id = new.deal_id;
  return new;
end
$$;
create trigger say_whose before insert on payments for each row execute function say_whose_payment();

create index payments_open on payments (organization_id, outgoing, due_on, id) include (currency, amount_minor, received_minor, income, athlete_id)
  where state = 'expected' and not in_kind and received_minor < amount_minor;
create index payments_of_deal on payments (organization_id, deal_id, due_on);
create index payments_of_athlete on payments (organization_id, athlete_id, due_on);
call announce_changes('payments', 'payments', 'id');

-- What an organization has decided about its books.
create table books (
  organization_id uuid primary key references organizations,
  -- Expenses above it wait for a colleague's yes; null: none do.
  expense_limit_minor bigint check (expense_limit_minor >= 0),
  invoice_prefix text not null default 'F-',
  next_invoice integer not null default 1,
  invoice_days smallint not null default 30,
  -- Who invoices, and where to pay: what stands on invoices.
  invoice_name text,
  invoice_address text,
  invoice_payment text,
  version integer not null default 1
);

-- The books of these months are closed: what is booked later for a day in them counts on the first open day.
create table closed_books (
  organization_id uuid primary key references organizations,
  -- The last day of the last closed month.
  through date not null,
  closed_at timestamptz not null default now(),
  closed_by uuid references users
);

-- Money that came, as somebody confirmed it.
create table receipts (
  organization_id uuid not null references organizations,
  id uuid not null,
  received_on date not null,
  company_id uuid,
  payer text not null,
  reference text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  note text,
  bank_line_id uuid,
  booked_at timestamptz not null default now(),
  booked_by uuid references users,
  reversed_at timestamptz,
  reversed_by uuid references users,
  reversed_because text,
  folded text collate "C" generated always as (' ' || fold(payer || ' ' || coalesce(reference, ''))) stored,
  primary key (organization_id, id),
  foreign key (organization_id, company_id) references companies
);
-- A line of a bank is booked once.
create unique index receipts_of_bank on receipts (organization_id, bank_line_id) where reversed_at is null;
create index receipts_by_day on receipts (organization_id, received_on, id);
create index receipts_by_amount on receipts (organization_id, amount_minor, id);
call announce_changes('receipts', 'receipts', 'id');

-- Money that was spent.
create table expenses (
  organization_id uuid not null references organizations,
  id uuid not null,
  spent_on date not null,
  category text not null,
  vendor text not null,
  note text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  athlete_id uuid,
  deal_id uuid,
  -- Who paid it: the organization, or a colleague who gets it back.
  paid_by text not null check (paid_by in ('organization', 'colleague')),
  -- The athlete gives it back: this share of each receipt in millionths, until all is back. Null: it stays our cost.
  recoup_rate integer check (recoup_rate between 1 and 1000000),
  recouped_minor bigint not null default 0,
  repaid_minor bigint not null default 0,
  state text not null check (state in ('waiting', 'approved', 'rejected', 'reversed')),
  added_at timestamptz not null default now(),
  added_by uuid references users,
  decided_at timestamptz,
  decided_by uuid references users,
  word text,
  -- The photograph or file of the receipt: the bytes are in the store.
  file_name text,
  file_type text,
  storage_key text,
  file_size integer,
  file_sha256 bytea,
  version integer not null default 1,
  folded text collate "C" generated always as (' ' || fold(vendor || ' ' || coalesce(note, ''))) stored,
  primary key (organization_id, id),
  foreign key (organization_id, athlete_id) references athletes,
  foreign key (organization_id, deal_id) references deals,
  check (recoup_rate is null or athlete_id is not null)
);
create index expenses_by_day on expenses (organization_id, spent_on, id);
create index expenses_by_amount on expenses (organization_id, amount_minor, id);
create index expenses_of_athlete on expenses (organization_id, athlete_id, spent_on);
create index expenses_to_recoup on expenses (organization_id, athlete_id, spent_on, id)
  where state = 'approved' and recoup_rate is not null and recouped_minor < amount_minor;
create trigger leave_behind after delete on expenses for each row when (old.storage_key is not null) execute function leave_file_behind();
call announce_changes('expenses', 'expenses', 'id');

-- Money that the organization paid: to athletes, or back to colleagues.
create table payouts (
  organization_id uuid not null references organizations,
  id uuid not null,
  paid_on date not null,
  payment_id uuid,
  expense_id uuid,
  athlete_id uuid,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  reference text,
  booked_at timestamptz not null default now(),
  booked_by uuid references users,
  reversed_at timestamptz,
  reversed_by uuid references users,
  reversed_because text,
  primary key (organization_id, id),
  foreign key (organization_id, payment_id) references payments,
  foreign key (organization_id, expense_id) references expenses,
  foreign key (organization_id, athlete_id) references athletes,
  check (num_nonnulls(payment_id, expense_id) = 1)
);
create index payouts_by_day on payouts (organization_id, paid_on, id);
create index payouts_of_payment on payouts (organization_id, payment_id);
create index payouts_of_expense on payouts (organization_id, expense_id);
call announce_changes('payouts', 'payouts', 'id');

-- Invoices of the organization's own fees: numbers are a series of its own.
create table fee_invoices (
  organization_id uuid not null references organizations,
  id uuid not null,
  number text not null,
  athlete_id uuid not null,
  issued_on date not null,
  due_on date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total_minor bigint not null,
  paid_minor bigint not null default 0,
  -- Who invoices whom, as it stood on the day of issue.
  seller jsonb not null,
  buyer jsonb not null,
  state text not null check (state in ('open', 'paid', 'void')),
  sent_at timestamptz,
  sent_to text,
  created_at timestamptz not null default now(),
  created_by uuid references users,
  voided_because text,
  version integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, number),
  foreign key (organization_id, athlete_id) references athletes
);
create index fee_invoices_by_day on fee_invoices (organization_id, issued_on, id);
create index fee_invoices_open on fee_invoices (organization_id, due_on, id) where state = 'open';
create index fee_invoices_of_athlete on fee_invoices (organization_id, athlete_id, issued_on);
call announce_changes('fee_invoices', 'fee-invoices', 'id');

create table invoice_payments (
  organization_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  paid_on date not null,
  amount_minor bigint not null check (amount_minor > 0),
  reference text,
  bank_line_id uuid,
  booked_at timestamptz not null default now(),
  booked_by uuid references users,
  reversed_at timestamptz,
  reversed_by uuid references users,
  reversed_because text,
  primary key (organization_id, id),
  foreign key (organization_id, invoice_id) references fee_invoices
);
create unique index invoice_payments_of_bank on invoice_payments (organization_id, bank_line_id) where reversed_at is null;
create index payments_of_invoice on invoice_payments (organization_id, invoice_id);

-- The ledger. An entry is never changed, only reversed by another one.
create table entries (
  organization_id uuid not null references organizations,
  id uuid not null,
  cause text not null check (cause in ('receipt', 'fee', 'recoupment', 'fee-payment', 'expense', 'pay', 'payout')),
  occurred_on date not null,
  -- The day on which it counts: that of the books, if they were closed already.
  posted_on date not null,
  booked_at timestamptz not null default now(),
  booked_by uuid references users,
  transaction_id xid8 not null default pg_current_xact_id(),
  receipt_id uuid,
  invoice_payment_id uuid,
  expense_id uuid,
  payout_id uuid,
  -- What we owe an athlete since it was due.
  payment_id uuid,
  reverses uuid,
  note text,
  primary key (organization_id, id),
  unique (organization_id, reverses),
  foreign key (organization_id, reverses) references entries,
  foreign key (organization_id, receipt_id) references receipts,
  foreign key (organization_id, invoice_payment_id) references invoice_payments,
  foreign key (organization_id, expense_id) references expenses,
  foreign key (organization_id, payout_id) references payouts,
  foreign key (organization_id, payment_id) references payments,
  check (num_nonnulls(receipt_id, invoice_payment_id, expense_id, payout_id, payment_id) = 1)
);
create index entries_of_receipt on entries (organization_id, receipt_id) where receipt_id is not null;
create index entries_of_invoice_payment on entries (organization_id, invoice_payment_id) where invoice_payment_id is not null;
create index entries_of_expense on entries (organization_id, expense_id) where expense_id is not null;
create index entries_of_payout on entries (organization_id, payout_id) where payout_id is not null;
create index entries_of_payment on entries (organization_id, payment_id) where payment_id is not null;
create trigger announce_insert after insert on entries referencing new table as changed
  for each statement execute function announce_change('entries', 'id');

-- Debits are positive, credits negative.
create table entry_lines (
  organization_id uuid not null,
  entry_id uuid not null,
  position smallint not null,
  account text not null check (account in ('bank', 'fees-receivable', 'recoverable-expenses', 'owed-to-athletes', 'payables', 'fees',
    'expenses', 'athlete-pay', 'athlete-earnings', 'payors')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor <> 0),
  athlete_id uuid,
  deal_id uuid,
  income text check (income in ('contract', 'nil', 'sponsorship', 'royalty')),
  posted_on date not null,
  -- Of an entry that takes another one back.
  reversal boolean not null default false,
  primary key (organization_id, entry_id, position),
  foreign key (organization_id, entry_id) references entries,
  foreign key (organization_id, athlete_id) references athletes,
  foreign key (organization_id, deal_id) references deals
);
create index lines_by_day on entry_lines (organization_id, account, posted_on, entry_id);
create index lines_of_athlete on entry_lines (organization_id, athlete_id, account, posted_on, entry_id) where athlete_id is not null;
create index lines_of_deal on entry_lines (organization_id, deal_id, account, posted_on, entry_id) where deal_id is not null;

-- Closing waits for what is being booked, and what is booked afterwards counts afterwards.
create function find_open_day() returns trigger language plpgsql as $$
declare
  v_through date;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('books:' || new.organization_id, 0));
  select through into v_through from closed_books where organization_id = new.organization_id;
  new.posted_on := greatest(new.occurred_on, v_through + 1);
  return new;
end
$$;
create trigger find_open_day before insert on entries for each row execute function find_open_day();

-- Each entry balances in each currency; and what athletes earn from others balances by itself: it is never the organization's money.
create function require_balance() returns trigger language plpgsql as $$
begin
  if not exists (select from entry_lines l where l.organization_id = new.organization_id and l.entry_id = new.id)
    or exists (select from entry_lines l where l.organization_id = new.organization_id and l.entry_id = new.id
      group by l.currency, l.account in ('athlete-earnings', 'payors') having sum(l.amount_minor) <> 0)
    or exists (select from entry_lines l where l.organization_id = new.organization_id and l.entry_id = new.id
      and (l.posted_on, l.reversal) is distinct from (new.posted_on, new.reverses is not null))
  then
    raise exception 'An entry of the ledger does not balance.' using errcode = 'check_violation', constraint = 'entry_balances';
  end if;
  return null;
end
$$;
create constraint trigger entry_balances after insert on entries deferrable initially deferred
  for each row execute function require_balance();

-- Lines come together with their entry, never later: otherwise nothing would look at the balance again.
create function require_new_entry() returns trigger language plpgsql as $$
begin
  if exists (select from added a join entries e on e.organization_id = a.organization_id and e.id = a.entry_id
    where e.transaction_id <> pg_current_xact_id()) then
    raise exception 'An entry of the ledger does not change.' using errcode = 'check_violation', constraint = 'entry_is_final';
  end if;
  return null;
end
$$;
create trigger entry_is_final after insert on entry_lines referencing new table as added
  for each statement execute function require_new_entry();

-- Totals, so that figures cost the same whether there are a thousand entries or a million. Only the trigger below writes them.
create table ledger_totals (
  organization_id uuid not null references organizations,
  account text not null,
  currency text not null,
  month date not null,
  athlete_id uuid,
  deal_id uuid,
  income text,
  amount_minor bigint not null,
  -- How many lines it is made of: a reversal takes one away.
  lines integer not null,
  unique nulls not distinct (organization_id, account, currency, month, athlete_id, deal_id, income)
);
create index totals_of_athlete on ledger_totals (organization_id, athlete_id, account, month);
create index totals_of_deal on ledger_totals (organization_id, deal_id, account, month);

-- Of the whole organization, spread over a few rows each, so that people who book at the same time do not wait for each other.
create table ledger_month_totals (
  organization_id uuid not null references organizations,
  account text not null,
  currency text not null,
  month date not null,
  income text,
  part smallint not null,
  amount_minor bigint not null,
  lines integer not null,
  unique nulls not distinct (organization_id, account, currency, month, income, part)
);

create function add_to_totals() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_part smallint := pg_backend_pid() % 16;
begin
  -- In one order, so that nobody waits in a circle.
  insert into ledger_month_totals as t (organization_id, account, currency, month, income, part, amount_minor, lines)
  select organization_id, account, currency, date_trunc('month', posted_on)::date, income, v_part, sum(amount_minor),
    sum(case when reversal then -1 else 1 end)
  from added group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (organization_id, account, currency, month, income, part)
  do update set amount_minor = t.amount_minor + excluded.amount_minor, lines = t.lines + excluded.lines;
  insert into ledger_totals as t (organization_id, account, currency, month, athlete_id, deal_id, income, amount_minor, lines)
  select organization_id, account, currency, date_trunc('month', posted_on)::date, athlete_id, deal_id, income, sum(amount_minor),
    sum(case when reversal then -1 else 1 end)
  from added group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (organization_id, account, currency, month, athlete_id, deal_id, income)
  do update set amount_minor = t.amount_minor + excluded.amount_minor, lines = t.lines + excluded.lines;
  return null;
end
$$;
create trigger add_to_totals after insert on entry_lines referencing new table as added
  for each statement execute function add_to_totals();

-- Which payments a receipt is for, in which deal, and the fee that follows from it. What is taken back is a line of its own.
create table receipt_allocations (
  organization_id uuid not null,
  id uuid not null,
  receipt_id uuid not null,
  -- Null: the deal did not promise it.
  payment_id uuid,
  deal_id uuid not null,
  athlete_id uuid not null,
  amount_minor bigint not null check (amount_minor <> 0),
  -- The rule of the fee at that time: a share in millionths, or a flat amount.
  fee_rate integer,
  fee_flat_minor bigint,
  fee_minor bigint not null default 0,
  entry_id uuid not null,
  reverses uuid,
  primary key (organization_id, id),
  unique (organization_id, reverses),
  foreign key (organization_id, receipt_id) references receipts,
  foreign key (organization_id, payment_id) references payments,
  foreign key (organization_id, deal_id) references deals,
  foreign key (organization_id, athlete_id) references athletes,
  foreign key (organization_id, entry_id) references entries,
  foreign key (organization_id, reverses) references receipt_allocations
);
create index allocations_of_receipt on receipt_allocations (organization_id, receipt_id);
create index allocations_of_payment on receipt_allocations (organization_id, payment_id) where payment_id is not null;
create index allocations_of_deal on receipt_allocations (organization_id, deal_id, fee_rate, fee_flat_minor)
  include (amount_minor, fee_minor);
create index allocations_of_athlete on receipt_allocations (organization_id, athlete_id) include (fee_minor);

create function add_to_payments() returns trigger language plpgsql as $$
begin
  update payments p set received_minor = p.received_minor + a.amount_minor
  from (select organization_id, payment_id, sum(amount_minor) as amount_minor from added where payment_id is not null group by 1, 2) a
  where p.organization_id = a.organization_id and p.id = a.payment_id;
  return null;
end
$$;
create trigger add_to_payments after insert on receipt_allocations referencing new table as added
  for each statement execute function add_to_payments();

-- What of an expense comes back with a receipt.
create table recoupments (
  organization_id uuid not null,
  id uuid not null,
  expense_id uuid not null,
  allocation_id uuid not null,
  amount_minor bigint not null check (amount_minor <> 0),
  entry_id uuid not null,
  primary key (organization_id, id),
  foreign key (organization_id, expense_id) references expenses,
  foreign key (organization_id, allocation_id) references receipt_allocations,
  foreign key (organization_id, entry_id) references entries
);
create index recoupments_of_expense on recoupments (organization_id, expense_id);
create index recoupments_of_allocation on recoupments (organization_id, allocation_id);

create function add_to_expenses() returns trigger language plpgsql as $$
begin
  update expenses e set recouped_minor = e.recouped_minor + a.amount_minor, version = e.version + 1
  from (select organization_id, expense_id, sum(amount_minor) as amount_minor from added group by 1, 2) a
  where e.organization_id = a.organization_id and e.id = a.expense_id;
  return null;
end
$$;
create trigger add_to_expenses after insert on recoupments referencing new table as added
  for each statement execute function add_to_expenses();

create table fee_invoice_lines (
  organization_id uuid not null,
  invoice_id uuid not null,
  position smallint not null,
  title text not null,
  amount_minor bigint not null,
  -- What it is about: the fee on a receipt, or an expense that comes back.
  allocation_id uuid,
  recoupment_id uuid,
  void boolean not null default false,
  primary key (organization_id, invoice_id, position),
  foreign key (organization_id, invoice_id) references fee_invoices,
  foreign key (organization_id, allocation_id) references receipt_allocations,
  foreign key (organization_id, recoupment_id) references recoupments,
  check (num_nonnulls(allocation_id, recoupment_id) = 1)
);
-- Nothing is invoiced twice.
create unique index fees_invoiced on fee_invoice_lines (organization_id, allocation_id) where not void;
create unique index recoupments_invoiced on fee_invoice_lines (organization_id, recoupment_id) where not void;

-- What a bank says: each line once, however often its file comes.
create table bank_imports (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Which column is what.
  mapping jsonb not null,
  lines integer not null,
  added integer not null,
  imported_at timestamptz not null default now(),
  imported_by uuid references users,
  primary key (organization_id, id)
);
create table bank_lines (
  organization_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  booked_on date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null,
  payer text not null,
  reference text not null,
  -- What tells it from other lines; lines of one file that are the same in all of it are counted.
  fingerprint bytea not null,
  occurrence smallint not null,
  state text not null check (state in ('open', 'booked', 'ignored')),
  primary key (organization_id, id),
  unique (organization_id, fingerprint, occurrence),
  foreign key (organization_id, import_id) references bank_imports
);
create index bank_lines_by_day on bank_lines (organization_id, state, booked_on, id);
alter table receipts add foreign key (organization_id, bank_line_id) references bank_lines;
alter table invoice_payments add foreign key (organization_id, bank_line_id) references bank_lines;
call announce_changes('bank_lines', 'bank-lines', 'id');

-- Payors who were reminded of a payment, by whom and where.
create table payment_reminders (
  organization_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  sent_at timestamptz not null default now(),
  sent_by uuid references users,
  sent_to text not null,
  primary key (organization_id, id),
  foreign key (organization_id, payment_id) references payments on delete cascade
);
create index reminders_of_payment on payment_reminders (organization_id, payment_id, sent_at);

do $$
declare
  tenant text;
begin
  foreach tenant in array array['books', 'closed_books', 'receipts', 'receipt_allocations', 'expenses', 'payouts', 'fee_invoices',
    'fee_invoice_lines', 'invoice_payments', 'entries', 'entry_lines', 'ledger_totals', 'ledger_month_totals', 'recoupments',
    'bank_imports', 'bank_lines', 'payment_reminders']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('create policy of_organization on %I
      using (organization_id = nullif(current_setting(''app.organization'', true), '''')::uuid)', tenant);
  end loop;
end
$$;

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue',
   'guardian-confirmed', 'approval-asked', 'approval-decided', 'signature-asked', 'deal-signed', 'key-date-near', 'key-date-moved',
   'deliverable-due', 'deliverable-submitted', 'deliverable-decided', 'expense-asked', 'expense-decided'));
