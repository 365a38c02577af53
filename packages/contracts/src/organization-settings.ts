import * as z from 'zod/mini'
import { currency } from './currency.ts'
import { timeZone } from './days.ts'
import { total } from './list.ts'
import { newOrganization, organizationKind } from './organization.ts'

/** Time zone, default currency and fiscal year. */
const bookkeeping = {
  timeZone,
  currency,
  fiscalMonth: z.int('Choose a month').check(z.gte(1, 'Choose a month'), z.lte(12, 'Choose a month')),
}

/** Omitted fields stay unchanged. */
export const organizationSettings = z.extend(newOrganization, {
  ...z.partial(z.object(bookkeeping)).shape,
  /** Owners only. */
  guardiansSeePayments: z.optional(z.boolean()),
  reviewContactData: z.optional(z.boolean()),
})
export type OrganizationSettings = z.infer<typeof organizationSettings>

export const organization = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: organizationKind,
  ...bookkeeping,
  timeZone: z.string(),
  /** Guardians of minors see sums of payments. */
  guardiansSeePayments: z.boolean(),
  /** Changes that athletes make to their contact data wait for a decision. */
  reviewContactData: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Fictional data to explore. */
  sample: z.boolean(),
  /** Names, so that members know whom to ask. */
  owners: z.array(z.string()),
  /** Null without `people.view`. */
  people: z.nullable(z.object({ members: total, invitations: total })),
})
export type Organization = z.infer<typeof organization>
