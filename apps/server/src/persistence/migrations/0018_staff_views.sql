-- As in migration 0014, for lists of our staff, which are no organization's.
create table staff_views (
  id uuid primary key default gen_random_uuid(),
  list text not null,
  name text not null,
  address text not null,
  owner_id uuid references users,
  shared boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (shared or owner_id is not null)
);
create index staff_views_of on staff_views (owner_id);

create table pinned_staff_views (
  user_id uuid not null references users,
  view_id uuid not null references staff_views on delete cascade,
  primary key (user_id, view_id)
);
create index pinned_staff_views_of on pinned_staff_views (view_id);

-- Tells our staff's windows which records have changed that are no organization's.
create function announce_to_staff() returns trigger language plpgsql as $$
declare
  ids text[];
begin
  execute format('select (array_agg(distinct %I::text))[1:101] from changed', tg_argv[1]) into ids;
  if ids is not null then
    perform pg_notify('live_updates', json_build_object('topic', tg_argv[0], 'organization', null,
      'ids', case when cardinality(ids) <= 100 then to_json(ids) end, 'added', tg_op = 'INSERT')::text);
  end if;
  return null;
end
$$;
create trigger announce_insert after insert on staff_views referencing new table as changed
  for each statement execute function announce_to_staff('staff-views', 'id');
create trigger announce_update after update on staff_views referencing new table as changed
  for each statement execute function announce_to_staff('staff-views', 'id');
create trigger announce_delete after delete on staff_views referencing old table as changed
  for each statement execute function announce_to_staff('staff-views', 'id');
