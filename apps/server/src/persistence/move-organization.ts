import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { StoredFile } from '../files/check-files.ts'
import { inShortTransaction } from './apply-migration.ts'
import { CopyRefused, copyOrganization, openClient, refuseUnfit, withoutTriggers } from './copy-organization.ts'
import { type TenantTable, tenantTables } from './tenant-catalog.ts'

type Urls = { source: string; target: string }

type Move = {
  organization: string
  /** Code of the cell of the target. */
  cell: string
  urls: Urls
  /** Throws if one cannot be read. Files stay where they are: all cells use the same bucket. */
  checkFiles: (files: StoredFile[]) => Promise<void>
  tell: (step: string) => void
  patienceMs?: number
}

/** A mail may be under way for as long as its lease, which nothing else tells from a wait for the next attempt. */
const PATIENCE_MS = 360_000
const MAIL_LEASE = '300 seconds'
const POLL_MS = 250

/**
 * Moves an organization into the database of another cell. Where it stands is in both databases, so a run that was
 * interrupted is continued by the next.
 */
export async function moveOrganization({ organization, cell, urls, checkFiles, tell, patienceMs = PATIENCE_MS }: Move) {
  await between(urls, organization, async (source, target) => {
    const { here, there } = await findRows(organization, source, target)
    if (here.movingTo && here.movingTo !== cell) throw new CopyRefused(`It is moving to cell ${here.movingTo} already.`)
    if (here.cell && !here.movingTo) throw new CopyRefused(`It is in cell ${here.cell} already.`)
    if (here.cell && !there) throw new CopyRefused('Its copy is not in this target.')
    if (!here.cell && !there?.movingTo) {
      await refuseUnfit(organization, source, target)
      await inOneTransaction(target, () => withoutTriggers(target))
      // Before the freeze, because it takes long. Meanwhile few are added.
      await checkFiles(await findFiles(organization, source))
      await updateRow(source, organization, 'moving_to = $2', cell)
      tell('Frozen: its requests are answered with 503, and its jobs and mail wait')
      await refuseWrites(organization, source, tell, patienceMs)
      await checkFiles(await findFiles(organization, source))
      const copied = await copyOrganization(organization, urls, { moving: true })
      tell(`Copied: ${copied.reduce((sum, { rows }) => sum + rows, 0)} rows, with equal counts and checksums`)
    }
    await updateRow(source, organization, 'cell = $2', cell)
    tell(`Switched: servers here refuse it, and name cell ${cell}`)
    await updateRow(target, organization, 'moving_to = null')
    await target.query('delete from moved_links where moved_id = $1', [organization])
    tell(`Open in cell ${cell}`)
    await keepLinks(organization, source)
    for (const one of await tenantTables(source)) {
      if (one.table !== 'organizations') await removeRows(organization, source, [one])
    }
    await allowWrites(organization, source, tell)
    await updateRow(source, organization, 'moving_to = null, trial_ends_at = null')
    tell('Removed from the source')
  })
}

/** Undoes a move that has not opened the organization in the target. */
export async function abortMove({ organization, urls, tell }: Pick<Move, 'organization' | 'urls' | 'tell'>) {
  await between(urls, organization, async (source, target) => {
    const { here, there } = await findRows(organization, source, target)
    if (!here.movingTo && !here.cell) throw new CopyRefused('It is not moving.')
    if (here.cell && !there?.movingTo) throw new CopyRefused('It is open in the target: move it back instead.')
    await updateRow(source, organization, 'cell = null')
    // At once: what is left of a copy must not pass for one.
    if (there?.movingTo) await removeRows(organization, target, await tenantTables(target))
    await allowWrites(organization, source, tell)
    await updateRow(source, organization, 'moving_to = null')
    tell('Undone: it is open in the source')
  })
}

/** One run at a time. */
async function between(
  urls: Urls,
  organization: string,
  work: (source: pg.Client, target: pg.Client) => Promise<void>,
) {
  const [source, target] = await Promise.all([openClient(urls.source), openClient(urls.target)])
  try {
    await Promise.all([source.connect(), target.connect()])
    const { rows } = await source.query('select pg_try_advisory_lock(hashtext($1)) as mine', [`move ${organization}`])
    if (!rows[0].mine) throw new CopyRefused('Another run is moving it.')
    await work(source, target)
  } finally {
    await Promise.all([source.end(), target.end()])
  }
}

async function findRows(organization: string, source: pg.Client, target: pg.Client) {
  const statement = 'select cell, moving_to as "movingTo" from organizations where id = $1'
  const rowIn = async (client: pg.Client) =>
    (await client.query<{ cell: string | null; movingTo: string | null }>(statement, [organization])).rows[0]
  const [here, there] = await Promise.all([rowIn(source), rowIn(target)])
  if (!here) throw new CopyRefused('There is no such organization in the source.')
  return { here, there }
}

