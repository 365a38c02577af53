import * as z from 'zod/mini'
import { emailAddressOr, newAccount, signedIn } from './account.ts'
import { organizationKind, role } from './organization.ts'

export const newInvitation = z.strictObject({
  email: emailAddressOr('Enter an email address'),
  role,
  /** Sends an open invitation to the same address again, with this role. */
  replace: z.optional(z.boolean()),
})
export type NewInvitation = z.infer<typeof newInvitation>

/** What someone with the link from the mail may know before they log in. */
export const invitation = z.object({
  id: z.uuid(),
  organization: z.string(),
  kind: organizationKind,
  role,
  email: z.string(),
  invitedBy: z.nullable(z.string()),
  /** Whether the address has an account: then its owner logs in to join. */
  hasAccount: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

export const acceptedInvitation = z.object({ organization: z.uuid() })

/** The link of an invitation shows that the address is theirs: it makes the account and joins in one step. */
export const joining = newAccount
export const joined = z.extend(signedIn, { organization: z.uuid() })
