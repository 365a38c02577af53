-- expand
-- Deals that were signed elsewhere: signing day, document and money received before, until the version is in force.
alter table deal_versions add column entered jsonb;
alter table deal_signatures drop constraint deal_signatures_method_check, add constraint deal_signatures_method_check
  check (method in ('platform', 'paper', 'link', 'entered')) not valid;

-- Receipts of money that was received before the organization used the ledger.
alter table receipts add column opening boolean not null default false;
-- A flat fee that was earned with such money, outside of the ledger.
alter table receipt_allocations add column fee_before_minor bigint not null default 0;
alter table entries drop constraint entries_cause_check, add constraint entries_cause_check check (cause in
  ('receipt', 'opening', 'fee', 'recoupment', 'fee-payment', 'expense', 'pay', 'payout')) not valid;

create or replace function find_open_day() returns trigger language plpgsql as $$
declare
  v_through date;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('books:' || new.organization_id, 0));
  select through into v_through from closed_periods where organization_id = new.organization_id;
  -- Before every period, so balances count it and no month does.
  new.posted_on := case when new.cause = 'opening' then date '1999-12-31' else greatest(new.occurred_on, v_through + 1) end;
  return new;
end
$$;
