-- expand
-- Pay of contract seasons without a day, on Home.
create index concurrently payments_undated on payments (organization_id, deal_id) include (athlete_id)
  where state = 'expected' and due_on is null and not in_kind and received_minor < amount_minor;
