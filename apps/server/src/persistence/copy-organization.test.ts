// slow: copies a sample between databases; represented by apps/server/src/dependents.test.ts, apps/server/src/persistence/tenant-isolation.test.ts
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { createSampleService } from '../domains/samples/samples.ts'
import { sampleParts } from '../sample-parts.ts'
import { copyOrganization, notCopied } from './copy-organization.ts'
import { foreignKeys, tenantTables } from './tenant-catalog.ts'

let source: Awaited<ReturnType<typeof freshDatabase>>
let target: Awaited<ReturnType<typeof freshDatabase>>
let organization: string

beforeAll(async () => {
  source = await freshDatabase()
  target = await freshDatabase()
  const samples = createSampleService({ database: source.serving, clock: () => new Date(), fill: sampleParts })
  organization = (await samples.make()).organization
  await source.database.query(
    `with former as (insert into users (name, email) values ('Former Member', 'former@agency.example') returning id)
     insert into audit_events (organization_id, subject, subject_id, event, actor_id)
     select $1, 'organization', $1, 'left', id from former`,
    [organization],
  )
  await source.database.query("insert into jobs (organization_id, name, data) values ($1, 'send-reminder', '{}')", [
    organization,
  ])
  await source.database.query(
    `with bought as (insert into subscriptions (organization_id, plan_id, seats, price_cents, trial_ends_at)
       values ($1, 'agency-starter', 2, 4900, now()) returning id)
     insert into invoices (number, subscription_id, organization_id, billed_to, lines, total_cents, issued_at, due_at)
       select number, id, $1, 'Ridgeline', '[]', 9800, now(), now()
       from bought, unnest(array['SH-2025-00004', 'SH-2026-00041', 'SH-2026-00007']) number`,
    [organization],
  )
  await target.database.query('insert into invoice_numbers (year, last) values (2025, 9)')
  // Of another organization, which stays.
  await samples.make()
})
afterAll(async () => {
  await source.drop()
  await target.drop()
})

const copy = (id = organization) => copyOrganization(id, { source: source.url, target: target.url })

describe('copying an organization', () => {
  test('copies all its rows and people, and nothing else', async () => {
    const copied = await copy()
    const rowsOf = (table: string) => copied.find((one) => one.table === table)?.rows
    for (const table of ['athletes', 'deals', 'entries', 'entry_lines', 'ledger_totals', 'audit_events']) {
      expect([table, rowsOf(table)]).toEqual([table, expect.toSatisfy((rows) => rows > 0)])
    }
    for (const { table, column } of await tenantTables(source.database)) {
      if (notCopied.includes(table)) continue
      const count = `select count(*)::int as rows from ${table} where ${column} = $1`
      const [ours, theirs, all] = await Promise.all([
        source.database.query(count, [organization]),
        target.database.query(count, [organization]),
        target.database.query(`select count(*)::int as rows from ${table} where ${column} is not null`),
      ])
      expect([table, theirs.rows, all.rows]).toEqual([table, ours.rows, ours.rows])
    }
    const people = await target.database.query('select second_factor, staff_since from users')
    expect(people.rows).toEqual(Array(5).fill({ second_factor: false, staff_since: null }))
    expect((await target.database.query('select from credentials')).rowCount).toBe(0)
  })

  test('waiting jobs and queued mail stay in the source', async () => {
    expect((await target.database.query('select from jobs where organization_id is not null')).rowCount).toBe(0)
    expect((await target.database.query('select from outgoing_mail')).rowCount).toBe(0)
  })

  test('the next invoice of the target repeats no number', async () => {
    const { rows } = await target.database.query('select year, last from invoice_numbers order by year')
    expect(rows).toEqual([
      { year: 2025, last: 9 },
      { year: 2026, last: 41 },
    ])
  })

  test('a move takes waiting jobs along, between the writable ones of several hosts', async () => {
    const other = await freshDatabase()
    const severalHosts = (url: string) => url.replace(/@([^/]+)/, '@127.0.0.1:1,$1')
    const urls = { source: severalHosts(source.url), target: severalHosts(other.url) }
    const copied = await copyOrganization(organization, urls, { withJobs: true })
    const { rowCount: waiting } = await source.database.query('select from jobs where organization_id = $1', [
      organization,
    ])
    expect(waiting).toBeGreaterThan(0)
    expect(copied.find(({ table }) => table === 'jobs')?.rows).toBe(waiting)
    await other.drop()
  })

  test('refuses an organization that the target has already', async () => {
    await expect(copy()).rejects.toThrow('The target has this organization already.')
  })

  test('refuses an unknown organization', async () => {
    await expect(copy('00000000-0000-4000-8000-000000000000')).rejects.toThrow('no such organization')
  })

  test('refuses a target of another release and leaves it as it was', async () => {
    const other = await freshDatabase()
    await other.database.query("delete from migrations where name like '0061%'")
    const copying = copyOrganization(organization, { source: source.url, target: other.url })
    await expect(copying).rejects.toThrow('different releases')
    expect((await other.database.query('select from users')).rowCount).toBe(0)
    await other.drop()
  })

  test('refuses people who have another account with the same address in the target', async () => {
    const other = await freshDatabase()
    await other.database.query(
      `insert into users (name, email) select name, email from json_to_recordset($1) as t(name text, email text)`,
      [JSON.stringify((await source.database.query('select name, email from users')).rows)],
    )
    const copying = copyOrganization(organization, { source: source.url, target: other.url })
    await expect(copying).rejects.toThrow('5 of its people have another account')
    await other.drop()
  })

  test('entries stay final in the target', async () => {
    const entry = await target.database.query('select id from entries limit 1')
    const line = target.database.query(
      `insert into entry_lines (organization_id, entry_id, position, account, currency, amount_minor, posted_on)
       values ($1, $2, 99, 'bank', 'USD', 1, now())`,
      [organization, entry.rows[0].id],
    )
    await expect(line).rejects.toThrow('does not change')
  })
})

