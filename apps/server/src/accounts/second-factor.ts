import { accountMessages, type SecondFactorSetup } from '@sherpa/contracts/account'
import { noteEvent } from '../audit/audit-events.ts'
import type { Person } from '../http/access.ts'
import { refusing } from './refusals.ts'
import { mailSecurityNotice } from './security-notice.ts'
import { type Device, headersOfPerson, type SignInParts } from './sign-in.ts'

const wrongPassword = { INVALID_PASSWORD: { field: 'password', message: accountMessages.passwordWrong } }

/** The app that shows six digits, and the codes for the day when it is lost. */
export function secondFactor({ auth, accounts, database }: SignInParts) {
  return {
    async begin(person: Person, password: string): Promise<SecondFactorSetup> {
      const setup = await refusing(
        auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers: headersOfPerson(person) }),
        { ...wrongPassword, TOTP_ALREADY_ENABLED: 'second-factor-set' },
      )
      if (setup.method !== 'totp') throw new Error('Another second factor than we asked for.')
      const secret = new URL(setup.totpURI).searchParams.get('secret') ?? ''
      return { uri: setup.totpURI, secret, recoveryCodes: setup.backupCodes }
    },

    async confirm(person: Person, code: string, device: Device) {
      const expiresAt = await accounts.expiryOf(person.sessionId)
      const { headers } = await refusing(
        auth.api.verifyTOTP({ body: { code }, headers: headersOfPerson(person, device), returnHeaders: true }),
        {
          INVALID_CODE: { field: 'code', message: accountMessages.codeWrong },
          TOTP_NOT_ENABLED: { field: 'code', message: 'Please start again: the set-up was not begun' },
        },
      )
      await note(person, 'second-factor-on')
      const replaced = await replacedToken(person, headers, expiresAt)
      await accounts.endSessionsBut(person.id, replaced.token)
      return replaced
    },

    async remove(person: Person, password: string, device: Device) {
      const expiresAt = await accounts.expiryOf(person.sessionId)
      const { headers } = await refusing(
        auth.api.disableTwoFactor({
          body: { password },
          headers: headersOfPerson(person, device),
          returnHeaders: true,
        }),
        wrongPassword,
      )
      await note(person, 'second-factor-off')
      return replacedToken(person, headers, expiresAt)
    },

    async renewRecoveryCodes(person: Person, password: string) {
      const { backupCodes } = await refusing(
        auth.api.generateBackupCodes({ body: { password }, headers: headersOfPerson(person) }),
        { ...wrongPassword, TWO_FACTOR_NOT_ENABLED: 'not-found' },
      )
      await noteEvent(database, { event: 'recovery-codes-renewed', actor: person.id })
      return { recoveryCodes: backupCodes }
    },
  }

  async function note(person: Person, change: 'second-factor-on' | 'second-factor-off') {
    await noteEvent(database, { event: change, actor: person.id })
    await mailSecurityNotice(database, person, change)
  }

  /** Changing the factor replaces the session; its token comes in a header. */
  async function replacedToken(person: Person, headers: Headers, expiresAt: Date) {
    const [token] = decodeURIComponent(headers.get('set-auth-token') ?? '').split('.')
    if (!token) return { token: person.token }
    await accounts.inheritLifetime(token, expiresAt)
    return { token }
  }
}

export type SecondFactor = ReturnType<typeof secondFactor>
