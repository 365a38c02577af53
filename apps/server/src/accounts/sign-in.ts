import { accountMessages, type LoginAnswer, type SignedIn, type User } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'
import { verifyJWT } from 'better-auth/crypto'
import { noteEvent } from '../audit/audit-events.ts'
import type { Person } from '../http/access.ts'
import type { Database } from '../persistence/database.ts'
import { type Accounts, noteFailedLogin } from './accounts.ts'
import type { Auth } from './auth.ts'
import { refuseGuessable } from './password-strength.ts'
import { codeOf, refusing } from './refusals.ts'
import { mailSecurityNotice } from './security-notice.ts'

export type SignInParts = { auth: Auth; accounts: Accounts; database: Database }

/** The browser's own name for itself, shown to its owner in the list of sessions. */
export type Device = { userAgent?: string | undefined }

/** Registering, logging in and out, passwords: every way to come by a session or to lose one. */
export function signIn({ auth, accounts, database }: SignInParts) {
  return {
    /** Answered alike whether or not the address has an account: only its owner's mail tells. */
    async register({ name, email, password }: { name: string; email: string; password: string }) {
      await refuseGuessable(password, 'password', [name, email])
      await accounts.forgetUnverified(email)
      try {
        const { user } = await auth.api.signUpEmail({ body: { name, email, password } })
        const created = await accounts.byEmail(email)
        if (created?.id === user.id) await noteEvent(database, { event: 'registered', actor: user.id })
      } catch (error) {
        // Of two at the same moment one was first. Saying so would tell that the address was free.
        if (codeOf(error) !== 'FAILED_TO_CREATE_USER') throw error
      }
    },

    /** The link says that the mailbox is theirs, the password that the account is. */
    async verify({ token, password }: { token: string; password: string }, device: Device): Promise<LoginAnswer> {
      const { secret } = await auth.$context
      const link = await verifyJWT<{ email?: string }>(token, secret)
      const account = link?.email ? await accounts.byEmail(link.email) : undefined
      if (!account || account.verified) throw new Refusal('link-expired')
      await checkPassword(account.email, password)
      await auth.api.verifyEmail({ query: { token } })
      await noteEvent(database, { event: 'address-verified', actor: account.id })
      return this.logIn({ email: account.email, password, staySignedIn: false }, device)
    },

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
        { INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials', EMAIL_NOT_VERIFIED: 'address-not-verified' },
      ).catch(async (error) => {
        if (error instanceof Refusal && error.code === 'wrong-credentials') await noteFailedLogin(database, email)
        throw error
      })
      if ('twoFactorRedirect' in response) return { ticket: ticketFrom(headers) }
      // A password that was replaced while we looked at it no longer opens anything.
      if ((await accounts.passwordChangedAt(email)) !== passwordBefore) {
        await accounts.endSessionOf(response.token)
        throw new Refusal('wrong-credentials')
      }
      return welcome(response.token, await accounts.userOf(response.token))
    },

    async finishLogIn({ ticket, code }: { ticket: string; code: string }, device: Device): Promise<SignedIn> {
      const cookie = Buffer.from(ticket, 'base64url').toString('latin1')
      if (!/^[\w.=;%~ +/-]+$/.test(cookie)) throw new Refusal('link-expired')
      const headers = headersOf(device, { cookie })
      const isFromApp = /^\d{6}$/.test(code)
      const check = isFromApp ? auth.api.verifyTOTP : auth.api.verifyBackupCode
      const { token } = await refusing(check({ body: { code }, headers }) as Promise<{ token: string }>, {
        INVALID_CODE: 'wrong-code',
        INVALID_BACKUP_CODE: 'wrong-code',
        INVALID_TWO_FACTOR_COOKIE: 'link-expired',
        TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'link-expired',
        ACCOUNT_TEMPORARILY_LOCKED: 'rate-limited',
      }).catch(async (error) => {
        if (error instanceof Refusal && error.code === 'wrong-code') await noteWrongCode(cookie)
        throw error
      })
      const user = await accounts.userOf(token)
      if (isFromApp && !(await accounts.takeCode(user.id, code))) {
        await accounts.endSessionOf(token)
        throw new Refusal('wrong-code')
      }
      return welcome(token, user)
    },

    async logOut({ id, sessionId }: Person) {
      await accounts.endSession(id, sessionId)
      await noteEvent(database, { event: 'logged-out', actor: id })
    },

    async mailVerification(email: string) {
      await auth.api.sendVerificationEmail({ body: { email } })
    },

    async mailPasswordReset(email: string) {
      await auth.api.requestPasswordReset({ body: { email } })
    },

    async resetPassword({ token, password }: { token: string; password: string }) {
      const context = await auth.$context
      const reset = await context.internalAdapter.findVerificationValue(`reset-password:${token}`)
      const user = reset && reset.expiresAt > new Date() && (await context.internalAdapter.findUserById(reset.value))
      if (!user) throw new Refusal('link-expired')
      await refuseGuessable(password, 'password', [user.name, user.email])
      await refusing(auth.api.resetPassword({ body: { token, newPassword: password } }), {
        INVALID_TOKEN: 'link-expired',
        USER_NOT_FOUND: 'link-expired',
      })
      await accounts.markVerified(user.id)
      await accounts.forgetLinks(user.id)
      await noteEvent(database, { event: 'password-reset', actor: user.id })
      await mailSecurityNotice(database, user, 'password-changed')
    },

    /** Ends every other session, and this one gets a new token. */
    async changePassword(
      person: Person,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
      device: Device,
    ) {
      await this.confirmPassword(person, currentPassword, 'currentPassword')
      await refuseGuessable(newPassword, 'newPassword', [person.name, person.email])
      const expiresAt = await accounts.expiryOf(person.sessionId)
      const { token } = await auth.api.changePassword({
        body: { currentPassword, newPassword, revokeOtherSessions: true },
        headers: headersOfPerson(person, device),
      })
      if (!token) throw new Error('The new session has no token.')
      await accounts.inheritLifetime(token, expiresAt)
      await accounts.forgetLinks(person.id)
      await noteEvent(database, { event: 'password-changed', actor: person.id })
      await mailSecurityNotice(database, person, 'password-changed')
      return { token }
    },

    async confirmPassword(person: Person, password: string, field = 'password') {
      await refusing(auth.api.verifyPassword({ body: { password }, headers: headersOfPerson(person) }), {
        INVALID_PASSWORD: { field, message: accountMessages.passwordWrong },
      })
    },
  }

  async function welcome(token: string, user: User): Promise<SignedIn> {
    await noteEvent(database, { event: 'logged-in', actor: user.id })
    return { token, user }
  }

  /** For an account that cannot log in yet. */
  async function checkPassword(email: string, password: string) {
    const context = await auth.$context
    const found = await context.internalAdapter.findUserByEmail(email, { includeAccounts: true })
    const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password
    if (!hash || !(await context.password.verify({ hash, password }))) throw new Refusal('wrong-credentials')
  }

  async function noteWrongCode(cookie: string) {
    const [, identifier = ''] = /two_factor=([^.;]+)/.exec(cookie) ?? []
    const { internalAdapter } = await auth.$context
    const challenge = await internalAdapter.findVerificationValue(decodeURIComponent(identifier))
    if (challenge) await noteEvent(database, { event: 'log-in-failed', actor: challenge.value, details: 'Second step' })
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

/** better-auth keeps the state between the two halves of a log-in in signed cookies. We have none: the browser carries them as a ticket. */
function ticketFrom(headers: Headers) {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const kept = cookies.filter((cookie) => /(two_factor|dont_remember)=./.test(cookie))
  return Buffer.from(kept.join('; '), 'latin1').toString('base64url')
}
