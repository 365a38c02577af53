import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../src/persistence/database.ts'
import { prepareDatabase } from '../src/persistence/prepare-database.ts'

/** An empty, migrated database that nobody else uses: as its owner, for tests that look into it, and as the role that serves. */
export async function freshDatabase() {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const database = openDatabase(url.href)
  const serving = await prepareDatabase({
    url: url.href,
    warn: (message) => {
      throw new Error(message)
    },
  })
  const drop = async () => {
    await Promise.all([database.end(), serving.end()])
    await administer(`drop database ${name} with (force)`)
  }
  return { database, serving, url: url.href, drop }
}

async function administer(statement: string) {
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  await client.query(statement)
  await client.end()
}
