import type { Currency } from '@sherpa/contracts/currency'
import type { EntryCause } from '@sherpa/contracts/money'
import { Refusal } from '@sherpa/contracts/problem'
import {
  MOST_EXPECTED,
  MOST_MOVEMENTS,
  type Statement,
  type StatementMailing,
  type StatementOfCurrency,
  type StatementPaper,
  type StatementQuery,
} from '@sherpa/contracts/statement'
import type { Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { Draw } from '../../pdf/draw-in-thread.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, textOf } from '../../persistence/queries.ts'
import { recipientOfPapers } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { publicCompanies } from '../companies/companies.ts'
import { publicDeals, publicPayments } from '../deals/deals.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import { shownRecipient } from './fee-invoices.ts'
import { loadAthlete, type Viewer } from './finance-access.ts'
import { statementMail } from './statement-mail.ts'

/** Accounts of a statement; all others are hidden from athletes. */
const statementAccounts = ['athlete-earnings', 'in-kind-earnings', 'fees-receivable', 'owed-to-athletes'] as const
type StatementAccount = (typeof statementAccounts)[number]

type Opening = { account: StatementAccount; currency: Currency; minor: number }
type TitledRef = { id: string; title: string } | null
type Movement = {
  id: string
  account: StatementAccount
  cause: EntryCause
  currency: Currency
  minor: number
  day: string
  countsOn: string
  isReversal: boolean
  payer: string | null
  feeMinor: number | null
  /** Of money from before Sherpa, which has no row. */
  isOfOpening: boolean
  deal: TitledRef
  payment: TitledRef
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
type PaperParams = StatementQuery & { organization: string; athlete: Statement['athlete'] }
type Colleague = Viewer & { person: Pick<Person, 'name' | 'email'> }
type StatementData = { openings: Opening[]; movements: Movement[]; invoices: Issued[]; expected: Expected[] }

/** Statements of athletes from the ledger: received, owed and payable amounts, on screen and as PDF. */
export function createStatementService({
  database,
  clock,
  draw,
}: {
  database: Database
  clock: () => Date
  draw: Draw<StatementPaper>
}) {
  async function loadPaper({ organization, athlete, from, until }: PaperParams): Promise<StatementPaper> {
    const { today, currency } = await loadBookkeeping(database, organization, clock())
    const { name } = await oneRowOf(
      database,
      query.selectFrom(publicOrganizations.as('o')).select('name').where('id', '=', organization),
    )
    const data = await loadStatementData(database, { organization, athlete: athlete.id, from, until, today })
    if (data.movements.length > MOST_MOVEMENTS) {
      const message = `This period has more than ${MOST_MOVEMENTS.toLocaleString('en-US')} entries. Choose a shorter one`
      throw new Refusal('invalid-fields', { errors: [{ field: 'until', message }] })
    }
    const all = Object.values(data).flat() as { currency: Currency }[]
    const currencies = [...new Set(all.map((one) => one.currency))].sort(
      (a, b) => Number(b === currency) - Number(a === currency) || a.localeCompare(b),
    )
    return {
      organization: { name },
      athlete,
      from,
      until,
      today,
      currencies: currencies.map((each) => toCurrencyStatement(each, data, from)),
    }
  }

  async function loadPaperFor(viewer: Viewer, id: string, { from, until }: StatementQuery) {
    const { name } = await loadAthlete(database, viewer, id)
    return loadPaper({ organization: viewer.member.organization, athlete: { id, name }, from, until })
  }

  return {
    async of(viewer: Viewer, athlete: string, params: StatementQuery): Promise<Statement> {
      const paper = await loadPaperFor(viewer, athlete, params)
      const isOwn = viewer.member.role === 'athlete'
      const recipient = isOwn ? undefined : await recipientOfPapers(database, viewer, athlete, clock())
      return { ...paper, recipient: shownRecipient(recipient) }
    },

    /** Without an access check, for mail. */
    fileOf: async (params: PaperParams) => Buffer.from(await draw(await loadPaper(params))),

    async send(viewer: Colleague, athlete: string, { from, until, email }: StatementMailing) {
      const { organization } = viewer.member
      const paper = await loadPaperFor(viewer, athlete, { from, until })
      return inTransaction(database, async (client) => {
        const known = await recipientOfPapers(client, viewer, athlete, clock())
        const recipient = email ?? known?.email
        if (!recipient) {
          throw new Refusal('invalid-fields', { errors: [{ field: 'email', message: 'Enter an email address' }] })
        }
        await queueMail(client, statementMail, {
          recipient,
          details: {
            organization,
            organizationName: paper.organization.name,
            athlete: paper.athlete,
            from,
            until,
            sentBy: viewer.person.name,
            writeTo: viewer.person.email,
          },
        })
        await recordEvent(client, { event: 'statement-sent', actor: viewer.person.id, organization, athlete })
        const isHidden = known && !known.isShown && known.email === recipient
        return { sentTo: isHidden ? known.name : recipient }
      })
    },

    /** Downloads are recorded in the audit trail. */
    async pdf(viewer: Viewer, athlete: string, params: StatementQuery) {
      const statement = await loadPaperFor(viewer, athlete, params)
      const pdf = Buffer.from(await draw(statement))
      await recordEvent(database, {
        event: 'statement-downloaded',
        actor: viewer.person.id,
        organization: viewer.member.organization,
        athlete,
      })
      return { pdf, name: `Statement ${statement.athlete.name} ${params.from} to ${params.until}.pdf` }
    },
  }
}
export type Statements = ReturnType<typeof createStatementService>

type Params = { organization: string; athlete: string; from: string; until: string; today: string }

/**
 * A single query, so all parts come from one snapshot. The opening balance comes from monthly totals plus the lines of
 * the first month, so its cost does not grow with the history.
 */
async function loadStatementData(
  database: Queryable,
  { organization, athlete, from, until, today }: Params,
): Promise<StatementData> {
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
        e.reverses is not null as "isReversal", r.payer, x.fee_minor as "feeMinor", coalesce(r.opening, false) as "isOfOpening",
        case when d.id is not null then json_build_object('id', d.id, 'title', d.title) end as deal,
        case when p.id is not null then json_build_object('id', p.id, 'title', p.title) end as payment,
        spent.vendor, spent.spent_on as "spentOn", i.number as invoice
      from lines e
      left join receipts r on r.organization_id = $1 and r.id = e.receipt_id
      left join receipt_allocations x on x.organization_id = $1 and x.receipt_id = e.receipt_id and x.entry_id = e.id
      left join payouts o on o.organization_id = $1 and o.id = e.payout_id
      left join ${textOf(publicPayments)} p on p.organization_id = $1 and p.id = coalesce(x.payment_id, o.payment_id, e.payment_id)
      left join ${textOf(publicDeals)} d on d.organization_id = $1 and d.id = coalesce(e.deal_id, p.deal_id)
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
      from ${textOf(publicPayments)} p
      join ${textOf(publicDeals)} d on d.organization_id = $1 and d.id = p.deal_id
      join ${textOf(publicCompanies)} c on c.organization_id = $1 and c.id = d.company_id
      where p.organization_id = $1 and p.athlete_id = $2 and p.state = 'expected' and not p.in_kind
        and p.received_minor < p.amount_minor and p.owed_since is null)
    select (select coalesce(json_agg(o), '[]') from opening o) as openings,
      (select coalesce(json_agg(m), '[]') from movement m) as movements,
      (select coalesce(json_agg(i), '[]') from invoice i where i."issuedOn" >= $4::date or i."openMinor" <> 0) as invoices,
      (select coalesce(json_agg(o order by o.place), '[]') from open o where o.place <= ${MOST_EXPECTED}) as expected`,
    values: [organization, athlete, statementAccounts, from, until, today],
  })
  return rows[0] as StatementData
}

function toCurrencyStatement(currency: Currency, data: StatementData, from: string): StatementOfCurrency {
  const openingOf = (account: StatementAccount) =>
    data.openings.find((one) => one.account === account && one.currency === currency)?.minor ?? 0
  const movementsOf = (account: StatementAccount, cause: EntryCause) =>
    data.movements.filter((one) => one.currency === currency && one.account === account && one.cause === cause)
  const sum = (rows: { amountMinor: number }[]) => rows.reduce((all, one) => all + one.amountMinor, 0)
  /** Debits are positive in the ledger; credits are negated for the statement. */
  const as =
    (sign: 1 | -1) =>
    ({ id, minor, day, countsOn, isReversal }: Movement) => ({
      id,
      amountMinor: withSign(minor, sign),
      day,
      countsOn,
      isReversal,
    })

  const summarizeReceived = (account: 'athlete-earnings' | 'in-kind-earnings') => {
    const rows = movementsOf(account, 'receipt').map((row) => ({
      ...as(1)(row),
      payer: row.payer ?? '',
      deal: row.deal,
      payment: row.payment,
      feeMinor: row.feeMinor ?? 0,
    }))
    const [openingMinor, totalMinor] = [openingOf(account), sum(rows)]
    return { openingMinor, totalMinor, closingMinor: openingMinor + totalMinor, rows }
  }

  const recouped = movementsOf('fees-receivable', 'recoupment').map((row) => ({
    ...as(1)(row),
    vendor: row.vendor ?? '',
    spentOn: row.spentOn ?? row.day,
  }))
  const payments = movementsOf('fees-receivable', 'fee-payment').map((row) => ({
    ...as(-1)(row),
    invoice: row.invoice ?? '',
  }))
  const earned = movementsOf('fees-receivable', 'fee')
  const corrections = earned.filter(({ isOfOpening }) => isOfOpening).map((row) => ({ ...as(1)(row), deal: row.deal }))
  const fees = {
    openingMinor: openingOf('fees-receivable'),
    earnedMinor: sum(earned.map(as(1))),
    recoupedMinor: sum(recouped),
    paidMinor: sum(payments),
  }

  const payRow = (sign: 1 | -1) => (row: Movement) => ({ ...as(sign)(row), deal: row.deal, payment: row.payment })
  const due = movementsOf('owed-to-athletes', 'pay').map(payRow(-1))
  const paid = movementsOf('owed-to-athletes', 'payout').map(payRow(1))
  const pay = {
    openingMinor: withSign(openingOf('owed-to-athletes'), -1),
    dueMinor: sum(due),
    paidMinor: sum(paid),
  }

  const invoices = data.invoices.filter((one) => one.currency === currency)
  const expected = data.expected.filter((one) => one.currency === currency)
  return {
    currency,
    received: summarizeReceived('athlete-earnings'),
    inKind: summarizeReceived('in-kind-earnings'),
    fees: {
      ...fees,
      closingMinor: fees.openingMinor + fees.earnedMinor + fees.recoupedMinor - fees.paidMinor,
      corrections,
      recouped,
      payments,
      invoices: invoices.filter(({ issuedOn }) => issuedOn >= from),
      invoicedMinor: invoices.reduce((all, { openMinor }) => all + openMinor, 0),
    },
    pay: { ...pay, closingMinor: pay.openingMinor + pay.dueMinor - pay.paidMinor, due, paid },
    expected: { totalMinor: expected[0]?.ofAll ?? 0, count: expected[0]?.countOfAll ?? 0, rows: expected },
  }
}

/** Avoids a negative zero. */
const withSign = (minor: number, sign: 1 | -1) => (minor === 0 ? 0 : minor * sign)
