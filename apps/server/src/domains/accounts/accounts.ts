import type { SessionList, User } from '@sherpa/contracts/account'
import { type PermissionSetting, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Admitted, Member, Person } from '../../http/access.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import { oneRowOf, published, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { deletePendingLogIns, passwordChangedAt, setPassword } from './better-auth/stored-credentials.ts'
import { deviceName } from './device-name.ts'
import { hashOfSessionToken } from './session-token.ts'

/** Precision of "last seen", which saves a write per request. */
const SEEN_MINUTES = 5

/** Columns that other domains may join. */
export const publicUsers = published('users', [
  'id',
  'name',
  'email',
  'phone',
  'second_factor',
  'deleted_at',
  'staff_since',
])

export type Accounts = ReturnType<typeof createAccountService>

const userRows = query.selectFrom('users as u').select((eb) => [
  'u.id',
  'u.name',
  // Only deleted accounts have no address, and they are never selected here.
  eb.ref('u.email').$notNull().as('email'),
  eb('u.staff_since', 'is not', null).$castTo<boolean>().as('staff'),
  'u.second_factor as secondFactor',
])

const selectUserByToken = (token: string) =>
  userRows.innerJoin('sessions as s', 's.user_id', 'u.id').where('s.token_hash', '=', hashOfSessionToken(token))

/** A signed-in person with their membership in the organization, if any. */
type AdmittedRow = Omit<Person, 'token'> & { stale: boolean } & (
    | { organization: string; sample: boolean; role: Role; settings: PermissionSetting[] }
    | { organization: null; sample: null; role: null; settings: null }
  )

export type AdmittedSession = { person: Omit<Person, 'token'>; member: Member | undefined }

export function createAccountService(database: Database) {
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
    /** Not cached, so that a revoked session ends at once. */
    async personOf(token: string): Promise<Person | undefined> {
      const row = await rowOf(
        database,
        selectUserByToken(token)
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

    /** Person and membership of a token. Without an organization, their only one is used. */
    async admit(token: string, organization: string | undefined): Promise<Admitted | undefined> {
      const admitted = await admitHash(hashOfSessionToken(token), organization)
      return admitted && { ...admitted, person: { ...admitted.person, token } }
    },

    /** The same for a signed URL that is bound to a session. */
    async admitSession(session: string, organization: string): Promise<AdmittedSession | undefined> {
      const row = await rowOf(database, query.selectFrom('sessions').select('token_hash').where('id', '=', session))
      return row && admitHash(row.token_hash, organization)
    },

    async findById(id: string): Promise<User> {
      return oneRowOf(database, userRows.where('u.id', '=', id))
    },

    passwordChangedAt: (email: string) => passwordChangedAt(database, email),

    async findByToken(token: string): Promise<User> {
      return oneRowOf(database, selectUserByToken(token))
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

    /** Part of the transaction that records it. */
    async endSession(client: Queryable, person: string, session: string) {
      const ended = query.deleteFrom('sessions').where('user_id', '=', person).where('id', '=', session)
      return (await run(client, ended)) === 1
    },

    async endSessionByToken(token: string) {
      await run(database, query.deleteFrom('sessions').where('token_hash', '=', hashOfSessionToken(token)))
    },

    async expiryOf(session: string): Promise<Date> {
      const row = await rowOf(database, query.selectFrom('sessions').select('expires_at').where('id', '=', session))
      return row?.expires_at ?? new Date()
    },

    /** A replacement session keeps the expiry of the replaced one. */
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

/** Serializes membership changes with account deletion. Lock order: person, then organization. */
export async function lockPerson(client: Queryable, person: string) {
  const locked = query.selectFrom('users').where('id', '=', person).where('deleted_at', 'is', null).forNoKeyUpdate()
  if (!(await run(client, locked))) throw new Refusal('sign-in-required')
}

export async function findUserByEmail(client: Queryable, email: string): Promise<User | undefined> {
  return rowOf(client, userRows.where('u.email', '=', email))
}

/** The address is confirmed by the link. Returns undefined if the address already has an account. */
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

/** Without a password: the person logs in with a one-time link first. */
export async function insertPerson(client: Queryable, { name, email }: { name: string; email: string }) {
  const { id } = await oneRowOf(
    client,
    query.insertInto('users').values({ name, email, email_verified: true }).returning('id'),
  )
  return id
}

export async function changePerson(
  client: Queryable,
  person: string,
  { name, phone }: { name: string; phone?: string | undefined },
) {
  const changes = { name, ...(phone !== undefined && { phone: phone || null }), updated_at: sql<Date>`now()` }
  await run(client, query.updateTable('users').set(changes).where('id', '=', person))
}

export async function loadPhone(client: Queryable, person: string) {
  const row = await rowOf(client, query.selectFrom('users').select('phone').where('id', '=', person))
  return row?.phone ?? null
}

/** Ends all sessions except one, and log-ins before their second step. */
export async function endSessions(client: Queryable, person: string, butToken?: string) {
  const keptHash = butToken === undefined ? null : hashOfSessionToken(butToken)
  await run(
    client,
    query.deleteFrom('sessions').where('user_id', '=', person).where('token_hash', 'is distinct from', keptHash),
  )
  await deletePendingLogIns(client, person)
}
