-- Trigger on receipt_allocations: adds them to the received amount of their payment.
create or replace function add_to_payments() returns trigger language plpgsql as $$
begin
  update payments p set received_minor = p.received_minor + a.amount_minor
  from (select organization_id, payment_id, sum(amount_minor) as amount_minor from added where payment_id is not null group by 1, 2) a
  where p.organization_id = a.organization_id and p.id = a.payment_id;
  return null;
end
$$;
