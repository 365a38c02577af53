// npm run types:database: writes database-types.ts and schema.sql from a database with all migrations.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { generateSchema } from './generate-schema.ts'
import { generateTypes } from './generate-types.ts'
import { migrate } from './migrate.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-types-'))
const postgres = await startEmbeddedPostgres(directory)
const database = openDatabase(postgres.url)
await migrate(database)
await writeFile(join(import.meta.dirname, 'database-types.ts'), await generateTypes(database))
await writeFile(join(import.meta.dirname, 'schema.sql'), await generateSchema(database))
await database.end()
await postgres.stop()
await rm(directory, { recursive: true })
