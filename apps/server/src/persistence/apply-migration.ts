import { setTimeout as pause } from 'node:timers/promises'
import pg, { type QueryConfig } from 'pg'
import type { Queryable } from './database.ts'
import { isConcurrent, type Migration, MigrationRefused, statementsOf } from './migration-files.ts'

/** Maximum timer, 25 days: 0 would fall back to the pool's timeout. */
const NO_TIMEOUT = 2 ** 31 - 1
/** Short, because readers queue behind a migration that waits for an exclusive lock. */
const LOCK_TIMEOUT_MS = 100
const PAUSE_MS = 1000
const LONGEST_WAIT_MS = 600_000
const RETRIED = new Set(['55P03', '40P01'])

export async function applyMigration(client: Queryable, migration: Migration, warn: (message: string) => void) {
  const record = () =>
    client.query('insert into migrations (name, hash, kind) values ($1, $2, $3)', [
      migration.name,
      migration.hash,
      migration.kind,
    ])
  if (isConcurrent(migration)) {
    for (const statement of statementsOf(migration.text)) await runConcurrently(client, statement)
    return record()
  }
  const run = async () => {
    await client.query({ text: migration.text, query_timeout: NO_TIMEOUT } as QueryConfig)
    await record()
  }
  return inShortTransaction(client, run, { name: migration.name, warn })
}

/** Retries after a lock timeout or deadlock. */
export async function inShortTransaction(
  client: Queryable,
  work: () => Promise<unknown>,
  { name, warn }: { name: string; warn: (message: string) => void },
) {
  const end = Date.now() + LONGEST_WAIT_MS
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (!RETRIED.has((error as { code?: string }).code ?? '')) throw error
      if (Date.now() > end) {
        throw new MigrationRefused(
          `${name} could not get its locks for 10 minutes: end long transactions, and start again.`,
        )
      }
      if (attempt === 1) warn(`${name} waits for a long transaction to end.`)
      await pause(PAUSE_MS * (0.5 + Math.random()))
    }
  }
}

/** Blocks neither readers nor writers. Resumable: replaces the invalid index of an interrupted run. */
async function runConcurrently(client: Queryable, statement: string) {
  const index = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/i.exec(statement)?.[1]
  if (index) {
    const { rows } = await client.query<{ valid: boolean }>(
      'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
      [pg.escapeIdentifier(index)],
    )
    if (rows[0]?.valid) return
    if (rows[0]) await run(`drop index concurrently ${pg.escapeIdentifier(index)}`)
  }
  await run(statement)

  function run(text: string) {
    return client.query({ text, query_timeout: NO_TIMEOUT } as QueryConfig)
  }
}
