import * as z from 'zod/mini'
import { organizationKind, permission, role } from './organization.ts'
import { boundedString, line, requiredLine, requiredText } from './text.ts'

export const accountMessages = {
  nameRequired: 'Enter your name',
  emailRequired: 'Enter an email address',
  emailInvalid: 'Enter a valid email address',
  passwordRequired: 'Enter your password',
  passwordMissing: 'Choose a password',
  passwordShort: 'Use at least 12 characters',
  passwordLong: 'Use at most 128 characters',
  passwordGuessable: 'This password is easy to guess or known from a data breach. Choose another one',
  passwordWrong: 'Wrong password',
  codeWrong: 'Wrong code. Enter the current code from your app',
  codeInvalid: 'Enter the 6-digit code from your app',
  recoveryCodeInvalid: 'Enter one of your recovery codes, such as a7b2c-d3e4f',
  eitherCodeInvalid: 'Enter the 6-digit code from your app, or a recovery code',
  eitherCodeWrong: 'Wrong code. Enter the current code from your app, or an unused recovery code',
} as const

/** Length replaces composition rules; the server also rejects guessable passwords. */
export const passwordLength = { min: 12, max: 128 } as const

/** An email address with its own message if missing. */
export const emailAddressOr = (missing: string) =>
  requiredText(254, missing).check(z.email(accountMessages.emailInvalid), z.toLowerCase())

export const emailAddress = emailAddressOr(accountMessages.emailRequired)

/** A new password. Not trimmed. */
export const newPassword = z
  .string(accountMessages.passwordMissing)
  .check(
    z.maxLength(passwordLength.max, { error: accountMessages.passwordLong, abort: true }),
    z.minLength(1, { error: accountMessages.passwordMissing, abort: true }),
    z.minLength(passwordLength.min, accountMessages.passwordShort),
  )

const knownPassword = z
  .string(accountMessages.passwordRequired)
  .check(
    z.maxLength(passwordLength.max, { error: accountMessages.passwordWrong, abort: true }),
    z.minLength(1, { error: accountMessages.passwordRequired, abort: true }),
  )

const personName = requiredLine(120, accountMessages.nameRequired)
export const oneTimeToken = requiredText(1000, 'This link is incomplete')
/** Pasted codes may have spaces around them. */
const typedCode = (message: string, pattern: RegExp) =>
  boundedString(40, message).check(z.trim(), z.regex(pattern, message))
const sixDigits = typedCode(accountMessages.codeInvalid, /^\d{6}$/)
/** Recovery codes are compared without case and dash. */
const codeOrRecoveryCode = typedCode(accountMessages.eitherCodeInvalid, /^(\d{6}|[A-Za-z0-9]{5}-?[A-Za-z0-9]{5})$/)

/** Device token from an earlier log-in. It exempts the browser from rate limits that strangers can exhaust. */
const deviceToken = z.optional(boundedString(200))

export const registration = z.strictObject({ email: emailAddress })
export const linkLookup = z.strictObject({ token: oneTimeToken })
export const registeredAddress = z.object({ email: z.string() })
/** The link proves the address, so its holder chooses the password. Registering someone else's address gains nothing.
 */
export const newAccount = z.strictObject({ token: oneTimeToken, name: personName, password: newPassword })
export type NewAccount = z.infer<typeof newAccount>
export const login = z.strictObject({
  email: emailAddress,
  password: knownPassword,
  staySignedIn: z._default(z.boolean(), false),
  device: deviceToken,
})
/** The second step of a log-in: the ticket of the first, and a code of the app or a recovery code. */
export const secondFactorLogin = z.strictObject({
  ticket: oneTimeToken,
  code: codeOrRecoveryCode,
  device: deviceToken,
})
export const passwordResetRequest = z.strictObject({ email: emailAddress, device: deviceToken })
/** The name is asked of people whose account was made for them. */
export const passwordReset = z.strictObject({
  token: oneTimeToken,
  password: newPassword,
  name: z.optional(personName),
})
export type PasswordReset = z.infer<typeof passwordReset>
export const passwordChange = z.strictObject({
  currentPassword: knownPassword,
  newPassword,
  /** Required with a second factor. */
  code: z.optional(codeOrRecoveryCode),
})
export type PasswordChange = z.infer<typeof passwordChange>
export const passwordConfirmation = z.strictObject({ password: knownPassword })
/** Re-authentication before an irreversible action: a code with a second factor, else the password. Bodies that need
 * more extend it.
 */
export const identityProof = z.strictObject({
  password: z.optional(knownPassword),
  code: z.optional(codeOrRecoveryCode),
})
export type IdentityProof = z.infer<typeof identityProof>
export const codeConfirmation = z.strictObject({ code: codeOrRecoveryCode })
export const secondFactorCode = z.strictObject({ code: sixDigits })
/** To remove or renew the second factor. */
export const bothFactors = z.strictObject({ password: knownPassword, code: codeOrRecoveryCode })
export const emailChange = z.strictObject({
  email: emailAddress,
  password: knownPassword,
  /** Required with a second factor. */
  code: z.optional(codeOrRecoveryCode),
})
/** `changed` once both mailboxes have confirmed. */
export const emailChangeState = z.object({ changed: z.boolean(), email: z.string() })
export type EmailChangeState = z.infer<typeof emailChangeState>
export const profileChange = z.strictObject({ name: personName, phone: z.optional(line(40)) })

const user = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** A Sherpa employee, with access to the staff screens. */
  staff: z.boolean(),
  secondFactor: z.boolean(),
})
export type User = z.infer<typeof user>

export const signedIn = z.object({
  token: z.string(),
  user,
  /** Device token, sent with later log-ins. */
  device: z.string(),
})
export type SignedIn = z.infer<typeof signedIn>

/** A session, or a ticket for the second factor. */
export const loginAnswer = z.union([signedIn, z.object({ ticket: z.string() })])
export type LoginAnswer = z.infer<typeof loginAnswer>

/** The person with memberships and open invitations. */
export const account = z.object({
  user,
  /** Shown to athletes and guardians whom the person looks after. */
  phone: z.nullable(z.string()),
  /** Encrypts on a device what the person has not sent yet. Kept in memory only. */
  draftKey: z.string(),
  organizations: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      kind: organizationKind,
      /** Fictional data to explore. */
      sample: z.boolean(),
      timeZone: z.string(),
      role,
      /** Effective permissions of the role in this organization. */
      permissions: z.array(permission),
      /** While the trial runs without a plan, for people who see billing. */
      trialEndsAt: z.optional(z.iso.datetime()),
    }),
  ),
  /** Ids have their organization in front (`place.ts`). */
  invitations: z.array(z.object({ id: z.string(), organization: z.string(), kind: organizationKind, role })),
})
export type Account = z.infer<typeof account>
export type AccountOrganization = Account['organizations'][number]

export const sessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      current: z.boolean(),
      /** Such as "Chrome on Windows". */
      device: z.string(),
      signedInAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime(),
    }),
  ),
})
export type SessionList = z.infer<typeof sessionList>

export const secondFactorSetup = z.object({
  /** An otpauth: URI for the QR code. */
  uri: z.string(),
  /** The same secret, for manual entry. */
  secret: z.string(),
  recoveryCodes: z.array(z.string()),
})
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>

export const secondFactorState = z.object({
  /** Unused recovery codes; null without a second factor. */
  recoveryCodesLeft: z.nullable(z.int()),
})

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const refreshedToken = z.object({ token: z.string() })
