import type { Currency } from '@sherpa/contracts/currency'
import { addDays, daysBetween } from '@sherpa/contracts/days'
import type { PaymentRow, PaymentState, PaymentsQuery } from '@sherpa/contracts/deal-work'
import type { ListPage } from '@sherpa/contracts/list'
import { type AgingBand, agingBandOf, daysOfBand, type IncomeClass } from '@sherpa/contracts/money'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { isInRange } from '../../persistence/lists/ranges.ts'
import { query } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, isVisibleAthlete } from '../athletes/athletes.ts'
import { todayIn } from '../organizations/organizations.ts'
import type { Viewer } from './deal-access.ts'
import { selectMatchingDeals } from './deal-list.ts'
import { anyOf, obligationFilters, partiesOf } from './parties.ts'
import { conditionalAmount, guaranteedAmount } from './payment-certainty.ts'

const allButCanceled: PaymentState[] = ['expected', 'late', 'received', 'overpaid', 'conditional']

/** Payments of signed deals with received amounts. Canceled ones are left out unless requested. */
export async function listPayments(
  database: Queryable,
  viewer: Viewer,
  params: PaymentsQuery,
  now: Date,
): Promise<ListPage<PaymentRow>> {
  const { state, direction, from, until, age, currency, income, due, form, deal, athlete, company, sport, agent } =
    params
  const { amount, certainty, search, sort, after, ids, limit } = params
  const { organization } = viewer.member
  const today = await todayIn(database, organization, now)
  const states = statesOn(today)
  const page = await listRows(
    database,
    {
      table: 'payments',
      rows: () => selectPayments(viewer, states),
      filters: [
        ...obligationFilters(viewer, { table: 'p', day: 'due_on' }, { from, until, deal, athlete }),
        anyOf((state ?? (age ? ['late'] : allButCanceled)).map((one) => states[one])),
        ...(age ? [anyOf(age.map((band) => isInBand(band, today)))] : []),
        ...(direction ? [sql<boolean>`p.outgoing = ${direction === 'outgoing'}`] : []),
        ...(currency ? [sql<boolean>`p.currency = ${currency}`] : []),
        ...(income ? [sql<boolean>`p.income = any(${income}::text[])`] : []),
        ...(due ? [sql<boolean>`(p.due_on is null) = ${due === 'undated'}`] : []),
        ...(form ? [sql<boolean>`p.in_kind = ${form === 'kind'}`] : []),
        ...(amount ? isInRange(sql.ref('p.amount_minor'), amount, 'bigint') : []),
        ...(certainty ? [sql<boolean>`(${isUnpaid} and ${openAmounts[certainty]} > 0)`] : []),
      ],
      semiJoins: [
        ...(company
          ? [ofDeals(organization, sql`select d.id from deals d where ${ofCompany(organization, company)}`)]
          : []),
        ...(agent ? [ofDeals(organization, sql`select d.id from deals d where ${isLedBy(organization, agent)}`)] : []),
        ...(sport ? [ofSport(organization, sport)] : []),
        ...(search ? [ofDeals(organization, selectMatchingDeals(viewer, search))] : []),
      ],
      rangeColumn: amount && 'p.amount_minor',
      sorts: {
        due: { column: 'p.due_on', type: 'date', nullable: true },
        amount: { column: 'p.amount_minor', type: 'bigint' },
      },
      sort: 'due',
      id: { column: 'p.id', type: 'uuid' },
    },
    { sort, after, ids, limit },
  )
  return { ...page, rows: page.rows.map((row) => toPaymentRow(row, today)) }
}

type States = Record<PaymentState, RawBuilder<boolean>>

const isOpen = sql`p.received_minor < p.amount_minor`
/** Not canceled and not fully received. */
const isUnpaid = sql`p.state <> 'canceled' and ${isOpen}`
const openAmounts = { guaranteed: guaranteedAmount, conditional: conditionalAmount }

/** Conditions of the states; on any day a payment is in exactly one. */
function statesOn(today: string): States {
  return {
    expected: sql`(p.state = 'expected' and ${isOpen} and (p.in_kind or p.due_on is null or p.due_on >= ${today}::date))`,
    late: sql`(p.state = 'expected' and not p.in_kind and ${isOpen} and p.due_on < ${today}::date)`,
    received: sql`(p.state <> 'canceled' and p.received_minor = p.amount_minor)`,
    overpaid: sql`(p.state <> 'canceled' and p.received_minor > p.amount_minor)`,
    conditional: sql`(p.state = 'conditional' and ${isOpen})`,
    canceled: sql`p.state = 'canceled'`,
  }
}

