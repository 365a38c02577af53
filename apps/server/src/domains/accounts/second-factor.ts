import { accountMessages, type SecondFactorSetup } from '@sherpa/contracts/account'
import { Refusal } from '@sherpa/contracts/problem'
import { symmetricDecrypt } from 'better-auth/crypto'
import type { Person } from '../../http/access.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import { type Accounts, endSessions } from './accounts.ts'
import type { Auth } from './auth.ts'
import { refusing } from './refusals.ts'
import { mailSecurityNotice } from './security-notice.ts'
import type { Device } from './sessions.ts'
import { headersOfPerson } from './sign-in.ts'
import { stepOfCode } from './totp.ts'

const wrongPassword = { INVALID_PASSWORD: { field: 'password', message: accountMessages.passwordWrong } }
const wrongCode = { field: 'code', message: accountMessages.codeWrong }

export type SecondFactorParts = { auth: Auth; accounts: Accounts; database: Database; clock: () => Date }

/** The app that shows six digits, and the codes for the day when it is lost. */
export function secondFactor({ auth, accounts, database, clock }: SecondFactorParts) {
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
          INVALID_CODE: wrongCode,
          TOTP_NOT_ENABLED: { field: 'code', message: 'Please start again: the set-up was not begun' },
        },
      )
      // The code that confirms the set-up has been used, too.
      await spendCode(person.id, code)
      await note(person, 'second-factor-on')
      const replaced = await replacedToken(person, headers, expiresAt)
      await endSessions(database, person.id, replaced.token)
      return replaced
    },

    /** Asks for the factor that is to go: whoever has only the password and an open browser cannot remove it. */
    async remove(person: Person, { password, code }: { password: string; code: string }, device: Device) {
      await requireCode(person, code)
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

    spendCode,
  }

  /** Whether a code of the app is right and later than the last one that was used. */
  async function spendCode(person: string, code: string): Promise<boolean> {
    const encrypted = await accounts.secretOf(person)
    if (!encrypted) return false
    const { secretConfig } = await auth.$context
    const step = stepOfCode(await symmetricDecrypt({ key: secretConfig, data: encrypted }), code, clock())
    return step !== undefined && accounts.spendStep(person, step)
  }

  async function requireCode(person: Person, code: string) {
    if (!person.secondFactor) throw new Refusal('not-found')
    if (/^\d{6}$/.test(code)) {
      if (!(await spendCode(person.id, code))) throw new Refusal('invalid-fields', { errors: [wrongCode] })
      return
    }
    await refusing(
      auth.api.verifyBackupCode({ body: { code, disableSession: true }, headers: headersOfPerson(person) }),
      { INVALID_BACKUP_CODE: wrongCode },
    )
  }

  async function note(person: Person, change: 'second-factor-on' | 'second-factor-off') {
    await inTransaction(database, async (client) => {
      await noteEvent(client, { event: change, actor: person.id })
      await mailSecurityNotice(client, person, change)
    })
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