async function findFiles(organization: string, source: pg.Client) {
  const files: StoredFile[] = []
  for (const { table, column, columns } of await tenantTables(source)) {
    if (!columns.includes('storage_key')) continue
    const sha256 = columns.includes('sha256') ? 'sha256' : 'null::bytea as sha256'
    const { rows } = await source.query<StoredFile>(
      `select ${column} as organization, storage_key as key, ${sha256} from ${table} where ${column} = $1 and storage_key is not null`,
      [organization],
    )
    files.push(...rows)
  }
  return files
}

/** Waits until nothing of the organization is under way, and refuses every further change of it. */
async function refuseWrites(organization: string, source: pg.Client, tell: Move['tell'], patienceMs: number) {
  const end = Date.now() + patienceMs
  for (;;) {
    for (let waits = 0; await isWorking(organization, source); waits++) {
      if (waits === 0) tell('Waiting for its running jobs and mail')
      if (Date.now() > end) {
        throw new CopyRefused('Its jobs and mail did not end. Run it again to go on waiting, or with --abort.')
      }
      await pause(POLL_MS)
    }
    for (const { table, column } of await tenantTables(source)) {
      const isIts = (row: 'new' | 'old') => `for each row when (${row}.${column} = ${pg.escapeLiteral(organization)})`
      const [written, deleted] = triggersOf(organization).map(pg.escapeIdentifier)
      // Its lock waits for the table's open transactions, so a request that came before the freeze is over or refused.
      await inShortTransaction(
        source,
        () =>
          source.query(
            `create or replace trigger ${written} before insert or update on ${table} ${isIts('new')} execute function refuse_while_moving();
             create or replace trigger ${deleted} before delete on ${table} ${isIts('old')} execute function refuse_while_moving()`,
          ),
        { name: `Refusing changes of ${table}`, warn: tell },
      )
    }
    // A job or mail may have been taken just before the freeze.
    if (!(await isWorking(organization, source))) return
    await allowWrites(organization, source, tell)
  }
}

async function isWorking(organization: string, source: pg.Client) {
  const { rowCount } = await source.query(
    `select 1 from jobs where organization_id = $1 and state = 'running' and start_after > now()
     union all
     select 1 from outgoing_mail where organization_id = $1 and status = 'queued' and attempts > 0
       and next_attempt_at between now() and now() + $2::interval`,
    [organization, MAIL_LEASE],
  )
  return Boolean(rowCount)
}

async function allowWrites(organization: string, source: pg.Client, tell: Move['tell']) {
  const { rows } = await source.query<{ table: string; trigger: string }>(
    'select tgrelid::regclass::text as table, tgname as trigger from pg_trigger where tgname = any($1)',
    [triggersOf(organization)],
  )
  for (const { table, trigger } of rows) {
    await inShortTransaction(source, () => source.query(`drop trigger ${pg.escapeIdentifier(trigger)} on ${table}`), {
      name: `Allowing changes of ${table}`,
      warn: tell,
    })
  }
}

const triggersOf = (organization: string) => ['written', 'deleted'].map((event) => `moving_${organization}_${event}`)

/** Its live streams end, so that their windows come back to where it is now; its jobs are looked for. */
async function updateRow(client: pg.Client, organization: string, change: string, ...values: string[]) {
  await inOneTransaction(client, async () => {
    await withoutTriggers(client)
    await client.query(`update organizations set ${change} where id = $1`, [organization, ...values])
    await client.query(
      `select pg_notify('live_updates', json_build_object('topic', 'members', 'organization', $1::text, 'ids', null)::text),
         pg_notify('jobs', '')`,
      [organization],
    )
  })
}

/** Links that do not name their organization still lead to its cell. */
async function keepLinks(organization: string, source: pg.Client) {
  for (const { table, column, columns } of await tenantTables(source)) {
    if (!columns.includes('token_hash')) continue
    await source.query(
      `insert into moved_links (token_hash, moved_id) select token_hash, ${column} from ${table}
       where ${column} = $1 and token_hash is not null on conflict do nothing`,
      [organization],
    )
  }
}

/** Without triggers, which would queue its files for removal. */
async function removeRows(organization: string, client: pg.Client, tables: TenantTable[]) {
  await inOneTransaction(client, async () => {
    await withoutTriggers(client)
    for (const { table, column } of tables)
      await client.query(`delete from ${table} where ${column} = $1`, [organization])
  })
}

async function inOneTransaction(client: pg.Client, work: () => Promise<unknown>) {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
