import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../src/persistence/database.ts'
import type { EmbeddedPostgres } from '../src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../src/persistence/prepare-database.ts'
import { LockOrderClient } from './lock-order.ts'

/** Longer timeouts for busy machines. */
const PATIENT = { connectionTimeoutMillis: 60_000, statement_timeout: 60_000, query_timeout: 65_000 }

/** Migrated once; test databases are created from it quickly. */
const TEMPLATE = 'migrated_template'

export async function migrateTemplate(postgres: Addresses) {
  await administer(`create database ${TEMPLATE}`, postgres.url)
  await (await prepare(addressesOf(TEMPLATE, postgres))).end()
}

/** Creates an empty, migrated database with connections as owner and as serving role. */
export async function freshDatabase() {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const addresses = addressesOf(name, { url: inject('postgresUrl'), servingUrl: inject('postgresServingUrl') })
  const database = openDatabase(addresses.url, undefined, PATIENT)
  const serving = await prepare(addresses)
  const drop = async () => {
    await Promise.all([database.end(), serving.end()])
    await administer(`drop database ${name} with (force)`)
  }
  return { database, serving, ...addresses, drop }
}

type Addresses = Pick<EmbeddedPostgres, 'url' | 'servingUrl'>

function prepare({ url, servingUrl }: Addresses) {
  return prepareDatabase({
    url: servingUrl,
    ownerUrl: url,
    warn: (message) => {
      throw new Error(message)
    },
    pool: { Client: LockOrderClient, ...PATIENT },
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
