import type { SessionList, User } from '@sherpa/contracts/account'
import { type PermissionSetting, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Admitted, Member, Person } from '../../http/access.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import { oneRowOf, published, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { endWaitingLogIns, passwordChangedAt, setPassword } from './better-auth/stored-credentials.ts'
import { deviceName } from './device-name.ts'
import { hashOfSessionToken } from './session-token.ts'

/** How exact "last seen" is: not every request is worth a write. */
const SEEN_MINUTES = 5

/** For other domains, to join. */
export const userFacts = published('users', ['id', 'name', 'email', 'second_factor', 'deleted_at', 'staff_since'])

export type Accounts = ReturnType<typeof accounts>

const userRows = query.selectFrom('users as u').select((eb) => [
  'u.id',
  'u.name',
  // Only a deleted account has no address, and nobody asks for one of those.
  eb.ref('u.email').$notNull().as('email'),
  eb('u.staff_since', 'is not', null).$castTo<boolean>().as('staff'),
  'u.second_factor as secondFactor',
])

const userRowsOf = (token: string) =>
  userRows.innerJoin('sessions as s', 's.user_id', 'u.id').where('s.token_hash', '=', hashOfSessionToken(token))

/** Someone who is signed in, with their place in the organization if they have one there. */
type AdmittedRow = Omit<Person, 'token'> & { stale: boolean } & (
    | { organization: string; sample: boolean; role: Role; settings: PermissionSetting[] }
    | { organization: null; sample: null; role: null; settings: null }
  )

export type AdmittedSession = { person: Omit<Person, 'token'>; member: Member | undefined }

export function accounts(database: Database) {
  const markSeen = (session: string) =>
    run(database, query.updateTable('sessions').set({ updated_at: sql<Date>`now()` }).where('id', '=', session))

  async function admitHash(hash: string, organization: string | undefined): Promise<AdmittedSession | undefined> {
    const { rows } = await database.query<AdmittedRow>({
      name: 'admit-member',
      text: `select id, name, email, staff, second_factor as "secondFactor", session_id as "sessionId",
          staff_session as "staffSession", last_seen < now() - make_interval(mins => ${SEEN_MINUTES}) as stale,
          organization_id as organization, sample, role, settings from admit_member($1, $2)`,
      values: [hash, organization],
    })
    const [row] = rows
    if (!row) return undefined
    const { stale, organization: organizationId, sample, role, settings, ...person } = row
    if (stale) await markSeen(person.sessionId)
    const member =
      organizationId === null
        ? undefined
        : {
            organization: organizationId,
            role,
            permissions: permissionsOf(role, settings),
            lacksSecondFactor: !person.secondFactor && !sample,
          }
    return { person, member }
  }

  return {
    /** Whose token this is, if it is anybody's: asked with every call, so that a session that was ended has ended. */
    async personOf(token: string): Promise<Person | undefined> {
      const row = await rowOf(
        database,
        userRowsOf(token)
          .select([
            's.id as sessionId',
            sql<boolean>`coalesce(s.created_at >= u.staff_since, false)`.as('staffSession'),
            sql<boolean>`s.updated_at < now() - make_interval(mins => ${SEEN_MINUTES})`.as('stale'),
          ])
          .where('s.expires_at', '>', sql<Date>`now()`),
        'person-of',
      )
      if (!row) return undefined
      const { stale, ...person } = row
      if (stale) await markSeen(person.sessionId)
      return { ...person, token }
    },

    /** Whose token this is, and what they are in the organization that they ask for: without one, the only one they belong to. */
    async admit(token: string, organization: string | undefined): Promise<Admitted | undefined> {
      const admitted = await admitHash(hashOfSessionToken(token), organization)
      return admitted && { ...admitted, person: { ...admitted.person, token } }
    },

    /** The same for whoever comes with something that we gave to their session. */
    async admitSession(session: string, organization: string): Promise<AdmittedSession | undefined> {
      const row = await rowOf(database, query.selectFrom('sessions').select('token_hash').where('id', '=', session))
      return row && admitHash(row.token_hash, organization)
    },

    async byId(id: string): Promise<User> {
      return oneRowOf(database, userRows.where('u.id', '=', id))
    },

    passwordChangedAt: (email: string) => passwordChangedAt(database, email),

    async userOf(token: string): Promise<User> {
      return oneRowOf(database, userRowsOf(token))
    },

    async sessions({ id, sessionId }: Person): Promise<SessionList> {
      const rows = await rowsOf(
        database,
        query
          .selectFrom('sessions')
          .select(['id', 'user_agent', 'created_at', 'updated_at'])
          .where('user_id', '=', id)
          .where('expires_at', '>', sql<Date>`now()`)
          .orderBy('updated_at', 'desc'),
      )
      return {
        sessions: rows.map((row) => ({
          id: row.id,
          current: row.id === sessionId,
          device: deviceName(row.user_agent),
          signedInAt: row.created_at.toISOString(),
          lastSeenAt: row.updated_at.toISOString(),
        })),
      }
    },

    async endSession(person: string, session: string) {
      const ended = query.deleteFrom('sessions').where('user_id', '=', person).where('id', '=', session)
      return (await run(database, ended)) === 1
    },

    async endSessionOf(token: string) {
      await run(database, query.deleteFrom('sessions').where('token_hash', '=', hashOfSessionToken(token)))
    },

    async expiryOf(session: string): Promise<Date> {
      const row = await rowOf(database, query.selectFrom('sessions').select('expires_at').where('id', '=', session))
      return row?.expires_at ?? new Date()
    },

    /** A session that takes the place of another lasts as long as that would have. */
    async inheritLifetime(token: string, expiresAt: Date) {
      await run(
        database,
        query
          .updateTable('sessions')
          .set((eb) => ({ expires_at: eb.fn<Date>('least', ['expires_at', eb.val(expiresAt)]) }))
          .where('token_hash', '=', hashOfSessionToken(token)),
      )
    },
  }
}

