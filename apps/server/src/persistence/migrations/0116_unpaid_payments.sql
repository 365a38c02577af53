-- expand
-- Payments that are not fully received: in order for the calendar, and without reading the table for the forecast.
create index concurrently payments_unpaid on payments (organization_id, due_on, id)
  include (state, in_kind, outgoing, currency, income, amount_minor, received_minor, contingent_minor, fee_rate, athlete_id)
  where state <> 'canceled' and received_minor < amount_minor;
create index concurrently payments_with_flat_fee on payments (organization_id, deal_id, due_on)
  where state <> 'canceled' and received_minor < amount_minor and fee_flat_minor is not null;
