comment on column plans.price_cents is 'for a seat and a month';

create table subscriptions (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisations,
  plan_id text not null references plans,
  seats integer not null check (seats > 0),
  -- For a seat and a month, as agreed with this customer: null until it is.
  price_cents integer check (price_cents >= 0),
  status text not null default 'trialing' check (status in ('trialing', 'active', 'past_due', 'cancelled')),
  trial_ends_at timestamptz not null,
  -- Periods are months counted from here, so that the 31st stays the 31st where there is one.
  billing_anchor timestamptz,
  period_number integer not null default 0,
  period_start timestamptz,
  period_end timestamptz,
  past_due_since timestamptz,
  cancel_at_period_end boolean not null default false,
  -- Wished for from the next period on.
  next_plan_id text references plans,
  next_seats integer check (next_seats > 0),
  -- Null until it has been agreed: until then, the subscription goes on as it is.
  next_price_cents integer check (next_price_cents >= 0),
  billing_email text not null,
  created_at timestamptz not null default now(),
  cancelled_at timestamptz,
  check ((status in ('active', 'past_due')) <= (price_cents is not null and period_end is not null)),
  check ((next_plan_id is null) = (next_seats is null)),
  check (next_plan_id is not null or next_price_cents is null)
);
create unique index subscriptions_current on subscriptions (organisation_id) where status <> 'cancelled';

-- The last number given out in a year. Taken in the transaction that issues the invoice, so there are no gaps.
create table invoice_numbers (
  year integer primary key,
  last integer not null
);

create table invoices (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  subscription_id uuid not null references subscriptions,
  organisation_id uuid not null references organisations,
  status text not null default 'open' check (status in ('open', 'paid')),
  -- As it was on the day: what the organisation is called later does not change it.
  billed_to text not null,
  billing_email text not null,
  lines jsonb not null,
  total_cents integer not null check (total_cents >= 0),
  issued_at timestamptz not null,
  due_at timestamptz not null,
  paid_at timestamptz,
  paid_by uuid references users,
  payment_reference text,
  check ((status = 'paid') = (paid_at is not null))
);
create index invoices_of on invoices (organisation_id, issued_at desc);
create index invoices_open on invoices (due_at) where status = 'open';
