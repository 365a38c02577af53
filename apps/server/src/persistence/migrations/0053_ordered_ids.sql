-- Audit events and mail get UUIDs of version 7 (RFC 9562, with the microseconds in rand_a): keys that no other database hands out,
-- in the order of time. Lists order by time, then id.
create function uuid_at(p_at timestamptz, p_random uuid) returns uuid language sql immutable parallel safe
return (
  select encode(overlay(uuid_send(p_random) placing
    substring(int8send(micros / 1000) from 3) || int2send((28672 + micros % 1000 * 4096 / 1000)::int2) from 1 for 8), 'hex')::uuid
  from (select (extract(epoch from p_at) * 1000000)::bigint as micros) as t
);
create function new_id() returns uuid language sql volatile parallel safe
return uuid_at(clock_timestamp(), gen_random_uuid());

-- Events of one transaction have one time: the old number keeps their order.
create function uuid_of_event(p_at timestamptz, p_id bigint) returns uuid language sql immutable
return uuid_at(p_at, encode(int8send(0) || int8send((-9223372036854775808)::bigint + p_id), 'hex')::uuid);

alter table audit_values add column uuid uuid;
update audit_values v set uuid = uuid_of_event(e.at, e.id) from audit_events e where e.id = v.event_id;
alter table audit_values drop column event_id;
alter table audit_values rename column uuid to event_id;

drop index audit_events_about_person, audit_events_by_actor, audit_events_by_kind, audit_events_failed_log_ins, audit_events_of_account;
alter table audit_events alter column id drop identity;
alter table audit_events alter column id type uuid using uuid_of_event(at, id);
alter table audit_events alter column id set default new_id();
alter table audit_values add primary key (organization_id, event_id),
  add foreign key (organization_id, event_id) references audit_events (organization_id, id);
create index audit_events_about_person on audit_events (organization_id, subject_id, at, id) include (event) where subject = 'user';
create index audit_events_by_actor on audit_events (organization_id, actor_id, at, id) include (event);
create index audit_events_by_kind on audit_events (organization_id, event, at, id);
create index audit_events_failed_log_ins on audit_events (subject_id, at desc, id desc) where event = 'log-in-failed';
create index audit_events_of_account on audit_events (subject_id, at desc, id desc)
  where subject = 'user' and organization_id is null and event <> 'log-in-failed';

alter table outgoing_mail alter column id drop identity;
alter table outgoing_mail alter column id type uuid using uuid_of_event(queued_at, id);
alter table outgoing_mail alter column id set default new_id();

drop function uuid_of_event(timestamptz, bigint);
drop function if exists schedule_demo(text, text, text, text, text, text, timestamptz, smallint, text, text, boolean, text, bytea, text[],
  integer[], interval, timestamptz, timestamptz);
