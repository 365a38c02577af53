import type { Currency } from '@sherpa/contracts/currency'
import type {
  Buyer,
  FeeInvoice,
  FeeInvoiceRow,
  FeeInvoiceState,
  FeeInvoicesQuery,
  InvoiceLine,
  PaperRecipient,
  Seller,
} from '@sherpa/contracts/fee-invoice'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { isInRange } from '../../persistence/lists/ranges.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, isVisibleAthlete, recipientOfPapers } from '../athletes/athletes.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'
import { loadReceipt, personRef } from './receipts.ts'

/** Fee invoices of visible athletes. */
export async function listFeeInvoices(
  database: Queryable,
  viewer: Viewer,
  { state, athlete, currency, amount, due, from, until, ...params }: FeeInvoicesQuery,
  now: Date,
): Promise<ListPage<FeeInvoiceRow>> {
  const { today } = await loadBookkeeping(database, viewer.member.organization, now)
  const page = await listRows(
    database,
    {
      table: 'fee_invoices',
      rows: (source) => selectInvoices(viewer, source),
      filters: [
        ...(state ? [isInStates(state, today)] : []),
        ...(athlete ? [sql<boolean>`i.athlete_id = ${athlete}`] : []),
        ...(currency ? [sql<boolean>`i.currency = ${currency}`] : []),
        ...(amount ? isInRange(sql.ref('i.total_minor'), amount, 'bigint') : []),
        ...(due ? isInRange(sql.ref('i.due_on'), due, 'date') : []),
        ...(from ? [sql<boolean>`i.issued_on >= ${from}::date`] : []),
        ...(until ? [sql<boolean>`i.issued_on <= ${until}::date`] : []),
      ],
      sorts: {
        issued: { column: 'i.issued_on', type: 'date' },
        due: { column: 'i.due_on', type: 'date' },
        amount: { column: 'i.total_minor', type: 'bigint' },
      },
      sort: '-issued',
      id: { column: 'i.id', type: 'uuid' },
      search: { column: 'i.folded' },
    },
    params,
  )
  return { ...page, rows: page.rows.map((row) => toInvoiceRow(row, today)) }
}

function isInStates(states: readonly FeeInvoiceState[], today: string): RawBuilder<boolean> {
  const each = states.map((state) => {
    if (state === 'late') return sql`(i.state = 'open' and i.due_on < ${today}::date)`
    if (state === 'open') return sql`(i.state = 'open' and i.due_on >= ${today}::date)`
    return sql`i.state = ${state}`
  })
  return sql`(${sql.join(each, sql` or `)})`
}

function selectInvoices(viewer: Viewer, source: Source<'fee_invoices'>) {
  return query
    .selectFrom(source.as('i'))
    .innerJoin(athleteFacts.as('a'), (join) =>
      join.onRef('a.organization_id', '=', 'i.organization_id').onRef('a.id', '=', 'i.athlete_id'),
    )
    .select(['i.id', 'i.number', 'i.athlete_id', 'a.name as athlete', 'i.issued_on', 'i.due_on'])
    .select(['i.currency', 'i.total_minor', 'i.paid_minor', 'i.state', 'i.sent_at'])
    .where('i.organization_id', '=', viewer.member.organization)
    .where(isVisibleAthlete(viewer, sql.ref('i.athlete_id')))
    .$narrowType<{ currency: Currency; state: Exclude<FeeInvoiceState, 'late'> }>()
}

type Row = ReturnType<ReturnType<typeof selectInvoices>['execute']> extends Promise<(infer Found)[]> ? Found : never

function toInvoiceRow(row: Row, today: string): FeeInvoiceRow {
  return {
    id: row.id,
    number: row.number,
    athlete: { id: row.athlete_id, name: row.athlete },
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    currency: row.currency,
    totalMinor: Number(row.total_minor),
    paidMinor: Number(row.paid_minor),
    state: row.state === 'open' && row.due_on < today ? 'late' : row.state,
    sentAt: row.sent_at?.toISOString() ?? null,
  }
}

/** Loads an invoice with its lines and payments. */
export async function loadFeeInvoice(database: Queryable, viewer: Viewer, id: string, now: Date): Promise<FeeInvoice> {
  const { organization } = viewer.member
  const { today } = await loadBookkeeping(database, organization, now)
  const found = await rowOf(
    database,
    selectInvoices(viewer, sql.raw('fee_invoices') as Source<'fee_invoices'>)
      .leftJoin(publicUsers.as('u'), 'u.id', 'i.created_by')
      .select(['i.seller', 'i.buyer', 'i.sent_to', 'i.void_reason', 'i.created_by', 'u.name as creator'])
      .where('i.id', '=', id)
      .$narrowType<{ seller: Seller; buyer: Buyer }>(),
  )
  if (!found) throw new Refusal('not-found')
  const { seller, buyer, sent_to, void_reason, created_by, creator, ...row } = found
  const recipient = await recipientOfPapers(database, viewer, row.athlete_id, now)
  const isHidden = recipient && !recipient.isShown && recipient.email === sent_to
  return {
    ...toInvoiceRow(row, today),
    seller,
    buyer,
    lines: await loadInvoiceLines(database, organization, id),
    payments: await loadPayments(database, organization, id),
    issuedBy: personRef(created_by, creator),
    sentTo: isHidden ? recipient.name : sent_to,
    voidReason: void_reason,
    recipient: shownRecipient(recipient),
  }
}

