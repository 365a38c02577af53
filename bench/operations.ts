// npm run bench:operations: calls every operation once, as the owner of a sample with twenty times the usual data, and lists
// those that take over two seconds of processor time of server and PostgreSQL, which belong into a job with progress.
// --factor 5 makes a smaller sample, --all lists every operation with its answer, --only "hand over" calls those whose name
// contains it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '../apps/server/src/app.ts'
import { makeSample, removeSample } from '../apps/server/src/domains/samples/samples.ts'
import { diskFiles } from '../apps/server/src/files/file-store.ts'
import { inTransaction, openDatabase, type Queryable } from '../apps/server/src/persistence/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/persistence/embedded-postgres.ts'
import { prepareDatabase } from '../apps/server/src/persistence/prepare-database.ts'
import { sampleParts } from '../apps/server/src/sample-parts.ts'
import { goodPassword, insertAccount } from '../apps/server/test/account.ts'
import { callerOf, endpointsOf } from '../apps/server/test/every-endpoint.ts'
import { oneTransaction } from '../apps/server/test/one-transaction.ts'
import type { Someone } from '../apps/server/test/people.ts'
import { allSamples } from '../apps/server/test/samples.ts'
import { countProcessor } from './database-processor.ts'

const MOST_MS = 2000

const { values: options } = parseArgs({
  options: {
    factor: { type: 'string', default: '20' },
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})
const factor = Number(options.factor)

type Measured = { name: string; answer: string; server: number; database: number }
const measured: Measured[] = []
const directory = await mkdtemp(join(tmpdir(), 'sherpa-bench-'))

async function measure(name: string, work: () => Promise<string>) {
  const used = countProcessor(directory)
  const answer = await work()
  measured.push({ name, answer, ...used() })
}

const postgres = await startEmbeddedPostgres(directory)
const database = await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.url, warn: console.warn })
const background = database.forBackground()
const organization = crypto.randomUUID()
const { id: me, token } = await insertAccount(database, { name: 'Olive Owner', email: 'olive@agency.example' })
const staff = await insertAccount(database, { name: 'Staff Member', email: 'staff@sherpa.example' })
await database.query("update users set staff_since = '2000-01-01', second_factor = true where id = $1", [staff.id])
await seed(me)
// Each call is rolled back.
const everything = await oneTransaction({ url: postgres.url, serving: database })
const { owner, serving } = everything

