import type { Currency } from '@sherpa/contracts/currency'
import { currencies } from '@sherpa/contracts/currency'
import { monthAfter } from '@sherpa/contracts/finance'
import type { HomeFigures, NeedScope } from '@sherpa/contracts/home'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { isVisibleAthlete } from '../athletes/athletes.ts'
import { isOwnDeal, payments } from '../deals/deals.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'
import { firstDayOf, monthTotals, total } from './totals.ts'

/** Received this month and the month before, expected by the end of the month, late, and fees. */
export async function loadHomeMoney(
  database: Queryable,
  viewer: Viewer,
  scope: NeedScope,
  now: Date,
): Promise<NonNullable<HomeFigures['money']>> {
  const { today, currency } = await loadBookkeeping(database, viewer.member.organization, now)
  const month = today.slice(0, 7)
  const [booked, open] = await Promise.all([
    loadBooked(database, viewer, scope, month),
    loadOpen(database, viewer, scope, today),
  ])
  const sumOf = (account: string, inMonth: string) =>
    booked
      .filter((one) => one.account === account && one.month === inMonth && one.currency === currency)
      .reduce((sum, { minor }) => sum + minor, 0)
  const own = open.find((one) => one.currency === currency)
  const used = new Set([...booked, ...open].map((one) => one.currency))
  return {
    currency,
    receivedMinor: sumOf('athlete-earnings', month),
    receivedBeforeMinor: sumOf('athlete-earnings', monthAfter(month, -1)),
    expected: { minor: own?.expectedMinor ?? 0, count: own?.expectedCount ?? 0 },
    late: { minor: own?.lateMinor ?? 0, count: own?.lateCount ?? 0 },
    // Income is a credit, so negative. Subtracting from 0 avoids a negative zero.
    feesMinor: 0 - sumOf('fees', month),
    otherCurrencies: currencies.filter((one) => one !== currency && used.has(one)),
  }
}

type Booked = { account: string; month: string; currency: Currency; minor: number }

function loadBooked(database: Queryable, viewer: Viewer, scope: NeedScope, month: string): Promise<Booked[]> {
  const { organization } = viewer.member
  const ofOwnDeals = sql`(select account, currency, month, amount_minor from ledger_totals where organization_id = ${organization}
    and ${isOwnDeal(viewer, sql.ref('deal_id'))} and ${isVisibleAthlete(viewer, sql.ref('athlete_id'))}) t`
  return rowsOf(
    database,
    sql<Booked>`select t.account, to_char(t.month, 'YYYY-MM') as month, t.currency, ${total(sql`sum(t.amount_minor)`)} as minor
      from ${scope === 'everyone' ? monthTotals(viewer) : ofOwnDeals}
      where t.account in ('athlete-earnings', 'fees')
        and t.month between ${firstDayOf(monthAfter(month, -1))}::date and ${firstDayOf(month)}::date
      group by 1, 2, 3`,
  )
}

type Open = { currency: Currency; expectedMinor: number; expectedCount: number; lateMinor: number; lateCount: number }

function loadOpen(database: Queryable, viewer: Viewer, scope: NeedScope, today: string): Promise<Open[]> {
  const isLate = sql`p.due_on < ${today}::date`
  return rowsOf(
    database,
    sql<Open>`select p.currency,
        ${total(sql`sum(p.open_minor) filter (where not ${isLate})`)} as "expectedMinor",
        (count(*) filter (where not ${isLate}))::integer as "expectedCount",
        ${total(sql`sum(p.open_minor) filter (where ${isLate})`)} as "lateMinor",
        (count(*) filter (where ${isLate}))::integer as "lateCount"
      from ${payments.open(viewer)}
      where not p.outgoing and p.due_on < ${firstDayOf(monthAfter(today.slice(0, 7), 1))}::date
        and ${scope === 'everyone' ? sql`true` : isOwnDeal(viewer, sql.ref('p.deal_id'))}
      group by 1`,
  )
}
