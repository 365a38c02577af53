-- A version carries its own title and company: an amendment changes neither for the deal before it is signed.
alter table deal_versions
  add column title text,
  add column company_id uuid,
  -- When the last side signed it.
  add column signed_at timestamptz;

-- A company that was merged counts as the one that survived.
with recursive survivors as (
  select organization_id, id, id as survivor, merged_into from companies
  union all
  select s.organization_id, s.id, c.id, c.merged_into
  from survivors s join companies c on c.organization_id = s.organization_id and c.id = s.merged_into)
update deal_versions v set
  title = coalesce(v.frozen ->> 'title', d.title),
  company_id = coalesce((select s.survivor from survivors s where s.organization_id = v.organization_id
    and s.id::text = v.frozen -> 'company' ->> 'id' and s.merged_into is null), d.company_id)
from deals d where d.organization_id = v.organization_id and d.id = v.deal_id;

update deal_versions v set signed_at = coalesce(
  (select max(s.signed_at) from deal_signatures s
    where s.organization_id = v.organization_id and s.deal_id = v.deal_id and s.number = v.number),
  v.frozen_at)
where v.stage = 'signed';

alter table deal_versions
  alter column title set not null,
  alter column company_id set not null,
  add foreign key (organization_id, company_id) references companies,
  -- A draft that was given up is withdrawn, and was never frozen.
  drop constraint deal_versions_check,
  add constraint deal_versions_frozen check (case stage when 'draft' then frozen is null when 'withdrawn' then true
    else frozen is not null end),
  add constraint deal_versions_signed check ((stage = 'signed') = (signed_at is not null));
create index versions_of_company on deal_versions (organization_id, company_id);

-- Nothing of a name is left in the titles of someone who was erased.
create or replace function rename_athlete_in_deals() returns trigger language plpgsql as $$
begin
  update deals set athlete_name = name_of_athlete(new),
    title = case when new.given_name = '' and new.family_name = '' then 'Erased athlete × ' || company_name else title end
  where organization_id = new.organization_id and athlete_id = new.id;
  if new.given_name = '' and new.family_name = '' then
    update deal_versions v set title = 'Erased athlete × ' || c.name
    from deals d, companies c
    where d.organization_id = new.organization_id and d.athlete_id = new.id
      and v.organization_id = d.organization_id and v.deal_id = d.id
      and c.organization_id = v.organization_id and c.id = v.company_id;
  end if;
  return null;
end
$$;

alter table payments
  -- The signing that its day is counted from: an amendment that leaves the clause as it was does not move it.
  add column counted_from timestamptz,
  -- Stays owed when the deal is terminated.
  add column guaranteed_minor bigint not null default 0 check (guaranteed_minor >= 0),
  -- What a termination left owed of it. What was received beyond counts only as long as it is not reversed.
  add column kept_minor bigint check (kept_minor >= 0);
create or replace function add_to_payments() returns trigger language plpgsql as $$
begin
  update payments p set received_minor = p.received_minor + a.amount_minor,
    amount_minor = case when p.kept_minor is null then p.amount_minor else greatest(p.kept_minor, p.received_minor + a.amount_minor) end,
    state = case when p.kept_minor is null then p.state
      when greatest(p.kept_minor, p.received_minor + a.amount_minor) > 0 then 'expected' else 'canceled' end
  from (select organization_id, payment_id, sum(amount_minor) as amount_minor from added where payment_id is not null group by 1, 2) a
  where p.organization_id = a.organization_id and p.id = a.payment_id;
  return null;
end
$$;
alter table key_dates add column counted_from timestamptz;

-- Expired are only offers that nobody signed. What was in force is completed.
update deals set stage = 'completed' where stage = 'expired' and in_force is not null;

-- What has ended has no open version, and waits for nobody.
update deal_versions v set stage = 'withdrawn'
from deals d
where d.organization_id = v.organization_id and d.id = v.deal_id and d.newest = v.number
  and d.stage in ('completed', 'declined', 'terminated', 'expired') and v.stage in ('draft', 'in-review', 'approved');
update deal_approvals p set asked_at = null
from deal_versions v
where v.organization_id = p.organization_id and v.deal_id = p.deal_id and v.number = p.number
  and v.stage not in ('draft', 'in-review') and p.decision is null and p.asked_at is not null;
update notifications n set read_at = now()
from deals d
where n.organization_id = d.organization_id and n.details ->> 'deal' = d.id::text and n.read_at is null
  and n.kind in ('approval-asked', 'signature-asked') and d.stage in ('completed', 'declined', 'terminated', 'expired');

-- Repairs that SQL cannot compute: one job for each organization that had deals by now.
create table repairs (
  organization_id uuid not null references organizations,
  name text not null,
  done_at timestamptz,
  -- What only a person can settle.
  unrepaired jsonb not null default '[]',
  primary key (organization_id, name)
);
alter table repairs enable row level security;
create policy of_organization on repairs
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
insert into repairs (organization_id, name) select distinct organization_id, 'deals' from deals;

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check check (kind in
  ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued', 'invoice-overdue',
   'guardian-confirmed', 'approval-asked', 'approval-decided', 'signature-asked', 'deal-signed', 'key-date-near', 'key-date-moved',
   'deliverable-due', 'deliverable-submitted', 'deliverable-decided', 'expense-asked', 'expense-decided', 'deal-to-check'));
