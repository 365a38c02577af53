// Cost of tenant isolation and response validation per signed-in list call, compared with the same call without them.
// Measured in CPU time of the server and its database connections (Linux only), so other load does not count.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { organizationOperations } from '@sherpa/contracts/organization-operations'
import pg from 'pg'
import { buildApp } from '../apps/server/src/app.ts'
import { hashOfSessionToken } from '../apps/server/src/domains/accounts/session-token.ts'
import { createPeopleService } from '../apps/server/src/domains/organizations/people.ts'
import { type Database, inOrganization, type Queryable } from '../apps/server/src/persistence/database.ts'

const ROUNDS = 10
const CALLS = 200
const TICK_MS = 10
const MEMBERS = 50
const GOAL = 1.15

/** Prints the ratios for a migrated database. */
export async function compareSignedInList(ownerUrl: string, serving: Database) {
  // Baseline: the owner sees all rows without tenant setting.
  const owner = Object.assign(new pg.Pool({ connectionString: ownerUrl, max: 20 }), {
    waiting: 0,
  }) as unknown as Database
  const { organization, token } = await makeOrganization(owner)
  const [apart, together] = [serving, owner].map((database) => buildApp({ database, rateLimited: false }))
  const list = async (app: typeof apart) => {
    const url = `/api/organizations/${organization}/people`
    const { statusCode } = (await app?.inject({ url, headers: { authorization: `Bearer ${token}` } })) ?? {}
    if (statusCode !== 200) throw new Error(`Status ${statusCode}`)
  }

  const wholeCall = await compare(
    owner,
    () => list(apart),
    () => list(together),
  )
  const inDatabase = await compare(
    owner,
    () => inOrganization(organization, () => createPeopleService(serving).members(organization, {})),
    () => createPeopleService(owner).members(organization, {}),
  )
  console.log(
    `tenant isolation: a signed-in list of ${MEMBERS} people takes ${wholeCall.toFixed(2)} of the processor time without it ` +
      `(goal: at most ${GOAL}), its queries alone ${inDatabase.toFixed(2)}`,
  )

  const answer = organizationOperations.members.answer as { schema: object }
  const { schema } = answer
  const checked = await compare(
    owner,
    () => list(apart),
    async () => {
      answer.schema = passThroughSchema
      await list(apart)
      answer.schema = schema
    },
  )
  console.log(
    `checked answers: the same list takes ${checked.toFixed(2)} of the processor time without passing through its schema`,
  )

  await Promise.all([apart?.close(), together?.close()])
  await owner.end()
}

const passThroughSchema = { _zod: { run: (payload: object) => payload } }

/** CPU time ratio of two variants. */
export async function compare(
  owner: Database,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  calls = CALLS,
) {
  const used = [0, 0]
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, ask] of [one, other].entries()) {
      const inDatabase = await measureConnections(owner)
      const before = process.cpuUsage()
      for (let call = 0; call < calls; call++) await ask()
      const { user, system } = process.cpuUsage(before)
      const spent = (user + system) / 1000 + (await inDatabase())
      if (round > 0) used[index] = (used[index] ?? 0) + spent
    }
  }
  return (used[0] ?? Number.NaN) / (used[1] ?? Number.NaN)
}

/** Returns the CPU time of all database connections since the call. That of closed ones is lost. */
export async function measureConnections(owner: Queryable) {
  const before = await cpuMsByConnection(owner)
  return async () => {
    const after = await cpuMsByConnection(owner)
    return [...after].reduce((sum, [connection, ms]) => sum + ms - (before.get(connection) ?? 0), 0)
  }
}

async function cpuMsByConnection(owner: Queryable) {
  const { rows } = await owner.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  )
  const used = new Map<number, number>()
  for (const { pid } of rows) {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ')
    if (fields) used.set(pid, (Number(fields[11]) + Number(fields[12])) * TICK_MS)
  }
  return used
}

export async function makeOrganization(owner: Database) {
  const token = randomBytes(24).toString('base64url')
  const { rows } = await owner.query<{ organization: string }>(
    `with organization as (insert into organizations (name, kind) values ('Ridgeline', 'agency') returning id),
     people as (insert into users (name, email, email_verified)
       select 'Amara Cole', 'member-' || n || '@agency.example', true from generate_series(1, $2) as n returning id),
     members as (insert into memberships (organization_id, user_id, role)
       select organization.id, people.id, 'owner' from organization, people),
     session as (insert into sessions (user_id, token_hash, expires_at)
       select id, $1, now() + interval '1 day' from people limit 1)
     select id as organization from organization`,
    [hashOfSessionToken(token), MEMBERS],
  )
  return { organization: rows[0]?.organization ?? '', token }
}
