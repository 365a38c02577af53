import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { count } from '../../../scripts/test-counts.mjs'
import { openDatabase } from '../src/persistence/database.ts'
import type { EmbeddedPostgres } from '../src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../src/persistence/prepare-database.ts'
import { LockOrderClient } from './lock-order.ts'
import { MeteredClient, meterOf } from './metered-client.ts'

/** Longer timeouts for busy machines. */
const PATIENT = {
  connectionTimeoutMillis: 60_000,
  statement_timeout: 60_000,
  query_timeout: 65_000,
  idle_in_transaction_session_timeout: 60_000,
}

/** Migrated once; test databases are created from it quickly. */
const TEMPLATE = 'migrated_template'

export async function migrateTemplate(postgres: Addresses) {
  await administer(`create database ${TEMPLATE}`, postgres.url)
  await (await prepare(addressesOf(TEMPLATE, postgres), FEW_CONNECTIONS)).end()
}

/** Connections of the app, which each plan anew: few, unless a file runs more at once. */
const FEW_CONNECTIONS = 6
const MANY_CONNECTIONS = 40

/** What the tests of a file need of their database. */
export type DatabaseNeeds = {
  /** So many transactions are open at once: without this, the app has few connections. */
  atOnce?: number | undefined
  /** Plans as in production, for tests that count pages or compare plans. Others take a plan that was made once. */
  plansOfProduction?: boolean | undefined
}

/** Creates an empty, migrated database with connections as owner and as serving role. */
export async function freshDatabase({ atOnce = 0, plansOfProduction = false }: DatabaseNeeds = {}) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  if (plansOfProduction) await administer(`alter database ${name} set plan_cache_mode = auto`)
  const addresses = addressesOf(name, { url: inject('postgresUrl'), servingUrl: inject('postgresServingUrl') })
  const database = openDatabase(addresses.url, undefined, { Client: MeteredClient, ...PATIENT })
  const serving = await prepare(addresses, atOnce ? MANY_CONNECTIONS : FEW_CONNECTIONS)
  const drop = async () => {
    await Promise.all([database.end(), serving.end()])
    await administer(`drop database ${name} with (force)`)
    const { statements, mostOpenTransactions } = meterOf(name)
    count('databases')
    count('statements', statements)
    if (mostOpenTransactions < atOnce) {
      throw new Error(`At most ${mostOpenTransactions} transactions were open at once, not ${atOnce}.`)
    }
  }
  return { database, serving, ...addresses, drop }
}

type Addresses = Pick<EmbeddedPostgres, 'url' | 'servingUrl'>

function prepare({ url, servingUrl }: Addresses, connections: number) {
  return prepareDatabase({
    url: servingUrl,
    ownerUrl: url,
    warn: (message) => {
      throw new Error(message)
    },
    pool: { Client: LockOrderClient, ...PATIENT },
    connections,
  })
}

function addressesOf(name: string, { url, servingUrl }: Addresses) {
  const named = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href
  return { url: named(url), servingUrl: named(servingUrl) }
}

export async function administer(statement: string, postgresUrl = inject('postgresUrl')) {
  const client = new pg.Client(postgresUrl)
  await client.connect()
  await client.query(statement)
  await client.end()
}
