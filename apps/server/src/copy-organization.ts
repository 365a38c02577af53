// npm run organization:copy -- <organization id>: copies it into the database of TARGET_DATABASE_URL (its owner's).
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { commandLine } from './command-line.ts'
import { readConfig } from './config.ts'
import { CopyRefused, copyOrganization } from './persistence/copy-organization.ts'
import { NoWritableHost } from './persistence/database-hosts.ts'
import { startEmbeddedPostgres } from './persistence/embedded-postgres.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { 'with-jobs': { type: 'boolean' } } })
const [organization = ''] = positionals
const target = process.env.TARGET_DATABASE_URL
if (!/^[0-9a-f-]{36}$/.test(organization) || !target) {
  const usage = commandLine('organization:copy', '<organization id> [--with-jobs]')
  console.error(`TARGET_DATABASE_URL=postgres://owner@host/name ${usage}`)
  process.exit(1)
}

const config = readConfig(process.env)
const dataDirectory = resolve(import.meta.dirname, '../../..', config.dataDirectory)
const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(dataDirectory)
try {
  const source = config.databaseOwnerUrl ?? config.databaseUrl ?? embedded?.url ?? ''
  const copied = await copyOrganization(organization, { source, target }, { withJobs: values['with-jobs'] ?? false })
  for (const { table, rows, checksum } of copied)
    if (rows > 0) console.log(`${table}: ${rows} rows, checksum ${checksum}`)
  console.log('Copied: row counts and checksums are equal on both sides, and all foreign keys hold.')
} catch (error) {
  console.error(error instanceof CopyRefused || error instanceof NoWritableHost ? error.message : error)
  process.exitCode = 1
} finally {
  await embedded?.stop()
}
