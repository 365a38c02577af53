import * as z from 'zod/mini'
import { organisationKind, permission, role } from './organisation.ts'
import { requiredLine, requiredText } from './text.ts'

export const accountMessages = {
  nameRequired: 'Please enter your name',
  emailRequired: 'Please enter your email address',
  emailInvalid: 'Please enter a valid email address',
  passwordRequired: 'Please enter your password',
  passwordMissing: 'Please choose a password',
  passwordShort: 'Please use at least 12 characters',
  passwordLong: 'Please use at most 128 characters',
  passwordGuessable: 'This password is easy to guess, or known from a data breach: please choose another',
  passwordWrong: 'This is not your password',
  codeWrong: 'This code is not right: please enter the one that your app shows now',
  codeInvalid: 'Please enter the 6 digits that your app shows',
  recoveryCodeInvalid: 'Please enter one of your recovery codes, such as a1B2c-D3e4F',
} as const

/** Long enough that no rule about digits and signs is needed; a check on the server refuses what is easy to guess. */
export const passwordLength = { min: 12, max: 128 } as const

/** An address, and what to say where there is none. */
export const emailAddressOr = (missing: string) =>
  requiredText(254, missing).check(z.email(accountMessages.emailInvalid), z.toLowerCase())

export const emailAddress = emailAddressOr(accountMessages.emailRequired)

/** A password that is being chosen. It is taken to the letter: no trimming. */
export const newPassword = z
  .string(accountMessages.passwordMissing)
  .check(
    z.minLength(1, { error: accountMessages.passwordMissing, abort: true }),
    z.minLength(passwordLength.min, accountMessages.passwordShort),
    z.maxLength(passwordLength.max, accountMessages.passwordLong),
  )

const knownPassword = z
  .string(accountMessages.passwordRequired)
  .check(
    z.minLength(1, { error: accountMessages.passwordRequired, abort: true }),
    z.maxLength(passwordLength.max, accountMessages.passwordWrong),
  )

const personName = requiredLine(120, accountMessages.nameRequired)
const oneTimeToken = requiredText(1000, 'This link is not complete')
const sixDigits = z.string(accountMessages.codeInvalid).check(z.trim(), z.regex(/^\d{6}$/, accountMessages.codeInvalid))

export const registration = z.strictObject({ name: personName, email: emailAddress, password: newPassword })
export const mailRequest = z.strictObject({ email: emailAddress })
/**
 * The link from the mail, and the password that was chosen: whoever registers somebody else's address cannot have its owner
 * confirm it for them.
 */
export const verification = z.strictObject({ token: oneTimeToken, password: knownPassword })
export const login = z.strictObject({
  email: emailAddress,
  password: knownPassword,
  staySignedIn: z._default(z.boolean(), false),
})
/** The second half of a log-in: the ticket of the first, and a code of the app or a recovery code. */
export const secondFactorLogin = z.strictObject({
  ticket: oneTimeToken,
  code: z
    .string(accountMessages.codeInvalid)
    .check(z.trim(), z.regex(/^(\d{6}|[A-Za-z0-9]{5}-[A-Za-z0-9]{5})$/, accountMessages.codeInvalid)),
})
export const passwordReset = z.strictObject({ token: oneTimeToken, password: newPassword })
export const passwordChange = z.strictObject({ currentPassword: knownPassword, newPassword })
export const passwordConfirmation = z.strictObject({ password: knownPassword })
export const secondFactorCode = z.strictObject({ code: sixDigits })
export const profileChange = z.strictObject({ name: personName })

const user = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** One of us, who may see the staff's screens. */
  staff: z.boolean(),
  secondFactor: z.boolean(),
})
export type User = z.infer<typeof user>

export const signedIn = z.object({ token: z.string(), user })
export type SignedIn = z.infer<typeof signedIn>

/** A log-in is done, or asks for the second factor. */
export const loginAnswer = z.union([signedIn, z.object({ ticket: z.string() })])
export type LoginAnswer = z.infer<typeof loginAnswer>

/** The person, where they belong and where they are invited. */
export const account = z.object({
  user,
  organisations: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      kind: organisationKind,
      role,
      /** What the person may do there, worked out from the role and the organisation's own table. */
      permissions: z.array(permission),
    }),
  ),
  invitations: z.array(z.object({ id: z.uuid(), organisation: z.string(), role })),
})
export type Account = z.infer<typeof account>
export type AccountOrganisation = Account['organisations'][number]

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
  /** An otpauth: address, for the picture that apps read. */
  uri: z.string(),
  /** The same secret, to type in. */
  secret: z.string(),
  recoveryCodes: z.array(z.string()),
})
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const refreshedToken = z.object({ token: z.string() })
