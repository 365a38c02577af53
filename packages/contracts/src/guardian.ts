import * as z from 'zod/mini'
import { organizationKind } from './organization.ts'
import { requiredText } from './text.ts'

/** Status of a guardian. */
export const guardianStates = {
  invited: 'Asked as guardian',
  confirmed: 'Guardian, not verified',
  verified: 'Verified guardian',
} as const
export type GuardianState = keyof typeof guardianStates

/** Methods of verification. */
export const verifications = {
  'id-seen': 'Checked an ID or document',
  'signed-form': 'Signed form on file',
  call: 'Phone call',
} as const
export type Verification = keyof typeof verifications

const reach = z.enum(['full', 'limited'])
const when = z.iso.datetime()

/** A guardian or open request, as shown on the athlete's record. */
export const guardian = z.object({
  id: z.uuid(),
  /** Their contact; null once removed. */
  contact: z.nullable(z.uuid()),
  name: z.string(),
  state: z.enum(keysOf(guardianStates)),
  reach,
  /** Consent to an account for the athlete. */
  consentsToAccount: z.boolean(),
  invitedAt: when,
  confirmedAt: z.nullable(when),
  verified: z.nullable(
    z.object({
      at: when,
      by: z.nullable(z.string()),
      how: z.enum(keysOf(verifications)),
      /** The reason why the member who asked also verified. */
      selfVerificationReason: z.nullable(z.string()),
    }),
  ),
  /** Members can't sign for the athlete. */
  isMember: z.boolean(),
  /** Whether the caller may verify them. The member who asked may do so only if nobody else can, with a comment. */
  verifying: z.enum(['open', 'alone', 'by-colleague']),
})
export type Guardian = z.infer<typeof guardian>

/** Resends an open request; the previous link expires. */
export const sendingAgain = z.strictObject({ replace: z.optional(z.boolean()) })
export type SendingAgain = z.infer<typeof sendingAgain>

export const newVerification = z.strictObject({
  how: z.enum(keysOf(verifications), 'Choose how you verified them'),
  /** Required for self-verification. */
  reason: z.optional(requiredText(1000, 'Enter why you are verifying them yourself')),
})
export type NewVerification = z.infer<typeof newVerification>

/** Visible with the link, before log-in. */
export const guardianInvitation = z.object({
  id: z.uuid(),
  organization: z.string(),
  kind: organizationKind,
  /** First name and initial. */
  athlete: z.string(),
  email: z.string(),
  invitedBy: z.nullable(z.string()),
  /** Whether log-in is needed to confirm. */
  hasAccount: z.boolean(),
})
export type GuardianInvitation = z.infer<typeof guardianInvitation>

export const guardianConfirmation = z.strictObject({
  consentsToAccount: z.boolean('Choose whether the athlete can have an account'),
})

/** A guardianship, as the guardian sees it. */
export const guardianship = z.object({
  /** With its organization in front (`place.ts`). */
  id: z.string(),
  organization: z.string(),
  kind: organizationKind,
  /** The name; before confirmation, first name and initial. */
  athlete: z.string(),
  /** Null: not confirmed yet. */
  confirmedAt: z.nullable(when),
  verified: z.boolean(),
  consentsToAccount: z.boolean(),
  /** The athlete has an account in this organization. */
  hasAccount: z.boolean(),
  /** Full contact level only. */
  facts: z.nullable(
    z.object({
      sport: z.nullable(z.string()),
      level: z.nullable(z.string()),
      school: z.nullable(z.string()),
      classYear: z.nullable(z.int()),
      stage: z.nullable(z.string()),
    }),
  ),
})
export type Guardianship = z.infer<typeof guardianship>
export const guardianshipList = z.object({ guardianships: z.array(guardianship) })

function keysOf<Key extends string>(record: Record<Key, unknown>) {
  return Object.keys(record) as Key[]
}
