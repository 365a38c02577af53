import type { Currency } from '@sherpa/contracts/currency'
import type { EntryCause } from '@sherpa/contracts/money'
import { Refusal } from '@sherpa/contracts/problem'
import {
  MOST_EXPECTED,
  MOST_MOVEMENTS,
  type Statement,
  type StatementOfCurrency,
  type StatementQuery,
} from '@sherpa/contracts/statement'
import type { Draw } from '../../pdf/draw-in-thread.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, textOf } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { companyFacts } from '../companies/companies.ts'
import { dealFacts, paymentFacts } from '../deals/deals.ts'
import { organizationFacts } from '../organizations/organizations.ts'
import { bookkeepingOf } from './bookkeeping.ts'
import { athleteWithMoney, type Viewer } from './finance-access.ts'

/** What a statement is made of. Of the other accounts an athlete learns nothing. */
const statementAccounts = ['athlete-earnings', 'in-kind-earnings', 'fees-receivable', 'owed-to-athletes'] as const
type StatementAccount = (typeof statementAccounts)[number]

type Opening = { account: StatementAccount; currency: Currency; minor: number }
type Titled = { id: string; title: string } | null
type Movement = {
  id: string
  account: StatementAccount
  cause: EntryCause
  currency: Currency
  minor: number
  day: string
  countsOn: string
  takenBack: boolean
  payer: string | null
  feeMinor: number | null
  deal: Titled
  payment: Titled
  vendor: string | null
  spentOn: string | null
  invoice: string | null
}
type Issued = StatementOfCurrency['fees']['invoices'][number] & { currency: Currency }
type Expected = StatementOfCurrency['expected']['rows'][number] & {
  currency: Currency
  ofAll: number
  countOfAll: number
}
type Found = { openings: Opening[]; movements: Movement[]; invoices: Issued[]; expected: Expected[] }

/** What an athlete received, owes and is owed, by the ledger: on the screen, and to print and keep. */
export function statements({
  database,
  clock,
  draw,
}: {
  database: Database
  clock: () => Date
  draw: Draw<Statement>
}) {
  async function statementOf(viewer: Viewer, athleteId: string, { from, until }: StatementQuery): Promise<Statement> {
    const { organization } = viewer.member
    const athlete = await athleteWithMoney(database, viewer, athleteId)
    const { today, currency } = await bookkeepingOf(database, organization, clock())
    const { name } = await oneRowOf(
      database,
      query.selectFrom(organizationFacts.as('o')).select('name').where('id', '=', organization),
    )
    const found = await findMovements(database, { organization, athlete: athleteId, from, until, today })
    if (found.movements.length > MOST_MOVEMENTS) {
      const message = `This period has more than ${MOST_MOVEMENTS.toLocaleString('en-US')} entries. Choose a shorter one`
      throw new Refusal('invalid-fields', { errors: [{ field: 'until', message }] })
    }
    const all = Object.values(found).flat() as { currency: Currency }[]
    const currencies = [...new Set(all.map((one) => one.currency))].sort(
      (a, b) => Number(b === currency) - Number(a === currency) || a.localeCompare(b),
    )
    return {
      organization: { name },
      athlete: { id: athleteId, name: athlete.name },
      from,
      until,
      today,
      currencies: currencies.map((each) => inCurrency(each, found, from)),
    }
  }

  return {
    of: statementOf,

    /** It is put on record who has taken a statement with them. */
    async pdf(viewer: Viewer, athlete: string, asked: StatementQuery) {
      const statement = await statementOf(viewer, athlete, asked)
      const pdf = Buffer.from(await draw(statement))
      await noteEvent(database, {
        event: 'statement-downloaded',
        actor: viewer.person.id,
        organization: viewer.member.organization,
        athlete,
      })
      return { pdf, name: `Statement ${statement.athlete.name} ${asked.from} to ${asked.until}.pdf` }
    },
  }
}
export type Statements = ReturnType<typeof statements>

type Asked = { organization: string; athlete: string; from: string; until: string; today: string }

/**
 * All in one statement, so that it is of one moment. What was there before comes from the totals of whole months and the lines of the month in which
 * the period begins: it costs the same however long ago the first entry was.
 */
