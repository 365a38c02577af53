// What keeping organizations apart, and passing answers through their schema, cost a signed-in list call. Each is compared with the
// same call without it, in turn within one run: on a busy machine only the ratios mean something.
import { randomBytes } from 'node:crypto'
import { organizationOperations } from '@sherpa/contracts/organization-operations'
import pg from 'pg'
import { z } from 'zod'
import { buildApp } from '../apps/server/src/app.ts'
import { hashOfSessionToken } from '../apps/server/src/domains/accounts/session-token.ts'
import { people } from '../apps/server/src/domains/organizations/people.ts'
import { type Database, inOrganization } from '../apps/server/src/persistence/database.ts'

const CALLS = 1000
const MEMBERS = 50
const GOAL = 1.15

/** Prints the ratios, for a migrated database that its owner and the role that serves have open. */
export async function compareSignedInList(ownerUrl: string, serving: Database) {
  // The owner sees all rows, on connections that are told no organization.
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
    () => list(apart),
    () => list(together),
  )
  const inDatabase = await compare(
    () => inOrganization(organization, () => people(serving).members(organization, {})),
    () => people(owner).members(organization, {}),
  )
  console.log(
    `tenant isolation: a signed-in list of ${MEMBERS} people takes ${wholeCall.toFixed(2)} of the time without it (goal: at most ${GOAL}), ` +
      `its queries alone ${inDatabase.toFixed(2)}`,
  )

  const answer = organizationOperations.members.answer as { schema: z.core.$ZodType }
  const { schema } = answer
  const checked = await compare(
    () => list(apart),
    async () => {
      answer.schema = z.any()
      await list(apart)
      answer.schema = schema
    },
  )
  console.log(
    `checked answers: the same list takes ${checked.toFixed(2)} of the time without passing through its schema`,
  )

  await Promise.all([apart?.close(), together?.close()])
  await owner.end()
}

/** The time of one way as a share of the other's. Of each the fastest tenth counts: the rest is what other programs did meanwhile. */
async function compare(one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const times: [number[], number[]] = [[], []]
  for (let turn = 0; turn < CALLS; turn++) {
    for (const [index, ask] of [one, other].entries()) {
      const started = performance.now()
      await ask()
      times[index]?.push(performance.now() - started)
    }
  }
  const [fast, otherFast] = times.map((all) => all.toSorted((a, b) => a - b)[CALLS / 10] ?? Number.NaN)
  return (fast ?? Number.NaN) / (otherFast ?? Number.NaN)
}

async function makeOrganization(owner: Database) {
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