/**
 * Changes to what someone belongs to take turns with the deletion of their account. Whoever takes this lock and that of an
 * organization takes this one first.
 */
export async function lockPerson(client: Queryable, person: string) {
  const locked = query.selectFrom('users').where('id', '=', person).where('deleted_at', 'is', null).forNoKeyUpdate()
  if (!(await run(client, locked))) throw new Refusal('sign-in-required')
}

export async function userByEmail(client: Queryable, email: string): Promise<User | undefined> {
  return rowOf(client, userRows.where('u.email', '=', email))
}

/** An account whose address has been confirmed by the link that leads here; none, if the address has one by now. */
export async function insertAccount(
  client: Queryable,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<string | undefined> {
  const row = await rowOf(
    client,
    query
      .insertInto('users')
      .values({ name, email, email_verified: true })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id'),
  )
  if (row) await setPassword(client, row.id, passwordHash)
  return row?.id
}

/** Without a password: whoever it is enters by a one-time link. */
export async function insertPerson(client: Queryable, { name, email }: { name: string; email: string }) {
  const { id } = await oneRowOf(
    client,
    query.insertInto('users').values({ name, email, email_verified: true }).returning('id'),
  )
  return id
}

export async function renamePerson(client: Queryable, person: string, name: string) {
  await run(client, query.updateTable('users').set({ name, updated_at: sql<Date>`now()` }).where('id', '=', person))
}

/** All sessions, or all but one; and log-ins that wait for their second step. */
export async function endSessions(client: Queryable, person: string, butToken?: string) {
  const kept = butToken === undefined ? null : hashOfSessionToken(butToken)
  await run(
    client,
    query.deleteFrom('sessions').where('user_id', '=', person).where('token_hash', 'is distinct from', kept),
  )
  await endWaitingLogIns(client, person)
}
