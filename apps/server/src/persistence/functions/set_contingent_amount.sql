-- Trigger on payments: sets the part of the amount that is not certain. A condition or an open option makes all of it
-- contingent, a season the part without guarantee. Amounts settled by a termination are certain.
create or replace function set_contingent_amount() returns trigger language plpgsql as $$
begin
  new.contingent_minor := case
    when new.state = 'conditional' then new.amount_minor
    when new.retained_minor is null and new.rule_id ~ '^(base|roster|other)-' then greatest(new.amount_minor - new.guaranteed_minor, 0)
    else 0 end;
  return new;
end
$$;
create or replace trigger set_contingent_amount before insert or update of state, amount_minor, guaranteed_minor, retained_minor
  on payments for each row execute function set_contingent_amount();
