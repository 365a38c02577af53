import * as z from 'zod/mini'
import { instant } from './instant.ts'
import { listQuery } from './list.ts'
import type { Permission } from './organization.ts'

/** Labels of event kinds. */
export const eventKinds = {
  athletes: 'Athletes',
  deals: 'Deals',
  tasks: 'Tasks',
  money: 'Money',
  people: 'People and roles',
  permissions: 'Permissions',
  settings: 'Organization settings',
  billing: 'Plan and billing',
  jobs: 'Background jobs',
  'log-ins': 'Log-ins and devices',
  security: 'Password and two-factor authentication',
  profile: 'Account details',
  'failed-log-ins': 'Failed log-in attempts',
} as const
export type EventKind = keyof typeof eventKinds

/** All audit events by kind. */
const kinds = {
  registered: 'profile',
  'address-verified': 'profile',
  'logged-in': 'log-ins',
  'logged-in-with-recovery-code': 'log-ins',
  'log-in-failed': 'failed-log-ins',
  'logged-out': 'log-ins',
  renamed: 'profile',
  'password-changed': 'security',
  'password-reset': 'security',
  'second-factor-on': 'security',
  'second-factor-off': 'security',
  'second-factor-rejected': 'security',
  'recovery-codes-renewed': 'security',
  'session-revoked': 'log-ins',
  'sessions-revoked': 'log-ins',
  'email-change-requested': 'security',
  'email-changed': 'security',
  'account-deleted': 'profile',
  'organization-created': 'settings',
  'organization-edited': 'settings',
  'sonar-engine-changed': 'settings',
  'archive-requested': 'settings',
  'archive-downloaded': 'settings',
  'activity-exported': 'settings',
  invited: 'people',
  'invitation-withdrawn': 'people',
  'invitation-refused': 'people',
  joined: 'people',
  'role-changed': 'people',
  removed: 'people',
  left: 'people',
  'handed-over': 'people',
  'work-handed-over': 'people',
  'work-moved-back': 'people',
  'permission-changed': 'permissions',
  subscribed: 'billing',
  'plan-changed': 'billing',
  'billing-address-changed': 'billing',
  'subscription-canceled': 'billing',
  'subscription-resumed': 'billing',
  'subscription-ended': 'billing',
  'price-agreed': 'billing',
  'price-offered': 'billing',
  'price-accepted': 'billing',
  'billing-details-changed': 'billing',
  'tax-exemption-changed': 'billing',
  'invoice-issued': 'billing',
  'invoice-paid': 'billing',
  'payment-overdue': 'billing',
  'staff-added': 'profile',
  'marked-paid': 'billing',
  'job-restarted': 'jobs',
  'athlete-added': 'athletes',
  'athlete-changed': 'athletes',
  'athletes-changed': 'athletes',
  'contact-shown': 'athletes',
  'athlete-reach-shown': 'athletes',
  'ncaa-id-shown': 'athletes',
  'athlete-contact-data-changed': 'athletes',
  'athletes-exported': 'athletes',
  'athletes-merged': 'athletes',
  'merge-undone': 'athletes',
  'athlete-erased': 'athletes',
  'file-added': 'athletes',
  'picture-set': 'athletes',
  'picture-removed': 'athletes',
  'file-removed': 'athletes',
  'athlete-linked': 'athletes',
  'athlete-account-closed': 'athletes',
  'guardian-invited': 'athletes',
  'guardian-confirmed': 'athletes',
  'guardian-declined': 'athletes',
  'guardian-verified': 'athletes',
  'guardian-consented': 'athletes',
  'guardian-withdrew-consent': 'athletes',
  'guardian-ended': 'athletes',
  'athlete-made-adult': 'athletes',
  'deal-added': 'deals',
  'deal-changed': 'deals',
  'deal-removed': 'deals',
  'deal-submitted': 'deals',
  'deal-withdrawn': 'deals',
  'deal-decided': 'deals',
  'deal-shared': 'deals',
  'self-approval-changed': 'deals',
  'send-after-approval-changed': 'deals',
  'deal-clash-accepted': 'deals',
  'verdict-answered': 'deals',
  'compliance-settings-changed': 'settings',
  'deal-signed': 'deals',
  'deal-entered': 'deals',
  'deals-imported': 'deals',
  'deal-import-approved': 'deals',
  'agreement-signed': 'deals',
  'agreement-confirmed': 'deals',
  'agreements-exported': 'deals',
  'signed-copy-added': 'deals',
  'deal-link-sent': 'deals',
  'deal-link-withdrawn': 'deals',
  'deal-link-replaced': 'deals',
  'deal-link-locked': 'deals',
  'deal-link-reopened': 'deals',
  'deal-link-reassigned': 'deals',
  'deal-link-reassignment-asked': 'deals',
  'deal-link-reassignment-confirmed': 'deals',
  'deal-link-reassignment-refused': 'deals',
  'deal-link-device-confirmed': 'deals',
  'guardian-objected': 'deals',
  'guardian-objection-lifted': 'deals',
  'guardian-signature-missing': 'deals',
  'guardian-signature-superseded': 'deals',
  'deal-moved': 'deals',
  'deals-repaired': 'deals',
  'deadlines-checked': 'deals',
  'deals-exported': 'deals',
  'approval-chains-changed': 'deals',
  'company-added': 'deals',
  'company-changed': 'deals',
  'company-removed': 'deals',
  'company-merged': 'deals',
  'company-merge-undone': 'deals',
  'agreement-added': 'deals',
  'agreement-signature-removed': 'deals',
  'agreement-changed': 'deals',
  'agreement-ended': 'deals',
  'deal-reported': 'deals',
  'deal-report-decided': 'deals',
  'disclosure-notice-sent': 'deals',
  'disclosure-form-changed': 'deals',
  'receipt-booked': 'money',
  'receipt-reversed': 'money',
  'bank-imported': 'money',
  'expense-added': 'money',
  'expense-decided': 'money',
  'expense-reversed': 'money',
  'payout-booked': 'money',
  'payout-reversed': 'money',
  'fee-invoice-issued': 'money',
  'fee-invoice-sent': 'money',
  'fee-invoice-voided': 'money',
  'fee-payment-booked': 'money',
  'fee-payment-reversed': 'money',
  'payer-reminded': 'money',
  'condition-met': 'money',
  'condition-reopened': 'money',
  'paydays-changed': 'money',
  // They reveal that an amount reached a threshold.
  'disclosure-opened': 'money',
  'disclosure-changed': 'money',
  'disclosure-moved': 'money',
  'disclosure-removed': 'money',
  'payor-asked': 'money',
  'payor-answered': 'money',
  'payor-answer-set-aside': 'money',
  'payor-answer-restored': 'money',
  'books-changed': 'money',
  'month-closed': 'money',
  'month-reopened': 'money',
  'statement-downloaded': 'money',
  'statement-sent': 'money',
  'athlete-program-changed': 'athletes',
  'program-added': 'athletes',
  'program-changed': 'athletes',
  'program-removed': 'athletes',
  'program-member-changed': 'athletes',
  'athletes-imported': 'athletes',
  'import-undone': 'athletes',
  'license-added': 'people',
  'license-changed': 'people',
  'license-removed': 'people',
  'agent-notice-added': 'deals',
  'agent-notice-changed': 'deals',
  'agent-notice-removed': 'deals',
  'inquiry-exported': 'deals',
  'task-added': 'tasks',
  'task-completed': 'tasks',
  'task-reopened': 'tasks',
  'task-removed': 'tasks',
  // No longer written, but stored.
  'tasks-released': 'tasks',
  'tasks-exported': 'tasks',
} as const satisfies Record<string, EventKind>
export type EventName = keyof typeof kinds
const eventNames = Object.keys(kinds) as EventName[]

