// slow: migrates old data through all migrations; represented by apps/server/src/persistence/migration-rules.test.ts
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { migrate } from './migrate.ts'
import { isConcurrent, readMigrations, statementsOf } from './migration-files.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

async function apply(wanted: (name: string) => boolean) {
  for (const migration of (await readMigrations()).filter(({ name }) => wanted(name))) {
    const parts = isConcurrent(migration) ? statementsOf(migration.text) : [migration.text]
    for (const part of parts) await fresh.database.query(part)
  }
}
const migrateUpTo = (number: string) => apply((name) => name < number)
const migrateFrom = (number: string) => apply((name) => name >= number)

test('concurrent servers migrate once', async () => {
  const { database } = fresh
  await database.query('drop schema public cascade; create schema public')
  await Promise.all([migrate(database), migrate(database), migrate(database)])
  const { rows } = await database.query('select name from migrations order by name')
  const files = (await readMigrations()).map(({ name }) => name)
  expect(files).toContain('0001_demo_requests.sql')
  expect(rows.map((row) => row.name)).toEqual(files)
  expect((await database.query('select count(*)::int as plans from plans')).rows[0].plans).toBe(6)
})

test('migrates customer data to the current names', async () => {
  const { database } = fresh
  await database.query('drop schema public cascade; create schema public')
  await migrateUpTo('0006')
  await database.query(`
    insert into organisations (id, name, kind) values ('00000000-0000-0000-0000-000000000001', 'Ridgeline', 'agency');
    insert into subscriptions (id, organisation_id, plan_id, seats, price_cents, trial_ends_at, billing_email)
    values ('00000000-0000-0000-0000-000000000002', '00000000-0000-0000-0000-000000000001', 'agency-starter', 2, 4900, now(), 'books@agency.example');
    insert into invoices (id, number, subscription_id, organisation_id, billed_to, billing_email, lines, total_cents, issued_at, due_at)
    select '00000000-0000-0000-0000-000000000003', 'SH-2026-00001', id, organisation_id, 'Ridgeline', 'nobody@sherpa.invalid', '[]', 9800, now(),
      '2026-12-01T09:00:00Z' from subscriptions;
    insert into outgoing_mail (kind, recipient, details) values
      ('invoice', 'books@agency.example', '{"organisation": "o", "invoice": {"number": "SH-2026-00001", "billingEmail": "books@agency.example"}}'),
      ('price-needed', 'info@sherpa.example', '{"organisation": "Ridgeline", "billingEmail": "books@agency.example"}')`)
  await migrateFrom('0006')

  const all = async (query: string) => (await database.query(query)).rows
  expect(await all('select billing_email, legal_name from billing_details')).toEqual([
    { billing_email: 'books@agency.example', legal_name: null },
  ])
  expect(await all('select price_cents from subscriptions')).toEqual([{ price_cents: 4900 }])
  expect(await all('select billed_to, billing_email, subtotal_cents, tax_cents, total_cents from invoices')).toEqual([
    { billed_to: 'Ridgeline', billing_email: null, subtotal_cents: 9800, tax_cents: 0, total_cents: 9800 },
  ])
  expect(await all('select details from outgoing_mail order by id')).toEqual([
    {
      details: {
        organization: '00000000-0000-0000-0000-000000000001',
        invoice: {
          id: '00000000-0000-0000-0000-000000000003',
          number: 'SH-2026-00001',
          billedTo: 'Ridgeline',
          dueAt: '2026-12-01T09:00:00Z',
          totalCents: 9800,
        },
      },
    },
    { details: { organization: 'Ridgeline' } },
  ])
})

test('migrates demo requests with their response deadlines', async () => {
  const { database } = fresh
  await database.query('drop schema public cascade; create schema public')
  await migrateUpTo('0016')
  await database.query(`
    insert into demo_requests (reference, full_name, email, company, preferred_at, offset_minutes, status, created_at) values
      ('SH-1', 'Zoë Cole', 'zoe@agency.example', 'Ridgeline', '2026-11-30T15:00Z', 0, 'received', '2026-11-21T04:00Z'),
      ('SH-2', 'Spam', 'spam@evil.example', null, '2026-11-30T15:00Z', 0, 'quarantined', '2026-11-21T05:00Z');
    insert into outgoing_mail (demo_request_id, kind, status) select id, 'staff-notice', 'sent' from demo_requests`)
  await migrateFrom('0016')
  const { rows } = await database.query(
    `select r.reference, r.state, r.due_at, r.demo_at = r.preferred_at as as_asked, r.warned_at is not null as warned, r.folded,
       m.queued_at = r.created_at as queued_then
     from demo_requests r join outgoing_mail m on m.demo_request_id = r.id order by r.reference`,
  )
  const both = { as_asked: true, warned: true, queued_then: true }
  // Friday and Saturday in New York.
  expect(rows).toEqual([
    {
      ...both,
      reference: 'SH-1',
      state: 'requested',
      due_at: new Date('2026-11-21T08:00Z'),
      folded: ' zoe cole zoe@agency.example ridgeline sh-1',
    },
    {
      ...both,
      reference: 'SH-2',
      state: 'quarantined',
      due_at: new Date('2026-11-22T05:00Z'),
      folded: ' spam spam@evil.example  sh-2',
    },
  ])
})

