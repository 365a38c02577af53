import * as z from 'zod/mini'
import { type MissingInput, missingInputs } from './compliance/judgment.ts'
import { currency, sumMinor as minor } from './currency.ts'
import { dealKind } from './deal.ts'
import { role } from './organization.ts'
import { boundedString } from './text.ts'

const when = z.iso.datetime()
const uuid = z.uuid().check(z.toLowerCase())
const someone = z.object({ id: z.uuid(), name: z.string() })

/** What a person can finish, in the order of equal days. */
export const needKinds = [
  'approval',
  'returned-deal',
  'to-sign',
  'proof-to-send',
  'late-payment',
  'overdue-deliverable',
  'key-date',
  'agreement-end',
  'agreement-to-confirm',
  'proof-to-accept',
  'missing-signature',
  'signer-to-confirm',
  'objection',
  'expense',
  'guardian',
  'license',
  'disclosure',
  'missing-fact',
  'reported-deal',
  'task',
] as const
export type NeedKind = (typeof needKinds)[number]

/** Late: its day has passed. Today: due today, or waiting without a day. */
export const needGroups = ['late', 'today', 'week'] as const
export type NeedGroup = (typeof needGroups)[number]

/** Days of the group `week`. */
export const NEED_DAYS_AHEAD = 7
/** Rows per group before "Show all". */
export const NEED_ROWS = 20
/** Rows and count per group at most. */
export const MOST_NEEDS = 500

export const needScope = z.enum(['mine', 'everyone'])
export type NeedScope = z.infer<typeof needScope>

export const needsQuery = z.strictObject({
  /** Deals that the caller leads, or all that they see. */
  scope: z.optional(needScope),
  /** All rows of the groups, not the first ones only. */
  all: z.optional(z.literal('yes')),
  /** Only about this record, whoever leads its deals. Without tasks, which have a filter of their own. */
  athlete: z.optional(uuid),
  company: z.optional(uuid),
})
export type NeedsQuery = z.infer<typeof needsQuery>

export const trailStep = z.object({ name: z.string(), state: z.enum(['done', 'now', 'next']) })

export const need = z.object({
  kind: z.enum(needKinds),
  /** Of the payment, deliverable, key date, deal, expense, guardianship, license or task. Unique per kind. */
  id: z.uuid(),
  /** The day it is due. */
  day: z.nullable(z.string()),
  /** When it was asked for. */
  since: z.nullable(when),
  /** Of the payment, deliverable or key date; the vendor of an expense; the name of a guardian. */
  title: z.string(),
  /** Explains the need, such as the comment of a returned deal, the named signer or who entered an agreement. */
  about: z.nullable(z.string()),
  deal: z.nullable(z.object({ id: z.uuid(), title: z.string(), kind: dealKind, version: z.int() })),
  athlete: z.nullable(someone),
  company: z.nullable(someone),
  /** Only with `money.view`. */
  amount: z.nullable(z.object({ currency, minor })),
  /** Approval steps of a deal. */
  trail: z.array(trailStep),
  /** The last reminder of a late payment. */
  remindedAt: z.nullable(when),
  /** That reports wait for. */
  fact: z.optional(z.enum(Object.keys(missingInputs) as MissingInput[])),
})
export type Need = z.infer<typeof need>

export const housekeepingKinds = [
  'deals-without-lead',
  'contracts-without-paydays',
  'unassigned-athletes',
  'failed-imports',
  'guardians-who-are-members',
  'tasks-without-assignee',
  'reviews-without-approver',
  'unjudged-reports',
  'changed-rules',
  'reports-before-joining',
  'reports-before-update',
] as const

export const needs = z.object({
  /** In the organization's time zone. */
  today: z.string(),
  groups: z.array(z.object({ group: z.enum(needGroups), count: z.int(), rows: z.array(need) })),
  /** One row per kind, not part of any count. `athlete`: the record to open, if there is one. */
  housekeeping: z.array(
    z.object({
      kind: z.enum(housekeepingKinds),
      count: z.int(),
      athlete: z.nullable(someone),
      name: z.nullable(z.string()),
    }),
  ),
})
export type Needs = z.infer<typeof needs>

/** Late and today, of what the caller leads. */
export const needCount = z.object({ count: z.int() })
export type NeedCount = z.infer<typeof needCount>

/** Whom an athlete can ask: leads of their deals, and members assigned to them. */
export const agents = z.object({
  agents: z.array(z.object({ id: z.uuid(), name: z.string(), role, email: z.string(), phone: z.nullable(z.string()) })),
})
export type Agents = z.infer<typeof agents>

export const homeFiguresQuery = z.strictObject({ scope: z.optional(needScope) })
export type HomeFiguresQuery = z.infer<typeof homeFiguresQuery>

const counted = z.object({ minor, count: z.int() })
export const homeFigures = z.object({
  /** Such as 2026-11. */
  month: boundedString(7),
  /** Null without `money.view`. In the organization's currency. */
  money: z.nullable(
    z.object({
      currency,
      receivedMinor: minor,
      /** Of the whole month before. */
      receivedBeforeMinor: minor,
      /** Due from today to the end of the month. */
      expected: counted,
      late: counted,
      feesMinor: minor,
      /** Currencies with received, expected or late money that these figures leave out. */
      otherCurrencies: z.array(currency),
    }),
  ),
  deals: z.object({ active: z.int(), inReview: z.int() }),
})
export type HomeFigures = z.infer<typeof homeFigures>
