import type { LoginAnswer, SignedIn } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'
import type { Person } from '../../http/access.ts'
import type { KnownDevices } from '../../http/known-devices.ts'
import type { Database } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import { type Accounts, noteFailedLogin } from './accounts.ts'
import type { Auth } from './auth.ts'
import { refusing } from './refusals.ts'
import type { SecondFactor } from './second-factor.ts'
import { type Device, welcome } from './sessions.ts'

export type SignInParts = {
  auth: Auth
  accounts: Accounts
  database: Database
  devices: KnownDevices
  secondFactor: Pick<SecondFactor, 'spendCode'>
}

/** Logging in, in one step or two, and out. */
export function signIn({ auth, accounts, database, devices, secondFactor }: SignInParts) {
  return {
    async logIn(
      { email, password, staySignedIn }: { email: string; password: string; staySignedIn: boolean },
      device: Device,
    ): Promise<LoginAnswer> {
      const passwordBefore = await accounts.passwordChangedAt(email)
      const { response, headers } = await refusing(
        auth.api.signInEmail({
          body: { email, password, rememberMe: staySignedIn },
          headers: headersOf(device),
          returnHeaders: true,
        }),
        { INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials' },
      ).catch(async (error) => {
        if (error instanceof Refusal && error.code === 'wrong-credentials') await noteFailedLogin(database, email)
        throw error
      })
      if ('twoFactorRedirect' in response) return { ticket: ticketFrom(headers) }
      await requireSamePassword(email, passwordBefore, response.token)
      return welcome(response.token, await accounts.userOf(response.token), device, { database, devices })
    },

    async finishLogIn({ ticket, code }: { ticket: string; code: string }, device: Device): Promise<SignedIn> {
      const cookie = Buffer.from(ticket, 'base64url').toString('latin1')
      if (!/^[\w.=;%~ +/-]+$/.test(cookie)) throw new Refusal('link-expired')
      const headers = headersOf(device, { cookie })
      const owner = await ownerOf(cookie)
      const passwordBefore = owner && (await accounts.passwordChangedAt(owner.email))
      const isFromApp = /^\d{6}$/.test(code)
      const check = isFromApp ? auth.api.verifyTOTP : auth.api.verifyBackupCode
      const { token } = await refusing(check({ body: { code }, headers }) as Promise<{ token: string }>, {
        INVALID_CODE: 'wrong-code',
        INVALID_BACKUP_CODE: 'wrong-code',
        INVALID_TWO_FACTOR_COOKIE: 'link-expired',
        TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'link-expired',
        ACCOUNT_TEMPORARILY_LOCKED: 'rate-limited',
      }).catch(async (error) => {
        if (owner && error instanceof Refusal && error.code === 'wrong-code') {
          await noteEvent(database, { event: 'log-in-failed', actor: owner.id, details: 'Second step' })
        }
        throw error
      })
      const user = await accounts.userOf(token)
      if (isFromApp && !(await secondFactor.spendCode(user.id, code))) {
        await accounts.endSessionOf(token)
        throw new Refusal('wrong-code')
      }
      await requireSamePassword(user.email, passwordBefore, token)
      return welcome(token, user, device, { database, devices })
    },

    async logOut({ id, sessionId }: Person) {
      await accounts.endSession(id, sessionId)
      await noteEvent(database, { event: 'logged-out', actor: id })
    },
  }

  /** A password that was replaced while we looked at it no longer opens anything. */
  async function requireSamePassword(email: string, before: number | undefined, token: string) {
    if ((await accounts.passwordChangedAt(email, 'for share')) === before) return
    await accounts.endSessionOf(token)
    throw new Refusal('wrong-credentials')
  }

  /** Whose log-in waits for its second step. */
  async function ownerOf(cookie: string) {
    const [, identifier = ''] = /two_factor=([^.;]+)/.exec(cookie) ?? []
    const { internalAdapter } = await auth.$context
    const challenge = await internalAdapter.findVerificationValue(decodeURIComponent(identifier))
    return challenge ? accounts.byId(challenge.value) : undefined
  }
}

export type SignIn = ReturnType<typeof signIn>

/** For what is done in someone's name. A session that takes the place of theirs is on the same device. */
export function headersOfPerson({ token }: Person, device: Device = {}) {
  return headersOf(device, { authorization: `Bearer ${token}` })
}

function headersOf({ userAgent }: Device, more: Record<string, string> = {}) {
  return new Headers({ ...(userAgent && { 'user-agent': userAgent }), ...more })
}

/** better-auth keeps the state between the two steps of a log-in in signed cookies. We have none: the browser carries them as a ticket. */
function ticketFrom(headers: Headers) {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const kept = cookies.filter((cookie) => /(two_factor|dont_remember)=./.test(cookie))
  return Buffer.from(kept.join('; '), 'latin1').toString('base64url')
}
