-- Keys of all operations in one table, apart by operation, organization and person (http/idempotency.ts).
alter table idempotency_keys
  drop constraint idempotency_keys_pkey,
  add column operation text,
  add column organization_id uuid references organizations,
  add column person_id uuid references users,
  -- Null only inside the transaction that does the work.
  alter column answer drop not null;
update idempotency_keys set operation = 'scheduleDemo', key = substr(key, length('scheduleDemo ') + 1)
where key like 'scheduleDemo %';
update idempotency_keys
set operation = part[1], organization_id = part[2]::uuid, person_id = part[3]::uuid, key = part[4]
from idempotency_keys as old, regexp_match(old.key, '^(purchaseSubscription) (\S{36}) (\S{36}) (.*)$') as part
where idempotency_keys.key = old.key and idempotency_keys.operation is null and part is not null;
delete from idempotency_keys where operation is null;
alter table idempotency_keys
  alter column operation set not null,
  add unique nulls not distinct (organization_id, person_id, operation, key),
  enable row level security;
-- Operations that are about no organization are anyone's to ask for.
create policy of_organization on idempotency_keys
  using (organization_id is null or organization_id = nullif(current_setting('app.organization', true), '')::uuid);