/** The address may be hidden from the caller. */
export function shownRecipient(recipient: Awaited<ReturnType<typeof recipientOfPapers>>): PaperRecipient | null {
  if (!recipient) return null
  const { name, isGuardian, isShown, email } = recipient
  return { name, isGuardian, email: isShown ? email : null }
}

export async function loadInvoiceLines(database: Queryable, organization: string, id: string): Promise<InvoiceLine[]> {
  const rows = await rowsOf(
    database,
    query
      .selectFrom('fee_invoice_lines')
      .select(['title', 'amount_minor'])
      .where('organization_id', '=', organization)
      .where('invoice_id', '=', id)
      .orderBy('position'),
  )
  return rows.map(({ title, amount_minor }) => ({ title, amountMinor: Number(amount_minor) }))
}

async function loadPayments(database: Queryable, organization: string, id: string): Promise<FeeInvoice['payments']> {
  const rows = await rowsOf(
    database,
    query
      .selectFrom('invoice_payments as p')
      .leftJoin(publicUsers.as('b'), 'b.id', 'p.booked_by')
      .leftJoin(publicUsers.as('t'), 't.id', 'p.reversed_by')
      .select([
        'p.id',
        'p.paid_on',
        'p.amount_minor',
        'p.reference',
        'p.bank_line_id',
        'p.booked_by',
        'b.name as booker',
      ])
      .select(['p.reversed_at', 'p.reversed_by', 't.name as reverser', 'p.reversal_reason'])
      .where('p.organization_id', '=', organization)
      .where('p.invoice_id', '=', id)
      .orderBy('p.paid_on')
      .orderBy('p.id'),
  )
  return rows.map((row) => ({
    id: row.id,
    paidOn: row.paid_on,
    amountMinor: Number(row.amount_minor),
    reference: row.reference,
    fromBank: row.bank_line_id !== null,
    bookedBy: personRef(row.booked_by, row.booker),
    reversed: row.reversed_at && {
      at: row.reversed_at.toISOString(),
      by: personRef(row.reversed_by, row.reverser),
      reason: row.reversal_reason ?? '',
    },
  }))
}

/** Invoices that bill fees and recoupments of a receipt, for visible athletes. */
export async function invoicesOfReceipt(database: Queryable, viewer: Viewer, id: string) {
  const { organization } = viewer.member
  const { id: receipt } = await loadReceipt(database, viewer, id)
  const rows = await rowsOf(
    database,
    query
      .selectFrom('receipt_allocations as x')
      .leftJoin('recoupments as c', (join) =>
        join.onRef('c.organization_id', '=', 'x.organization_id').onRef('c.allocation_id', '=', 'x.id'),
      )
      .innerJoin('fee_invoice_lines as l', (join) =>
        join
          .onRef('l.organization_id', '=', 'x.organization_id')
          .on(sql<boolean>`(l.allocation_id = x.id or l.recoupment_id = c.id)`)
          .on('l.void', '=', false),
      )
      .innerJoin('fee_invoices as i', (join) =>
        join.onRef('i.organization_id', '=', 'l.organization_id').onRef('i.id', '=', 'l.invoice_id'),
      )
      .innerJoin(athleteFacts.as('a'), (join) =>
        join.onRef('a.organization_id', '=', 'i.organization_id').onRef('a.id', '=', 'i.athlete_id'),
      )
      .distinctOn(['i.number', 'i.id', 'l.position'])
      .select(['i.id', 'i.number', 'i.athlete_id', 'a.name as athlete', 'i.currency'])
      .select(['i.total_minor', 'i.paid_minor', 'l.amount_minor'])
      .where('x.organization_id', '=', organization)
      .where('x.receipt_id', '=', receipt)
      .where('x.reverses', 'is', null)
      .where(isVisibleAthlete(viewer, sql.ref('x.athlete_id')))
      .orderBy('i.number')
      .orderBy('i.id')
      .orderBy('l.position')
      .$narrowType<{ currency: Currency }>(),
  )
  const invoices = [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, [row, ...others]]) =>
    row
      ? [
          {
            id,
            number: row.number,
            athlete: { id: row.athlete_id, name: row.athlete },
            currency: row.currency,
            amountMinor: [row, ...others].reduce((sum, { amount_minor }) => sum + Number(amount_minor), 0),
            totalMinor: Number(row.total_minor),
            paidMinor: Number(row.paid_minor),
          },
        ]
      : [],
  )
  return { invoices }
}

export async function lockInvoice(client: Queryable, viewer: Viewer, id: string) {
  const invoice = await rowOf(
    client,
    query
      .selectFrom('fee_invoices as i')
      .select(['i.id', 'i.number', 'i.athlete_id as athlete', 'i.issued_on as issuedOn', 'i.currency'])
      .select(['i.total_minor', 'i.paid_minor', 'i.state'])
      .where('i.organization_id', '=', viewer.member.organization)
      .where('i.id', '=', id)
      .where(isVisibleAthlete(viewer, sql.ref('i.athlete_id')))
      .$narrowType<{ currency: Currency; state: Exclude<FeeInvoiceState, 'late'> }>()
      .forUpdate(),
  )
  if (!invoice) throw new Refusal('not-found')
  const { total_minor, paid_minor, ...facts } = invoice
  return { ...facts, openMinor: Number(total_minor) - Number(paid_minor), paidMinor: Number(paid_minor) }
}