test('replaces a function only if its file changed', async () => {
  const { database } = fresh
  await database.query('drop schema public cascade; create schema public')
  await migrate(database)
  const source = async () =>
    (await database.query("select prosrc from pg_proc where proname = 'start_of_next_period'")).rows[0].prosrc as string
  const original = await source()
  await database.query(
    `create or replace function start_of_next_period(p_seconds integer, p_offset integer) returns timestamptz
     language sql stable as 'select now()'`,
  )
  await migrate(database)
  expect(await source()).toBe('select now()')
  await database.query("update sql_functions set hash = 'of an older version' where name = 'start_of_next_period.sql'")
  await migrate(database)
  expect(await source()).toBe(original)
})

test('migrated events and mail keep their order under UUIDv7 ids', async () => {
  const { database } = fresh
  await database.query('drop schema public cascade; create schema public')
  await migrateUpTo('0053')
  await database.query(`
    insert into organizations (id, name, kind) values ('00000000-0000-0000-0000-000000000001', 'Ridgeline', 'agency');
    insert into audit_events (at, subject, subject_id, event, organization_id)
    select timestamptz '2026-01-01' + n / 3 * interval '1 microsecond', 'user', gen_random_uuid(), 'event-' || n,
      '00000000-0000-0000-0000-000000000001' from generate_series(1, 50) as n;
    insert into audit_values (event_id, organization_id, whom)
    select id, organization_id, event from audit_events;
    insert into outgoing_mail (kind, recipient, details, queued_at)
    select 'kind-' || n, 'zoe@agency.example', '{}', timestamptz '2026-01-01' from generate_series(1, 50) as n`)
  await migrateFrom('0053')
  await database.query(`
    insert into audit_events (at, subject, subject_id, event, organization_id)
    select timestamptz '2026-02-01', 'user', gen_random_uuid(), 'event-' || n, '00000000-0000-0000-0000-000000000001'
    from generate_series(51, 1000) as n`)

  const named = (name: string, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => `${name}-${n + from}`)
  const column = async (sql: string) => (await database.query({ text: sql, rowMode: 'array' })).rows.flat()
  expect(await column('select event from audit_events order by at, id')).toEqual(named('event', 1, 1000))
  expect(
    await column(
      'select v.email from audit_emails v join audit_events e on e.id = v.event_id and e.event = v.email order by e.id',
    ),
  ).toEqual(named('event', 1, 50))
  expect(await column('select kind from outgoing_mail order by id')).toEqual(named('kind', 1, 50))
  const ids = await column('select id from audit_events union all select id from outgoing_mail')
  const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(ids.filter((id) => !VERSION_7.test(id))).toEqual([])
})

test('migrated idempotency keys still return their first response', async () => {
  const { database } = fresh
  await database.query('drop schema public cascade; create schema public')
  await migrateUpTo('0010')
  await database.query(`
    insert into organizations (id, name, kind) values ('00000000-0000-0000-0000-000000000001', 'Ridgeline', 'agency');
    insert into users (id, name, email) values ('00000000-0000-0000-0000-000000000002', 'Amara Cole', 'amara@agency.example');
    insert into idempotency_keys (key, request_hash, answer) values
      ('scheduleDemo a key', 'x', '{"id": "1"}'),
      ('purchaseSubscription 00000000-0000-0000-0000-000000000001 00000000-0000-0000-0000-000000000002 a key', 'x', '{"id": "2"}')`)
  await migrateFrom('0010')
  const { rows } = await database.query(
    'select operation, organization_id, person_id, key, answer from idempotency_keys order by operation',
  )
  expect(rows).toEqual([
    {
      operation: 'purchaseSubscription',
      organization_id: '00000000-0000-0000-0000-000000000001',
      person_id: '00000000-0000-0000-0000-000000000002',
      key: 'a key',
      answer: { id: '2' },
    },
    { operation: 'scheduleDemo', organization_id: null, person_id: null, key: 'a key', answer: { id: '1' } },
  ])
})