async function findMovements(
  database: Queryable,
  { organization, athlete, from, until, today }: Asked,
): Promise<Found> {
  const { rows } = await database.query({
    name: 'statement',
    text: `with opening as (
      select account, currency, sum(amount_minor) as minor from (
        select account, currency, amount_minor from ledger_totals
        where organization_id = $1 and athlete_id = $2 and account = any($3) and month < date_trunc('month', $4::date)
        union all
        select account, currency, amount_minor from entry_lines
        where organization_id = $1 and athlete_id = $2 and account = any($3)
          and posted_on >= date_trunc('month', $4::date) and posted_on < $4::date) before
      group by 1, 2 having sum(amount_minor) <> 0),
    lines as (
      select e.*, l.account, l.currency, l.amount_minor, l.deal_id from entry_lines l
      join entries e on e.organization_id = l.organization_id and e.id = l.entry_id
      where l.organization_id = $1 and l.athlete_id = $2 and l.account = any($3) and l.posted_on between $4::date and $5::date
      order by e.posted_on, e.occurred_on, e.booked_at, e.id limit ${MOST_MOVEMENTS + 1}),
    movement as (
      select e.id, e.account, e.cause, e.currency, e.amount_minor as minor, e.occurred_on as day, e.posted_on as "countsOn",
        e.reverses is not null as "takenBack", r.payer, x.fee_minor as "feeMinor",
        case when d.id is not null then json_build_object('id', d.id, 'title', d.title) end as deal,
        case when p.id is not null then json_build_object('id', p.id, 'title', p.title) end as payment,
        spent.vendor, spent.spent_on as "spentOn", i.number as invoice
      from lines e
      left join receipts r on r.organization_id = $1 and r.id = e.receipt_id
      left join receipt_allocations x on x.organization_id = $1 and x.receipt_id = e.receipt_id and x.entry_id = e.id
      left join payouts o on o.organization_id = $1 and o.id = e.payout_id
      left join ${textOf(paymentFacts)} p on p.organization_id = $1 and p.id = coalesce(x.payment_id, o.payment_id, e.payment_id)
      left join ${textOf(dealFacts)} d on d.organization_id = $1 and d.id = coalesce(e.deal_id, p.deal_id)
      left join lateral (
        select s.vendor, s.spent_on from receipt_allocations a
        join recoupments c on c.organization_id = $1 and c.allocation_id = a.id and c.entry_id = e.id
        join expenses s on s.organization_id = $1 and s.id = c.expense_id
        where e.cause = 'recoupment' and a.organization_id = $1 and a.receipt_id = e.receipt_id limit 1) spent on true
      left join invoice_payments y on y.organization_id = $1 and y.id = e.invoice_payment_id
      left join fee_invoices i on i.organization_id = $1 and i.id = y.invoice_id
      order by e.posted_on, e.occurred_on, e.booked_at, e.id),
    invoice as (
      select i.id, i.number, i.issued_on as "issuedOn", i.due_on as "dueOn", i.currency, i.total_minor as "totalMinor",
        i.state = 'void' as void, case when i.state = 'void' then 0 else i.total_minor + coalesce(paid.minor, 0) end as "openMinor"
      from fee_invoices i
      left join lateral (
        select sum(l.amount_minor) as minor from invoice_payments y
        join entries e on e.organization_id = $1 and e.invoice_payment_id = y.id
        join entry_lines l on l.organization_id = $1 and l.entry_id = e.id and l.account = 'fees-receivable' and l.posted_on <= $5::date
        where y.organization_id = $1 and y.invoice_id = i.id) paid on true
      where i.organization_id = $1 and i.athlete_id = $2 and i.issued_on <= $5::date
      order by i.issued_on, i.id),
    open as (
      select p.id, p.due_on as "dueOn", c.name as payer, json_build_object('id', d.id, 'title', d.title) as deal, p.title, p.currency,
        p.amount_minor - p.received_minor as "amountMinor", coalesce(p.due_on < $6::date, false) as late,
        row_number() over (partition by p.currency order by p.due_on nulls last, p.id) as place,
        sum(p.amount_minor - p.received_minor) over (partition by p.currency) as "ofAll",
        count(*) over (partition by p.currency) as "countOfAll"
      from ${textOf(paymentFacts)} p
      join ${textOf(dealFacts)} d on d.organization_id = $1 and d.id = p.deal_id
      join ${textOf(companyFacts)} c on c.organization_id = $1 and c.id = d.company_id
      where p.organization_id = $1 and p.athlete_id = $2 and p.state = 'expected' and not p.in_kind
        and p.received_minor < p.amount_minor and p.owed_since is null)
    select (select coalesce(json_agg(o), '[]') from opening o) as openings,
      (select coalesce(json_agg(m), '[]') from movement m) as movements,
      (select coalesce(json_agg(i), '[]') from invoice i where i."issuedOn" >= $4::date or i."openMinor" <> 0) as invoices,
      (select coalesce(json_agg(o order by o.place), '[]') from open o where o.place <= ${MOST_EXPECTED}) as expected`,
    values: [organization, athlete, statementAccounts, from, until, today],
  })
  return rows[0] as Found
}

