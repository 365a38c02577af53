import * as z from 'zod/mini'
import { listPage, listQuery, MOST_IDS } from './list.ts'
import { type Permission, role } from './organization.ts'

/** Kinds of notifications, with the permission needed when they are read. */
export const notificationKinds = {
  'role-changed': 'member',
  'ownership-received': 'member',
  'invitation-accepted': 'people.view',
  'price-offered': 'billing.view',
  'invoice-issued': 'billing.view',
  'invoice-overdue': 'billing.view',
  'guardian-confirmed': 'athletes.sensitive',
  'approval-asked': 'deals.view',
  'approval-decided': 'deals.view',
  'approver-missing': 'deals.view',
  'signature-asked': 'deals.view',
  'deal-signed': 'deals.view',
  'key-date-near': 'deals.view',
  'key-date-moved': 'deals.view',
  'deliverable-due': 'deals.view',
  'deliverable-submitted': 'deals.view',
  'deliverable-decided': 'deals.view',
  'deal-to-check': 'deals.view',
  'age-corrected': 'deals.view',
  'guardian-missing': 'deals.view',
  'expense-asked': 'money.view',
  'expense-decided': 'money.view',
} as const satisfies Record<string, 'member' | Permission>
export type NotificationKind = keyof typeof notificationKinds
const allKinds = Object.keys(notificationKinds) as NotificationKind[]

export function kindsFor(permissions: readonly Permission[]): NotificationKind[] {
  return allKinds.filter((kind) => {
    const needed = notificationKinds[kind]
    return needed === 'member' || permissions.includes(needed)
  })
}

/** Data for the sentence. Never amounts. */
export const notificationDetails = z.object({
  role: z.optional(role),
  /** The number of an invoice. */
  invoice: z.optional(z.string()),
  /** The athlete's record. */
  athlete: z.optional(z.uuid()),
  /** Whether the athlete is under 18, by current data. */
  minor: z.optional(z.boolean()),
  /** The deal, and what it is called. */
  deal: z.optional(z.uuid()),
  title: z.optional(z.string()),
  decision: z.optional(z.enum(['approved', 'changes', 'declined', 'rejected'])),
  /** What only a person can settle about the deal. */
  reason: z.optional(z.enum(['document', 'signed-after-end', 'booked-after-end', 'objection'])),
  /** The expense. */
  expense: z.optional(z.uuid()),
  /** The key date or deliverable. */
  what: z.optional(z.string()),
  /** The due date. */
  day: z.optional(z.string()),
})
export type NotificationDetails = z.infer<typeof notificationDetails>

export const notification = z.object({
  id: z.uuid(),
  kind: z.enum(allKinds),
  /** Null for the system and deleted accounts. */
  actor: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  details: notificationDetails,
  at: z.iso.datetime(),
  read: z.boolean(),
})
export type Notification = z.infer<typeof notification>

export const notificationsQuery = listQuery(['time'], {})
export type NotificationsQuery = z.infer<typeof notificationsQuery>

/** Cap of the unread count. */
export const MOST_UNREAD = 99

export const notificationsPage = z.extend(listPage(notification), {
  /** On the first page: the unread count, capped at 99. */
  unread: z.nullable(z.number()),
})
export type NotificationsPage = z.infer<typeof notificationsPage>

/** Null: all of them. */
export const readNotifications = z.strictObject({
  ids: z.nullable(z.array(z.uuid()).check(z.maxLength(MOST_IDS, `Name at most ${MOST_IDS}`))),
})
export type ReadNotifications = z.infer<typeof readNotifications>
