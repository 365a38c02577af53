-- Everyone who wrote at a version: none of them approves it.
create table deal_version_editors (
  organization_id uuid not null,
  deal_id uuid not null,
  number integer not null,
  user_id uuid not null references users,
  primary key (organization_id, deal_id, number, user_id),
  foreign key (organization_id, deal_id, number) references deal_versions on delete cascade
);
alter table deal_version_editors enable row level security;
create policy of_organization on deal_version_editors
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- Whoever began a version, whoever the timeline says changed it, and those of the version before it that it took its terms from.
with recursive written as (
  select v.organization_id, v.deal_id, v.number, v.created_by as user_id
  from deal_versions v where v.created_by is not null
  union
  select t.organization_id, t.deal_id, (
    select max(v.number) from deal_versions v
    where v.organization_id = t.organization_id and v.deal_id = t.deal_id and v.created_at <= t.at), t.actor_id
  from deal_timeline t
  where t.actor_id is not null and (t.kind = 'added' or t.kind = 'changed' and t.changes <> '["lead"]'::jsonb)
), editors as (
  select * from written where number is not null
  union
  select e.organization_id, e.deal_id, e.number + 1, e.user_id
  from editors e
  join deal_versions v on v.organization_id = e.organization_id and v.deal_id = e.deal_id and v.number = e.number
    and v.stage in ('withdrawn', 'declined')
    -- A draft amendment that was discarded is no part of the next one.
    and (v.frozen is not null or not exists (select from deal_versions s
      where s.organization_id = v.organization_id and s.deal_id = v.deal_id and s.stage = 'signed' and s.number < v.number))
  join deal_versions n on n.organization_id = e.organization_id and n.deal_id = e.deal_id and n.number = e.number + 1
)
insert into deal_version_editors select * from editors;

alter table deal_approvals
  -- An approval by someone who wrote at the version, because nobody else may.
  add column mark text check (mark in ('self-approved', 'edited-by-approver'));

alter table organizations
  -- Whether the only one who may approve deals approves their own. Null: in small organizations.
  add column self_approval boolean;

alter table deals
  -- Athlete and guardians see the newest version: it was approved, or a colleague shared it. What is in force they see anyway.
  add column shared boolean not null default false;
update deals d set shared = true from deal_versions v
where v.organization_id = d.organization_id and v.deal_id = d.id and v.number = d.newest
  and (v.stage in ('approved', 'signed') or v.stage = 'withdrawn' and exists (
    select from deal_timeline t where t.organization_id = d.organization_id and t.deal_id = d.id
      and t.kind = 'all-approved' and t.about = v.number::text));

alter table athlete_timeline
  -- Who reads an entry, beside whoever wrote it: all who see the athlete, of these those who see deals, or deals and money, or nobody.
  add column readers text not null default 'team' check (readers in ('team', 'deals', 'money', 'me'));
update athlete_timeline set readers = 'deals' where kind in ('call', 'email', 'meeting');