test('migrates bookings with fees and recoupments, separates in-kind value from money and keeps remainders of bank transactions', async () => {
  const { database } = fresh
  await database.query('drop schema public cascade; create schema public')
  await migrateUpTo('0044')
  const id = (number: number) => `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`
  const allocation = (number: number, payment: number | null, amount: number, rule: string, fee: number) => `
    insert into entries (organization_id, id, cause, occurred_on, posted_on, receipt_id)
      values ('${id(1)}', '${id(number + 100)}', 'receipt', '2026-11-02', '2026-11-02', '${id(number)}');
    insert into entry_lines (organization_id, entry_id, position, account, currency, amount_minor, athlete_id, deal_id, income, posted_on)
      select '${id(1)}', '${id(number + 100)}', p, account, 'USD', amount, '${id(2)}', '${id(4)}', 'nil', '2026-11-02'
      from (values (0, 'athlete-earnings', ${amount}), (1, 'payors', -${amount})) l (p, account, amount);
    insert into receipt_allocations (organization_id, id, receipt_id, payment_id, deal_id, athlete_id, amount_minor, fee_rate, fee_flat_minor,
      fee_minor, entry_id) values ('${id(1)}', '${id(number + 200)}', '${id(number)}', ${payment === null ? 'null' : `'${id(payment)}'`},
      '${id(4)}', '${id(2)}', ${amount}, ${rule}, ${fee}, '${id(number + 100)}');`
  await database.query(`begin;
    insert into organizations (id, name, kind) values ('${id(1)}', 'Ridgeline', 'agency');
    insert into athletes (organization_id, id, given_name, family_name, level, stage)
      values ('${id(1)}', '${id(2)}', 'Jonah', 'Okoye', 'pro', 'signed');
    insert into companies (organization_id, id, name, kind) values ('${id(1)}', '${id(3)}', 'Halden', 'brand');
    insert into deals (organization_id, id, athlete_id, company_id, kind, title, stage, newest, in_force, currency, athlete_name, company_name)
      values ('${id(1)}', '${id(4)}', '${id(2)}', '${id(3)}', 'nil', 'Fall line', 'active', 2, 2, 'USD', 'Jonah Okoye', 'Halden');
    insert into deal_versions (organization_id, deal_id, number, stage, terms, frozen, hash, frozen_at, signed_at, title, company_id)
      select '${id(1)}', '${id(4)}', n, 'signed', jsonb_build_object('fee', fee::jsonb), '{}', repeat('0', 64), now(), now(), 'Fall line', '${id(3)}'
      from (values (1, '{"flatMinor": 500}'), (2, '{"rateMillionths": 100000}')) v (n, fee);
    insert into payments (organization_id, id, deal_id, athlete_id, rule_id, position, title, kind, in_kind, currency, amount_minor, state)
      values ('${id(1)}', '${id(5)}', '${id(4)}', '${id(2)}', 'shoes', 1, 'Shoes', 'base', true, 'USD', 700, 'expected');
    insert into bank_imports (organization_id, id, name, currency, mapping, lines, added) values ('${id(1)}', '${id(6)}', 'b', 'USD', '{}', 1, 1);
    insert into bank_lines (organization_id, id, import_id, booked_on, currency, amount_minor, payer, reference, fingerprint, occurrence, state)
      values ('${id(1)}', '${id(7)}', '${id(6)}', '2026-11-02', 'USD', 1500, 'Halden', '', '', 1, 'booked');
    insert into receipts (organization_id, id, received_on, payer, currency, amount_minor, bank_line_id) values
      ('${id(1)}', '${id(11)}', '2026-11-02', 'Halden', 'USD', 1000, '${id(7)}'), ('${id(1)}', '${id(12)}', '2026-11-02', 'Halden', 'USD', 2000, null),
      ('${id(1)}', '${id(13)}', '2026-11-02', 'Halden', 'USD', 700, null);
    ${allocation(11, null, 1000, 'null, 500', 500)} ${allocation(12, null, 2000, '100000, null', 200)} ${allocation(13, 5, 700, 'null, null', 0)}
    insert into expenses (organization_id, id, spent_on, category, vendor, currency, amount_minor, athlete_id, paid_by, recoup_rate, state)
      values ('${id(1)}', '${id(8)}', '2026-01-05', 'travel', 'Airline', 'USD', 300, '${id(2)}', 'organization', 200000, 'approved');
    insert into recoupments (organization_id, id, expense_id, allocation_id, amount_minor, entry_id) values
      ('${id(1)}', '${id(9)}', '${id(8)}', '${id(211)}', 200, '${id(111)}'), ('${id(1)}', '${id(10)}', '${id(8)}', '${id(212)}', 100, '${id(112)}');
    commit`)
  await migrateFrom('0044')

  const all = async (query: string) => (await database.query(query)).rows
  expect(
    await all(
      'select deal_version, currency, income, in_kind, fee_minor::integer as fee from receipt_allocations order by id',
    ),
  ).toEqual([
    { deal_version: 1, currency: 'USD', income: 'nil', in_kind: false, fee: 500 },
    { deal_version: 2, currency: 'USD', income: 'nil', in_kind: false, fee: 200 },
    { deal_version: 2, currency: 'USD', income: 'nil', in_kind: true, fee: 0 },
  ])
  expect(
    await all(`select account, sum(amount_minor)::integer as minor from ledger_totals group by 1 order by 1`),
  ).toEqual([
    { account: 'athlete-earnings', minor: 3000 },
    { account: 'in-kind-earnings', minor: 700 },
    { account: 'payors', minor: -3700 },
  ])
  expect(await all('select state, booked_minor::integer as booked from bank_lines')).toEqual([
    { state: 'open', booked: 1000 },
  ])
  // 300 is 20% of 1500: all of the first receipt and 500 of the second.
  expect(
    await all('select recouped_minor::integer as recouped, recoup_base_minor::integer as base from expenses'),
  ).toEqual([{ recouped: 300, base: 1500 }])
})

