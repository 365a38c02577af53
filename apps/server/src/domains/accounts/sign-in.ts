import type { LoginAnswer, SignedIn, User } from '@sherpa/contracts/account'
import { type ProblemCode, Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import type { KnownDevices } from '../../http/known-devices.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import type { Database } from '../../persistence/database.ts'
import { noteEvent, noteFailedLogin } from '../audit/audit.ts'
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
 * Codes that may be tried for one person in a quarter of an hour; a known device has its own allowance. Wrong codes end the log-in
 * attempt (five tries), and lock nobody out: whoever has only the password could do that to its owner again and again.
 */
const MOST_CODES = 30
/** Wrong codes in one log-in attempt after which the owner is notified: the password is known to whoever enters them. */
const SUSPICIOUS_CODES = 3

/** Logging in, in one step or two, and out. */
export function signIn({ authentication, accounts, database, devices, secondFactor, limits, onMail }: SignInParts) {
  return {
    async logIn(
      credentials: { email: string; password: string; staySignedIn: boolean },
      device: Device,
    ): Promise<LoginAnswer> {
      const { email } = credentials
      const passwordBefore = await passwordChangedAt(database, email)
      const opened = await authentication.logIn(credentials, device).catch(async (error) => {
        if (isRefusal(error, 'wrong-credentials')) await noteFailedLogin(database, email)
        throw error
      })
      if ('ticket' in opened) return opened
      await requireSamePassword(email, passwordBefore, opened.token)
      return recordLogIn(opened.token, await accounts.userOf(opened.token), device, { database, devices })
    },

    async finishLogIn({ ticket, code }: { ticket: string; code: string }, device: Device): Promise<SignedIn> {
      const ownerId = await authentication.ownerOf(ticket)
      const owner = ownerId === undefined ? undefined : await accounts.byId(ownerId)
      if (owner) await countCode(owner, device)
      const passwordBefore = owner && (await passwordChangedAt(database, owner.email))
      const token = await authentication.finishLogIn({ ticket, code }, device).catch(async (error) => {
        if (owner && isRefusal(error, 'wrong-code')) {
          await noteEvent(database, { event: 'log-in-failed', actor: owner.id, details: 'Second step' })
          if ((await authentication.wrongCodesOf(ticket)) === SUSPICIOUS_CODES)
            await notify(owner, 'second-step-failed')
        }
        throw error
      })
      const user = await accounts.userOf(token)
      if (isAppCode(code) && !(await secondFactor.spendCode(user.id, code))) {
        await accounts.endSessionOf(token)
        throw new Refusal('wrong-code')
      }
      await requireSamePassword(user.email, passwordBefore, token)
      if (isAppCode(code)) return recordLogIn(token, user, device, { database, devices })
      await notify(user, 'recovery-code-used')
      return recordLogIn(token, user, device, { database, devices }, 'logged-in-with-recovery-code')
    },

    async logOut({ id, sessionId }: Person) {
      await accounts.endSession(id, sessionId)
      await noteEvent(database, { event: 'logged-out', actor: id })
    },
  }

  async function notify(user: User, change: SecurityChange) {
    await mailSecurityNotice(database, user, change)
    onMail()
  }

  async function countCode({ id, email }: User, { token }: Device) {
    const known = token && (await devices.recognize(email, token))
    await limits.count([{ bucket: `second step person ${id}${known ? ` device ${known}` : ''}`, limit: MOST_CODES }])
  }

  /** A password that was replaced while we looked at it no longer opens anything. */
  async function requireSamePassword(email: string, before: number | undefined, token: string) {
    if ((await passwordChangedAt(database, email, 'for share')) === before) return
    await accounts.endSessionOf(token)
    throw new Refusal('wrong-credentials')
  }
}

function isRefusal(error: unknown, code: ProblemCode) {
  return error instanceof Refusal && error.code === code
}

export type SignIn = ReturnType<typeof signIn>
