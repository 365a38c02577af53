-- The list of payments, sorted by amount.
create index payments_by_amount on payments (organization_id, amount_minor, id) where state <> 'canceled';

-- The day that the deal has for a payment whose condition was met: it counts again if that is taken back.
alter table payments add column due_before_met date;

-- Lines of a bank are searched by payer and reference, and matched with companies by what is left of the payer's name.
alter table bank_lines
  add column folded text collate "C" generated always as (' ' || fold(payer || ' ' || reference)) stored,
  add column payer_core text collate "C" generated always as (company_core(payer)) stored;
