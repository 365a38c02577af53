import * as z from 'zod/mini'
import type { Tag } from './operation.ts'
import type { Permission } from './organization.ts'

/** Topics of live updates, with their permission. Events name records, never their content. */
export const liveTopics = {
  organization: 'member',
  members: 'people.view',
  invitations: 'people.view',
  permissions: 'people.view',
  subscription: 'billing.view',
  invoices: 'billing.view',
  activity: 'activity.view',
  athletes: 'athletes.view',
  availability: 'athletes.view',
  /** Members who do not see all athletes refresh instead when their programs change. */
  programs: 'athletes.all',
  companies: 'deals.view',
  deals: 'deals.view',
  agreements: 'deals.view',
  disclosures: 'deals.view',
  deliverables: 'deals.view',
  'key-dates': 'deals.view',
  /** Which of them change depends on amounts. */
  verdicts: 'money.view',
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
  tasks: 'member',
  licenses: 'member',
  'agent-notices': 'deals.view',
  /** Sent only to their recipient. */
  notifications: 'member',
  views: 'member',
  requests: 'staff',
  'staff-views': 'staff',
} as const satisfies Record<string, 'member' | 'staff' | Permission>
export type LiveTopic = keyof typeof liveTopics

/** Cache tags that a topic invalidates. Lists refetch single rows instead. */
export const topicTags: Record<LiveTopic, readonly Tag[]> = {
  organization: ['User'],
  members: ['People'],
  invitations: ['People'],
  permissions: ['Permission'],
  subscription: ['Subscription'],
  invoices: ['Invoice'],
  activity: ['Activity'],
  athletes: ['Player'],
  availability: ['Availability'],
  programs: ['Program'],
  companies: ['Company'],
  deals: ['Deal'],
  agreements: ['Agreement'],
  disclosures: ['Disclosure'],
  deliverables: ['Deal'],
  'key-dates': ['Deal'],
  verdicts: ['Deal', 'Agreement'],
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
  tasks: ['Task'],
  licenses: ['License'],
  'agent-notices': ['AgentNotice'],
  requests: ['DemoRequest'],
  notifications: ['Notification'],
  views: ['View'],
  'staff-views': ['View'],
}

/** Sent to staff, for all organizations. */
export const staffTopics: ReadonlySet<LiveTopic> = new Set(['subscription', 'invoices', 'requests', 'staff-views'])

/** Maximum random delay before refetching, to avoid a thundering herd. */
const spreadMs = z.number()

/** One message of the stream. */
export const liveMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('changed'),
    topic: z.enum(Object.keys(liveTopics) as LiveTopic[]),
    /** Null: over a hundred. */
    ids: z.nullable(z.array(z.string())),
    added: z.boolean(),
    spreadMs,
  }),
  /** Events may have been missed: refetch. */
  z.object({ type: z.literal('refresh'), spreadMs }),
  /** Permissions changed. */
  z.object({ type: z.literal('access-changed') }),
  /** Access ended; the stream closes. */
  z.object({ type: z.literal('ended') }),
])
export type LiveMessage = z.infer<typeof liveMessage>
