-- expand
-- Who started the trial. Handing the organization over does not give them another one.
alter table organizations add column trial_of uuid references users (id) on delete set null;
update organizations o set trial_of = (select m.user_id from memberships m where m.organization_id = o.id and m.role = 'owner'
  order by m.created_at limit 1) where o.trial_ends_at is not null;
create or replace view all_organizations as
  select id, name, kind, created_at, closed_at, folded, sample, time_zone, currency, fiscal_month, self_approval, trial_ends_at, trial_of
  from organizations;
