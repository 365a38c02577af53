-- Trigger on payments: sets direction, income class and fee rule from the deal and its version in force.
create or replace function classify_payment() returns trigger language plpgsql as $$
begin
  select c.is_self, case when new.kind = 'royalty' then 'royalty' else d.kind end, (v.terms #>> '{fee,rateMillionths}')::integer,
    (v.terms #>> '{fee,flatMinor}')::bigint
  into new.outgoing, new.income, new.fee_rate, new.fee_flat_minor
  from deals d
  join companies c on c.organization_id = d.organization_id and c.id = d.company_id
  left join deal_versions v on v.organization_id = d.organization_id and v.deal_id = d.id and v.number = d.version_in_force
  where d.organization_id = new.organization_id and d.id = new.deal_id;
  return new;
end
$$;
