// npm run audit:verify -- [--organization <id>] [--anchor <head>]…: verifies the sealed activity; exit code 1 if it was altered.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { trailFaults } from '@sherpa/contracts/audit-trail'
import { commandLine } from './command-line.ts'
import { readConfig } from './config.ts'
import { verifyTrail } from './domains/audit/verify-trail.ts'
import { openDatabase } from './persistence/database.ts'
import { startEmbeddedPostgres } from './persistence/embedded-postgres.ts'

const options = { organization: { type: 'string' }, anchor: { type: 'string', multiple: true } } as const
const { organization = '', anchor: anchors = [] } = parseArgs({ options }).values
if ((organization && !/^[0-9a-f-]{36}$/.test(organization)) || anchors.some((head) => !/^[0-9a-f]{64}$/.test(head))) {
  console.error(commandLine('audit:verify', '[--organization <id>] [--anchor <head of 64 digits>]…'))
  process.exit(1)
}

const config = readConfig(process.env)
const dataDirectory = resolve(import.meta.dirname, '../../..', config.dataDirectory)
const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(dataDirectory)
// The owner sees all organizations. It only reads.
const owner = openDatabase(config.databaseOwnerUrl ?? config.databaseUrl ?? embedded?.url ?? '')
const database = owner.forBackground(2)
try {
  const { rows } = await database.query<{ id: string; name: string }>(
    "select id, name from organizations where $1 in ('', id::text) order by created_at, id",
    [organization],
  )
  if (organization && rows.length === 0) fail('There is no such organization.')
  const missing = new Set(anchors)
  for (const { id, name } of rows) {
    const trail = await verifyTrail(database, id, anchors)
    for (const found of trail.anchorsFound) missing.delete(found)
    const head = trail.head
      ? `head ${trail.head.hash} of batch ${trail.head.number}, sealed ${trail.head.sealedAt}`
      : 'nothing sealed yet'
    console.log(
      `${trail.faultCount === 0 ? '✓' : '✗'} ${id} ${name}: ${trail.events} events in ${trail.batches} batches, ${trail.waiting} waiting, ${head}`,
    )
    for (const { kind, batch, event } of trail.faults) {
      console.error([`  ${trailFaults[kind]}`, batch && `batch ${batch}`, event].filter(Boolean).join(', '))
    }
    if (trail.faultCount > 0) fail(`  ${trail.faultCount} faults in all.`)
  }
  for (const head of missing) fail(`✗ ${trailFaults['head-missing']}: ${head}. Events were cut off or rewritten.`)
} finally {
  await Promise.all([database.end(), owner.end()])
  await embedded?.stop()
}

function fail(message: string) {
  console.error(message)
  process.exitCode = 1
}
