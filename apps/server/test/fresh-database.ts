import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../src/persistence/database.ts'
import { migrate } from '../src/persistence/migrate.ts'

/** An empty, migrated database that nobody else uses. */
export async function freshDatabase() {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const database = openDatabase(url.href)
  await migrate(database)
  const drop = async () => {
    await database.end()
    await administer(`drop database ${name} with (force)`)
  }
  return { database, url: url.href, drop }
}

async function administer(statement: string) {
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  await client.query(statement)
  await client.end()
}
