-- A price that our staff offers. It counts once the customer has accepted it. A newer offer, or another plan, withdraws it.
create table price_offers (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisations,
  subscription_id uuid not null references subscriptions,
  plan_id text not null references plans,
  -- For a seat and a month.
  price_cents integer not null check (price_cents >= 0),
  offered_at timestamptz not null,
  offered_by uuid not null references users,
  accepted_at timestamptz,
  accepted_by uuid references users,
  withdrawn_at timestamptz,
  check (accepted_at is null or withdrawn_at is null),
  check ((accepted_at is null) = (accepted_by is null))
);
create unique index price_offers_open on price_offers (subscription_id) where accepted_at is null and withdrawn_at is null;
create index price_offers_accepted on price_offers (subscription_id, accepted_at) where accepted_at is not null;

-- Who an organisation is on its invoices. All of it but the email is entered later than the plan is chosen, or never.
create table billing_details (
  organisation_id uuid primary key references organisations,
  -- Null when the person whose address it was has deleted their account, and no owner is left.
  billing_email text,
  legal_name text,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  postal_code text,
  country text,
  tax_id text,
  check (num_nulls(legal_name, address_line1, city, country) in (0, 4))
);
create index billing_details_email on billing_details (billing_email);

insert into billing_details (organisation_id, billing_email)
select distinct on (organisation_id) organisation_id, nullif(billing_email, 'nobody@sherpa.invalid')
from subscriptions order by organisation_id, created_at desc;

-- Organisations that pay no tax: our staff has seen their certificate.
create table tax_exemptions (
  organisation_id uuid primary key references organisations,
  granted_at timestamptz not null,
  granted_by uuid not null references users
);

alter table subscriptions
  drop column billing_email,
  -- How many days before its end the trial's end was last announced: 7, then 1.
  add column trial_notice_days integer check (trial_notice_days in (7, 1));
comment on column subscriptions.price_cents is 'for a seat and a month, as the customer accepted it: null until then';

-- What is on an invoice stays as it was on the day it was issued.
alter table invoices
  alter column billing_email drop not null,
  add column billed_to_address text[] not null default '{}',
  add column billed_to_country text,
  add column billed_to_tax_id text,
  -- Who we were, and how to pay. Null for invoices from before this was kept: those show what is set today.
  add column issuer jsonb,
  add column tax_name text,
  add column tax_rate_millionths integer check (tax_rate_millionths >= 0),
  add column tax_cents integer not null default 0 check (tax_cents >= 0),
  add column subtotal_cents integer not null generated always as (total_cents - tax_cents) stored check (subtotal_cents >= 0),
  add check ((tax_name is null) = (tax_rate_millionths is null)),
  add check (tax_name is not null or tax_cents = 0);
update invoices set billing_email = null where billing_email = 'nobody@sherpa.invalid';

-- Drawn once, when it is first needed: the mail and every download have the same bytes.
create table invoice_files (
  invoice_id uuid primary key references invoices,
  organisation_id uuid not null references organisations,
  pdf bytea not null,
  drawn_at timestamptz not null default now()
);

-- Each plan lists all of its features, so that plans can be compared side by side.
update plans p set features = (
  select array_agg(feature order by other.position, place)
  from plans other, unnest(other.features) with ordinality as listed (feature, place)
  where other.audience = p.audience and other.position <= p.position and feature not like 'Everything in %');

-- Mail that waits: an invoice is found by its id, and addresses of people are left out of what the mail says.
update outgoing_mail m set details = jsonb_build_object(
  'organisation', i.organisation_id,
  'invoice', jsonb_build_object('id', i.id, 'number', i.number, 'billedTo', i.billed_to, 'totalCents', i.total_cents,
    'dueAt', to_char(i.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
from invoices i where m.kind = 'invoice' and m.status = 'queued' and i.number = m.details->'invoice'->>'number';
update outgoing_mail set details = details - 'billingEmail' where kind = 'price-needed' and status = 'queued';
