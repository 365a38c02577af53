import type { PasswordChange, PasswordReset, User } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { resetPasswordMail } from './account-mail.ts'
import { type Accounts, endSessions, findUserByEmail, lockPerson } from './accounts.ts'
import type { Authentication } from './better-auth/authentication.ts'
import { setPassword } from './better-auth/stored-credentials.ts'
import { createLink, findLink, spendLink } from './one-time-links.ts'
import { hashPassword } from './password-hash.ts'
import { rejectGuessable } from './password-strength.ts'
import type { SecondFactor } from './second-factor.ts'
import { mailSecurityNotice } from './security-notice.ts'
import type { Device } from './sessions.ts'

/** Rejects guessable passwords and hashes others. Slow, so call it before a transaction. */
export async function preparePassword(password: string, field: string, personal: string[]): Promise<string> {
  await rejectGuessable(password, field, personal)
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

export function createPasswordService({ authentication, accounts, database, secondFactor }: PasswordParts) {
  return {
    async mailReset(email: string) {
      await inTransaction(database, async (client) => {
        const user = await findUserByEmail(client, email)
        if (user) await queueResetMail(client, user)
      })
    },

    /** The address of the account. */
    async reset({ token, password, name }: PasswordReset) {
      const link = await findLink(database, 'reset-password', token)
      const user = link?.userId ? await accounts.findById(link.userId) : undefined
      if (!user) throw new Refusal('link-expired')
      const passwordHash = await preparePassword(password, 'password', [name ?? user.name, user.email])
      await inTransaction(database, async (client) => {
        if (!(await spendLink(client, 'reset-password', token))) throw new Refusal('link-expired')
        await replacePassword(client, { ...user, ...(name && { name }) }, passwordHash)
        if (name) await run(client, query.updateTable('users').set({ name }).where('id', '=', user.id))
        await recordEvent(client, { event: 'password-reset', actor: user.id })
      })
      return user.email
    },

    /** Ends all sessions and opens a new one. */
    async change(person: Person, { currentPassword, newPassword, code }: PasswordChange, device: Device) {
      await this.confirm(person, currentPassword, 'currentPassword')
      const passwordHash = await preparePassword(newPassword, 'newPassword', [person.name, person.email])
      // Checked last, so that other errors do not use up the code.
      await secondFactor.requireCodeIfOn(person, code)
      const expiresAt = await accounts.expiryOf(person.sessionId)
      await inTransaction(database, async (client) => {
        await replacePassword(client, person, passwordHash)
        await recordEvent(client, { event: 'password-changed', actor: person.id })
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

/** Also ends everything an intruder may have started: sessions, links, log-ins, a change of address. */
async function replacePassword(
  client: Queryable,
  user: { id: string; name: string; email: string },
  passwordHash: string,
) {
  await lockPerson(client, user.id)
  await setPassword(client, user.id, passwordHash)
  await endSessions(client, user.id)
  // An intruder who turned on a second factor must not invalidate the link that removes it.
  const links = query.deleteFrom('one_time_links').where('purpose', '<>', 'reject-second-factor')
  await run(client, links.where('user_id', '=', user.id))
  await run(client, query.deleteFrom('email_changes').where('user_id', '=', user.id))
  await mailSecurityNotice(client, user, 'password-changed')
}

export type Passwords = ReturnType<typeof createPasswordService>
