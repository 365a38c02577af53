import * as z from 'zod/mini'
import { organizationKind } from './organization.ts'
import { requiredText } from './text.ts'

/** How far someone is as the guardian of a minor. */
export const guardianStates = {
  invited: 'Invited as guardian',
  confirmed: 'Guardian, not verified',
  verified: 'Verified guardian',
} as const
export type GuardianState = keyof typeof guardianStates

/** How a colleague made sure that someone is the guardian. */
export const verifications = {
  'id-seen': 'Saw an ID or a document',
  'signed-form': 'Has a signed form',
  call: 'Called them',
} as const
export type Verification = keyof typeof verifications

const reach = z.enum(['full', 'limited'])
const when = z.iso.datetime()

/** Someone who answers for a minor, or was asked to: as the athlete's record shows it. */
export const guardian = z.object({
  id: z.uuid(),
  /** The contact that they are; null once that was removed. */
  contact: z.nullable(z.uuid()),
  name: z.string(),
  state: z.enum(keysOf(guardianStates)),
  reach,
  /** They allow the athlete to have an account. */
  consentsToAccount: z.boolean(),
  invitedAt: when,
  confirmedAt: z.nullable(when),
  verified: z.nullable(
    z.object({
      at: when,
      by: z.nullable(z.string()),
      how: z.enum(keysOf(verifications)),
      /** Why whoever had asked them verified them too: nobody else could. */
      selfVerifiedBecause: z.nullable(z.string()),
    }),
  ),
  /** They are a member as well, and so cannot sign for the athlete. */
  isMember: z.boolean(),
  /** Whether the caller may verify them. Whom they asked themselves they verify only if nobody else can, with a comment. */
  verifying: z.enum(['open', 'alone', 'by-colleague']),
})
export type Guardian = z.infer<typeof guardian>

/** Sends an open invitation again: its old link ends. */
export const sendingAgain = z.strictObject({ replace: z.optional(z.boolean()) })
export type SendingAgain = z.infer<typeof sendingAgain>

export const newVerification = z.strictObject({
  how: z.enum(keysOf(verifications), 'Choose how you made sure'),
  /** From whoever asked the guardian, if nobody else can verify them. */
  because: z.optional(requiredText(1000, 'Say why you verify them yourself')),
})
export type NewVerification = z.infer<typeof newVerification>

/** What someone with the link from the mail may know before they log in. */
export const guardianInvitation = z.object({
  id: z.uuid(),
  organization: z.string(),
  kind: organizationKind,
  /** First name and initial. */
  athlete: z.string(),
  email: z.string(),
  invitedBy: z.nullable(z.string()),
  /** Whether the address has an account: then its owner logs in to confirm. */
  hasAccount: z.boolean(),
})
export type GuardianInvitation = z.infer<typeof guardianInvitation>

export const guardianConfirmation = z.strictObject({
  consentsToAccount: z.boolean('Say whether the athlete may have an account'),
})

/** Whose guardian someone is, as they see it themselves. */
export const guardianship = z.object({
  id: z.uuid(),
  organization: z.string(),
  kind: organizationKind,
  /** The name; until they have confirmed, first name and initial. */
  athlete: z.string(),
  /** Null: they were asked, and have not confirmed yet. */
  confirmedAt: z.nullable(when),
  verified: z.boolean(),
  consentsToAccount: z.boolean(),
  /** The athlete uses an account in this organization. */
  hasAccount: z.boolean(),
  /** With full contact only. */
  facts: z.nullable(
    z.object({
      sport: z.nullable(z.string()),
      level: z.string(),
      school: z.nullable(z.string()),
      classYear: z.nullable(z.int()),
      stage: z.string(),
    }),
  ),
})
export type Guardianship = z.infer<typeof guardianship>
export const guardianshipList = z.object({ guardianships: z.array(guardianship) })

function keysOf<Key extends string>(record: Record<Key, unknown>) {
  return Object.keys(record) as Key[]
}
