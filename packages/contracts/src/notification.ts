import * as z from 'zod/mini'
import { type MissingInput, missingInputs } from './compliance/judgment.ts'
import { handoverCounts } from './handover.ts'
import { listPage, listQuery, MOST_IDS } from './list.ts'
import { eachOnce } from './once.ts'
import { type Permission, type Role, role } from './organization.ts'

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
  'signature-late': 'deals.view',
  'company-signed': 'deals.view',
  'deal-signed': 'deals.view',
  'deal-ended': 'deals.view',
  'key-date-near': 'deals.view',
  'key-date-moved': 'deals.view',
  'deliverable-due': 'deals.view',
  'deliverable-late': 'deals.view',
  'deliverable-submitted': 'deals.view',
  'deliverable-decided': 'deals.view',
  'payment-late': 'money.view',
  'payment-recorded': 'money.view',
  'payment-reversed': 'money.view',
  'deal-to-check': 'deals.view',
  'age-corrected': 'deals.view',
  'came-of-age': 'member',
  'guardian-missing': 'deals.view',
  'expense-asked': 'money.view',
  'expense-decided': 'money.view',
  'expense-reversed': 'money.view',
  'task-assigned': 'member',
  'task-completed': 'member',
  'task-due': 'member',
  'tasks-released': 'member',
  'work-received': 'member',
  'dates-without-owner': 'deals.view',
  'contact-data-changed': 'athletes.sensitive',
  'contact-data-proposed': 'athletes.sensitive',
  'contact-data-decided': 'member',
  'import-approval-asked': 'deals.approve',
  'license-ending': 'member',
  'disclosure-due': 'disclosures.edit',
  'deal-reported': 'deals.view',
  'report-decided': 'member',
  'payor-answered': 'disclosures.edit',
  'notice-failed': 'disclosures.edit',
} as const satisfies Record<string, 'member' | Permission>
export type NotificationKind = keyof typeof notificationKinds
const allKinds = Object.keys(notificationKinds) as NotificationKind[]

export function kindsFor(permissions: readonly Permission[]): NotificationKind[] {
  return allKinds.filter((kind) => {
    const needed = notificationKinds[kind]
    return needed === 'member' || permissions.includes(needed)
  })
}

/** What takes back good news: whoever heard the one hears the other. */
export const goodNews = {
  'approval-decided': 'deal-ended',
  'signature-asked': 'deal-ended',
  'company-signed': 'deal-ended',
  'deal-signed': 'deal-ended',
  'payment-recorded': 'payment-reversed',
  'expense-decided': 'expense-reversed',
} as const satisfies Partial<Record<NotificationKind, NotificationKind>>

/** Kinds that are also mailed, with their names in the settings. */
export const mailedKinds = {
  'approval-asked': 'Deals to review',
  'approval-decided': 'Reviews of your deals',
  'signature-asked': 'Deals to sign',
  'signature-late': 'Missing signatures',
  'deal-ended': 'Deals declined or terminated',
  'key-date-near': 'Key dates',
  'deliverable-due': 'Deliverables due',
  'deliverable-late': 'Overdue deliverables',
  'deliverable-submitted': 'Proof to review',
  'deliverable-decided': 'Reviews of your proof',
  'payment-late': 'Overdue payments',
  'payment-recorded': 'Payments recorded',
  'payment-reversed': 'Payments reversed',
  'came-of-age': 'Athletes who turn 18',
  'task-due': 'Tasks due today',
  'work-received': 'Work handed over to you',
  'license-ending': 'Licenses that expire',
  'disclosure-due': 'Disclosures due',
} as const satisfies Partial<Record<NotificationKind, string>>
export type MailedKind = keyof typeof mailedKinds
const allMailedKinds = Object.keys(mailedKinds) as MailedKind[]

/** Athletes receive these kinds, and other members the rest. */
const kindsOfAthletes: readonly MailedKind[] = [
  'signature-asked',
  'deliverable-due',
  'deliverable-decided',
  'payment-recorded',
  'payment-reversed',
]

export function mailedKindsFor(role: Role, permissions: readonly Permission[]): MailedKind[] {
  const visible = kindsFor(permissions)
  // Anyone can have tasks and hear of the end of a deal. Approvers sign for the organization where it is the company.
  const kindsOfAll: MailedKind[] = [
    'task-due',
    'deal-ended',
    'came-of-age',
    ...(permissions.includes('deals.approve') ? ['signature-asked' as const] : []),
  ]
  return allMailedKinds.filter(
    (kind) =>
      visible.includes(kind) && (kindsOfAll.includes(kind) || kindsOfAthletes.includes(kind) === (role === 'athlete')),
  )
}

