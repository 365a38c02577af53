-- expand
-- Payments that are not fully received: in order for the calendar, and without reading the table for the forecast.
create index concurrently payments_unpaid on payments (organization_id, due_on, id)
  include (state, in_kind, outgoing, currency, income, amount_minor, received_minor, contingent_minor, fee_rate, fee_flat_minor, deal_id,
    athlete_id)
  where state <> 'canceled' and received_minor < amount_minor;
