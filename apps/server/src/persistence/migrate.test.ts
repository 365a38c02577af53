import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { migrate } from './migrate.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

test('servers that start together migrate once', async () => {
  const { database } = fresh
  await database.query('drop schema public cascade; create schema public')
  await Promise.all([migrate(database), migrate(database), migrate(database)])
  const { rows } = await database.query('select name from migrations order by name')
  expect(rows.map((row) => row.name)).toEqual([
    '0001_demo_requests.sql',
    '0002_plans.sql',
    '0003_accounts.sql',
    '0004_subscriptions.sql',
    '0005_account_safety.sql',
    '0006_prices_and_invoices.sql',
    '0007_audit_values.sql',
  ])
  expect((await database.query('select count(*)::int as plans from plans')).rows[0].plans).toBe(6)
})

test('what customers had before prices were offered stays theirs', async () => {
  const { database } = fresh
  await database.query('drop schema public cascade; create schema public')
  const directory = join(import.meta.dirname, 'migrations')
  const names = (await readdir(directory)).sort()
  const run = async (name: string) => database.query(await readFile(join(directory, name), 'utf8'))
  for (const name of names.filter((one) => one < '0006')) await run(name)
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
  await run(names.find((name) => name.startsWith('0006')) ?? '')

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
        organisation: '00000000-0000-0000-0000-000000000001',
        invoice: {
          id: '00000000-0000-0000-0000-000000000003',
          number: 'SH-2026-00001',
          billedTo: 'Ridgeline',
          dueAt: '2026-12-01T09:00:00Z',
          totalCents: 9800,
        },
      },
    },
    { details: { organisation: 'Ridgeline' } },
  ])
})
