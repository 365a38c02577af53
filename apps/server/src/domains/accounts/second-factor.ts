import { accountMessages, type SecondFactorSetup } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { type Accounts, endSessions, findUserByEmail, lockPerson } from './accounts.ts'
import type { Authentication } from './better-auth/authentication.ts'
import { removeCredentials, spendTimeStep } from './better-auth/stored-credentials.ts'
import { createLink, spendLink } from './one-time-links.ts'
import { queueResetMail } from './passwords.ts'
import { mailSecurityNotice } from './security-notice.ts'
import type { Device } from './sessions.ts'
import { findTimeStep, isAppCode } from './totp.ts'

export type SecondFactorParts = {
  authentication: Authentication
  accounts: Accounts
  database: Database
  clock: () => Date
}

type Proof = { password: string; code: string }

/** Authenticator app (TOTP) and recovery codes. */
export function createSecondFactorService({ authentication, accounts, database, clock }: SecondFactorParts) {
  return {
    begin(person: Person, password: string): Promise<SecondFactorSetup> {
      return authentication.beginSecondFactor(person, password)
    },

    async confirm(person: Person, code: string, device: Device) {
      const expiresAt = await accounts.expiryOf(person.sessionId)
      const newToken = await authentication.turnOnSecondFactor(person, code, device)
      // The setup code counts as used.
      await spendCode(person.id, code)
      await recordChange(person, 'second-factor-on')
      const token = await chooseToken(person, newToken, expiresAt)
      await endSessions(database, person.id, token)
      return { token }
    },

    async remove(person: Person, { password, code }: Proof, device: Device) {
      await requirePasswordAndCode(person, { password, code })
      const expiresAt = await accounts.expiryOf(person.sessionId)
      const newToken = await authentication.turnOffSecondFactor(person, password, device)
      await recordChange(person, 'second-factor-off')
      return { token: await chooseToken(person, newToken, expiresAt) }
    },

    async renewRecoveryCodes(person: Person, { password, code }: Proof) {
      await requirePasswordAndCode(person, { password, code })
      const recoveryCodes = await authentication.renewRecoveryCodes(person, password)
      await recordChange(person, 'recovery-codes-renewed')
      return { recoveryCodes }
    },

    async state(person: Person) {
      return {
        recoveryCodesLeft: person.secondFactor ? (await authentication.listRecoveryCodes(person.id)).length : null,
      }
    },

    /** Undoes a second factor that an intruder turned on. The intruder knows the password, so it is reset as well. */
    async reject(token: string) {
      await inTransaction(database, async (client) => {
        const link = await spendLink(client, 'reject-second-factor', token)
        const user = link && (await findUserByEmail(client, link.email))
        if (!user) throw new Refusal('link-expired')
        await lockPerson(client, user.id)
        await removeCredentials(client, user.id)
        await run(client, query.updateTable('users').set({ second_factor: false }).where('id', '=', user.id))
        await run(client, query.deleteFrom('email_changes').where('user_id', '=', user.id))
        await endSessions(client, user.id)
        await recordEvent(client, { event: 'second-factor-rejected', actor: user.id })
        await queueResetMail(client, user)
      })
    },

    spendCode,
    requireCode,

    async requireCodeIfOn(person: Person, code: string | undefined) {
      if (!person.secondFactor) return
      if (code === undefined) throw createCodeRefusal(accountMessages.eitherCodeInvalid)
      await requireCode(person, code)
    },
  }

  /** Whether an app code is valid and newer than the last used one. Marks it as used. */
  async function spendCode(person: string, code: string): Promise<boolean> {
    const secret = await authentication.loadAppSecret(person)
    const step = secret && findTimeStep(secret, code, clock())
    return typeof step === 'number' && spendTimeStep(database, person, step)
  }

  /** Checks the password first, so that a wrong one does not use up the code. */
  async function requirePasswordAndCode(person: Person, { password, code }: Proof) {
    if (!person.secondFactor) throw new Refusal('not-found')
    await authentication.requirePassword(person, password, 'password')
    await requireCode(person, code)
  }

  async function requireCode(person: Person, code: string) {
    if (!person.secondFactor) throw new Refusal('not-found')
    if (!isAppCode(code)) return authentication.spendRecoveryCode(person, code)
    if (!(await spendCode(person.id, code))) throw createCodeRefusal(accountMessages.eitherCodeWrong)
  }

  async function recordChange(
    person: Person,
    change: 'second-factor-on' | 'second-factor-off' | 'recovery-codes-renewed',
  ) {
    await inTransaction(database, async (client) => {
      await recordEvent(client, { event: change, actor: person.id })
      const isNew = change === 'second-factor-on'
      const link = { email: person.email, userId: person.id }
      const more = isNew ? { token: await createLink(client, 'reject-second-factor', link) } : {}
      await mailSecurityNotice(client, person, change, more)
    })
  }

  /** Changing the factor may replace the session and its token. */
  async function chooseToken(person: Person, newToken: string | undefined, expiresAt: Date) {
    if (newToken === undefined) return person.token
    await accounts.inheritLifetime(newToken, expiresAt)
    return newToken
  }
}

const createCodeRefusal = (message: string) => new Refusal('invalid-fields', { errors: [{ field: 'code', message }] })

export type SecondFactor = ReturnType<typeof createSecondFactorService>
