-- One spelling everywhere.
alter table organisations rename to organizations;
do $$
declare
  place record;
begin
  for place in
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'organisation_id'
  loop
    execute format('alter table %I rename column organisation_id to organization_id', place.table_name);
  end loop;
  for place in
    select c.conrelid::regclass as table_name, c.conname as name from pg_constraint c
    where c.connamespace = 'public'::regnamespace and c.conname like '%organisation%' and c.conrelid <> 0
  loop
    execute format('alter table %s rename constraint %I to %I', place.table_name, place.name,
      replace(place.name, 'organisation', 'organization'));
  end loop;
  for place in
    select indexname as name from pg_indexes where schemaname = 'public' and indexname like '%organisation%'
  loop
    execute format('alter index %I rename to %I', place.name, replace(place.name, 'organisation', 'organization'));
  end loop;
end
$$;

update permission_settings set permission = 'organization.edit' where permission = 'organisation.edit';
update audit_events set event = replace(replace(event, 'organisation', 'organization'), 'cancelled', 'canceled')
  where event like '%organisation%' or event like '%cancelled%';
update audit_events set subject = 'organization' where subject = 'organisation';
update outgoing_mail set details = (details - 'organisation') || jsonb_build_object('organization', details->'organisation')
  where details ? 'organisation';
-- Answers to purchases that are kept for a while would have the old names.
delete from idempotency_keys where key like 'purchase%';

alter table subscriptions drop constraint subscriptions_status_check;
drop index subscriptions_current;
update subscriptions set status = 'canceled' where status = 'cancelled';
alter table subscriptions add constraint subscriptions_status_check check (status in ('trialing', 'active', 'past_due', 'canceled'));
alter table subscriptions rename column cancelled_at to canceled_at;
create unique index subscriptions_current on subscriptions (organization_id) where status <> 'canceled';
