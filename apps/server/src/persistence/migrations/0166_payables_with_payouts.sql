-- expand
-- A canceled payment keeps its reversed payouts in sight.
create or replace view payables with (security_invoker = true) as
select p.organization_id, p.id, 'pay' as kind, p.title, coalesce(p.due_on, p.met_on) as due_on, p.currency,
  case when p.state = 'expected' then greatest(p.amount_minor, p.received_minor) else p.received_minor end as amount_minor,
  p.received_minor as paid_minor, p.athlete_id, p.deal_id, null::uuid as colleague_id
from payments p
where p.outgoing and not p.in_kind and (p.state = 'expected' or p.received_minor > 0
  or exists (select from payouts o where o.organization_id = p.organization_id and o.payment_id = p.id))
union all
select e.organization_id, e.id, 'expense' as kind, e.vendor as title, e.spent_on as due_on, e.currency, e.amount_minor,
  e.repaid_minor as paid_minor, e.athlete_id, e.deal_id, e.added_by as colleague_id
from expenses e
where e.paid_by = 'colleague' and e.state = 'approved';
