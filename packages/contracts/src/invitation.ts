import * as z from 'zod/mini'
import { emailAddressOr } from './account.ts'
import { organisationKind, role } from './organisation.ts'
import { requiredText } from './text.ts'

export const newInvitation = z.strictObject({
  email: emailAddressOr('Enter an email address'),
  role,
  /** Sends an open invitation to the same address again, with this role. */
  replace: z.optional(z.boolean()),
})
export type NewInvitation = z.infer<typeof newInvitation>

export const invitationLookup = z.strictObject({ token: requiredText(200, 'This link is incomplete') })

/** What someone with the link from the mail may know before they log in. */
export const invitation = z.object({
  id: z.uuid(),
  organisation: z.string(),
  kind: organisationKind,
  role,
  email: z.string(),
  invitedBy: z.nullable(z.string()),
})
export type Invitation = z.infer<typeof invitation>

export const acceptedInvitation = z.object({ organisation: z.uuid() })
