import type { Currency } from '@sherpa/contracts/currency'
import type { FeeRule } from '@sherpa/contracts/deal'
import { type FeeTotal, feeOfDeal, type IncomeClass, type Recoupable } from '@sherpa/contracts/money'
import { Refusal } from '@sherpa/contracts/problem'
import type { NewReceipt, PlannedReceipt } from '@sherpa/contracts/receipt'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { isVisibleAthlete, seesAllAthletes } from '../athletes/athletes.ts'
import { publicCompanies } from '../companies/companies.ts'
import { lockDeals, publicDeals, publicDealVersions, publicPayments } from '../deals/deals.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import type { Viewer } from './finance-access.ts'

type Rule = Pick<FeeTotal, 'version' | 'rate' | 'flat'>
/** One allocation of a receipt, with the fee rule of the version in force. In-kind value has no fee. */
export type Part = Rule & {
  payment: string | null
  deal: string
  athlete: string
  income: IncomeClass
  inKind: boolean
  amountMinor: number
}
export type Titles = { paymentTitle: string | null; dealTitle: string; athleteName: string }
/** Received amount and booked fee of a deal to date, per fee rule and income class. */
export type RunningTotal = FeeTotal & { deal: string; booked: number }
/** An expense to recoup from receipts. */
export type RecoupableExpense = Recoupable & { id: string; athlete: string; deal: string | null }
/** Data for booking a receipt, read after its deals are locked. */
export type BookingContext = {
  now: Date
  timeZone: string
  parts: (Part & Titles)[]
  totals: RunningTotal[]
  recoupable: RecoupableExpense[]
  company: { id: string; name: string } | undefined
}

/** Fee on one more part of a deal, or on a reversed one. Updates the running totals. */
export function accrueFee(all: RunningTotal[], part: Omit<Part, 'payment'>, booked = 0) {
  if (part.inKind) return 0
  const { deal, version, income, rate, flat, amountMinor } = part
  const ofDeal = all.filter((one) => one.deal === deal)
  const known = ofDeal.find(
    (one) => one.version === version && one.income === income && one.rate === rate && one.flat === flat,
  )
  const total = known ?? { deal, version, income, rate, flat, received: 0, booked: 0 }
  if (!known) {
    all.push(total)
    ofDeal.push(total)
  }
  total.received += amountMinor
  total.booked += booked
  const feeMinor = feeOfDeal(ofDeal) - ofDeal.reduce((sum, one) => sum + one.booked, 0)
  total.booked += feeMinor
  return feeMinor
}

/**
 * Locks the deals first: fees depend on running totals, so receipts of one deal are serialized. The statements are
 * pipelined; the second sees bookings made while the first waited for the lock.
 */
export async function loadBookingContext(
  client: Queryable,
  viewer: Viewer,
  receipt: NewReceipt,
): Promise<BookingContext> {
  const { organization } = viewer.member
  const [, context, company] = await Promise.all([
    lockDeals(client, organization, requestedDeals(organization, receipt), 'lock-deals-of-receipt'),
    readBookingContext(client, viewer, receipt, lockRecoupable(organization, receipt)),
    receipt.companyId === null ? undefined : findCompany(client, organization, receipt.companyId),
  ])
  return { ...context, company }
}

