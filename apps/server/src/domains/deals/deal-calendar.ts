import type { Currency } from '@sherpa/contracts/currency'
import {
  type Calendar,
  type CalendarItem,
  type CalendarQuery,
  calendarKinds,
  MOST_CALENDAR_ITEMS,
} from '@sherpa/contracts/deal-calendar'
import { explainKeyDate, FIXED_DATE } from '@sherpa/contracts/key-date'
import { explainPayment, type PaymentRule } from '@sherpa/contracts/payment-schedule'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { isVisibleAthlete } from '../athletes/athletes.ts'
import { todayIn } from '../organizations/organizations.ts'
import { seesMoney, type Viewer } from './deal-access.ts'
import { pageOfDeliverables } from './deliverables.ts'
import { pageOfKeyDates } from './key-dates.ts'
import { dealParties, obligationFilters } from './parties.ts'

/** Key dates, deliverables and payments in a date range, of visible athletes. */
export async function calendarOf(
  database: Database,
  viewer: Viewer,
  params: CalendarQuery,
  now: Date,
): Promise<Calendar> {
  const { kind: kinds = Object.keys(calendarKinds), ...filters } = params
  const today = await todayIn(database, viewer.member.organization, now)
  const itemsByKind = await Promise.all([
    kinds.includes('key-date') ? loadKeyDates(database, viewer, filters, now) : [],
    kinds.includes('deliverable') ? loadDeliverables(database, viewer, filters, today) : [],
    kinds.includes('payment') && seesMoney(viewer) ? loadPayments(database, viewer, filters, today) : [],
  ])
  return {
    items: itemsByKind
      .flatMap((items) => items.slice(0, MOST_CALENDAR_ITEMS))
      .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
    more: itemsByKind.some((items) => items.length > MOST_CALENDAR_ITEMS),
  }
}

type Filters = Omit<CalendarQuery, 'kind'>
/** One extra row shows whether there are more. */
const limit = MOST_CALENDAR_ITEMS + 1

async function loadKeyDates(database: Database, viewer: Viewer, { open, ...span }: Filters, now: Date) {
  const states = open && { state: ['open', 'late'] as ('open' | 'late')[] }
  const { rows } = await pageOfKeyDates(database, viewer, { ...span, ...states, limit }, { now, withoutTotal: true })
  return rows.flatMap(({ id, deal, athlete, company, title, day, explained, state, kind, expected, moved }) =>
    toItems(day, {
      id,
      kind: 'key-date',
      deal,
      athlete,
      company,
      title,
      why: explained,
      state,
      keyDate: { kind, expected, moved },
      away: null,
      isProven: false,
      payment: null,
    }),
  )
}

async function loadDeliverables(database: Database, viewer: Viewer, { open, ...span }: Filters, today: string) {
  const states = open && { state: ['planned', 'submitted', 'returned'] as ('planned' | 'submitted' | 'returned')[] }
  const { rows } = await pageOfDeliverables(
    database,
    viewer,
    { ...span, ...states, limit },
    { today, withoutTotal: true },
  )
  return rows.flatMap(({ id, deal, athlete, company, title, dueOn, away, state, late }) =>
    toItems(dueOn, {
      id,
      kind: 'deliverable',
      deal,
      athlete,
      company,
      title,
      why: FIXED_DATE,
      state: state === 'accepted' ? 'done' : late ? 'late' : 'open',
      keyDate: null,
      away,
      isProven: state === 'submitted',
      payment: null,
    }),
  )
}

async function loadPayments(
  database: Database,
  viewer: Viewer,
  { open, ...span }: Filters,
  today: string,
): Promise<CalendarItem[]> {
  const within = obligationFilters(viewer, { table: 'p', day: 'due_on' }, span)
  const rows = await rowsOf(
    database,
    query
      .selectFrom('payments as p')
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.deal_id'),
      )
      .select(['p.id', 'p.title', 'p.due_on', 'p.position', 'p.condition', 'p.in_kind', 'p.currency', 'p.amount_minor'])
      .select(['p.received_minor', 'p.state', 'p.outgoing'])
      .select([dealParties.as('parties'), ruleOfPayment.as('rule')])
      .where('p.organization_id', '=', viewer.member.organization)
      .where('p.state', '<>', 'canceled')
      .where(isVisibleAthlete(viewer, sql.ref('p.athlete_id')))
      .where(
        sql<boolean>`${sql.join([sql`true`, ...within, ...(open ? [sql`p.received_minor < p.amount_minor`] : [])], sql` and `)}`,
      )
      .orderBy('p.due_on')
      .orderBy('p.id')
      .limit(limit)
      .$narrowType<{ currency: Currency }>(),
  )
  return rows.flatMap((row) =>
    toItems(row.due_on, {
      id: row.id,
      kind: 'payment',
      ...row.parties,
      title: row.title,
      why: row.rule ? explainPayment(row.rule, row.position) : ON_SIGNING,
      state: stateOf(row, today),
      keyDate: null,
      away: null,
      isProven: false,
      payment: {
        currency: row.currency,
        amountMinor: Number(row.amount_minor),
        inKind: row.in_kind,
        condition: row.condition,
        outgoing: row.outgoing,
      },
    }),
  )
}

const ruleOfPayment = sql<PaymentRule | null>`(select rule from deal_versions v, jsonb_array_elements(v.terms -> 'payments') rule
  where v.organization_id = d.organization_id and v.deal_id = d.id and v.number = d.version_in_force and rule ->> 'id' = p.rule_id)`

/** Payments of contract years have no rule; of these, only the signing bonus has a due date. */
const ON_SIGNING = explainKeyDate({ anchor: { kind: 'signing' }, offset: { amount: 0, unit: 'days' } })

/** Skips items without a date. */
function toItems(day: string | null, item: Omit<CalendarItem, 'day'>): CalendarItem[] {
  return day ? [{ ...item, day }] : []
}

/** Received payments are done. In-kind and conditional payments are never late. */
function stateOf(
  row: { received_minor: string; amount_minor: string; due_on: string | null; state: string; in_kind: boolean },
  today: string,
) {
  if (Number(row.received_minor) >= Number(row.amount_minor)) return 'done'
  return row.state === 'expected' && !row.in_kind && row.due_on !== null && row.due_on < today ? 'late' : 'open'
}
