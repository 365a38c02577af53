import type { Currency } from '@sherpa/contracts/currency'
import {
  type Calendar,
  type CalendarItem,
  type CalendarQuery,
  calendarKinds,
  MOST_CALENDAR_ITEMS,
} from '@sherpa/contracts/deal-calendar'
import { explainKeyDate } from '@sherpa/contracts/key-date'
import { explainPayment, NAMED_DAY, type PaymentRule } from '@sherpa/contracts/payment-schedule'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { ofOwnAthletes, ofSeenAthletes } from '../athletes/athletes.ts'
import { seesMoney, type Viewer } from './deal-access.ts'
import { pageOfDeliverables } from './deliverables.ts'
import { pageOfKeyDates } from './key-dates.ts'
import { partiesOf } from './parties.ts'

/** What has a day within a span, of athletes whom the viewer sees. */
export async function calendarOf(
  database: Database,
  viewer: Viewer,
  asked: CalendarQuery,
  now: Date,
): Promise<Calendar> {
  const { kind: kinds = Object.keys(calendarKinds), ...narrowed } = asked
  const ofKinds = await Promise.all([
    kinds.includes('key-date') ? keyDates(database, viewer, narrowed, now) : [],
    kinds.includes('deliverable') ? deliverables(database, viewer, narrowed, now) : [],
    kinds.includes('payment') && seesMoney(viewer) ? payments(database, viewer, narrowed, now) : [],
  ])
  return {
    items: ofKinds
      .flatMap((items) => items.slice(0, MOST_CALENDAR_ITEMS))
      .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
    more: ofKinds.some((items) => items.length > MOST_CALENDAR_ITEMS),
  }
}

type Narrowed = Omit<CalendarQuery, 'kind'>
/** One more than are shown tells that there are more. */
const limit = MOST_CALENDAR_ITEMS + 1

async function keyDates(database: Database, viewer: Viewer, { open, ...span }: Narrowed, now: Date) {
  const states = open && { state: ['open', 'late'] as ('open' | 'late')[] }
  const { rows } = await pageOfKeyDates(database, viewer, { ...span, ...states, limit }, now)
  return rows.flatMap(({ id, deal, athlete, company, title, day, explained, state, kind, expected, moved }) =>
    itemOn(day, {
      id,
      kind: 'key-date',
      deal,
      athlete,
      company,
      title,
      why: explained,
      state,
      keyDate: { kind, expected, moved },
      payment: null,
    }),
  )
}

async function deliverables(database: Database, viewer: Viewer, { open, ...span }: Narrowed, now: Date) {
  const states = open && { state: ['planned', 'submitted', 'returned'] as ('planned' | 'submitted' | 'returned')[] }
  const { rows } = await pageOfDeliverables(database, viewer, { ...span, ...states, limit }, now)
  return rows.flatMap(({ id, deal, athlete, company, title, dueOn, state, late }) =>
    itemOn(dueOn, {
      id,
      kind: 'deliverable',
      deal,
      athlete,
      company,
      title,
      why: NAMED_DAY,
      state: state === 'accepted' ? 'done' : late ? 'late' : 'open',
      keyDate: null,
      payment: null,
    }),
  )
}

async function payments(
  database: Database,
  viewer: Viewer,
  { from, until, athletes, open }: Narrowed,
  now: Date,
): Promise<CalendarItem[]> {
  const today = now.toISOString().slice(0, 10)
  const rows = await rowsOf(
    database,
    query
      .selectFrom('payments as p')
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.deal_id'),
      )
      .leftJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'd.organization_id')
          .onRef('v.deal_id', '=', 'd.id')
          .onRef('v.number', '=', 'd.in_force'),
      )
      .select(['p.id', 'p.title', 'p.due_on', 'p.position', 'p.condition', 'p.in_kind', 'p.currency', 'p.amount_minor'])
      .select(['p.received_minor', 'p.state'])
      .select(['d.id as dealId', 'd.title as dealTitle', 'd.athlete_id', 'd.athlete_name', 'd.company_id'])
      .select([
        'd.company_name',
        sql<PaymentRule | null>`(select rule from jsonb_array_elements(v.terms -> 'payments') rule
          where rule ->> 'id' = p.rule_id)`.as('rule'),
      ])
      .where('p.organization_id', '=', viewer.member.organization)
      .where('p.state', '<>', 'canceled')
      .where('p.due_on', '>=', from)
      .where(open ? sql<boolean>`p.received_minor < p.amount_minor` : sql<boolean>`true`)
      .where('p.due_on', '<=', until)
      .where(ofSeenAthletes(viewer, sql.ref('p.athlete_id')))
      .where(athletes ? ofOwnAthletes(viewer, sql.ref('p.athlete_id')) : sql<boolean>`true`)
      .orderBy('p.due_on')
      .orderBy('p.id')
      .limit(limit)
      .$narrowType<{ currency: Currency }>(),
  )
  return rows.flatMap((row) =>
    itemOn(row.due_on, {
      id: row.id,
      kind: 'payment',
      ...partiesOf(row),
      title: row.title,
      why: row.rule ? explainPayment(row.rule, row.position) : ON_SIGNING,
      state: stateOf(row, today),
      keyDate: null,
      payment: {
        currency: row.currency,
        amountMinor: Number(row.amount_minor),
        inKind: row.in_kind,
        condition: row.condition,
      },
    }),
  )
}

/** Of the payments of a contract's years, which have no rule, only the signing bonus has a day. */
const ON_SIGNING = explainKeyDate({ anchor: { kind: 'signing' }, offset: { amount: 0, unit: 'days' } })

/** What has no day yet is not in a calendar. */
function itemOn(day: string | null, item: Omit<CalendarItem, 'day'>): CalendarItem[] {
  return day ? [{ ...item, day }] : []
}

/** What was received is done. What comes in kind, or only if something happens, is never late. */
function stateOf(
  row: { received_minor: string; amount_minor: string; due_on: string | null; state: string; in_kind: boolean },
  today: string,
) {
  if (Number(row.received_minor) >= Number(row.amount_minor)) return 'done'
  return row.state === 'expected' && !row.in_kind && row.due_on !== null && row.due_on < today ? 'late' : 'open'
}
