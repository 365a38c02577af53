import type { LoginAnswer, SignedIn, User } from '@sherpa/contracts/account'
import { type ProblemCode, Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import type { KnownDevices } from '../../http/known-devices.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { recordEvent, recordFailedLogin } from '../audit/audit.ts'
import type { SecurityChange } from './account-mail.ts'
import type { Accounts } from './accounts.ts'
import type { Authentication } from './better-auth/authentication.ts'
import { passwordChangedAt } from './better-auth/stored-credentials.ts'
import type { SecondFactor } from './second-factor.ts'
import { mailSecurityNotice } from './security-notice.ts'
import { type Device, recordLogIn } from './sessions.ts'
import { isAppCode } from './totp.ts'

export type SignInParts = {
  authentication: Authentication
  accounts: Accounts
  database: Database
  devices: KnownDevices
  secondFactor: Pick<SecondFactor, 'spendCode'>
  limits: RateLimits
  onMail: () => void
}

/**
 * Codes per person and 15 minutes; a known device has its own limit. Wrong codes end the attempt but never lock the
 * account: an attacker with the password could lock out its owner.
 */
const MAX_CODES = 30
/** Wrong codes per attempt that notify the account holder: someone else may know the password. */
const SUSPICIOUS_CODES = 3

/** Log-in in one or two steps, and log-out. */
export function createSignInService({
  authentication,
  accounts,
  database,
  devices,
  secondFactor,
  limits,
  onMail,
}: SignInParts) {
  return {
    async logIn(
      credentials: { email: string; password: string; staySignedIn: boolean },
      device: Device,
    ): Promise<LoginAnswer> {
      const { email } = credentials
      const passwordBefore = await passwordChangedAt(database, email)
      const session = await authentication.logIn(credentials, device).catch(async (error) => {
        if (isRefusal(error, 'wrong-credentials')) await recordFailedLogin(database, email)
        throw error
      })
      if ('ticket' in session) return session
      await requireSamePassword(email, passwordBefore, session.token)
      return recordLogIn(session.token, await accounts.findByToken(session.token), device, { database, devices })
    },

    async finishLogIn({ ticket, code }: { ticket: string; code: string }, device: Device): Promise<SignedIn> {
      const ownerId = await authentication.findOwner(ticket)
      const owner = ownerId === undefined ? undefined : await accounts.findById(ownerId)
      if (owner) await countCode(owner, device)
      const passwordBefore = owner && (await passwordChangedAt(database, owner.email))
      const token = await authentication.finishLogIn({ ticket, code }, device).catch(async (error) => {
        if (owner && isRefusal(error, 'wrong-code')) {
          await recordEvent(database, { event: 'log-in-failed', actor: owner.id, details: 'Second step' })
          if ((await authentication.countWrongCodes(ticket)) === SUSPICIOUS_CODES)
            await mailNotice(owner, 'second-step-failed')
        }
        throw error
      })
      const user = await accounts.findByToken(token)
      if (isAppCode(code) && !(await secondFactor.spendCode(user.id, code))) {
        await accounts.endSessionByToken(token)
        throw new Refusal('wrong-code')
      }
      await requireSamePassword(user.email, passwordBefore, token)
      if (isAppCode(code)) return recordLogIn(token, user, device, { database, devices })
      await mailNotice(user, 'recovery-code-used')
      return recordLogIn(token, user, device, { database, devices }, 'logged-in-with-recovery-code')
    },

    logOut: ({ id, sessionId }: Person) =>
      inTransaction(database, async (client) => {
        await accounts.endSession(client, id, sessionId)
        await recordEvent(client, { event: 'logged-out', actor: id })
      }),
  }

  async function mailNotice(user: User, change: SecurityChange) {
    await mailSecurityNotice(database, user, change)
    onMail()
  }

  async function countCode({ id, email }: User, { token }: Device) {
    const knownDevice = token && (await devices.recognize(email, token))
    await limits.count([
      { bucket: `second step person ${id}${knownDevice ? ` device ${knownDevice}` : ''}`, limit: MAX_CODES },
    ])
  }

  /** Ends the session if the password was changed during the log-in. */
  async function requireSamePassword(email: string, before: number | undefined, token: string) {
    if ((await passwordChangedAt(database, email, 'for share')) === before) return
    await accounts.endSessionByToken(token)
    throw new Refusal('wrong-credentials')
  }
}

function isRefusal(error: unknown, code: ProblemCode) {
  return error instanceof Refusal && error.code === code
}

export type SignIn = ReturnType<typeof createSignInService>
