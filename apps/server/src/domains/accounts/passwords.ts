import type { PasswordChange, User } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { resetPasswordMail } from './account-mail.ts'
import { type Accounts, endSessions, lockPerson, userByEmail } from './accounts.ts'
import type { Authentication } from './better-auth/authentication.ts'
import { setPassword } from './better-auth/stored-credentials.ts'
import { createLink, findLink, spendLink } from './one-time-links.ts'
import { hashPassword } from './password-hash.ts'
import { refuseGuessable } from './password-strength.ts'
import type { SecondFactor } from './second-factor.ts'
import { mailSecurityNotice } from './security-notice.ts'
import type { Device } from './sessions.ts'

/** Refuses what is easy to guess, and hashes the rest. It takes a while, so it is done before a transaction. */
export async function preparePassword(password: string, field: string, personal: string[]): Promise<string> {
  await refuseGuessable(password, field, personal)
  return hashPassword(password)
}

export async function queueResetMail(client: Queryable, { id, name, email }: User) {
  const token = await createLink(client, 'reset-password', { email, userId: id })
  await queueMail(client, resetPasswordMail, { recipient: email, person: id, details: { name, token } })
}

export type PasswordParts = {
  authentication: Authentication
  accounts: Accounts
  database: Database
  secondFactor: Pick<SecondFactor, 'requireCodeIfOn'>
}

export function passwords({ authentication, accounts, database, secondFactor }: PasswordParts) {
  return {
    async mailReset(email: string) {
      await inTransaction(database, async (client) => {
        const user = await userByEmail(client, email)
        if (user) await queueResetMail(client, user)
      })
    },

    async reset({ token, password }: { token: string; password: string }) {
      const link = await findLink(database, 'reset-password', token)
      const user = link?.userId ? await accounts.byId(link.userId) : undefined
      if (!user) throw new Refusal('link-expired')
      const passwordHash = await preparePassword(password, 'password', [user.name, user.email])
      await inTransaction(database, async (client) => {
        if (!(await spendLink(client, 'reset-password', token))) throw new Refusal('link-expired')
        await replace(client, user, passwordHash)
        await noteEvent(client, { event: 'password-reset', actor: user.id })
      })
    },

    /** Ends every other session, and this one gets a new token. */
    async change(person: Person, { currentPassword, newPassword, code }: PasswordChange, device: Device) {
      await this.confirm(person, currentPassword, 'currentPassword')
      const passwordHash = await preparePassword(newPassword, 'newPassword', [person.name, person.email])
      // Last, so that no code is used up when something else is wrong.
      await secondFactor.requireCodeIfOn(person, code)
      const expiresAt = await accounts.expiryOf(person.sessionId)
      await inTransaction(database, async (client) => {
        await replace(client, person, passwordHash)
        await noteEvent(client, { event: 'password-changed', actor: person.id })
      })
      const token = await authentication.openSession(person.id, true, device)
      await accounts.inheritLifetime(token, expiresAt)
      return { token }
    },

    confirm(person: Person, password: string, field = 'password') {
      return authentication.requirePassword(person, password, field)
    },
  }
}

/** A new password ends all sessions, older links, half-done log-ins and a pending change of address: a stranger may have begun them. */
async function replace(client: Queryable, user: { id: string; name: string; email: string }, passwordHash: string) {
  await lockPerson(client, user.id)
  await setPassword(client, user.id, passwordHash)
  await endSessions(client, user.id)
  // Whoever turned on a second factor must not be able to withdraw the link that removes it.
  const links = query.deleteFrom('one_time_links').where('purpose', '<>', 'reject-second-factor')
  await run(client, links.where('user_id', '=', user.id))
  await run(client, query.deleteFrom('email_changes').where('user_id', '=', user.id))
  await mailSecurityNotice(client, user, 'password-changed')
}

export type Passwords = ReturnType<typeof passwords>
