import type { SessionList, User } from '@sherpa/contracts/account'
import type { Person } from '../http/access.ts'
import type { Database, Queryable } from '../persistence/database.ts'
import { deviceName } from './device-name.ts'

/** How exact "last seen" is: not every request is worth a write. */
const SEEN_MINUTES = 5

export type Accounts = ReturnType<typeof accounts>

const userColumns = 'u.id, u.name, u.email, u.staff, u.second_factor as "secondFactor"'

export function accounts(database: Database) {
  return {
    /** Whose token this is, if it is anybody's: asked with every call, so that a session that was ended has ended. */
    async personOf(token: string): Promise<Person | undefined> {
      const { rows } = await database.query({
        name: 'person-of',
        text: `select ${userColumns}, s.id as "sessionId", s.token, s.updated_at < now() - make_interval(mins => ${SEEN_MINUTES}) as stale
          from sessions s join users u on u.id = s.user_id where s.token = $1 and s.expires_at > now()`,
        values: [token],
      })
      const [row] = rows
      if (!row) return undefined
      const { stale, ...person } = row
      if (stale) await database.query('update sessions set updated_at = now() where id = $1', [person.sessionId])
      return person
    },

    async userOf(token: string): Promise<User> {
      const { rows } = await database.query(
        `select ${userColumns} from sessions s join users u on u.id = s.user_id where s.token = $1`,
        [token],
      )
      return rows[0]
    },

    async byEmail(email: string): Promise<(User & { verified: boolean }) | undefined> {
      const { rows } = await database.query(
        `select ${userColumns}, u.email_verified as verified from users u where u.email = $1`,
        [email],
      )
      return rows[0]
    },

    async rename(id: string, name: string) {
      await database.query('update users set name = $2, updated_at = now() where id = $1', [id, name])
    },

    /** A registration that was never confirmed gives way to the next one for the same address. */
    async forgetUnverified(email: string) {
      await database.query('delete from users where email = $1 and not email_verified and deleted_at is null', [email])
    },

    /** Whoever has used a link that we mailed has shown that the address is theirs. */
    async markVerified(id: string) {
      await database.query('update users set email_verified = true where id = $1', [id])
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

    async endSessionsBut(person: string, token: string) {
      await database.query('delete from sessions where user_id = $1 and token <> $2', [person, token])
    },

    async endSessionOf(token: string) {
      await database.query('delete from sessions where token = $1', [token])
    },

    /** One-time links and half-done log-ins, which a new password makes worthless. */
    async forgetLinks(person: string) {
      await database.query('delete from verifications where value = $1', [person])
    },

    async passwordChangedAt(email: string): Promise<number | undefined> {
      const { rows } = await database.query(
        `select c.updated_at from credentials c join users u on u.id = c.user_id where u.email = $1`,
        [email],
      )
      return rows[0]?.updated_at.getTime()
    },

    /** A code of the app is shown for half a minute, and works once. */
    async takeCode(person: string, code: string) {
      const { rowCount } = await database.query(
        `update second_factors set last_code = $2, last_code_at = now()
         where user_id = $1 and (last_code is distinct from $2 or last_code_at < now() - interval '5 minutes')`,
        [person, code],
      )
      return rowCount === 1
    },

    /** A session that takes the place of another lasts as long as that would have. */
    async inheritLifetime(token: string, expiresAt: Date) {
      await database.query('update sessions set expires_at = least(expires_at, $2) where token = $1', [
        token,
        expiresAt,
      ])
    },

    async expiryOf(session: string): Promise<Date> {
      const { rows } = await database.query('select expires_at from sessions where id = $1', [session])
      return rows[0]?.expires_at ?? new Date()
    },

    /** Sessions and one-time links that are over. */
    async forgetExpired() {
      await database.query('delete from sessions where expires_at < now()')
      await database.query('delete from verifications where expires_at < now()')
      await database.query(
        "delete from users where not email_verified and deleted_at is null and created_at < now() - interval '30 days'",
      )
    },
  }
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