export function eventsOfKind(kind: EventKind): EventName[] {
  return eventNames.filter((event) => kinds[event] === kind)
}

/** Events of reports about deals, which need `deals.view` like the deals. */
export const reportEvents = eventNames.filter((event) => /^(disclosure|payor)-/.test(event))

/** Fields whose values need a permission, besides that of the event. */
const guardedFields: Partial<Record<EventKind, Partial<Record<Permission, readonly string[]>>>> = {
  athletes: {
    'athletes.sensitive': ['birthDate', 'email', 'phone', 'address', 'shirtSize', 'shoeSize', 'handles', 'ncaaId'],
  },
  deals: {
    // The payor's address and the effects of key dates are part of the money.
    'money.view': ['currency', 'payments', 'fee', 'years', 'payor', 'keyDates', 'fees', 'chains'],
  },
  money: {
    // Of packets.
    'athletes.sensitive': ['schoolEmail', 'ncaaId'],
  },
}

/** Whether a reader may see the values of a changed field. */
export function maySeeValues(event: EventName, field: string, permissions: readonly Permission[]) {
  const guards = Object.entries(guardedFields[kinds[event]] ?? {})
  return guards.every(
    ([permission, fields]) => !fields.includes(field) || permissions.includes(permission as Permission),
  )
}

const personId = z.uuid().check(z.toLowerCase())

const activitySorts = ['time'] as const

const timeFilters = {
  /** Without one: everything but failed log-in attempts, which anyone can cause. */
  kind: z.optional(z.enum(Object.keys(eventKinds) as EventKind[])),
  from: z.optional(instant()),
  /** Exclusive. */
  until: z.optional(instant()),
}

export const accountActivityQuery = listQuery(activitySorts, timeFilters)
export type AccountActivityQuery = z.infer<typeof accountActivityQuery>

export const activityQuery = listQuery(activitySorts, {
  ...timeFilters,
  /** As actor or person. */
  person: z.optional(personId),
  /** Needs `athletes.all`: without it, the list is empty. */
  athlete: z.optional(z.uuid().check(z.toLowerCase())),
})
export type ActivityQuery = z.infer<typeof activityQuery>

const someone = z.nullable(z.object({ id: personId, name: z.string() }))

const changedValue = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type ChangedValue = z.infer<typeof changedValue>

export const activityEvent = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  event: z.enum(eventNames),
  /** Null for the system, people without an account, and deleted accounts. */
  actor: someone,
  /** Whether it has no actor, not even a deleted one. */
  bySystem: z.boolean(),
  /** The affected person, if not the actor. */
  person: someone,
  /** Needs `athletes.all`; nameless after erasure. */
  athlete: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** Named by its parties. Needs `deals.view`; null once it is deleted. */
  deal: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** An email address. Needs `people.view`; removed after a while. */
  email: z.nullable(z.string()),
  /** Additional text. */
  details: z.nullable(z.string()),
  /** Values that the reader may see; none after erasure. Terms of a deal are JSON. */
  changes: z.array(changedValue),
})
export type ActivityEvent = z.infer<typeof activityEvent>
