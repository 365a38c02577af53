import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { migrate } from './migrate.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

test('servers that start together migrate once', async () => {
  const { database } = fresh
  await database.query('drop schema public cascade; create schema public')
  await Promise.all([migrate(database), migrate(database), migrate(database)])
  const { rows } = await database.query('select name from migrations order by name')
  const files = await readdir(join(import.meta.dirname, 'migrations'))
  expect(files).toContain('0001_demo_requests.sql')
  expect(rows.map((row) => row.name)).toEqual(files.sort())
  expect((await database.query('select count(*)::int as plans from plans')).rows[0].plans).toBe(6)
})
