-- expand
-- Values before and after a change, apart from the immutable event: erasure deletes them. The event has their names and
-- salted hashes; without the salt, nobody can guess an erased value.
alter table audit_events add column value_hashes jsonb;

create table audit_values (
  organization_id uuid not null,
  event_id uuid not null,
  field text not null,
  before text,
  after text,
  salt bytea not null,
  primary key (organization_id, event_id, field),
  foreign key (organization_id, event_id) references audit_events (organization_id, id)
);
alter table audit_values enable row level security;
create policy of_organization on audit_values
  using (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
