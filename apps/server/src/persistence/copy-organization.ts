import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findWritableUrl } from './database-hosts.ts'
import { foreignKeys, type TenantTable, tenantTables } from './tenant-catalog.ts'

/** A reason for the operator not to copy. */
export class CopyRefused extends Error {}

/** Rows per round trip. */
const BATCH = 1000
const PEOPLE = 'users'
/** People arrive without credentials, second factor and staff rights: they choose a new password. */
const PEOPLE_COLUMNS = ['id', 'name', 'email', 'email_verified', 'created_at', 'updated_at', 'deleted_at']
/** Refers to people without a foreign key. */
const AUDIT_TRAIL = { table: 'audit_events', columns: ['actor_id', 'subject_id'] }
/** Stay in the source, which sends queued mail and runs waiting jobs itself, unless the organization moves. */
export const notCopied = ['jobs', 'outgoing_mail']
/** Of people, by logical replication, where cells share them. */
const REPLICATION_WAIT_MS = 60_000
const POLL_MS = 200

const SAME_TEXT = "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local extra_float_digits = 1"
const INSUFFICIENT_PRIVILEGE = '42501'
const UNIQUE_VIOLATION = '23505'

type Copied = { table: string; rows: number; checksum: string }

/**
 * Copies the rows of one organization, and the people they refer to, into another database of the same release. Reads one snapshot
 * and commits only if row counts and checksums are equal on both sides and all foreign keys hold.
 */
export async function copyOrganization(
  organization: string,
  urls: { source: string; target: string },
  /** Takes jobs and mail along, and replaces what an earlier move left in the target. */
  { moving = false }: { moving?: boolean } = {},
): Promise<Copied[]> {
  const [source, target] = await Promise.all([openClient(urls.source), openClient(urls.target)])
  try {
    await Promise.all([source.connect(), target.connect()])
    await source.query(`begin isolation level repeatable read, read only; ${SAME_TEXT}`)
    await target.query(`begin; ${SAME_TEXT}`)
    await refuseUnfit(organization, source, target)
    await withoutTriggers(target)
    if (moving) await target.query('delete from organizations where id = $1', [organization])
    const tables = (await tenantTables(source)).filter(({ table }) => moving || !notCopied.includes(table))
    const people = await referredPeople(organization, source, tables)
    await copyPeople(people, source, target)
    for (const table of tables) await copyTable(organization, table, source, target)
    const copied = await compare(organization, tables, source, target)
    await checkForeignKeys(organization, tables, target)
    await advanceInvoiceNumbers(organization, target)
    await target.query('commit')
    return copied
  } catch (error) {
    const { code, detail } = error as { code?: string; detail?: string }
    if (code === UNIQUE_VIOLATION) throw new CopyRefused(`A row exists in the target already: ${detail}`)
    throw error
  } finally {
    // Rolls back unless committed.
    await Promise.all([source.end(), target.end()])
  }
}

export async function openClient(url: string) {
  return new pg.Client(await findWritableUrl(url))
}

export async function refuseUnfit(organization: string, source: pg.Client, target: pg.Client) {
  const release = `select (select array_agg(name order by name) from migrations) as migrations,
    (select array_agg(name || hash order by name) from sql_functions) as functions`
  const [ours, theirs] = await Promise.all([source.query(release), target.query(release).catch(() => undefined)])
  if (JSON.stringify(ours.rows) !== JSON.stringify(theirs?.rows)) {
    throw new CopyRefused('The databases are of different releases: start the same release on both once.')
  }
  // Whoever moved away left a row that says where to.
  const exists = { text: 'select from organizations where id = $1 and cell is null', values: [organization] }
  if ((await source.query(exists)).rowCount === 0) throw new CopyRefused('There is no such organization in the source.')
  if ((await target.query(exists)).rowCount !== 0) throw new CopyRefused('The target has this organization already.')
}

/** Rows arrive as they are: triggers would derive them again. This also defers foreign keys, which are checked at the end. */
export async function withoutTriggers(target: pg.Client) {
  try {
    await target.query('set local session_replication_role = replica')
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new CopyRefused(
      'The owner of a database may not disable triggers: as an administrator, run "grant set on parameter session_replication_role to …" there.',
    )
  }
}

/** Everybody whom a row of the organization refers to: members, and people who left. */
async function referredPeople(organization: string, source: pg.Client, tables: TenantTable[]) {
  const keys = (await foreignKeys(source)).filter(({ parent }) => parent === PEOPLE)
  const references = [...keys, AUDIT_TRAIL].flatMap(({ table, columns }) => {
    const tenant = tables.find((known) => known.table === table)
    if (!tenant) return []
    return columns.map((column) => `select ${name(column)} from ${name(table)} where ${name(tenant.column)} = $1`)
  })
  const { rows } = await source.query<{ id: string }>({
    text: `select id from ${PEOPLE} where id in (${references.join(' union ')})`,
    values: [organization],
  })
  return rows.map(({ id }) => id)
}

