-- What decided about whether the athlete was a minor when the version was frozen: birth date and level. It is no part of what is hashed:
-- whoever knows everything else could find the birth date by trying which one gives the hash.
alter table deal_versions add column athlete_facts jsonb;

-- Versions under way: the facts of today, if they lead to what was frozen. The others have to be reviewed again.
update deal_versions v
set athlete_facts = jsonb_build_object('birthDate', a.birth_date, 'level', a.level)
from deals d
join athletes a on a.organization_id = d.organization_id and a.id = d.athlete_id
join organizations o on o.id = d.organization_id
where d.organization_id = v.organization_id and d.id = v.deal_id and v.frozen is not null and v.stage in ('in-review', 'approved')
  and (v.frozen -> 'athlete' ->> 'minor')::boolean = case when a.birth_date is null then a.level <> 'pro'
    else a.birth_date > (v.frozen_at at time zone o.time_zone)::date - interval '18 years' end;

create or replace function keep_frozen_terms() returns trigger language plpgsql as $$
begin
  if old.frozen is not null and (new.terms, new.frozen, new.hash) is distinct from (old.terms, old.frozen, old.hash) then
    raise exception 'A frozen version does not change.';
  end if;
  -- They are erased with the athlete.
  if old.frozen is not null and new.athlete_facts is not null and new.athlete_facts is distinct from old.athlete_facts then
    raise exception 'A frozen version does not change.';
  end if;
  return new;
end
$$;

-- Why somebody verified a guardian whom they had asked themselves: nobody else could.
alter table guardianships add column self_verified_because text;
create or replace view all_guardianships as select * from guardianships;

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue',
   'guardian-confirmed', 'approval-asked', 'approval-decided', 'approver-missing', 'signature-asked', 'deal-signed', 'key-date-near',
   'key-date-moved', 'deliverable-due', 'deliverable-submitted', 'deliverable-decided', 'expense-asked', 'expense-decided',
   'deal-to-check', 'age-corrected'));

-- Who subscribed: a person's second organization has no second trial.
alter table subscriptions add column subscribed_by uuid references users;
update subscriptions s set subscribed_by = (select e.actor_id from audit_events e
  where e.organization_id = s.organization_id and e.event = 'subscribed' and e.at <= s.created_at + interval '1 minute'
  order by e.at desc limit 1);
create index subscriptions_by_person on subscriptions (subscribed_by) where subscribed_by is not null;
create or replace view all_subscriptions as select * from subscriptions;