/** Reads the allocations and the running totals of their deals. Refuses hidden or unbookable allocations. */
export async function readBookingContext(
  client: Queryable,
  viewer: Viewer,
  receipt: PlannedReceipt,
  recoupable?: RawBuilder<RecoupableExpense[] | null>,
) {
  const { organization } = viewer.member
  const rows = await rowsOf(
    client,
    query
      .selectFrom(
        sql<{ payment: string | null; deal: string | null; ordinal: string }>`${requestedParts(receipt)}
          with ordinality`.as<'requested'>(sql`requested (payment, deal, ordinal)`),
      )
      .leftJoin(publicPayments.as('p'), (join) =>
        join.onRef('p.id', '=', 'requested.payment').on('p.organization_id', '=', organization),
      )
      .innerJoin(publicDeals.as('d'), (join) =>
        join.on(sql<boolean>`d.id = coalesce(p.deal_id, requested.deal)`).on('d.organization_id', '=', organization),
      )
      .leftJoin(publicDealVersions.as('v'), (join) =>
        join
          .onRef('v.organization_id', '=', 'd.organization_id')
          .onRef('v.deal_id', '=', 'd.id')
          .onRef('v.number', '=', 'd.version_in_force'),
      )
      .innerJoin(publicCompanies.as('c'), (join) =>
        join.onRef('c.organization_id', '=', 'd.organization_id').onRef('c.id', '=', 'd.company_id'),
      )
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'd.organization_id')
      .select(['p.id as payment', 'p.title as paymentTitle', 'd.id as deal', 'd.title as dealTitle'])
      .select(['d.athlete_id as athlete', 'd.athlete_name as athleteName', 'c.is_self as isSelf'])
      .select(['d.version_in_force as version', 'o.time_zone as timeZone', sql<Date>`now()`.as('now')])
      .select(sql<Currency>`coalesce(p.currency, v.terms ->> 'currency')`.as('currency'))
      .select(sql<IncomeClass>`coalesce(p.income, d.kind)`.as('income'))
      .select(sql<boolean>`coalesce(p.in_kind, false)`.as('inKind'))
      .select(sql<FeeRule | null>`nullif(v.terms -> 'fee', 'null')`.as('fee'))
      .select([runningTotals(receipt.currency).as('totals'), (recoupable ?? sql<null>`null::json`).as('recoupable')])
      .where(sql<boolean>`(requested.payment is null or p.id is not null)`)
      .where(isVisibleAthlete(viewer, sql.ref('d.athlete_id')))
      .orderBy('requested.ordinal'),
    seesAllAthletes(viewer) ? (recoupable ? 'context-of-receipt' : 'context-of-fees') : undefined,
  )
  const [first] = rows
  if (!first || rows.length !== receipt.allocations.length) throw new Refusal('not-found')
  const parts = rows.map(({ isSelf, version, currency, fee, totals: _, recoupable: __, ...row }, index) => {
    if (version === null) throw new Refusal('deal-not-signed')
    if (isSelf) throw new Refusal('payment-is-ours')
    if (currency !== receipt.currency) throw new Refusal('other-currency')
    const rule = ruleOf(row.inKind ? null : fee)
    return { ...row, version, ...rule, amountMinor: receipt.allocations[index]?.amountMinor ?? 0 }
  })
  const byDeal = new Map(rows.map(({ deal, totals }) => [deal, totals ?? []]))
  const { now, timeZone } = first
  return { now, timeZone, parts, totals: [...byDeal.values()].flat(), recoupable: first.recoupable ?? [] }
}

function ruleOf(fee: FeeRule | null): Pick<Rule, 'rate' | 'flat'> {
  if (!fee) return { rate: null, flat: null }
  return 'rateMillionths' in fee ? { rate: fee.rateMillionths, flat: null } : { rate: null, flat: fee.flatMinor }
}

/** Subqueries make the plan independent of the array values, so PostgreSQL caches a generic plan. */
function requestedParts({ allocations }: PlannedReceipt) {
  const payments = allocations.map((one) => ('paymentId' in one ? one.paymentId : null))
  const deals = allocations.map((one) => ('dealId' in one ? one.dealId : null))
  return sql`unnest((select ${payments}::uuid[]), (select ${deals}::uuid[]))`
}

/** An array is looked up by index; for a subquery the planner would expect too many rows. */
const requestedDeals = (organization: string, receipt: PlannedReceipt) =>
  sql`array(select coalesce(p.deal_id, requested.deal) from ${requestedParts(receipt)} as requested (payment, deal)
    left join ${publicPayments} p on p.organization_id = ${organization} and p.id = requested.payment)`

/** Locks recoupable expenses of these athletes, oldest first. A receipt does not recoup later expenses. */
const lockRecoupable = (organization: string, receipt: NewReceipt) =>
  sql<RecoupableExpense[] | null>`(select json_agg(e) from (
    select id, athlete_id as athlete, deal_id as deal, amount_minor as amount, recoup_rate as rate, recoup_base_minor as base,
      recouped_minor as recouped
    from expenses
    where organization_id = ${organization} and state = 'approved' and recoup_rate is not null and recouped_minor < amount_minor
      and spent_on <= ${receipt.receivedOn}::date and currency = ${receipt.currency} and athlete_id = any(array(select d.athlete_id from ${publicDeals} d
        where d.organization_id = ${organization} and d.id = any(${requestedDeals(organization, receipt)})))
    order by athlete_id, spent_on, id for update) e)`

function findCompany(client: Queryable, organization: string, id: string) {
  return rowOf(
    client,
    query
      .selectFrom(publicCompanies.as('c'))
      .select(['id', 'name'])
      .where('organization_id', '=', organization)
      .where('id', '=', id),
    'company-of-receipt',
  )
}

/** Running totals of `deals d` in one currency. */
const runningTotals = (currency: Currency) => sql<RunningTotal[] | null>`(select json_agg(x) from (
    select deal_id as deal, deal_version as version, income, fee_rate as rate, fee_flat_minor as flat, sum(amount_minor) as received,
      sum(fee_minor + fee_before_minor) as booked
    from receipt_allocations where organization_id = d.organization_id and deal_id = d.id and currency = ${currency} and not in_kind
    group by 1, 2, 3, 4, 5) x)`

export async function loadRunningTotals(
  client: Queryable,
  organization: string,
  deals: readonly string[],
  currency: Currency,
): Promise<RunningTotal[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom(publicDeals.as('d'))
      .select(runningTotals(currency).as('totals'))
      .where('d.organization_id', '=', organization)
      .where(sql<boolean>`d.id = any(${deals}::uuid[])`),
  )
  return rows.flatMap(({ totals }) => totals ?? [])
}