test('migrates deals to versions with title, company and a valid stage', async () => {
  const { database } = fresh
  await database.query('drop schema public cascade; create schema public')
  await migrateUpTo('0042')
  const id = (number: number) => `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`
  const frozen = (title: string, company: number) =>
    `'{"title": "${title}", "company": {"id": "${id(company)}"}}', repeat('0', 64), now()`
  const deal = (number: number, stage: string, newest: number, inForce: number | null) =>
    `('${id(1)}', '${id(number)}', '${id(2)}', '${id(4)}', 'nil', 'As amended', '${stage}', ${newest}, ${inForce}, 'USD', 'Jonah', 'Tarn')`
  const version = (number: number, n: number, stage: string, frozenAs: string) =>
    `('${id(1)}', '${id(number)}', ${n}, '${stage}', '{}', ${frozenAs})`
  await database.query(`
    insert into organizations (id, name, kind) values ('${id(1)}', 'Ridgeline', 'agency');
    insert into athletes (organization_id, id, given_name, family_name, level, stage)
      values ('${id(1)}', '${id(2)}', 'Jonah', 'Okoye', 'pro', 'signed');
    insert into companies (organization_id, id, name, kind) values ('${id(1)}', '${id(3)}', 'Halden', 'brand'), ('${id(1)}', '${id(4)}', 'Tarn', 'brand');
    insert into companies (organization_id, id, name, kind, merged_into, removed_at)
      values ('${id(1)}', '${id(5)}', 'Haldenn', 'brand', '${id(3)}', now());
    insert into deals (organization_id, id, athlete_id, company_id, kind, title, stage, newest, in_force, currency, athlete_name, company_name)
      values ${deal(11, 'active', 2, 1)}, ${deal(12, 'terminated', 2, 1)}, ${deal(13, 'expired', 1, 1)}, ${deal(14, 'expired', 1, null)}, ${deal(15, 'declined', 1, null)};
    insert into deal_versions (organization_id, deal_id, number, stage, terms, frozen, hash, frozen_at) values
      ${version(11, 1, 'signed', frozen('As signed', 5))}, ${version(11, 2, 'draft', 'null, null, null')},
      ${version(12, 1, 'signed', frozen('As signed', 3))}, ${version(12, 2, 'approved', frozen('Never signed', 4))},
      ${version(13, 1, 'signed', frozen('As signed', 3))}, ${version(14, 1, 'approved', frozen('Offer', 3))},
      ${version(15, 1, 'draft', 'null, null, null')};
    insert into deal_signatures (organization_id, id, deal_id, number, side, method, signer_name, hash, signed_at)
      values ('${id(1)}', '${id(21)}', '${id(11)}', 1, 'company', 'paper', 'Sofia', '', '2026-02-02T12:00Z')`)
  await migrateFrom('0042')

  const { rows } =
    await database.query(`select d.stage || '/' || v.stage || ' ' || v.number as is, v.title, c.name as company
    from deal_versions v join deals d on d.id = v.deal_id join companies c on c.id = v.company_id order by d.id, v.number`)
  expect(rows).toEqual([
    { is: 'active/signed 1', title: 'As signed', company: 'Halden' },
    { is: 'active/draft 2', title: 'As amended', company: 'Tarn' },
    { is: 'terminated/signed 1', title: 'As signed', company: 'Halden' },
    { is: 'terminated/withdrawn 2', title: 'Never signed', company: 'Tarn' },
    { is: 'completed/signed 1', title: 'As signed', company: 'Halden' },
    { is: 'expired/withdrawn 1', title: 'Offer', company: 'Halden' },
    { is: 'declined/withdrawn 1', title: 'As amended', company: 'Tarn' },
  ])
  const { rows: signed } = await database.query(
    `select signed_at from deal_versions where deal_id = '${id(11)}' and number = 1`,
  )
  expect(signed).toEqual([{ signed_at: new Date('2026-02-02T12:00Z') }])
  const { rows: pending } = await database.query("select organization_id, done_at from repairs where name = 'deals'")
  expect(pending).toEqual([{ organization_id: id(1), done_at: null }])
})