try {
  const app = buildApp({ database: serving, rateLimited: false, shortestAnswerMs: 0, files: diskFiles(directory) })
  const askAs =
    (bearer: string): Someone['ask'] =>
    async (method, url, payload, headers) =>
      app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${bearer}`, ...headers },
        ...(payload && { payload }),
      })
  const ask = askAs(token)
  const samples = await allSamples()
  const caller = callerOf(app, samples)
  const colleague = await colleagueWithMostWork()
  const place = { organization, person: colleague, staff: staff.id }
  const big = await bigRecords()
  const parameters: Record<string, string> = {}
  await renameAll(owner, organization)
  for (const one of samples) {
    await everything.keep()
    try {
      Object.assign(parameters, await one.parameters?.(owner, place))
    } catch (error) {
      // Its operations are called with unknown records.
      console.warn('rows of samples not inserted:', (error as Error).message)
      await everything.restore()
    }
  }
  await owner.query('analyze')

  const someone = ({ id, token: bearer }: { id: string; token: string }): Someone => ({
    ...{ name: '', email: '', id, token: bearer, recoveryCodes: [] },
    proof: () => ({ password: goodPassword }),
    ask: askAs(bearer),
  })
  const [mine, theirs] = [someone({ id: me, token }), someone(staff)]
  const world = {
    ...place,
    parameters: { ...parameters, athlete: big.athletes[0] ?? '', company: big.companies[0] ?? '' },
  }
  for (const endpoint of await endpointsOf(app, samples)) {
    if (endpoint.isStream || endpoint.access === 'anyone' || !endpoint.id.includes(options.only)) continue
    await rolledBack(() =>
      measure(
        endpoint.id,
        async () => (await caller.call(endpoint.access === 'staff' ? theirs : mine, endpoint, world)).code,
      ),
    )
  }

  const at = `/api/organizations/${organization}`
  /** Bodies of the samples are small: these are as large as the organization. */
  const large: Record<string, () => Promise<void>> = {
    'hand over all work of a colleague and undo it': async () => {
      await step('removal', 'PATCH', `/people/${colleague}`, { role: 'athlete' })
      await owner.query("update memberships set role = 'agent' where organization_id = $1 and user_id = $2", [
        organization,
        colleague,
      ])
      const { handovers } = (await ask('GET', `${at}/handovers`)).json()
      await step('undo', 'POST', `/handovers/${handovers[0].id}/reversal`)
    },
    'remove a colleague': () => step('removal', 'DELETE', `/people/${colleague}`),
    'merge athletes and undo it': async () => {
      // The other may not have signed deals.
      const [one, other] = [big.athletes[0], big.withoutDeals[0]]
      await step('merge', 'POST', `/athletes/${one}/merges`, { other })
      const { rows } = await owner.query('select id from athlete_merges where athlete_id = $1', [one])
      await step('undo', 'DELETE', `/athletes/${one}/merges/${rows[0]?.id}`)
    },
    'merge companies and undo it': async () => {
      const [one, other] = big.companies
      await step('merge', 'POST', `/companies/${one}/merges`, { other })
      const { rows } = await owner.query('select id from company_merges where company_id = $1', [one])
      await step('undo', 'DELETE', `/companies/${one}/merges/${rows[0]?.id}`)
    },
    'change all athletes and undo it': async () => {
      const all = { list: '', except: [], count: await countAthletes() }
      const answer = await step('assignment', 'POST', '/athletes/changes', {
        selection: all,
        change: { assign: colleague },
      })
      for (const undo of answer.undo ?? []) await step('undo', 'POST', '/athletes/changes', undo)
      await step('stage', 'POST', '/athletes/changes', { selection: all, change: { stage: 'former' } })
    },
    'invite 200 athletes': async () => {
      await owner.query('update organizations set sample = false where id = $1', [organization])
      await step('invitation', 'POST', '/athletes/invitations', {
        selection: { ids: big.athletes.slice(0, 200) },
        dryRun: false,
      })
    },
    'invoice all athletes': async () => {
      for (const athleteId of big.invoiced)
        await step('one', 'POST', '/finances/fee-invoices', { athleteId, currency: 'USD' })
    },
    'assign and export 200 disclosures': async () => {
      const { rows } = await owner.query('select id from disclosures where organization_id = $1 limit 200', [
        organization,
      ])
      const ids = rows.map(({ id }) => id)
      await step('assignment', 'POST', '/disclosures/assignment', { ids, preparerId: colleague })
      await step('packets', 'POST', '/disclosures/packets', { ids })
    },
    'export athletes': () => step('CSV', 'GET', '/athletes/export'),
    'export deals': () => step('CSV', 'GET', '/deals/export'),
  }
  let current = ''
  async function step(name: string, method: Parameters<typeof ask>[0], path: string, body?: object) {
    const used = countProcessor(directory)
    const answer = await ask(method, `${at}${path}`, body, { 'Idempotency-Key': crypto.randomUUID() })
    const processor = used()
    const isJson = String(answer.headers['content-type']).includes('json')
    const content = isJson && answer.body ? answer.json() : {}
    const isFile = !isJson && answer.body !== ''
    measured.push({ name: `${current}: ${name}`, answer: content.code ?? (isFile ? 'a file' : 'ok'), ...processor })
    return content
  }
  for (const [name, work] of Object.entries(large)) {
    if (!name.includes(options.only)) continue
    current = name
    await rolledBack(work)
  }
  await app.close()
  await everything.end()
  if ('remove the sample'.includes(options.only)) {
    await measure('remove the sample (a job)', async () => {
      await inTransaction(background, (client) => removeSample(client, organization))
      return 'ok'
    })
  }

  const sum = ({ server, database }: Measured) => server + database
  const line = ({ name, answer, server, database }: Measured) =>
    `${server.toFixed(0).padStart(6)} + ${database.toFixed(0).padStart(5)} ms  ${name.padEnd(48)} ${answer}`
  const slowest = measured.toSorted((one, other) => sum(other) - sum(one))
  if (options.all) for (const one of slowest) console.log(line(one))
  // Files are streamed, and browsers wait for them.
  const over = slowest.filter((one) => sum(one) > MOST_MS && one.answer !== 'a file')
  console.log(`${over.length} of ${measured.length} take over ${MOST_MS} ms of processor time`)
  for (const one of over) console.log(line(one))
} finally {
  await Promise.all([background.end(), database.end()])
  await postgres.stop().catch(() => undefined)
  await rm(directory, { recursive: true, force: true })
}

/** The parts of the sample again and again, in one organization. */
async function seed(person: string) {
  let rounds = 0
  // The first athletes get the deals: ids of later rounds come first.
  const clock = () => new Date(Date.now() - 60_000 * rounds)
  async function makeRoom(client: Queryable, id: string) {
    rounds++
    await renameAll(client, id)
    // Each round asks the same payors.
    await client.query('delete from rate_counts')
    await client.query('analyze')
  }
  const again = [makeRoom, ...sampleParts]
  const fill = [...sampleParts, ...Array.from({ length: factor - 1 }, () => again).flat()]
  // The owner of the tables can analyze them.
  const asOwner = openDatabase(postgres.url).forBackground()
  await measure(`make the sample × ${factor} (a job)`, async () => {
    await inTransaction(asOwner, (client) =>
      makeSample(client, { clock, fill }, { id: organization, owner: person, kind: 'agency' }),
    )
    return 'ok'
  })
  await asOwner.end()
}

/** Renames what the parts look for, so that they make it anew. */
async function renameAll(client: Queryable, id: string) {
  const renamed = (column: string) => `${column} = ${column} || ' ' || left(md5(id::text), 8)`
  const isFirst = (column: string) => `organization_id = $1 and ${column} !~ ' [0-9a-f]{8}$'`
  for (const table of ['tags', 'custom_fields', 'companies']) {
    await client.query(`update ${table} set ${renamed('name')} where ${isFirst('name')}`, [id])
  }
  await client.query(`update athletes set user_id = null, ${renamed('school')} where ${isFirst('school')}`, [id])
  await client.query('delete from approval_chains where organization_id = $1', [id])
}

async function colleagueWithMostWork() {
  const { rows } = await owner.query(
    `select user_id as id from memberships m where organization_id = $1 and role = 'agent'
     order by (select count(*) from deals d where d.organization_id = m.organization_id and d.lead_id = m.user_id) desc limit 1`,
    [organization],
  )
  return rows[0]?.id as string
}

async function countAthletes() {
  const { rows } = await owner.query(
    'select count(*)::integer as count from athletes where organization_id = $1 and removed_at is null',
    [organization],
  )
  return rows[0].count as number
}

async function bigRecords() {
  const byDeals = async (column: string) =>
    (
      await owner.query<{ id: string }>(
        `select ${column} as id from deals where organization_id = $1 group by 1 order by count(*) desc, 1`,
        [organization],
      )
    ).rows.map(({ id }) => id)
  const invoiced = await owner.query<{ id: string }>(
    'select distinct athlete_id as id from receipt_allocations where organization_id = $1 order by 1',
    [organization],
  )
  const withoutDeals = await owner.query<{ id: string }>(
    `select id from athletes a where organization_id = $1 and level = 'pro'
       and not exists (select from deals d where d.organization_id = a.organization_id and d.athlete_id = a.id) order by 1 limit 1`,
    [organization],
  )
  return {
    withoutDeals: withoutDeals.rows.map(({ id }) => id),
    athletes: await byDeals('athlete_id'),
    companies: await byDeals('company_id'),
    invoiced: invoiced.rows.map(({ id }) => id),
  }
}

async function rolledBack(work: () => Promise<void>) {
  await everything.keep()
  try {
    await work()
  } finally {
    await everything.restore()
  }
}
