-- Announces which records have changed, never what is in them: to whoever listens, once the change is committed. One message for each
-- statement and organization, without ids when there are more than a hundred.
create function announce_change() returns trigger language plpgsql as $$
declare
  topic text := tg_argv[0];
  change record;
begin
  for change in execute format(
    'select organization_id, count(*) as records, (array_agg(distinct %1$I::text))[1:100] as ids from changed
     where organization_id is not null group by organization_id', tg_argv[1])
  loop
    perform pg_notify('live_updates', json_build_object('topic', topic, 'organization', change.organization_id,
      'ids', case when change.records <= 100 then to_json(change.ids) end, 'added', tg_op = 'INSERT')::text);
  end loop;
  return null;
end
$$;

create procedure announce_changes(p_table regclass, p_topic text, p_id name) language plpgsql as $$
begin
  execute format('create trigger announce_insert after insert on %s referencing new table as changed
    for each statement execute function announce_change(%L, %L)', p_table, p_topic, p_id);
  execute format('create trigger announce_update after update on %s referencing new table as changed
    for each statement execute function announce_change(%L, %L)', p_table, p_topic, p_id);
  execute format('create trigger announce_delete after delete on %s referencing old table as changed
    for each statement execute function announce_change(%L, %L)', p_table, p_topic, p_id);
end
$$;

call announce_changes('memberships', 'members', 'user_id');
call announce_changes('invitations', 'invitations', 'id');
call announce_changes('permission_settings', 'permissions', 'role');
call announce_changes('subscriptions', 'subscription', 'id');
call announce_changes('price_offers', 'subscription', 'subscription_id');
call announce_changes('invoices', 'invoices', 'id');
create trigger announce_insert after insert on audit_events referencing new table as changed
  for each statement execute function announce_change('activity', 'id');

-- Organizations have no organization: their own id is it.
create function announce_organization() returns trigger language plpgsql as $$
begin
  perform pg_notify('live_updates',
    json_build_object('topic', 'organization', 'organization', new.id, 'ids', json_build_array(new.id))::text);
  return null;
end
$$;
create trigger announce_update after update on organizations for each row execute function announce_organization();

-- Whoever is logged out hears nothing more.
create function announce_ended_sessions() returns trigger language plpgsql as $$
declare
  people text[];
begin
  select array_agg(distinct user_id::text) into people from changed;
  if cardinality(people) <= 100 then
    perform pg_notify('live_updates', json_build_object('ended', people)::text);
  elsif people is not null then
    perform pg_notify('live_updates', json_build_object('ended', null)::text);
  end if;
  return null;
end
$$;
create trigger announce_delete after delete on sessions referencing old table as changed
  for each statement execute function announce_ended_sessions();
