import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { generateSchema } from './generate-schema.ts'
import { generateTypes } from './generate-types.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

test('the types are those of the migrated database: after a migration, run npm run types:database', async () => {
  const written = await readFile(join(import.meta.dirname, 'database-types.ts'), 'utf8')
  expect(written).toBe(await generateTypes(fresh.database))
})

test('schema.sql is the migrated database: after a migration, run npm run types:database', async () => {
  const written = await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8')
  expect(written).toBe(await generateSchema(fresh.database))
})
