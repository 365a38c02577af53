-- Trigger on receipt_allocations: adds them to the received amount of their payment. A terminated payment expects no more than was kept.
create or replace function add_to_payments() returns trigger language plpgsql as $$
begin
  update payments p set received_minor = p.received_minor + a.amount_minor,
    amount_minor = case when p.retained_minor is null then p.amount_minor else greatest(p.retained_minor, p.received_minor + a.amount_minor) end,
    state = case when p.retained_minor is null then p.state
      when greatest(p.retained_minor, p.received_minor + a.amount_minor) > 0 then 'expected' else 'canceled' end
  from (select organization_id, payment_id, sum(amount_minor) as amount_minor from added where payment_id is not null group by 1, 2) a
  where p.organization_id = a.organization_id and p.id = a.payment_id;
  return null;
end
$$;
