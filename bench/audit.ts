// npm run bench:audit: seals and verifies 1,000,000 events of one organization, a tenth of them with values.
// --events <number> for fewer.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sealAllEvents } from '../apps/server/src/domains/audit/seal-events.ts'
import { hashValue } from '../apps/server/src/domains/audit/trail-hash.ts'
import { verifyTrail } from '../apps/server/src/domains/audit/verify-trail.ts'
import { openDatabase } from '../apps/server/src/persistence/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'

const GOAL_S = 60
const { values: options } = parseArgs({ options: { events: { type: 'string', default: '1000000' } } })
const events = Number(options.events)

const directory = await mkdtemp(join(tmpdir(), 'sherpa-audit-'))
const postgres = await startEmbeddedPostgres(directory)
const serving = await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.warn })
const background = serving.forBackground()
const owner = openDatabase(postgres.url).forBackground(2)
try {
  const organization = randomUUID()
  const change = { field: 'stage', before: 'Prospect', after: 'Signed' }
  const salt = Buffer.alloc(16)
  await timed(`${events} events`, () =>
    owner.query(
      `with added as (
         insert into audit_events (organization_id, subject, subject_id, event, actor_id, details, value_hashes)
         select $1, 'athlete', gen_random_uuid(), 'athlete-changed', $1, 'stage', case when n % 10 = 0 then $3::jsonb end
         from generate_series(1, $2) n returning id, value_hashes)
       insert into audit_values select $1, id, $4, $5, $6, $7 from added where value_hashes is not null`,
      [
        organization,
        events,
        JSON.stringify({ [change.field]: hashValue(salt, change) }),
        change.field,
        change.before,
        change.after,
        salt,
      ],
    ),
  )
  await owner.query('vacuum analyze audit_events, audit_unsealed, audit_values')
  await timed('sealed', () => sealAllEvents(background, () => new Date()))
  const { result, seconds } = await timed('verified', () => verifyTrail(owner, organization))
  console.log(
    `${result.events} events in ${result.batches} batches, ${result.faultCount} faults, head ${result.head?.hash}`,
  )
  const isMet = seconds <= GOAL_S && result.events === events && result.faultCount === 0
  console.log(`${isMet ? '✓' : '✗'} verified in ${seconds.toFixed(1)} s (goal: ${GOAL_S} s)`)
  if (!isMet) process.exitCode = 1
} finally {
  await Promise.all([serving.end(), background.end(), owner.end()])
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
}

async function timed<Result>(what: string, work: () => Promise<Result>) {
  const [start, processor] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(processor)
  console.log(`${what}: ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processor time here`)
  return { result, seconds }
}
