-- expand
-- What the forecast needs of a payment, derived by triggers: the fee rule in force and the part that is not certain.
alter table payments
  add column fee_rate integer,
  add column fee_flat_minor bigint,
  add column contingent_minor bigint not null default 0;
update payments p set fee_rate = (v.terms #>> '{fee,rateMillionths}')::integer, fee_flat_minor = (v.terms #>> '{fee,flatMinor}')::bigint
from deals d join deal_versions v on v.organization_id = d.organization_id and v.deal_id = d.id and v.number = d.version_in_force
where p.organization_id = d.organization_id and p.deal_id = d.id and jsonb_typeof(v.terms -> 'fee') = 'object';
update payments set contingent_minor =
  case state when 'conditional' then amount_minor else greatest(amount_minor - guaranteed_minor, 0) end
where state = 'conditional' or (retained_minor is null and rule_id ~ '^(base|roster|other)-');
