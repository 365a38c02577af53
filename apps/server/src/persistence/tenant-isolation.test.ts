import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { platformForTests } from '../../test/people.ts'
import { tenantTables } from '../../test/tenant-tables.ts'
import { type Database, inOrganization, inTransaction } from './database.ts'

const world = platformForTests()

let ours: string
let theirs: string
let serving: Database

/** All of them but the mail queue, which the worker reads for all organizations. */
const isolatedTables = async () => (await tenantTables(world.database)).filter(({ table }) => table !== 'outgoing_mail')

beforeAll(async () => {
  serving = world.serving
  const [one, two] = [await world.people.register(), await world.people.register()]
  ours = await world.people.createOrganization(one, 'Ours')
  theirs = await world.people.createOrganization(two, 'Theirs')
  for (const [owner, organization] of [
    [one, ours],
    [two, theirs],
  ] as const) {
    await owner.ask('POST', `/api/organizations/${organization}/invitations`, {
      email: 'x@agency.example',
      role: 'coach',
    })
    await owner.ask('PUT', `/api/organizations/${organization}/permissions`, {
      role: 'coach',
      permission: 'billing.view',
      allowed: true,
    })
    await owner.ask(
      'POST',
      '/api/subscriptions/purchase',
      { organization, planId: 'agency-starter', seats: 2 },
      { 'idempotency-key': 'a-key-of-the-form' },
    )
    const { database } = world
    const { rows } = await database.query('select id from subscriptions where organization_id = $1', [organization])
    const [subscription, invoice] = [rows[0].id, randomUUID()]
    await database.query(
      `insert into invoices (id, number, subscription_id, organization_id, billed_to, lines, total_cents, issued_at, due_at)
       values ($1::uuid, $1::uuid::text, $2, $3, 'x', '[]', 1, now(), now())`,
      [invoice, subscription, organization],
    )
    await database.query('insert into invoice_files (invoice_id, organization_id, pdf) values ($1, $2, $3)', [
      invoice,
      organization,
      Buffer.of(1),
    ])
    await database.query(
      `insert into price_offers (organization_id, subscription_id, plan_id, price_cents, offered_at, offered_by)
       values ($1, $2, 'agency-starter', 1, now(), $3)`,
      [organization, subscription, owner.id],
    )
    await database.query(
      "insert into notifications (organization_id, user_id, kind) values ($1, $2, 'price-offered')",
      [organization, owner.id],
    )
    await database.query('insert into tax_exemptions values ($1, now(), $2)', [organization, owner.id])
    const view = { list: 'members', name: 'Agents', address: 'role=agent', shared: true }
    const saved = await owner.ask('POST', `/api/organizations/${organization}/views`, view)
    await owner.ask('PUT', `/api/organizations/${organization}/views/${saved.json().id}/pin`)
    await inOrganization(organization, () => serving.query("insert into jobs (name, data) values ('any', '{}')"))
  }
})

describe('a query that forgets its organization', () => {
  test('finds nothing outside of one, in any table', async () => {
    for (const { table, column } of await isolatedTables()) {
      const { rows } = await serving.query(`select ${column} as organization from ${table}`)
      expect([table, rows.filter(({ organization }) => organization !== null)]).toEqual([table, []])
    }
  })

  test('finds only what is its organization’s inside of one, in every table', async () => {
    for (const { table, column } of await isolatedTables()) {
      const { rows } = await inOrganization(ours, () =>
        serving.query(`select distinct ${column} as organization from ${table} where ${column} is not null`),
      )
      expect([table, rows]).toEqual([table, [{ organization: ours }]])
    }
  })

  test('changes and removes nothing of another organization', async () => {
    for (const { table, column } of (await isolatedTables()).filter(({ table }) => table !== 'audit_events')) {
      const touched = await inOrganization(randomUUID(), () =>
        serving.query(`update ${table} set ${column} = ${column}`),
      )
      expect([table, touched.rowCount]).toEqual([table, 0])
    }
  })
})

test('a row cannot be written into another organization', async () => {
  const write = inOrganization(ours, () =>
    serving.query("insert into permission_settings values ($1, 'agent', 'people.view', false)", [theirs]),
  )
  await expect(write).rejects.toThrow('row-level security')
})

test('rows of two organizations cannot be tied together', async () => {
  const { rows } = await world.database.query('select id from subscriptions where organization_id = $1', [theirs])
  const mixed = world.database.query(
    `insert into price_offers (organization_id, subscription_id, plan_id, price_cents, offered_at, offered_by)
     values ($1, $2, 'agency-starter', 1, now(), (select id from users limit 1))`,
    [ours, rows[0].id],
  )
  await expect(mixed).rejects.toThrow('foreign key')
})

test('every key of a table of an organization begins with it, but for what is looked up by a secret or a number of ours', async () => {
  const { rows } = await world.database.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_attribute first on first.attrelid = i.indrelid and first.attnum = i.indkey[0]
     where i.indisunique and c.relnamespace = 'public'::regnamespace and first.attname <> 'organization_id'
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)
     order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'audit_events_pkey',
    'invitations_token_hash_key',
    'invoices_number_key',
    'jobs_pkey',
    'outgoing_mail_pkey',
  ])
})

test('a connection that was inside an organization shows nothing of it to whoever has it next', async () => {
  await Promise.all(Array.from({ length: 30 }, () => inOrganization(ours, () => serving.query('select 1'))))
  const seen = await Promise.all(
    Array.from({ length: 30 }, async (_, turn) => {
      const organization = turn % 2 ? theirs : randomUUID()
      const { rows } = await inOrganization(organization, () => serving.query('select id from organizations'))
      return rows.every(({ id }) => id === organization)
    }),
  )
  expect(seen).toEqual(Array(30).fill(true))
})

describe('the role that serves', () => {
  test.each([
    'create table x (id int)',
    'alter table users add column x int',
    'drop table sessions',
    'truncate audit_events',
    "update audit_events set event = 'nothing'",
    'delete from audit_events',
    'delete from migrations',
    'delete from all_invitations',
    'alter table memberships disable row level security',
    'alter table jobs add column x int',
    'drop table jobs',
    'create schema x',
    'delete from all_jobs',
  ])('may not: %s', async (statement) => {
    await expect(serving.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('owns nothing', async () => {
    const { rows } = await serving.query(
      'select relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = current_user',
    )
    expect(rows).toEqual([])
  })
})

test('a transaction inside an organization is all of it or nothing, on the connection of the organization', async () => {
  const work = inOrganization(ours, () =>
    inTransaction(serving, async (client) => {
      await client.query("update organizations set name = 'Gone'")
      throw new Error('no')
    }),
  )
  await expect(work).rejects.toThrow('no')
  const { rows } = await world.database.query('select name from organizations where id = $1', [ours])
  expect(rows).toEqual([{ name: 'Ours' }])
})
