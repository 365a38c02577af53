import { accountMessages, type SecondFactorSetup } from '@sherpa/contracts/account'
import { symmetricDecrypt } from 'better-auth/crypto'
import type { Person } from '../../../http/access.ts'
import type { Device } from '../sessions.ts'
import { isAppCode } from '../totp.ts'
import { type AuthenticationParts, configuredBetterAuth } from './configuration.ts'
import { cookiesOf, ticketFrom, waitingLogInOf } from './log-in-ticket.ts'
import { refusing } from './refusals.ts'
import { encryptedAppSecret } from './stored-credentials.ts'

const wrongPassword = (field = 'password') => ({
  INVALID_PASSWORD: { field, message: accountMessages.passwordWrong },
})
const wrongCode = { field: 'code', message: accountMessages.codeWrong }

export type Authentication = ReturnType<typeof authentication>

/** What we use of better-auth, in our own words: what it refuses is thrown as a `Refusal`. Nothing outside this folder knows it. */
export function authentication(parts: AuthenticationParts) {
  const auth = configuredBetterAuth(parts)

  return {
    /** The token of a session, or the ticket to the second step. */
    async logIn(
      { email, password, staySignedIn }: { email: string; password: string; staySignedIn: boolean },
      device: Device,
    ): Promise<{ token: string } | { ticket: string }> {
      const { response, headers } = await refusing(
        () =>
          auth.api.signInEmail({
            body: { email, password, rememberMe: staySignedIn },
            headers: headersOf(device),
            returnHeaders: true,
          }),
        { INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials' },
      )
      return 'twoFactorRedirect' in response ? { ticket: ticketFrom(headers) } : { token: response.token }
    },

    /** Whose log-in waits for its second step. */
    async ownerOf(ticket: string): Promise<string | undefined> {
      const { internalAdapter } = await auth.$context
      return (await internalAdapter.findVerificationValue(waitingLogInOf(ticket)))?.value
    },

    /** The second step, with a code of the app or a recovery code. Whether a code was used before is not asked here. */
    async finishLogIn({ ticket, code }: { ticket: string; code: string }, device: Device): Promise<string> {
      const check = isAppCode(code) ? auth.api.verifyTOTP : auth.api.verifyBackupCode
      const headers = headersOf(device, { cookie: cookiesOf(ticket) })
      const { token } = await refusing(() => check({ body: { code }, headers }) as Promise<{ token: string }>, {
        INVALID_CODE: 'wrong-code',
        INVALID_BACKUP_CODE: 'wrong-code',
        INVALID_TWO_FACTOR_COOKIE: 'link-expired',
        TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'link-expired',
      })
      return token
    },

    /** A session of someone who has shown who they are. Answers with its token. */
    async openSession(person: string, staySignedIn: boolean, device: Device): Promise<string> {
      const { internalAdapter } = await auth.$context
      const { token } = await internalAdapter.createSession(person, !staySignedIn, { userAgent: device.userAgent })
      return token
    },

    async requirePassword(person: Person, password: string, field: string) {
      await refusing(
        () => auth.api.verifyPassword({ body: { password }, headers: headersOfPerson(person) }),
        wrongPassword(field),
      )
    },

    async beginSecondFactor(person: Person, password: string): Promise<SecondFactorSetup> {
      const setup = await refusing(
        () => auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers: headersOfPerson(person) }),
        { ...wrongPassword(), TOTP_ALREADY_ENABLED: 'second-factor-set' },
      )
      if (setup.method !== 'totp') throw new Error('Another second factor than we asked for.')
      const secret = new URL(setup.totpURI).searchParams.get('secret') ?? ''
      return { uri: setup.totpURI, secret, recoveryCodes: setup.backupCodes }
    },

    /** Answers with the token of the session that takes the place of this one, if there is one. */
    async turnOnSecondFactor(person: Person, code: string, device: Device): Promise<string | undefined> {
      const { headers } = await refusing(
        () => auth.api.verifyTOTP({ body: { code }, headers: headersOfPerson(person, device), returnHeaders: true }),
        {
          INVALID_CODE: wrongCode,
          TOTP_NOT_ENABLED: { field: 'code', message: 'Start the setup again' },
        },
      )
      return newTokenIn(headers)
    },

    /** Answers with the token of the session that takes the place of this one, if there is one. */
    async turnOffSecondFactor(person: Person, password: string, device: Device): Promise<string | undefined> {
      const { headers } = await refusing(
        () =>
          auth.api.disableTwoFactor({
            body: { password },
            headers: headersOfPerson(person, device),
            returnHeaders: true,
          }),
        wrongPassword(),
      )
      return newTokenIn(headers)
    },

    async renewRecoveryCodes(person: Person, password: string): Promise<string[]> {
      const { backupCodes } = await refusing(
        () => auth.api.generateBackupCodes({ body: { password }, headers: headersOfPerson(person) }),
        { ...wrongPassword(), TWO_FACTOR_NOT_ENABLED: 'not-found' },
      )
      return backupCodes
    },

    /** A recovery code works once. */
    async spendRecoveryCode(person: Person, code: string) {
      await refusing(
        () => auth.api.verifyBackupCode({ body: { code, disableSession: true }, headers: headersOfPerson(person) }),
        { INVALID_BACKUP_CODE: wrongCode },
      )
    },

    /** The secret that the authenticator app makes its codes from. */
    async appSecretOf(person: string): Promise<string | undefined> {
      const encrypted = await encryptedAppSecret(parts.database, person)
      if (!encrypted) return undefined
      const { secretConfig } = await auth.$context
      return symmetricDecrypt({ key: secretConfig, data: encrypted })
    },
  }
}

/** For what is done in someone's name. A session that takes the place of theirs is on the same device. */
function headersOfPerson({ token }: Person, device: Device = {}) {
  return headersOf(device, { authorization: `Bearer ${token}` })
}

function headersOf({ userAgent }: Device, more: Record<string, string> = {}) {
  return new Headers({ ...(userAgent && { 'user-agent': userAgent }), ...more })
}

/** The token of a session that was replaced comes in a header, signed. */
function newTokenIn(headers: Headers) {
  const [token] = decodeURIComponent(headers.get('set-auth-token') ?? '').split('.')
  return token || undefined
}