async function copyPeople(people: string[], source: pg.Client, target: pg.Client) {
  if (await isReplicated(target)) return waitForPeople(people, target)
  const columns = PEOPLE_COLUMNS.map(name).join(', ')
  const { rows } = await source.query<{ row: string }>(
    `select row_to_json(t)::text as row from (select ${columns} from ${PEOPLE} where id = any($1)) t`,
    [people],
  )
  const given = `json_populate_recordset(null::${PEOPLE}, $1::json)`
  const json = `[${rows.map(({ row }) => row).join()}]`
  const { rowCount } = await target.query(
    `select from ${PEOPLE} known join ${given} t on t.email = known.email and t.id <> known.id`,
    [json],
  )
  if (rowCount) {
    throw new CopyRefused(`${rowCount} of its people have another account with the same email address in the target.`)
  }
  // Whoever came with another organization keeps their account.
  await target.query(`insert into ${PEOPLE} (${columns}) select ${columns} from ${given} on conflict (id) do nothing`, [
    json,
  ])
}

async function isReplicated(target: pg.Client) {
  const { rowCount } = await target.query('select from pg_subscription_rel where srrelid = $1::regclass', [PEOPLE])
  return Boolean(rowCount)
}

/** A row that is written here would collide with the one that arrives. */
async function waitForPeople(people: string[], target: pg.Client) {
  for (const end = Date.now() + REPLICATION_WAIT_MS; ; await pause(POLL_MS)) {
    const { rowCount } = await target.query(`select from ${PEOPLE} where id = any($1)`, [people])
    if (rowCount === people.length) return
    if (Date.now() > end)
      throw new CopyRefused('Not all of its people have arrived: check the replication of accounts.')
  }
}

/** As JSON text, which PostgreSQL writes and reads: no value passes through a type of JavaScript. */
async function copyTable(
  organization: string,
  { table, column, columns }: TenantTable,
  source: pg.Client,
  target: pg.Client,
) {
  const list = columns.map(name).join(', ')
  await source.query(
    `declare rows no scroll cursor for select row_to_json(t)::text as row from (
       select ${list} from ${name(table)} where ${name(column)} = ${pg.escapeLiteral(organization)}) t`,
  )
  for (;;) {
    const { rows } = await source.query<{ row: string }>(`fetch ${BATCH} from rows`)
    if (rows.length === 0) break
    await target.query(
      `insert into ${name(table)} (${list}) select ${list} from json_populate_recordset(null::${name(table)}, $1::json)`,
      [`[${rows.map(({ row }) => row).join()}]`],
    )
  }
  await source.query('close rows')
}

async function compare(organization: string, tables: TenantTable[], source: pg.Client, target: pg.Client) {
  const copied: Copied[] = []
  for (const table of tables) {
    const [ours, theirs] = await Promise.all([source, target].map((client) => summarize(organization, table, client)))
    if (!ours || JSON.stringify(ours) !== JSON.stringify(theirs)) {
      throw new Error(`${table.table} differs: ${JSON.stringify(ours)} in the source, ${JSON.stringify(theirs)} here.`)
    }
    copied.push(ours)
  }
  return copied
}

/** The sum of row hashes does not depend on the order of rows, and needs no memory. */
async function summarize(
  organization: string,
  { table, column, columns }: TenantTable,
  client: pg.Client,
): Promise<Copied> {
  const row = `row(${columns.map(name).join(', ')})::text`
  const { rows } = await client.query(
    `select count(*)::int as rows, coalesce(sum(('x' || left(md5(${row}), 16))::bit(64)::bigint), 0)::text as checksum
     from ${name(table)} where ${name(column)} = $1`,
    [organization],
  )
  return { table, ...rows[0] }
}

async function checkForeignKeys(organization: string, tables: TenantTable[], target: pg.Client) {
  for (const { name: key, table, columns, parent, parentColumns } of await foreignKeys(target)) {
    const tenant = tables.find((known) => known.table === table)
    if (!tenant) continue
    const isSame = columns.map((column, index) => `p.${name(parentColumns[index] ?? '')} = c.${name(column)}`)
    const isSet = columns.map((column) => `c.${name(column)} is not null`)
    const { rows } = await target.query(
      `select count(*)::int as missing from ${name(table)} c where c.${name(tenant.column)} = $1 and ${isSet.join(' and ')}
         and not exists (select from ${name(parent)} p where ${isSame.join(' and ')})`,
      [organization],
    )
    if (rows[0].missing > 0) {
      throw new CopyRefused(
        `${rows[0].missing} rows of ${table} refer to rows of ${parent} that the target lacks (${key}).`,
      )
    }
  }
}

/** Numbers are unique across organizations: the target's next invoice must not repeat one that arrived. */
async function advanceInvoiceNumbers(organization: string, target: pg.Client) {
  await target.query(
    `insert into invoice_numbers as known (year, last)
     select split_part(number, '-', 2)::int, max(split_part(number, '-', 3)::int) from invoices where organization_id = $1 group by 1
     on conflict (year) do update set last = greatest(known.last, excluded.last)`,
    [organization],
  )
}

const name = pg.escapeIdentifier
