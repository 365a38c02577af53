-- What someone is told about in an organization: written in the transaction of its cause. It goes with the membership.
create table notifications (
  organization_id uuid not null references organizations,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null check (kind in ('role-changed', 'ownership-received', 'invitation-accepted', 'price-offered', 'invoice-issued',
    'invoice-overdue')),
  -- Who caused it, if it was one person. Names are read when it is shown.
  actor_id uuid references users,
  -- Plain words: roles, the number of an invoice. No amounts, and nothing that belongs to a person.
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index notifications_newest on notifications (organization_id, user_id, created_at, id);
create index notifications_unread on notifications (organization_id, user_id) where read_at is null;
alter table notifications enable row level security;
create policy of_organization on notifications
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);

-- Announced as in migration 0013, but to one person each.
create function announce_notifications() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_updates', json_build_object('topic', 'notifications', 'organization', organization_id, 'person', user_id,
    'ids', case when count(*) <= 100 then json_agg(id) end)::text)
  from changed group by organization_id, user_id;
  return null;
end
$$;
create trigger announce_insert after insert on notifications referencing new table as changed
  for each statement execute function announce_notifications();
create trigger announce_update after update on notifications referencing new table as changed
  for each statement execute function announce_notifications();
