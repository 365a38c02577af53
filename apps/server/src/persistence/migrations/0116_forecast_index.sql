-- expand
-- Open payments for the forecast, read without the table.
create index concurrently payments_forecast on payments (organization_id, due_on)
  include (state, outgoing, currency, income, amount_minor, received_minor, contingent_minor, fee_rate, fee_flat_minor, deal_id, athlete_id)
  where state <> 'canceled' and not in_kind and received_minor < amount_minor;
