import { accountMessages, type SecondFactorSetup } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { type Accounts, endSessions, lockPerson, userByEmail } from './accounts.ts'
import type { Authentication } from './better-auth/authentication.ts'
import { removeCredentials, spendTimeStep } from './better-auth/stored-credentials.ts'
import { createLink, spendLink } from './one-time-links.ts'
import { queueResetMail } from './passwords.ts'
import { mailSecurityNotice } from './security-notice.ts'
import type { Device } from './sessions.ts'
import { isAppCode, stepOfCode } from './totp.ts'

export type SecondFactorParts = {
  authentication: Authentication
  accounts: Accounts
  database: Database
  clock: () => Date
}

type Proof = { password: string; code: string }

/** The app that shows six digits, and the codes for the day when it is lost. */
export function secondFactor({ authentication, accounts, database, clock }: SecondFactorParts) {
  return {
    begin(person: Person, password: string): Promise<SecondFactorSetup> {
      return authentication.beginSecondFactor(person, password)
    },

    async confirm(person: Person, code: string, device: Device) {
      const expiresAt = await accounts.expiryOf(person.sessionId)
      const newToken = await authentication.turnOnSecondFactor(person, code, device)
      // The code that confirms the set-up has been used, too.
      await spendCode(person.id, code)
      await note(person, 'second-factor-on')
      const token = await tokenFromNowOn(person, newToken, expiresAt)
      await endSessions(database, person.id, token)
      return { token }
    },

    async remove(person: Person, { password, code }: Proof, device: Device) {
      await requireBoth(person, { password, code })
      const expiresAt = await accounts.expiryOf(person.sessionId)
      const newToken = await authentication.turnOffSecondFactor(person, password, device)
      await note(person, 'second-factor-off')
      return { token: await tokenFromNowOn(person, newToken, expiresAt) }
    },

    async renewRecoveryCodes(person: Person, { password, code }: Proof) {
      await requireBoth(person, { password, code })
      const recoveryCodes = await authentication.renewRecoveryCodes(person, password)
      await note(person, 'recovery-codes-renewed')
      return { recoveryCodes }
    },

    async state(person: Person) {
      return {
        recoveryCodesLeft: person.secondFactor ? (await authentication.recoveryCodesOf(person.id)).length : null,
      }
    },

    /**
     * For the owner of an account whose second factor a stranger turned on. The stranger knows the password, so that ends as
     * well: a new one is chosen with a link by mail.
     */
    async reject(token: string) {
      await inTransaction(database, async (client) => {
        const link = await spendLink(client, 'reject-second-factor', token)
        const user = link && (await userByEmail(client, link.email))
        if (!user) throw new Refusal('link-expired')
        await lockPerson(client, user.id)
        await removeCredentials(client, user.id)
        await run(client, query.updateTable('users').set({ second_factor: false }).where('id', '=', user.id))
        await run(client, query.deleteFrom('email_changes').where('user_id', '=', user.id))
        await endSessions(client, user.id)
        await noteEvent(client, { event: 'second-factor-rejected', actor: user.id })
        await queueResetMail(client, user)
      })
    },

    spendCode,
    requireCode,

    /** For what the password alone must not change. */
    async requireCodeIfOn(person: Person, code: string | undefined) {
      if (!person.secondFactor) return
      if (code === undefined) throw refusedCode(accountMessages.eitherCodeInvalid)
      await requireCode(person, code)
    },
  }

  /** Whether a code of the app is right and later than the last one that was used. */
  async function spendCode(person: string, code: string): Promise<boolean> {
    const secret = await authentication.appSecretOf(person)
    const step = secret && stepOfCode(secret, code, clock())
    return typeof step === 'number' && spendTimeStep(database, person, step)
  }

  /**
   * What removes or renews the factor asks for it: a password and an open browser are not enough. The password comes first, so that
   * no code is used up when it is wrong.
   */
  async function requireBoth(person: Person, { password, code }: Proof) {
    if (!person.secondFactor) throw new Refusal('not-found')
    await authentication.requirePassword(person, password, 'password')
    await requireCode(person, code)
  }

  async function requireCode(person: Person, code: string) {
    if (!person.secondFactor) throw new Refusal('not-found')
    if (!isAppCode(code)) return authentication.spendRecoveryCode(person, code)
    if (!(await spendCode(person.id, code))) throw refusedCode(accountMessages.eitherCodeWrong)
  }

  async function note(person: Person, change: 'second-factor-on' | 'second-factor-off' | 'recovery-codes-renewed') {
    await inTransaction(database, async (client) => {
      await noteEvent(client, { event: change, actor: person.id })
      const isNew = change === 'second-factor-on'
      const link = { email: person.email, userId: person.id }
      const more = isNew ? { token: await createLink(client, 'reject-second-factor', link) } : {}
      await mailSecurityNotice(client, person, change, more)
    })
  }

  /** Changing the factor may replace the session. */
  async function tokenFromNowOn(person: Person, newToken: string | undefined, expiresAt: Date) {
    if (newToken === undefined) return person.token
    await accounts.inheritLifetime(newToken, expiresAt)
    return newToken
  }
}

const refusedCode = (message: string) => new Refusal('invalid-fields', { errors: [{ field: 'code', message }] })

export type SecondFactor = ReturnType<typeof secondFactor>
