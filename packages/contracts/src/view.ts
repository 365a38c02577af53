import * as z from 'zod/mini'
import type { Permission } from './organization.ts'
import { boundedString, requiredLine } from './text.ts'

/** The lists that can be saved as views, and what one must be allowed to see each of them. Those of our staff are no organization's. */
export const listsWithViews = {
  athletes: 'athletes.view',
  deals: 'deals.view',
  companies: 'deals.view',
  deliverables: 'deals.view',
  payments: 'money.view',
  members: 'people.view',
  'demo-requests': 'staff',
  'staff-invoices': 'staff',
  'staff-subscriptions': 'staff',
} as const satisfies Record<string, Permission | 'staff'>
export type ListWithViews = keyof typeof listsWithViews
const list = z.enum(Object.keys(listsWithViews) as ListWithViews[])

/** How many views one person may have in an organization, or among our staff, and how many of all people may be shared for one list. */
export const MOST_VIEWS = 50
export const MOST_SHARED_VIEWS = 20

const name = requiredLine(60, 'Enter a name')
/** Search, filters, sort and columns as the address of the list has them, without the question mark. */
const address = boundedString(2000).check(z.minLength(1, 'Search, filter or sort the list first'), z.refine(isQuery))

/** Not a pattern of the API document: in a JSON schema it would lose its flag. */
function isQuery(text: string) {
  return !/[\s?#\p{Cc}\p{Cs}]/u.test(text)
}

export const savedView = z.object({
  id: z.uuid(),
  list,
  name: z.string(),
  address: z.string(),
  /** Everyone sees it who may see the list. */
  shared: z.boolean(),
  /** The caller saved it. */
  own: z.boolean(),
  /** The caller has it in the sidebar. */
  pinned: z.boolean(),
})
export type SavedView = z.infer<typeof savedView>

export const savedViews = z.object({ views: z.array(savedView) })

/** What people enter about a view. */
export const viewDetails = z.strictObject({ name, shared: z.boolean() })

export const newView = z.extend(viewDetails, { list, address })
export type NewView = z.infer<typeof newView>

export const viewChange = z.partial(z.extend(viewDetails, { address }))
export type ViewChange = z.infer<typeof viewChange>
