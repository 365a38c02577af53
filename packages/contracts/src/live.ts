import * as z from 'zod/mini'
import type { Tag } from './operation.ts'
import type { Permission } from './organization.ts'

/** What changes are announced about, and what one must be allowed to hear of them: which records changed, never what is in them. */
export const liveTopics = {
  organization: 'member',
  members: 'people.view',
  invitations: 'people.view',
  permissions: 'people.view',
  subscription: 'billing.view',
  invoices: 'billing.view',
  activity: 'activity.view',
  athletes: 'athletes.view',
  companies: 'deals.view',
  deals: 'deals.view',
  agreements: 'deals.view',
  deliverables: 'deals.view',
  'key-dates': 'deals.view',
  'league-days': 'deals.view',
  payments: 'money.view',
  receipts: 'money.view',
  expenses: 'money.view',
  payouts: 'money.view',
  'fee-invoices': 'money.view',
  'bank-lines': 'money.view',
  entries: 'money.view',
  imports: 'data.import',
  archives: 'data.export',
  /** Only the person whose they are hears of them. */
  notifications: 'member',
  views: 'member',
  requests: 'staff',
  'staff-views': 'staff',
} as const satisfies Record<string, 'member' | 'staff' | Permission>
export type LiveTopic = keyof typeof liveTopics

/** Which answers that clients keep are out of date when records of a topic have changed. Lists are not among them: they ask for single rows. */
export const topicTags: Record<LiveTopic, readonly Tag[]> = {
  organization: ['User'],
  members: ['People'],
  invitations: ['People'],
  permissions: ['Permission'],
  subscription: ['Subscription'],
  invoices: ['Invoice'],
  activity: ['Activity'],
  athletes: ['Player'],
  companies: ['Company'],
  deals: ['Deal'],
  agreements: ['Agreement'],
  deliverables: ['Deal'],
  'key-dates': ['Deal'],
  'league-days': ['Deal'],
  payments: ['Deal', 'Revenue'],
  receipts: ['Revenue'],
  expenses: ['Expense'],
  payouts: ['Revenue'],
  'fee-invoices': ['Revenue'],
  'bank-lines': ['Revenue'],
  entries: ['Revenue'],
  imports: ['Import'],
  archives: ['Archive'],
  requests: ['DemoRequest'],
  notifications: ['Notification'],
  views: ['View'],
  'staff-views': ['View'],
}

/** Our staff hears of these, from all organizations. */
export const staffTopics: ReadonlySet<LiveTopic> = new Set(['subscription', 'invoices', 'requests', 'staff-views'])

/** Whoever asks again does so at a moment of their own choice within this time: many hear the same. */
const spreadMs = z.number()

/** One message of the stream. */
export const liveMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('changed'),
    topic: z.enum(Object.keys(liveTopics) as LiveTopic[]),
    /** Null: more than a hundred. */
    ids: z.nullable(z.array(z.string())),
    /** They are new. */
    added: z.boolean(),
    spreadMs,
  }),
  /** Something may have been missed: ask again for what is shown. */
  z.object({ type: z.literal('refresh'), spreadMs }),
  /** What the person may do has changed. */
  z.object({ type: z.literal('access-changed') }),
  /** The person has no access any more; nothing follows. */
  z.object({ type: z.literal('ended') }),
])
export type LiveMessage = z.infer<typeof liveMessage>
