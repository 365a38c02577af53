import { type Currency, formatMoney } from '@sherpa/contracts/currency'
import { shortDay } from '@sherpa/contracts/days'
import { type FeeFigures, type Fees, type InvoiceLine, MOST_INVOICE_LINES } from '@sherpa/contracts/fee-invoice'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { athleteFacts, isVisibleAthlete } from '../athletes/athletes.ts'
import { publicDeals } from '../deals/deals.ts'
import type { Viewer } from './finance-access.ts'

/** An uninvoiced amount as an invoice line. */
export type OpenLine = InvoiceLine & { allocation: string | null; recoupment: string | null }

/**
 * Earned, invoiced and paid fees per currency, and uninvoiced amounts by athlete. Computed from totals instead of lines:
 * uninvoiced is the receivable balance minus open invoices.
 */
export async function loadFees(
  database: Queryable,
  viewer: Viewer,
  { today, ownCurrency }: { today: string; ownCurrency: Currency },
): Promise<Fees> {
  const { organization } = viewer.member
  const owed = query
    .selectFrom('ledger_totals as t')
    .select(['t.athlete_id', 't.currency', sql<string>`sum(t.amount_minor)`.as('owed')])
    .where('t.organization_id', '=', organization)
    .where('t.account', '=', 'fees-receivable')
    .where('t.athlete_id', 'is not', null)
    .where(isVisibleAthlete(viewer, sql.ref('t.athlete_id')))
    .groupBy(['t.athlete_id', 't.currency'])
  const invoiced = query
    .selectFrom('fee_invoices as i')
    .select(['i.athlete_id', 'i.currency', sql<string>`sum(i.total_minor)`.as('invoiced')])
    .select([sql<string>`sum(i.paid_minor)`.as('paid'), sql<string>`sum(i.total_minor - i.paid_minor)`.as('open')])
    .select(sql<string>`sum(i.total_minor - i.paid_minor) filter (where i.due_on < ${today}::date)`.as('late'))
    .where('i.organization_id', '=', organization)
    .where('i.state', '<>', 'void')
    .where(isVisibleAthlete(viewer, sql.ref('i.athlete_id')))
    .groupBy(['i.athlete_id', 'i.currency'])
  // Every invoiced athlete has ledger totals.
  const rows = await rowsOf(
    database,
    query
      .selectFrom(owed.as('o'))
      .innerJoin(athleteFacts.as('a'), (join) =>
        join.onRef('a.id', '=', 'o.athlete_id').on('a.organization_id', '=', organization),
      )
      .leftJoin(invoiced.as('i'), (join) =>
        join.onRef('i.athlete_id', '=', 'o.athlete_id').onRef('i.currency', '=', 'o.currency'),
      )
      .select(['a.id', 'a.name', 'o.currency', 'o.owed'])
      .select(['i.invoiced', 'i.paid', 'i.open', 'i.late'])
      // Own currency first.
      .orderBy(sql`o.currency <> ${ownCurrency}`)
      .orderBy('o.currency')
      .orderBy(sql`o.owed - coalesce(i.open, 0)`, 'desc')
      .$narrowType<{ currency: Currency }>(),
  )
  const figures = new Map<Currency, FeeFigures>()
  const open = rows.flatMap(({ id, name, currency, ...sums }) => {
    const [owedMinor, openMinor, paidMinor] = [Number(sums.owed), Number(sums.open), Number(sums.paid)]
    const notInvoicedMinor = owedMinor - openMinor
    const before = figures.get(currency)
    figures.set(currency, {
      currency,
      earnedMinor: (before?.earnedMinor ?? 0) + owedMinor + paidMinor,
      notInvoicedMinor: (before?.notInvoicedMinor ?? 0) + notInvoicedMinor,
      invoicedMinor: (before?.invoicedMinor ?? 0) + Number(sums.invoiced),
      paidMinor: (before?.paidMinor ?? 0) + paidMinor,
      openMinor: (before?.openMinor ?? 0) + openMinor,
      lateMinor: (before?.lateMinor ?? 0) + Number(sums.late),
    })
    return notInvoicedMinor === 0 ? [] : [{ athlete: { id, name }, currency, totalMinor: notInvoicedMinor }]
  })
  return { figures: [...figures.values()], open }
}