test('migrated deals get editors from the timeline and are shared if approved', async () => {
  const { database } = fresh
  await database.query('drop schema public cascade; create schema public')
  await migrateUpTo('0048')
  const id = (number: number) => `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`
  const [ada, ben, cy, dee] = [21, 22, 23, 24]
  const names = new Map([ada, ben, cy, dee].map((user, index) => [id(user), ['Ada', 'Ben', 'Cy', 'Dee'][index]]))
  /** Instant at an hour of one day. */
  const at = (hour: number) => `'2026-10-01T${String(hour).padStart(2, '0')}:00Z'`
  const frozenAt = (hour: number) => `'{}', repeat('0', 64), ${at(hour)}`
  const deal = (number: number, newest: number, inForce: number | null, stage: string) =>
    `('${id(1)}', '${id(number)}', '${id(2)}', '${id(3)}', 'nil', 'Fall line', '${stage}', ${newest}, ${inForce}, 'USD', 'Jonah', 'Halden')`
  const version = (
    number: number,
    n: number,
    stage: string,
    by: number | null,
    hour: number,
    frozen = 'null, null, null',
  ) =>
    `('${id(1)}', '${id(number)}', ${n}, '${stage}', '{}', 'Fall line', '${id(3)}', ${by && `'${id(by)}'`}, ${at(hour)}, ${frozen}, ${stage === 'signed' ? at(hour + 1) : 'null'})`
  let entry = 100
  const event = (number: number, kind: string, by: number | null, hour: number, changes = '[]', about = '') =>
    `('${id(1)}', '${id(entry++)}', '${id(number)}', ${at(hour)}, ${by && `'${id(by)}'`}, '${kind}', '${about}', '${changes}')`
  await database.query(`
    insert into organizations (id, name, kind) values ('${id(1)}', 'Ridgeline', 'agency');
    insert into users (id, name, email) select id::uuid, name, name || '@agency.example'
      from (values ${[...names].map(([user, name]) => `('${user}', '${name}')`).join()}) u (id, name);
    insert into athletes (organization_id, id, given_name, family_name, level, stage)
      values ('${id(1)}', '${id(2)}', 'Jonah', 'Okoye', 'pro', 'signed');
    insert into companies (organization_id, id, name, kind) values ('${id(1)}', '${id(3)}', 'Halden', 'brand');
    insert into deals (organization_id, id, athlete_id, company_id, kind, title, stage, newest, in_force, currency, athlete_name, company_name)
      values ${deal(11, 1, null, 'draft')}, ${deal(12, 2, null, 'draft')}, ${deal(13, 3, 1, 'active')}, ${deal(14, 3, 1, 'active')},
        ${deal(15, 1, null, 'approved')}, ${deal(16, 1, null, 'expired')}, ${deal(17, 1, null, 'in-review')};
    insert into deal_versions (organization_id, deal_id, number, stage, terms, title, company_id, created_by, created_at, frozen, hash, frozen_at, signed_at)
      values ${version(11, 1, 'draft', ada, 1)},
        ${version(12, 1, 'withdrawn', ada, 1, frozenAt(3))}, ${version(12, 2, 'draft', cy, 4)},
        ${version(13, 1, 'signed', ada, 1, frozenAt(2))}, ${version(13, 2, 'withdrawn', ben, 3)}, ${version(13, 3, 'draft', cy, 4)},
        ${version(14, 1, 'signed', ada, 1, frozenAt(2))}, ${version(14, 2, 'withdrawn', ben, 3, frozenAt(4))}, ${version(14, 3, 'draft', cy, 5)},
        ${version(15, 1, 'approved', null, 1, frozenAt(2))}, ${version(16, 1, 'withdrawn', ada, 1, frozenAt(2))},
        ${version(17, 1, 'in-review', ada, 1, frozenAt(2))};
    insert into deal_timeline (organization_id, id, deal_id, at, actor_id, kind, about, changes) values
      ${event(11, 'added', ada, 1)}, ${event(11, 'changed', ben, 2, '["title"]')}, ${event(11, 'changed', cy, 3, '["lead"]')},
      ${event(11, 'note', dee, 4)},
      ${event(12, 'added', ada, 1)}, ${event(12, 'changed', ben, 2, '["title", "lead"]')}, ${event(12, 'changed', dee, 5, '["endsOn"]')},
      ${event(15, 'added', null, 1)}, ${event(16, 'all-approved', ben, 3, '[]', '1')};
    insert into athlete_timeline (organization_id, athlete_id, kind) select '${id(1)}', '${id(2)}', kind
      from unnest(array['note', 'call', 'email', 'meeting', 'added']) kind`)
  await migrateFrom('0048')

  const { rows: editors } = await database.query(
    'select deal_id, number, array_agg(user_id order by user_id) as users from deal_version_editors group by 1, 2 order by 1, 2',
  )
  expect(
    editors.map(({ deal_id, number, users }) => [
      `${Number(deal_id.slice(-2))}.${number}`,
      users.map((user: string) => names.get(user)).join(),
    ]),
  ).toEqual([
    // Changing the lead or adding a note does not count as editing.
    ['11.1', 'Ada,Ben'],
    ['12.1', 'Ada,Ben'],
    // The next version copied the terms of the withdrawn one.
    ['12.2', 'Ada,Ben,Cy,Dee'],
    ['13.1', 'Ada'],
    ['13.2', 'Ben'],
    // A discarded draft amendment does not count; a submitted one does.
    ['13.3', 'Cy'],
    ['14.1', 'Ada'],
    ['14.2', 'Ben'],
    ['14.3', 'Ben,Cy'],
    // The author of 15 deleted their account.
    ['16.1', 'Ada'],
    ['17.1', 'Ada'],
  ])
  const { rows: shared } = await database.query('select right(id::text, 2) as deal from deals where shared order by 1')
  expect(shared.map((row) => row.deal)).toEqual(['15', '16'])
  const { rows: readers } = await database.query('select kind, readers from athlete_timeline order by kind')
  expect(readers.map((row) => `${row.kind} ${row.readers}`)).toEqual([
    'added team',
    'call deals',
    'email deals',
    'meeting deals',
    'note team',
  ])
})

test('athletes get the state of guardians who confirmed before its trigger existed', async () => {
  const { database } = fresh
  await database.query('drop schema public cascade; create schema public')
  await migrateFrom('0001')
  const id = (number: number) => `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`
  await database.query(`
    insert into organizations (id, name, kind) values ('${id(1)}', 'Ridgeline', 'agency');
    insert into users (id, name, email) values ('${id(2)}', 'Mari', 'mari@home.example');
    insert into athletes (organization_id, id, given_name, family_name, level, stage)
      values ('${id(1)}', '${id(3)}', 'Jonah', 'Okoye', 'high-school', 'signed'), ('${id(1)}', '${id(4)}', 'Ada', 'Moss', 'college', 'signed');
    insert into guardianships (organization_id, athlete_id, reach, user_id, confirmed_at)
      values ('${id(1)}', '${id(3)}', 'full', '${id(2)}', now())`)
  await database.query(await readFile(join(import.meta.dirname, 'functions', 'keep_guardian_state.sql'), 'utf8'))
  expect((await database.query('select guardian from athletes order by id')).rows).toEqual([
    { guardian: 'confirmed' },
    { guardian: 'none' },
  ])
})
