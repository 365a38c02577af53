import { accountMessages, type SecondFactorSetup } from '@sherpa/contracts/account'
import { symmetricDecrypt } from 'better-auth/crypto'
import type { Person } from '../../../http/access.ts'
import type { Device } from '../sessions.ts'
import { isAppCode } from '../totp.ts'
import { type AuthenticationParts, configuredBetterAuth } from './configuration.ts'
import { cookiesOf, ticketFrom, waitingLogInOf } from './log-in-ticket.ts'
import { refusing } from './refusals.ts'
import { encryptedFactor } from './stored-credentials.ts'

const wrongPassword = (field = 'password') => ({
  INVALID_PASSWORD: { field, message: accountMessages.passwordWrong },
})
const wrongCode = { field: 'code', message: accountMessages.codeWrong }
const wrongEitherCode = { field: 'code', message: accountMessages.eitherCodeWrong }

/** Typed by hand: without case and dash. */
const foldedCode = (code: string) => code.replace('-', '').toLowerCase()

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
    ownerOf,

    /** How many wrong codes were entered for a log-in. better-auth keeps the number beside it. */
    async wrongCodesOf(ticket: string): Promise<number> {
      const { internalAdapter } = await auth.$context
      return Number((await internalAdapter.findVerificationValue(`2fa-attempts-${waitingLogInOf(ticket)}`))?.value ?? 0)
    },

    /** The second step, with a code of the app or a recovery code. Whether a code was used before is not asked here. */
    async finishLogIn({ ticket, code }: { ticket: string; code: string }, device: Device): Promise<string> {
      const isApp = isAppCode(code)
      const check = isApp ? auth.api.verifyTOTP : auth.api.verifyBackupCode
      const body = { code: isApp ? code : await storedForm(await ownerOf(ticket), code) }
      const headers = headersOf(device, { cookie: cookiesOf(ticket) })
      const { token } = await refusing(() => check({ body, headers }) as Promise<{ token: string }>, {
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
      const body = { code: await storedForm(person.id, code), disableSession: true }
      await refusing(() => auth.api.verifyBackupCode({ body, headers: headersOfPerson(person) }), {
        INVALID_BACKUP_CODE: wrongEitherCode,
      })
    },

    recoveryCodesOf,

    /** The secret that the authenticator app makes its codes from. */
    async appSecretOf(person: string): Promise<string | undefined> {
      const encrypted = (await encryptedFactor(parts.database, person))?.secret
      return encrypted && decrypt(encrypted)
    },
  }

  async function ownerOf(ticket: string): Promise<string | undefined> {
    const { internalAdapter } = await auth.$context
    return (await internalAdapter.findVerificationValue(waitingLogInOf(ticket)))?.value
  }

  /** Those that are not used yet. */
  async function recoveryCodesOf(person: string): Promise<string[]> {
    const encrypted = (await encryptedFactor(parts.database, person))?.backup_codes
    return encrypted ? JSON.parse(await decrypt(encrypted)) : []
  }

  async function decrypt(data: string) {
    const { secretConfig } = await auth.$context
    return symmetricDecrypt({ key: secretConfig, data })
  }

  async function storedForm(person: string | undefined, code: string) {
    const codes = person === undefined ? [] : await recoveryCodesOf(person)
    return codes.find((one) => foldedCode(one) === foldedCode(code)) ?? code
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
