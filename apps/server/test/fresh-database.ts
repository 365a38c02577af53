import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../src/persistence/database.ts'
import { prepareDatabase } from '../src/persistence/prepare-database.ts'
import { LockOrderClient } from './lock-order.ts'

/** Is migrated once: databases are made from it, each in a moment. */
const TEMPLATE = 'migrated_template'

export async function migrateTemplate(postgresUrl: string) {
  await administer(`create database ${TEMPLATE}`, postgresUrl)
  await (await prepared(databaseUrl(TEMPLATE, postgresUrl))).end()
}

/** An empty, migrated database that nobody else uses: as its owner, for tests that look into it, and as the role that serves. */
export async function freshDatabase() {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = databaseUrl(name, inject('postgresUrl'))
  const database = openDatabase(url)
  const serving = await prepared(url)
  const drop = async () => {
    await Promise.all([database.end(), serving.end()])
    await administer(`drop database ${name} with (force)`)
  }
  return { database, serving, url, drop }
}

function prepared(url: string) {
  return prepareDatabase({
    url,
    warn: (message) => {
      throw new Error(message)
    },
    clients: { Client: LockOrderClient },
  })
}

function databaseUrl(name: string, postgresUrl: string) {
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function administer(statement: string, postgresUrl = inject('postgresUrl')) {
  const client = new pg.Client(postgresUrl)
  await client.connect()
  await client.query(statement)
  await client.end()
}
