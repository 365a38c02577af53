import type { SessionList, User } from '@sherpa/contracts/account'
import { permissionsOf } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import type { Admitted, Person } from '../../http/access.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import { deviceName } from './device-name.ts'
import { hashOfSessionToken } from './session-token.ts'

/** How exact "last seen" is: not every request is worth a write. */
const SEEN_MINUTES = 5

export type Accounts = ReturnType<typeof accounts>

const userColumns = 'u.id, u.name, u.email, u.staff_since is not null as staff, u.second_factor as "secondFactor"'

export function accounts(database: Database) {
  const markSeen = (session: string) =>
    database.query('update sessions set updated_at = now() where id = $1', [session])

  return {
    /** Whose token this is, if it is anybody's: asked with every call, so that a session that was ended has ended. */
    async personOf(token: string): Promise<Person | undefined> {
      const { rows } = await database.query({
        name: 'person-of',
        text: `select ${userColumns}, s.id as "sessionId", coalesce(s.created_at >= u.staff_since, false) as "staffSession",
            s.updated_at < now() - make_interval(mins => ${SEEN_MINUTES}) as stale
          from sessions s join users u on u.id = s.user_id where s.token_hash = $1 and s.expires_at > now()`,
        values: [hashOfSessionToken(token)],
      })
      const [row] = rows
      if (!row) return undefined
      const { stale, ...person } = row
      if (stale) await markSeen(person.sessionId)
      return { ...person, token }
    },

    /** Whose token this is, and what they are in the organization that they ask for: without one, the only one they belong to. */
    async admit(token: string, organization: string | undefined): Promise<Admitted | undefined> {
      const { rows } = await database.query({
        name: 'admit-member',
        text: `select id, name, email, staff, second_factor as "secondFactor", session_id as "sessionId",
            staff_session as "staffSession", last_seen < now() - make_interval(mins => ${SEEN_MINUTES}) as stale,
            organization_id as organization, role, settings from admit_member($1, $2)`,
        values: [hashOfSessionToken(token), organization],
      })
      const [row] = rows
      if (!row) return undefined
      const { stale, organization: found, role, settings, ...person } = row
      if (stale) await markSeen(person.sessionId)
      const member = found && { organization: found, role, permissions: permissionsOf(role, settings) }
      return { person: { ...person, token }, member }
    },

    async byId(id: string): Promise<User> {
      const { rows } = await database.query(`select ${userColumns} from users u where u.id = $1`, [id])
      return rows[0]
    },

    async userOf(token: string): Promise<User> {
      const { rows } = await database.query(
        `select ${userColumns} from sessions s join users u on u.id = s.user_id where s.token_hash = $1`,
        [hashOfSessionToken(token)],
      )
      return rows[0]
    },

    async sessions({ id, sessionId }: Person): Promise<SessionList> {
      const { rows } = await database.query(
        `select id, user_agent, created_at, updated_at from sessions
         where user_id = $1 and expires_at > now() order by updated_at desc`,
        [id],
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
      const { rowCount } = await database.query('delete from sessions where user_id = $1 and id = $2', [
        person,
        session,
      ])
      return rowCount === 1
    },

    async endSessionOf(token: string) {
      await database.query('delete from sessions where token_hash = $1', [hashOfSessionToken(token)])
    },

    /** With the lock it waits for a change that is under way: that one ends sessions, and must not miss a new one. */
    async passwordChangedAt(email: string, lock?: 'for share'): Promise<number | undefined> {
      const { rows } = await database.query(
        `select c.updated_at from credentials c join users u on u.id = c.user_id where u.email = $1 ${lock ? 'for share of c' : ''}`,
        [email],
      )
      return rows[0]?.updated_at.getTime()
    },

    async expiryOf(session: string): Promise<Date> {
      const { rows } = await database.query('select expires_at from sessions where id = $1', [session])
      return rows[0]?.expires_at ?? new Date()
    },

    /** A session that takes the place of another lasts as long as that would have. */
    async inheritLifetime(token: string, expiresAt: Date) {
      await database.query('update sessions set expires_at = least(expires_at, $2) where token_hash = $1', [
        hashOfSessionToken(token),
        expiresAt,
      ])
    },

    /** The encrypted secret of the authenticator app. */
    async secretOf(person: string): Promise<string | undefined> {
      const { rows } = await database.query('select secret from second_factors where user_id = $1', [person])
      return rows[0]?.secret
    },

    /** A code works once, and none of an earlier time step works after it. */
    async spendStep(person: string, step: number) {
      const { rowCount } = await database.query(
        'update second_factors set last_step = $2 where user_id = $1 and (last_step is null or last_step < $2)',
        [person, step],
      )
      return rowCount === 1
    },

    /** Sessions, one-time links and changes of address that are over. */
    async forgetExpired() {
      for (const table of ['sessions', 'verifications', 'one_time_links', 'email_changes']) {
        await database.query(`delete from ${table} where expires_at < now()`)
      }
    },
  }
}

/**
 * Changes to what someone belongs to take turns with the deletion of their account. Whoever takes this lock and that of an
 * organization takes this one first.
 */
export async function lockPerson(client: Queryable, person: string) {
  const { rowCount } = await client.query('select from users where id = $1 and deleted_at is null for no key update', [
    person,
  ])
  if (!rowCount) throw new Refusal('sign-in-required')
}

export async function userByEmail(client: Queryable, email: string): Promise<User | undefined> {
  const { rows } = await client.query(`select ${userColumns} from users u where u.email = $1`, [email])
  return rows[0]
}

/** An account whose address has been confirmed by the link that leads here; none, if the address has one by now. */
export async function insertAccount(
  client: Queryable,
  { name, email, passwordHash }: { name: string; email: string; passwordHash: string },
): Promise<string | undefined> {
  const { rows } = await client.query(
    `insert into users (name, email, email_verified) values ($1, $2, true) on conflict (email) do nothing returning id`,
    [name, email],
  )
  const id: string | undefined = rows[0]?.id
  if (id) await setPassword(client, id, passwordHash)
  return id
}

export async function setPassword(client: Queryable, person: string, passwordHash: string) {
  await client.query(
    `insert into credentials (user_id, account_id, provider_id, password) values ($1, $1::uuid::text, 'credential', $2)
     on conflict (user_id, provider_id) do update set password = excluded.password, updated_at = now()`,
    [person, passwordHash],
  )
}

/** All sessions, or all but one; and log-ins that wait for their second step. */
export async function endSessions(client: Queryable, person: string, butToken?: string) {
  await client.query('delete from sessions where user_id = $1 and token_hash is distinct from $2', [
    person,
    butToken === undefined ? null : hashOfSessionToken(butToken),
  ])
  await client.query('delete from verifications where value = $1', [person])
}

/** Written down whether or not there is such an account: a try at none must not be answered sooner. */
export async function noteFailedLogin(database: Queryable, email: string) {
  await database.query(
    `insert into audit_events (subject, subject_id, event, actor_id)
     select case when u.id is null then 'nobody' else 'user' end, coalesce(u.id, '00000000-0000-0000-0000-000000000000'),
       'log-in-failed', u.id from (values ($1)) as tried (email) left join users u on u.email = tried.email`,
    [email],
  )
}