/** What keeps an organization movable: its rows refer to each other by organization, and nothing outside refers to them. */
describe('every table of organizations is movable', () => {
  /** Unique across organizations, with the reason why copies do not collide. */
  const globalKeys: Record<string, string> = {
    organizations_pkey: 'the organization itself; random',
    audit_events_pkey: 'random ids; events without organization need a key too',
    jobs_pkey: 'random ids; recurring jobs have no organization',
    jobs_key: 'begins with the organization, or zeros for recurring jobs',
    outgoing_mail_pkey: 'not copied',
    attestation_requests_token_hash_key: 'hash of a secret of the server and random ids',
    deal_links_token_hash_key: 'hash of a random secret',
    guardianships_token_hash_key: 'hash of a random secret',
    invitations_token_hash_key: 'hash of a random secret',
    invoices_number_key: 'our invoice numbers: a second cell needs its own prefix',
  }

  test('unique keys begin with the organization', async () => {
    const { rows } = await source.database.query<{ name: string }>(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
       left join pg_attribute first on first.attrelid = i.indrelid and first.attnum = i.indkey[0]
       where i.indisunique and c.relname::text = any($1) and first.attname is distinct from 'organization_id' order by 1`,
      [(await tenantTables(source.database)).map(({ table }) => table)],
    )
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(globalKeys).sort())
  })

  /** Tables outside, with the reason why a copy finds them in the target. */
  const outside: Record<string, string> = {
    users: 'copied along',
    plans: 'defined by migrations',
    demo_requests: 'of outgoing_mail only, which is not copied',
  }

  test('foreign keys name the organization or lead to a table that the target has', async () => {
    const tables = new Map((await tenantTables(source.database)).map(({ table, column }) => [table, column]))
    for (const key of await foreignKeys(source.database)) {
      const [own, parents] = [tables.get(key.table), tables.get(key.parent)]
      if (own && parents) {
        const position = key.parentColumns.indexOf(parents)
        expect([key.name, key.columns[position]]).toEqual([key.name, own])
      } else if (own)
        expect([key.name, key.parent]).toEqual([key.name, expect.toSatisfy((parent) => parent in outside)])
      // Nothing outside points in.
      else expect([key.name, parents]).toEqual([key.name, undefined])
    }
  })

  /** Trigger functions that read and write no other row of an organization. */
  const rowOnly: Record<string, string> = {
    keep_frozen_terms: 'compares the old and the new row',
    keep_signature: 'compares the old and the new row',
    queue_orphaned_file: 'queues a random storage key',
    fold_membership: 'reads the person',
    set_contingent_amount: 'computes a column of the row',
    set_last_day: 'computes a column of the row',
    settle_ended_payment: 'computes columns of the row',
  }

  test('triggers name the organization', async () => {
    const { rows } = await source.database.query<{ name: string }>(
      `select distinct p.proname::text as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
       where not t.tgisinternal and c.relname::text = any($1)
         and p.prosrc !~ 'organization' and encode(t.tgargs, 'escape') !~ 'organization' order by 1`,
      [(await tenantTables(source.database)).map(({ table }) => table)],
    )
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(rowOnly).sort())
  })
})
