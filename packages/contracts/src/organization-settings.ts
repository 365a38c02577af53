import * as z from 'zod/mini'
import { currency } from './currency.ts'
import { timeZone } from './days.ts'
import { total } from './list.ts'
import { newOrganization, organizationKind } from './organization.ts'

/** By whose clock days end, what money is counted in where nothing else is said, and when the books' year begins. */
const bookkeeping = {
  timeZone,
  currency,
  fiscalMonth: z.int('Choose a month').check(z.gte(1, 'Choose a month'), z.lte(12, 'Choose a month')),
}

/** What is left out stays as it is. */
export const organizationSettings = z.extend(newOrganization, z.partial(z.object(bookkeeping)).shape)
export type OrganizationSettings = z.infer<typeof organizationSettings>

export const organization = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: organizationKind,
  ...bookkeeping,
  timeZone: z.string(),
  createdAt: z.iso.datetime(),
  /** Invented athletes, to look around. */
  sample: z.boolean(),
  /** Their names, so that every member knows whom to ask. */
  owners: z.array(z.string()),
  /** How many members and open invitations there are: null for whoever may not see people. */
  people: z.nullable(z.object({ members: total, invitations: total })),
})
export type Organization = z.infer<typeof organization>
