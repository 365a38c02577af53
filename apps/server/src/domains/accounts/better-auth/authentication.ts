import { accountMessages, type SecondFactorSetup } from '@sherpa/contracts/account'
import type { Person } from '../../../http/access.ts'
import type { Device } from '../sessions.ts'
import { isAppCode } from '../totp.ts'
import { type AuthenticationParts, configureBetterAuth } from './configuration.ts'
import { decryptFactor, reencryptFactor } from './encrypted-factors.ts'
import { createTicket, readCookies, readVerificationId, signAgain } from './log-in-ticket.ts'
import { translateErrors } from './refusals.ts'
import { findEncryptedFactor } from './stored-credentials.ts'

const wrongPassword = (field = 'password') => ({
  INVALID_PASSWORD: { field, message: accountMessages.passwordWrong },
})
const wrongCode = { field: 'code', message: accountMessages.codeWrong }
const wrongEitherCode = { field: 'code', message: accountMessages.eitherCodeWrong }

/** Ignores case and dash of hand-typed codes. */
const normalizeCode = (code: string) => code.replace('-', '').toLowerCase()

export type Authentication = ReturnType<typeof createAuthentication>

/** Adapter for better-auth. Translates its errors to `Refusal`; other folders do not import it. */
export function createAuthentication(parts: AuthenticationParts) {
  const { database, secrets } = parts
  const isRotating = secrets.length > 1
  const auth = configureBetterAuth(parts)

  return {
    /** Returns a session token, or a ticket for the second step. */
    async logIn(
      { email, password, staySignedIn }: { email: string; password: string; staySignedIn: boolean },
      device: Device,
    ): Promise<{ token: string } | { ticket: string }> {
      const { response, headers } = await translateErrors(
        () =>
          auth.api.signInEmail({
            body: { email, password, rememberMe: staySignedIn },
            headers: createHeaders(device),
            returnHeaders: true,
          }),
        { INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials' },
      )
      return 'twoFactorRedirect' in response ? { ticket: createTicket(headers) } : { token: response.token }
    },

    /** User id of a log-in before its second step. */
    findOwner,

    async countWrongCodes(ticket: string): Promise<number> {
      const { internalAdapter } = await auth.$context
      return Number(
        (await internalAdapter.findVerificationValue(`2fa-attempts-${readVerificationId(ticket)}`))?.value ?? 0,
      )
    },

    /** Accepts an app code or a recovery code. The caller checks whether an app code was used before. */
    async finishLogIn({ ticket, code }: { ticket: string; code: string }, device: Device): Promise<string> {
      const isApp = isAppCode(code)
      const check = isApp ? auth.api.verifyTOTP : auth.api.verifyBackupCode
      if (isRotating) await prepareFactor(await findOwner(ticket))
      const body = { code: isApp ? code : await findStoredForm(await findOwner(ticket), code) }
      const headers = createHeaders(device, { cookie: await signAgain(readCookies(ticket), secrets) })
      const { token } = await translateErrors(() => check({ body, headers }) as Promise<{ token: string }>, {
        INVALID_CODE: 'wrong-code',
        INVALID_BACKUP_CODE: 'wrong-code',
        INVALID_TWO_FACTOR_COOKIE: 'link-expired',
        TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'link-expired',
      })
      return token
    },

    /** Opens a session after authentication. Returns its token. */
    async openSession(person: string, staySignedIn: boolean, device: Device): Promise<string> {
      const { internalAdapter } = await auth.$context
      const { token } = await internalAdapter.createSession(person, !staySignedIn, { userAgent: device.userAgent })
      return token
    },

    async requirePassword(person: Person, password: string, field: string) {
      await translateErrors(
        () => auth.api.verifyPassword({ body: { password }, headers: createPersonHeaders(person) }),
        wrongPassword(field),
      )
    },

    async beginSecondFactor(person: Person, password: string): Promise<SecondFactorSetup> {
      const setup = await translateErrors(
        () => auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers: createPersonHeaders(person) }),
        { ...wrongPassword(), TOTP_ALREADY_ENABLED: 'second-factor-set' },
      )
      if (setup.method !== 'totp') throw new Error('Another second factor than we asked for.')
      const secret = new URL(setup.totpURI).searchParams.get('secret') ?? ''
      return { uri: setup.totpURI, secret, recoveryCodes: setup.backupCodes }
    },

    /** Returns the token of the replacement session, if there is one. */
    async turnOnSecondFactor(person: Person, code: string, device: Device): Promise<string | undefined> {
      await prepareFactor(person.id)
      const { headers } = await translateErrors(
        () =>
          auth.api.verifyTOTP({ body: { code }, headers: createPersonHeaders(person, device), returnHeaders: true }),
        {
          INVALID_CODE: wrongCode,
          TOTP_NOT_ENABLED: { field: 'code', message: 'Start the setup again' },
        },
      )
      return readNewToken(headers)
    },

    /** Returns the token of the replacement session, if there is one. */
    async turnOffSecondFactor(person: Person, password: string, device: Device): Promise<string | undefined> {
      const { headers } = await translateErrors(
        () =>
          auth.api.disableTwoFactor({
            body: { password },
            headers: createPersonHeaders(person, device),
            returnHeaders: true,
          }),
        wrongPassword(),
      )
      return readNewToken(headers)
    },

    async renewRecoveryCodes(person: Person, password: string): Promise<string[]> {
      const { backupCodes } = await translateErrors(
        () => auth.api.generateBackupCodes({ body: { password }, headers: createPersonHeaders(person) }),
        { ...wrongPassword(), TWO_FACTOR_NOT_ENABLED: 'not-found' },
      )
      return backupCodes
    },

    /** Single use. */
    async spendRecoveryCode(person: Person, code: string) {
      await prepareFactor(person.id)
      const body = { code: await findStoredForm(person.id, code), disableSession: true }
      await translateErrors(() => auth.api.verifyBackupCode({ body, headers: createPersonHeaders(person) }), {
        INVALID_BACKUP_CODE: wrongEitherCode,
      })
    },

    listRecoveryCodes,

    /** TOTP secret. */
    async loadAppSecret(person: string): Promise<string | undefined> {
      const encrypted = (await findEncryptedFactor(database, person))?.secret
      return encrypted && decryptFactor(encrypted, secrets)
    },
  }

  async function findOwner(ticket: string): Promise<string | undefined> {
    const { internalAdapter } = await auth.$context
    return (await internalAdapter.findVerificationValue(readVerificationId(ticket)))?.value
  }

  /** Unused codes only. */
  async function listRecoveryCodes(person: string): Promise<string[]> {
    const encrypted = (await findEncryptedFactor(database, person))?.backup_codes
    return encrypted ? JSON.parse(await decryptFactor(encrypted, secrets)) : []
  }

  /** During a rotation of the secret. */
  async function prepareFactor(person: string | undefined) {
    if (isRotating && person !== undefined) await reencryptFactor(database, person, secrets)
  }

  async function findStoredForm(person: string | undefined, code: string) {
    const codes = person === undefined ? [] : await listRecoveryCodes(person)
    return codes.find((one) => normalizeCode(one) === normalizeCode(code)) ?? code
  }
}

/** Authenticates as the person. A replacement session keeps the device. */
function createPersonHeaders({ token }: Person, device: Device = {}) {
  return createHeaders(device, { authorization: `Bearer ${token}` })
}

function createHeaders({ userAgent }: Device, more: Record<string, string> = {}) {
  return new Headers({ ...(userAgent && { 'user-agent': userAgent }), ...more })
}

/** better-auth returns a replacement token in a signed header. */
function readNewToken(headers: Headers) {
  const [token] = decodeURIComponent(headers.get('set-auth-token') ?? '').split('.')
  return token || undefined
}
