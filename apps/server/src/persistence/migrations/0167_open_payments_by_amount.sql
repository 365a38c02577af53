-- expand
create index concurrently payments_open_by_amount on payments (organization_id, currency, amount_minor, due_on)
  where state = 'expected' and not in_kind and received_minor < amount_minor and not outgoing;
