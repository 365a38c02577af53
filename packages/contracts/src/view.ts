import * as z from 'zod/mini'
import type { Permission } from './organization.ts'
import { boundedString, requiredLine } from './text.ts'

/** Lists with saved views, and their permission. Staff lists belong to no organization, tasks to all members but athletes. */
export const listsWithViews = {
  athletes: 'athletes.view',
  deals: 'deals.view',
  companies: 'deals.view',
  disclosures: 'deals.view',
  deliverables: 'deals.view',
  payments: 'money.view',
  receipts: 'money.view',
  expenses: 'money.view',
  'fee-invoices': 'money.view',
  payables: 'money.view',
  members: 'people.view',
  tasks: 'member',
  'demo-requests': 'staff',
  'staff-invoices': 'staff',
  'staff-subscriptions': 'staff',
} as const satisfies Record<string, Permission | 'member' | 'staff'>
export type ListWithViews = keyof typeof listsWithViews

/** Screens of an organization's lists, below the organization. */
export const viewScreens = {
  athletes: 'athletes',
  deals: 'deals',
  companies: 'companies',
  disclosures: 'compliance',
  deliverables: 'calendar/deliverables',
  payments: 'finances/payments',
  receipts: 'finances/receipts',
  expenses: 'finances/expenses',
  'fee-invoices': 'finances/fees',
  payables: 'finances/payables',
  members: 'people',
  tasks: 'tasks',
} as const satisfies Partial<Record<ListWithViews, string>>
/** Staff lists have no alerts. */
export type WatchableList = keyof typeof viewScreens
const list = z.enum(Object.keys(listsWithViews) as ListWithViews[])

/** Limits per person, and of shared views per list. */
export const MOST_VIEWS = 50
export const MOST_SHARED_VIEWS = 20

const name = requiredLine(60, 'Enter a name')
/** The query string of the list, without the question mark. */
const address = boundedString(2000).check(z.minLength(1, 'Search, filter or sort the list first'), z.refine(isQuery))

/** Not a regex check: JSON Schema would drop its flag. */
function isQuery(text: string) {
  return !/[\s?#\p{Cc}\p{Cs}]/u.test(text)
}

export const savedView = z.object({
  id: z.uuid(),
  list,
  name: z.string(),
  address: z.string(),
  /** Visible to everyone who can see the list. */
  shared: z.boolean(),
  /** Saved by the caller. */
  own: z.boolean(),
  /** In the caller's sidebar. */
  pinned: z.boolean(),
  /** The question to Sonar that it was saved from. */
  question: z.nullable(z.string()),
  /** The caller gets a mail each morning about new rows. */
  alert: z.boolean(),
})
export type SavedView = z.infer<typeof savedView>

export const savedViews = z.object({ views: z.array(savedView) })

export const viewDetails = z.strictObject({ name, shared: z.boolean() })

const question = requiredLine(300, 'Ask a question')
/** Staff lists have no alerts. */
export const newStaffView = z.extend(viewDetails, { list, address, question: z.optional(question) })
export type NewStaffView = z.infer<typeof newStaffView>

/** With `alert`, the caller also gets a mail each morning about new rows. */
export const newView = z.extend(newStaffView, { alert: z.optional(z.boolean()) })
export type NewView = z.infer<typeof newView>

export const viewChange = z.partial(z.extend(viewDetails, { address }))
export type ViewChange = z.infer<typeof viewChange>
