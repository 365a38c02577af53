-- Trigger on payments: sets direction and income class from the deal.
create or replace function classify_payment() returns trigger language plpgsql as $$
begin
  select c.is_self, case when new.kind = 'royalty' then 'royalty' else d.kind end into new.outgoing, new.income
  from deals d join companies c on c.organization_id = d.organization_id and c.id = d.company_id
  where d.organization_id = new.organization_id and d.id = new.deal_id;
  return new;
end
$$;
