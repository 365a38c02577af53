// slow: copies a sample between databases; represented by apps/server/src/dependents.test.ts, apps/server/src/persistence/tenant-isolation.test.ts
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { pdf } from '../../test/sample-files.ts'
import { newSession } from '../../test/signed-in-owner.ts'
import { buildApp } from '../app.ts'
import { createSampleService } from '../domains/samples/samples.ts'
import { createFileCheck, type StoredFile } from '../files/check-files.ts'
import { diskFiles } from '../files/file-store.ts'
import { createFileCipher } from '../files/sealed-bytes.ts'
import { sampleParts } from '../sample-parts.ts'
import { copyOrganization, notCopied } from './copy-organization.ts'
import { inOrganization } from './database.ts'
import { abortMove, moveOrganization } from './move-organization.ts'
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

  test('finds the writable ones of several hosts', async () => {
    const other = await freshDatabase()
    const severalHosts = (url: string) => url.replace(/@([^/]+)/, '@127.0.0.1:1,$1')
    const urls = { source: severalHosts(source.url), target: severalHosts(other.url) }
    expect((await copyOrganization(organization, urls)).length).toBeGreaterThan(100)
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

describe('moving an organization', () => {
  const KEY = 'a'.repeat(48)
  const store = diskFiles(join(tmpdir(), `sherpa-move-${randomUUID()}`))
  let other: Awaited<ReturnType<typeof freshDatabase>>
  let neighbor: string
  let askOwnerOf: (organization: string) => Promise<{ statusCode: number; headers: object; json: () => object }>
  let checkFiles: ReturnType<typeof createFileCheck>
  let stopAfter = ''
  const told: string[] = []
  const parts = (direction: 'there' | 'back') => ({
    organization,
    cell: direction === 'there' ? 'b' : 'a',
    urls: direction === 'there' ? { source: source.url, target: other.url } : { source: other.url, target: source.url },
    async checkFiles(files: StoredFile[]) {
      const failures = await checkFiles(files)
      if (failures.length > 0) throw new Error(failures.join())
    },
    patienceMs: 0,
    tell(step: string) {
      told.push(step)
      if (stopAfter && step.startsWith(stopAfter)) throw new Error('stopped')
    },
  })
  const move = (direction: 'there' | 'back' = 'there') => moveOrganization(parts(direction))
  async function moveUntil(step: string) {
    stopAfter = step
    await expect(move()).rejects.toThrow('stopped')
    stopAfter = ''
  }

  /** Rows of each table, and what is in them. */
  async function contentOf({ database }: typeof source) {
    const content: Record<string, string> = {}
    for (const { table, column, columns } of await tenantTables(database)) {
      const list = columns.filter((name) => !['moving_to', 'cell', 'trial_ends_at'].includes(name)).join(', ')
      const { rows } = await database.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(row, '' order by row)), '') as content
         from (select row(${list})::text as row from ${table} where ${column} = $1) t`,
        [organization],
      )
      content[table] = rows[0].content
    }
    return content
  }
  const isEmpty = (content: Record<string, string>) => Object.values(content).every((rows) => rows === '0 ')
  const waitingJobs = () =>
    source.serving.query('select from lease_job($1, array[true, false], 60) where organization_id = $2', [
      ['send-reminder'],
      organization,
    ])

  beforeAll(async () => {
    other = await freshDatabase()
    const { rows } = await source.database.query('select id from organizations where id <> $1', [organization])
    neighbor = rows[0]?.id ?? ''
    const app = buildApp({ database: source.serving, rateLimited: false })
    askOwnerOf = async (id) => {
      const owners = await source.database.query(
        "select user_id as id from memberships where organization_id = $1 and role = 'owner'",
        [id],
      )
      const token = await newSession(source.database, owners.rows[0].id)
      return app.inject({ url: `/api/organizations/${id}/athletes`, headers: { authorization: `Bearer ${token}` } })
    }
    const file = { organization, key: KEY }
    await store.write(KEY, createFileCipher(['the secret']).seal(Readable.from([pdf]), file))
    checkFiles = createFileCheck({ store, secrets: ['the secret'] })
    await source.database.query(
      `with file as (insert into files (organization_id, id, athlete_id, name, type)
         select $1, gen_random_uuid(), id, 'A.pdf', 'application/pdf' from athletes where organization_id = $1 limit 1 returning id)
       insert into file_versions (organization_id, id, file_id, number, storage_key, size, sha256)
       select $1, gen_random_uuid(), id, 1, $2, $3, sha256($4) from file`,
      [organization, KEY, pdf.length, pdf],
    )
    await source.database.query(
      `insert into invitations (organization_id, email, role, token_hash, expires_at)
       values ($1, 'invited@agency.example', 'agent', sha256('a secret'), now() + interval '7 days')`,
      [organization],
    )
    await source.database.query(
      `insert into outgoing_mail (kind, recipient, details, organization_id) values ('contact-added', 'x@agency.example', '{}', $1)`,
      [organization],
    )
  })
  afterAll(async () => {
    await other.drop()
    await store.remove(KEY)
  })

  test('freezes it alone: requests, writes, jobs and mail', async () => {
    await moveUntil('Frozen')
    const answer = await askOwnerOf(organization)
    expect([answer.statusCode, answer.headers, answer.json()]).toMatchObject([
      503,
      { 'retry-after': '10', 'content-type': expect.stringContaining('application/problem+json') },
      { code: 'organization-moving' },
    ])
    expect((await askOwnerOf(neighbor)).statusCode).toBe(200)
    expect((await waitingJobs()).rowCount).toBe(0)

    await moveUntil('Copied')
    const rename = (id: string) =>
      inOrganization(id, () =>
        source.serving.query("update athletes set given_name = 'Kaia' where organization_id = $1", [id]),
      )
    await expect(rename(organization)).rejects.toMatchObject({ code: 'CE503' })
    expect((await rename(neighbor)).rowCount).toBeGreaterThan(0)
    await abortMove(parts('there'))
  })

  test('waits for running jobs and for mail that is being sent', async () => {
    const running = (isIt: boolean) =>
      source.database.query(
        `update jobs set state = case when $2 then 'running' else 'waiting' end, lease = case when $2 then gen_random_uuid() end,
           start_after = now() + interval '1 minute' where organization_id = $1 and name = 'send-reminder'`,
        [organization, isIt],
      )
    const sending = (attempts: number) =>
      source.database.query(
        `update outgoing_mail set attempts = $2, next_attempt_at = now() + interval '4 minutes' where organization_id = $1`,
        [organization, attempts],
      )
    await running(true)
    await expect(move()).rejects.toThrow('did not end')
    await running(false)
    await sending(1)
    await expect(move()).rejects.toThrow('did not end')
    await sending(0)
    await abortMove(parts('there'))
  })

  test.each(['Frozen', 'Copied', 'Switched'])('an abort after “%s” undoes it', async (step) => {
    const before = await contentOf(source)
    await moveUntil(step)
    await abortMove(parts('there'))
    expect(await contentOf(source)).toEqual(before)
    expect(isEmpty(await contentOf(other))).toBe(true)
    expect((await askOwnerOf(organization)).statusCode).toBe(200)
    expect((await source.database.query("select from pg_trigger where tgname like 'moving%'")).rowCount).toBe(0)
    await expect(abortMove(parts('there'))).rejects.toThrow('It is not moving.')
  })

  test('a file that cannot be read is found before the freeze', async () => {
    const right = checkFiles
    checkFiles = createFileCheck({ store, secrets: ['another secret'] })
    await expect(move()).rejects.toThrow(`${KEY}: A stored file is damaged`)
    checkFiles = right
    expect((await askOwnerOf(organization)).statusCode).toBe(200)
  })

  test('is stopped after each step and continued; everything arrives once, and the source keeps a tombstone', async () => {
    const before = await contentOf(source)
    for (const step of ['Frozen', 'Copied', 'Switched', 'Open']) await moveUntil(step)
    await expect(abortMove(parts('there'))).rejects.toThrow('It is open in the target')
    await move()
    expect(await contentOf(other)).toEqual(before)
    const { organizations, ...rest } = await contentOf(source)
    expect([organizations, isEmpty(rest)]).toEqual([before.organizations, true])
    const rows = await Promise.all(
      [source, other].map(({ database }) =>
        database.query('select cell, moving_to from organizations where id = $1', [organization]),
      ),
    )
    expect(rows.map(({ rows }) => rows)).toEqual([[{ cell: 'b', moving_to: null }], [{ cell: null, moving_to: null }]])
    expect((await source.database.query("select from pg_trigger where tgname like 'moving%'")).rowCount).toBe(0)
    await expect(move()).rejects.toThrow('It is in cell b already.')

    const opened = source.serving.query("select require_link_here(sha256('a secret'))")
    await expect(opened).rejects.toMatchObject({ code: 'CE421' })
  })

  test('moves back over its tombstone', async () => {
    const before = await contentOf(other)
    await move('back')
    expect(await contentOf(source)).toEqual(before)
    expect((await askOwnerOf(organization)).statusCode).toBe(200)
    expect((await source.database.query('select from moved_links')).rowCount).toBe(0)
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
    outgoing_mail_pkey: 'random ids',
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
    demo_requests: 'of mail without organization only',
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