function inCurrency(currency: Currency, found: Found, from: string): StatementOfCurrency {
  const opening = (account: StatementAccount) =>
    found.openings.find((one) => one.account === account && one.currency === currency)?.minor ?? 0
  const moved = (account: StatementAccount, cause: EntryCause) =>
    found.movements.filter((one) => one.currency === currency && one.account === account && one.cause === cause)
  const sum = (rows: { amountMinor: number }[]) => rows.reduce((all, one) => all + one.amountMinor, 0)
  /** Debits are positive in the ledger: what is a credit there is turned around here. */
  const as =
    (sign: 1 | -1) =>
    ({ id, minor, day, countsOn, takenBack }: Movement) => ({
      id,
      amountMinor: withSign(minor, sign),
      day,
      countsOn,
      takenBack,
    })

  const receivedIn = (account: 'athlete-earnings' | 'in-kind-earnings') => {
    const rows = moved(account, 'receipt').map((row) => ({
      ...as(1)(row),
      payer: row.payer ?? '',
      deal: row.deal,
      payment: row.payment,
      feeMinor: row.feeMinor ?? 0,
    }))
    const [openingMinor, totalMinor] = [opening(account), sum(rows)]
    return { openingMinor, totalMinor, closingMinor: openingMinor + totalMinor, rows }
  }

  const recouped = moved('fees-receivable', 'recoupment').map((row) => ({
    ...as(1)(row),
    vendor: row.vendor ?? '',
    spentOn: row.spentOn ?? row.day,
  }))
  const payments = moved('fees-receivable', 'fee-payment').map((row) => ({
    ...as(-1)(row),
    invoice: row.invoice ?? '',
  }))
  const fees = {
    openingMinor: opening('fees-receivable'),
    earnedMinor: sum(moved('fees-receivable', 'fee').map(as(1))),
    recoupedMinor: sum(recouped),
    paidMinor: sum(payments),
  }

  const payRow = (sign: 1 | -1) => (row: Movement) => ({ ...as(sign)(row), deal: row.deal, payment: row.payment })
  const due = moved('owed-to-athletes', 'pay').map(payRow(-1))
  const paid = moved('owed-to-athletes', 'payout').map(payRow(1))
  const pay = {
    openingMinor: withSign(opening('owed-to-athletes'), -1),
    dueMinor: sum(due),
    paidMinor: sum(paid),
  }

  const invoices = found.invoices.filter((one) => one.currency === currency)
  const expected = found.expected.filter((one) => one.currency === currency)
  return {
    currency,
    received: receivedIn('athlete-earnings'),
    inKind: receivedIn('in-kind-earnings'),
    fees: {
      ...fees,
      closingMinor: fees.openingMinor + fees.earnedMinor + fees.recoupedMinor - fees.paidMinor,
      recouped,
      payments,
      invoices: invoices.filter(({ issuedOn }) => issuedOn >= from),
      askedMinor: invoices.reduce((all, { openMinor }) => all + openMinor, 0),
    },
    pay: { ...pay, closingMinor: pay.openingMinor + pay.dueMinor - pay.paidMinor, due, paid },
    expected: { totalMinor: expected[0]?.ofAll ?? 0, count: expected[0]?.countOfAll ?? 0, rows: expected },
  }
}

/** Never a negative zero. */
const withSign = (minor: number, sign: 1 | -1) => (minor === 0 ? 0 : minor * sign)
