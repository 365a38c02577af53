import * as z from 'zod/mini'
import { listQuery } from './list.ts'

/** What events are about, in the words of a filter. */
export const eventKinds = {
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

/** Everything that is put on record, and what it is about. */
const kinds = {
  registered: 'profile',
  'address-verified': 'profile',
  'logged-in': 'log-ins',
  'log-in-failed': 'failed-log-ins',
  'logged-out': 'log-ins',
  renamed: 'profile',
  'password-changed': 'security',
  'password-reset': 'security',
  'second-factor-on': 'security',
  'second-factor-off': 'security',
  'recovery-codes-renewed': 'security',
  'session-revoked': 'log-ins',
  'sessions-revoked': 'log-ins',
  'email-change-requested': 'security',
  'email-changed': 'security',
  'account-deleted': 'profile',
  'organization-created': 'settings',
  'organization-edited': 'settings',
  invited: 'people',
  'invitation-withdrawn': 'people',
  'invitation-refused': 'people',
  joined: 'people',
  'role-changed': 'people',
  removed: 'people',
  left: 'people',
  'handed-over': 'people',
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
} as const satisfies Record<string, EventKind>
export type EventName = keyof typeof kinds
const eventNames = Object.keys(kinds) as EventName[]

export function eventsOfKind(kind: EventKind): EventName[] {
  return eventNames.filter((event) => kinds[event] === kind)
}

/** An event's place in the record: newer ones have larger ones. */
const eventId = z.string().check(z.regex(/^[1-9]\d{0,17}$/))
const personId = z.uuid().check(z.toLowerCase())

const activitySorts = ['time'] as const

const timeFilters = {
  /** Without one: everything but failed log-in attempts, which anyone can cause. */
  kind: z.optional(z.enum(Object.keys(eventKinds) as EventKind[])),
  from: z.optional(z.iso.datetime({ offset: true })),
  /** The first moment that is too late. */
  until: z.optional(z.iso.datetime({ offset: true })),
}

export const accountActivityQuery = listQuery(activitySorts, timeFilters)
export type AccountActivityQuery = z.infer<typeof accountActivityQuery>

export const activityQuery = listQuery(activitySorts, {
  ...timeFilters,
  /** Only what this person did, or what was done to them. */
  person: z.optional(personId),
})
export type ActivityQuery = z.infer<typeof activityQuery>

const someone = z.nullable(z.object({ id: personId, name: z.string() }))

export const activityEvent = z.object({
  id: eventId,
  at: z.iso.datetime(),
  event: z.enum(eventNames),
  /** Who did it; null for the system itself and for people who have deleted their account. */
  actor: someone,
  /** Whom it was done to, if that is someone else. */
  person: someone,
  /** The mail address it is about, for those who may see people. It is not kept for good. */
  whom: z.nullable(z.string()),
  /** What more there is to say, in words. */
  details: z.nullable(z.string()),
})
export type ActivityEvent = z.infer<typeof activityEvent>
