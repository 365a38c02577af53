import * as z from 'zod/mini'
import { emailAddressOr, newAccount, signedIn } from './account.ts'
import { eachOnce } from './once.ts'
import { organizationKind, role } from './organization.ts'

export const newInvitation = z.strictObject({
  email: emailAddressOr('Enter an email address'),
  role,
  /** Programs from the day of joining. Needs `athletes.all`. */
  programs: z.optional(z.array(z.uuid().check(z.toLowerCase())).check(z.maxLength(20, 'Choose at most 20'), eachOnce)),
  /** Resends an open invitation with this role. */
  replace: z.optional(z.boolean()),
})
export type NewInvitation = z.infer<typeof newInvitation>

/** Visible with the link, before log-in. */
export const invitation = z.object({
  /** With its organization in front (`place.ts`). */
  id: z.string(),
  organization: z.string(),
  kind: organizationKind,
  role,
  email: z.string(),
  invitedBy: z.nullable(z.string()),
  /** Whether log-in is needed to join. */
  hasAccount: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

export const acceptedInvitation = z.object({ organization: z.uuid() })

/** The link proves the address, so it creates the account and joins in one step. */
export const joining = newAccount
export const joined = z.extend(signedIn, { organization: z.uuid() })
