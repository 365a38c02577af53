-- Trigger on payments: after a termination, a payment expects what stays owed, or what was received or paid if that is more.
create or replace function settle_ended_payment() returns trigger language plpgsql as $$
begin
  new.amount_minor := greatest(new.retained_minor, new.received_minor);
  new.state := case when new.amount_minor > 0 then 'expected' else 'canceled' end;
  return new;
end
$$;
create or replace trigger settle_ended_payment before update of received_minor on payments
  for each row when (new.retained_minor is not null) execute function settle_ended_payment();