function isInBand(band: AgingBand, today: string) {
  const { first, last } = daysOfBand[band]
  const atLeast = sql<boolean>`p.due_on <= ${addDays(today, -first)}::date`
  return last === null ? atLeast : sql<boolean>`(${atLeast} and p.due_on >= ${addDays(today, -last)}::date)`
}

const ofCompany = (organization: string, company: string) =>
  sql`d.organization_id = ${organization} and d.company_id = ${company}`

const isLedBy = (organization: string, agent: string) =>
  sql`d.organization_id = ${organization} and ${isOrNone(sql.ref('d.lead_id'), agent)}`

const ofSport = (organization: string, sport: string) =>
  sql<{ id: string }>`select x.id from payments x where x.organization_id = ${organization} and x.athlete_id in (
    select a.id from ${athleteFacts} a where a.organization_id = ${organization} and ${isOrNone(sql.ref('a.sport'), sport)})`

const isOrNone = (column: RawBuilder<unknown>, value: string) =>
  value === 'none' ? sql`${column} is null` : sql`${column}::text = ${value}`

const ofDeals = (organization: string, deals: RawBuilder<unknown>) =>
  sql<{ id: string }>`select x.id from payments x where x.organization_id = ${organization} and x.deal_id in (${deals})`

function selectPayments(viewer: Viewer, states: States) {
  const state = sql<PaymentState>`case ${sql.join(
    Object.entries(states).map(([name, condition]) => sql`when ${condition} then ${sql.lit(name)}`),
    sql` `,
  )} end`
  const reminded = sql<PaymentRow['reminded']>`(select json_build_object('at', to_char(r.sent_at at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end)
    from payment_reminders r left join ${publicUsers} u on u.id = r.sent_by
    where r.organization_id = p.organization_id and r.payment_id = p.id order by r.sent_at desc limit 1)`
  return query
    .selectFrom('payments as p')
    .select(['p.id', 'p.title', 'p.kind', 'p.income', 'p.outgoing', 'p.due_on', 'p.condition', 'p.met_on', 'p.in_kind'])
    .select(['p.currency', 'p.amount_minor', 'p.received_minor', state.as('state'), reminded.as('reminded')])
    .select(sql<string>`case when ${isUnpaid} then ${guaranteedAmount} else 0 end`.as('guaranteed'))
    .select(sql<string>`case when ${isUnpaid} then ${conditionalAmount} else 0 end`.as('conditional'))
    .select(partiesOf('p').as('parties'))
    .select(['p.rule_id', 'p.position'])
    .where('p.organization_id', '=', viewer.member.organization)
    .where(isVisibleAthlete(viewer, sql.ref('p.athlete_id')))
    .$narrowType<{ kind: PaymentRow['kind']; currency: Currency; income: IncomeClass }>()
}

type Row = ReturnType<ReturnType<typeof selectPayments>['execute']> extends Promise<(infer Found)[]> ? Found : never

function toPaymentRow(row: Row, today: string): PaymentRow {
  const [amountMinor, receivedMinor] = [Number(row.amount_minor), Number(row.received_minor)]
  const isOpen = row.state === 'expected' || row.state === 'late'
  const days = row.state === 'late' && row.due_on ? daysBetween(row.due_on, today) : 0
  return {
    id: row.id,
    ...row.parties,
    title: row.title,
    kind: row.kind,
    income: row.income,
    outgoing: row.outgoing,
    dueOn: row.due_on,
    condition: row.condition,
    metOn: row.met_on,
    inKind: row.in_kind,
    currency: row.currency,
    amountMinor,
    receivedMinor,
    openMinor: isOpen ? amountMinor - receivedMinor : 0,
    guaranteedMinor: Number(row.guaranteed),
    conditionalMinor: Number(row.conditional),
    state: row.state,
    ruleId: row.rule_id,
    number: row.position,
    late: days > 0 ? { days, band: agingBandOf(days) } : null,
    reminded: row.reminded,
  }
}