/** Uninvoiced fees and recoupments of an athlete, oldest first. */
export async function loadOpenLines(
  client: Queryable,
  organization: string,
  athlete: string,
  currency: Currency,
): Promise<OpenLine[]> {
  const allocations = query
    .selectFrom('receipt_allocations as x')
    .innerJoin('receipts as r', (join) =>
      join.onRef('r.organization_id', '=', 'x.organization_id').onRef('r.id', '=', 'x.receipt_id'),
    )
    .where('x.organization_id', '=', organization)
    .where('x.athlete_id', '=', athlete)
    .where('r.currency', '=', currency)
    .orderBy('r.received_on')
    .orderBy('x.id')
    .limit(MOST_INVOICE_LINES)
  const fees = await rowsOf(
    client,
    allocations
      .innerJoin(publicDeals.as('d'), (join) =>
        join.onRef('d.organization_id', '=', 'x.organization_id').onRef('d.id', '=', 'x.deal_id'),
      )
      .select([
        'x.id',
        'r.received_on',
        'r.payer',
        'r.opening',
        'd.title',
        'x.amount_minor',
        'x.fee_rate',
        'x.fee_minor',
        'x.reverses',
      ])
      .where('x.fee_minor', '<>', '0')
      .where(sql<boolean>`not exists (select from fee_invoice_lines l
        where l.organization_id = x.organization_id and l.allocation_id = x.id and not l.void)`),
  )
  const recouped = await rowsOf(
    client,
    allocations
      .innerJoin('recoupments as c', (join) =>
        join.onRef('c.organization_id', '=', 'x.organization_id').onRef('c.allocation_id', '=', 'x.id'),
      )
      .innerJoin('expenses as e', (join) =>
        join.onRef('e.organization_id', '=', 'c.organization_id').onRef('e.id', '=', 'c.expense_id'),
      )
      .select(['c.id', 'r.received_on', 'e.vendor', 'e.spent_on', 'c.amount_minor', 'x.reverses'])
      .where('c.amount_minor', '<>', '0')
      .where(sql<boolean>`not exists (select from fee_invoice_lines l
        where l.organization_id = c.organization_id and l.recoupment_id = c.id and not l.void)`),
  )
  const lines = [
    ...fees.map((row) => {
      return {
        day: row.received_on,
        // Most deal titles already contain the payer.
        title: `${describeFee(row, currency)}, ${row.title.includes(row.payer) ? '' : `${row.payer} × `}${row.title}`,
        amountMinor: Number(row.fee_minor),
        allocation: row.id,
        recoupment: null,
      }
    }),
    ...recouped.map((row) => ({
      day: row.received_on,
      title: `Expense ${shortDay(row.spent_on)}, ${row.vendor}, recouped ${shortDay(row.received_on)}${reversedSuffix(row.reverses)}`,
      amountMinor: Number(row.amount_minor),
      allocation: null,
      recoupment: row.id,
    })),
  ]
  return lines
    .sort((a, b) => a.day.localeCompare(b.day))
    .slice(0, MOST_INVOICE_LINES)
    .map(({ day: _, ...line }) => line)
}

type FeeRow = {
  opening: boolean
  received_on: string
  amount_minor: string
  fee_rate: number | null
  fee_minor: string
  reverses: string | null
}

function describeFee(row: FeeRow, currency: Currency) {
  const [amountMinor, feeMinor] = [Number(row.amount_minor), Number(row.fee_minor)]
  // Money from before earns nothing itself. Once it is reversed, money received since earns the flat fee.
  if (row.opening && feeMinor > 0) return 'Flat fee'
  // An amendment lowered the flat fee below the booked amount.
  const isCredit = Math.sign(feeMinor) !== Math.sign(amountMinor)
  const rule = isCredit ? 'Fee credit' : row.fee_rate === null ? 'Flat fee' : `Fee ${row.fee_rate / 10_000}%`
  const amount = formatMoney(Math.abs(amountMinor), currency, 'en-US')
  return `${rule} on ${amount} received ${shortDay(row.received_on)}${reversedSuffix(row.reverses)}`
}

const reversedSuffix = (reverses: string | null) => (reverses ? ' and reversed' : '')

export const sumLines = (lines: readonly InvoiceLine[]) => lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