export const deliveries = { mail: 'Email at once', digest: 'Daily digest', bell: 'Only in Sherpa' } as const
export type Delivery = keyof typeof deliveries
/** Without a choice of the member. Tasks are part of the morning digest. */
export const defaultDelivery = (kind: MailedKind): Delivery => (kind === 'task-due' ? 'digest' : 'mail')
export const delivery = z.enum(Object.keys(deliveries) as Delivery[], 'Choose how to be notified')

/** Hour of the daily digest and first hour of reminders, in the organization's time zone. */
export const DIGEST_HOUR = 7

export const notificationSettings = z.object({
  /** Kinds that the member can receive. */
  settings: z.array(z.object({ kind: z.enum(allMailedKinds), delivery })),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

export const notificationSettingsChange = z.strictObject({
  kinds: z.array(z.enum(allMailedKinds)).check(z.maxLength(allMailedKinds.length)),
  delivery,
})
export type NotificationSettingsChange = z.infer<typeof notificationSettingsChange>

/** "3 tasks due, 1 late" */
export function dueTasksInWords({ count = 0, late = 0 }: Pick<NotificationDetails, 'count' | 'late'>) {
  return `${count} ${count === 1 ? 'task' : 'tasks'} due${late > 0 ? `, ${late} late` : ''}`
}

/** Where the recipient acts on a notification, relative to the organization. A hash opens a dialog. */
export function placeOfStep(
  kind: NotificationKind,
  { deal, athlete, deliverable, decision, task, disclosure, import: file }: NotificationDetails,
) {
  if (disclosure) return `/compliance/${disclosure}`
  if (kind === 'task-due') return '/tasks'
  if (kind === 'license-ending') return '/licenses'
  if (file) return `/deals/import/${file}`
  if (kind === 'tasks-released') return '/tasks?scope=all&assignee=none'
  if (task) return `/tasks#task-${task}`
  if (kind === 'payment-late') return `/finances/payments?deal=${deal}`
  if (kind === 'dates-without-owner') return '/deals?lead=none'
  // The end of an agreement is on the athlete's record, received work on Home.
  if (!deal) return athlete ? `/athletes/${athlete}` : ''
  const place = `/deals/${deal}`
  if (kind === 'approval-asked') return `${place}#review`
  if (kind === 'signature-asked') return `${place}/sign`
  if (!deliverable) return place
  if (kind === 'deliverable-due') return `${place}#prove-${deliverable}`
  if (kind === 'deliverable-decided' && decision === 'declined') return `${place}#prove-${deliverable}`
  if (kind === 'deliverable-submitted') return `${place}#accept-${deliverable}`
  return place
}

/** How a party signed. */
export const signingMethods = { platform: 'in Sherpa', paper: 'on paper', link: 'by link' } as const

/** Data for the sentence. Never amounts. */
export const notificationDetails = z.object({
  /** An import of deals. */
  import: z.optional(z.uuid()),
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
  /** How the deal ended. */
  ending: z.optional(z.enum(['terminated', 'declined', 'expired', 'amendment-declined'])),
  /** The receipt of a payment. */
  receipt: z.optional(z.uuid()),
  /** The deliverable, for the link. */
  deliverable: z.optional(z.uuid()),
  /** What only a person can settle about the deal. */
  reason: z.optional(
    z.enum([
      'document',
      'signed-after-end',
      'booked-after-end',
      'objection',
      'codes',
      'mail-failed',
      'link-not-sent',
      'reassigned',
      'reassignment-asked',
      // The company cannot sign.
      'age-corrected',
      'guardian-needed',
      'conflict',
      'bookings',
      // All have signed.
      'not-in-force-conflict',
      'not-in-force-bookings',
    ]),
  ),
  /** Who acted without an account, or signed. */
  by: z.optional(z.string()),
  method: z.optional(z.enum(Object.keys(signingMethods) as (keyof typeof signingMethods)[])),
  /** Whom the link was sent to, if another person signed by it. */
  linkSentTo: z.optional(z.string()),
  /** Of the request to sign for the organization. */
  side: z.optional(z.literal('company')),
  /** The expense. */
  expense: z.optional(z.uuid()),
  /** The task. */
  task: z.optional(z.uuid()),
  /** The license. */
  license: z.optional(z.uuid()),
  /** The disclosure. */
  disclosure: z.optional(z.uuid()),
  /** Number of tasks or dates, and of late ones among them. */
  count: z.optional(z.int()),
  late: z.optional(z.int()),
  /** Work received, per kind. */
  counts: z.optional(handoverCounts),
  /** The key date, deliverable or task; the state of a license. */
  what: z.optional(z.string()),
  /** The due date. */
  day: z.optional(z.string()),
  /** Facts without which nobody can tell whether the disclosure is due. */
  missing: z.optional(z.array(z.enum(Object.keys(missingInputs) as MissingInput[]))),
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
  ids: z.nullable(z.array(z.uuid()).check(z.maxLength(MOST_IDS, `Name at most ${MOST_IDS}`), eachOnce)),
})
export type ReadNotifications = z.infer<typeof readNotifications>
