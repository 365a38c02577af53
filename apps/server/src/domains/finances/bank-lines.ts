import type { BankLineRow, BankLinesQuery, BankMatch, LineToConfirm } from '@sherpa/contracts/bank-import'
import type { Currency } from '@sherpa/contracts/currency'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { isInRange } from '../../persistence/lists/ranges.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { publicCompanies } from '../companies/companies.ts'
import { publicDeals, publicPayments } from '../deals/deals.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'
import { matchLines, type OpenInvoice, type OpenLine, type OpenPayment } from './match-bank-line.ts'

/** Maximum open lines to match; older ones are skipped. */
const MOST_MATCHED = 5000

/** Bank lines; open ones with their suggested match. */
export async function listBankLines(
  database: Database,
  { member: { organization } }: Viewer,
  { state = ['open'], direction = ['in'], sureness, currency, amount, from, until, ...params }: BankLinesQuery,
  now: Date,
): Promise<ListPage<BankLineRow>> {
  const matches = await loadMatches(database, organization, now)
  const idsWithSureness = (wanted: string) =>
    [...matches].filter(([, match]) => match.sureness === wanted).map(([id]) => id)
  const page = await listRows(
    database,
    {
      table: 'bank_lines',
      rows: (source) => selectLines(organization, source),
      filters: [
        sql<boolean>`l.state = any(${state}::text[])`,
        sql<boolean>`(case when l.amount_minor < 0 then 'out' else 'in' end) = any(${direction}::text[])`,
        ...(sureness
          ? [
              sql<boolean>`(l.state = 'open' and (l.id = any(${sureness.flatMap(idsWithSureness)}::uuid[])
                or ${sureness.includes('none')} and not l.id = any(${[...matches.keys()]}::uuid[])))`,
            ]
          : []),
        ...(currency ? [sql<boolean>`l.currency = ${currency}`] : []),
        ...(amount ? isInRange(sql`abs(l.amount_minor)`, amount, 'bigint') : []),
        ...(from ? [sql<boolean>`l.booked_on >= ${from}::date`] : []),
        ...(until ? [sql<boolean>`l.booked_on <= ${until}::date`] : []),
      ],
      sorts: { day: { column: 'l.booked_on', type: 'date' } },
      sort: '-day',
      id: { column: 'l.id', type: 'uuid' },
      search: { column: 'l.folded' },
    },
    params,
  )
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      bookedOn: row.booked_on,
      payer: row.payer,
      reference: row.reference,
      currency: row.currency,
      amountMinor: Number(row.amount_minor),
      state: row.state,
      match: matches.get(row.id) ?? null,
      leftMinor: Number(row.left),
      bookings: row.bookings,
      reason: row.ignore_reason,
      paysBack: row.paysBack,
    })),
  }
}

function selectLines(organization: string, source: Source<'bank_lines'>) {
  const paysBack = sql<BankLineRow['paysBack']>`case when l.amount_minor < 0 and l.state = 'open' then (
      select json_build_object('receiptId', b.id, 'payer', b.payer, 'receivedOn', b.received_on) from receipts b
      where b.organization_id = l.organization_id and b.amount_minor = -l.amount_minor and b.currency = l.currency
        and b.reversed_at is null and b.received_on <= l.booked_on
        and not exists (select from receipt_allocations x where x.organization_id = b.organization_id and x.receipt_id = b.id and x.in_kind)
        and (company_core(b.payer) = l.payer_core or strpos(l.folded, fold(b.payer)) > 0)
      order by b.received_on desc, b.id desc limit 1) end`
  const bookings = sql<
    BankLineRow['bookings']
  >`(select coalesce(json_agg(json_build_object('amountMinor', b.amount_minor,
      'receiptId', b.receipt_id, 'invoice', case when i.id is not null then json_build_object('id', i.id, 'number', i.number) end)
      order by b.id), '[]')
    from (
      select r.id, r.amount_minor, r.id as receipt_id, null::uuid as invoice_id from receipts r
      where r.organization_id = l.organization_id and r.bank_line_id = l.id and r.reversed_at is null
      union all
      select y.id, y.amount_minor, null, y.invoice_id from invoice_payments y
      where y.organization_id = l.organization_id and y.bank_line_id = l.id and y.reversed_at is null
      union all
      select l.refunded_receipt_id, l.amount_minor, l.refunded_receipt_id, null where l.refunded_receipt_id is not null) b
    left join fee_invoices i on i.organization_id = l.organization_id and i.id = b.invoice_id)`
  return query
    .selectFrom(source.as('l'))
    .select(['l.id', 'l.booked_on', 'l.payer', 'l.reference', 'l.currency', 'l.amount_minor', 'l.state'])
    .select(['l.ignore_reason', paysBack.as('paysBack'), bookings.as('bookings')])
    .select(
      sql<string>`case when l.refunded_receipt_id is null then l.amount_minor - l.booked_minor else 0 end`.as('left'),
    )
    .where('l.organization_id', '=', organization)
    .$narrowType<{ currency: Currency }>()
}

/** All certain matches, for bulk confirmation. */
export async function loadSureMatches(database: Database, { member: { organization } }: Viewer, now: Date) {
  const open = await loadOpenLines(database, organization, now)
  const matches = await matchOpenLines(database, organization, open)
  const sure = open.flatMap((line) => {
    const match = matches.get(line.id)
    return match?.sureness === 'sure' ? [{ line, match }] : []
  })
  const { outgoing } = await oneRowOf(
    database,
    query
      .selectFrom('bank_lines')
      .select(sql<number>`count(*)::integer`.as('outgoing'))
      .where('organization_id', '=', organization)
      .where('state', '=', 'open')
      .where('amount_minor', '<', '0'),
  )
  return {
    outgoing,
    lines: sure.map(({ line, match }) => toConfirm(line.id, match)),
    totals: [...Map.groupBy(sure, ({ line }) => line.currency)].map(([currency, lines]) => ({
      currency,
      lines: lines.length,
      amountMinor: lines.reduce((sum, { line }) => sum + line.amountMinor, 0),
    })),
  }
}

function toConfirm(bankLineId: string, { parts, invoice }: BankMatch): LineToConfirm {
  if (invoice) return { bankLineId, invoiceId: invoice.id }
  return { bankLineId, parts: parts.map(({ payment, amountMinor }) => ({ paymentId: payment.id, amountMinor })) }
}

/** Ignores a line with a reason, or reopens it. */
export async function moveBankLine(
  database: Database,
  { member: { organization } }: Viewer,
  id: string,
  [from, to]: ['open', 'ignored'] | ['ignored', 'open'],
  reason: string | null,
) {
  const moved = await run(
    database,
    query
      .updateTable('bank_lines')
      .set({ state: to, ignore_reason: reason })
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .where('state', 'in', [from, to]),
  )
  if (moved > 0) return
  const [known] = await rowsOf(
    database,
    query.selectFrom('bank_lines').select('id').where('organization_id', '=', organization).where('id', '=', id),
  )
  throw new Refusal(known ? 'bank-line-booked' : 'not-found')
}

/** Suggested matches by line. All lines are matched together, so nothing is suggested twice. */
async function loadMatches(database: Queryable, organization: string, now: Date) {
  return matchOpenLines(database, organization, await loadOpenLines(database, organization, now))
}

async function matchOpenLines(
  database: Queryable,
  organization: string,
  lines: readonly OpenLine[],
): Promise<Map<string, BankMatch>> {
  if (lines.length === 0) return new Map()
  return matchLines(
    lines,
    await loadOpenPayments(database, organization),
    await loadOpenInvoices(database, organization),
  )
}

/** Open incoming lines. Lines dated in the future cannot be booked yet and are skipped. */
async function loadOpenLines(database: Queryable, organization: string, now: Date): Promise<OpenLine[]> {
  const { today } = await loadBookkeeping(database, organization, now)
  const rows = await rowsOf(
    database,
    query
      .selectFrom('bank_lines')
      .select(['id', 'booked_on', 'currency', 'payer', 'payer_core', 'reference', 'occurrence'])
      .select(sql<string>`amount_minor - booked_minor`.as('left'))
      .where('organization_id', '=', organization)
      .where('state', '=', 'open')
      .where('amount_minor', '>', '0')
      .where('booked_on', '<=', today)
      .orderBy('booked_on', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_MATCHED)
      .$narrowType<{ currency: Currency }>(),
  )
  return rows.map((row) => ({
    id: row.id,
    bookedOn: row.booked_on,
    currency: row.currency,
    // For a partly booked line, the rest is matched.
    amountMinor: Number(row.left),
    payer: row.payer,
    payerCore: row.payer_core ?? '',
    reference: row.reference,
    repeated: row.occurrence > 1,
  }))
}

/** Open payments from companies to athletes. */
async function loadOpenPayments(database: Queryable, organization: string): Promise<OpenPayment[]> {
  const rows = await rowsOf(
    database,
    query
      .selectFrom(publicPayments.as('p'))
      .innerJoin(publicDeals.as('d'), (join) =>
        join.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.deal_id'),
      )
      .innerJoin(publicCompanies.as('c'), (join) =>
        join.onRef('c.organization_id', '=', 'd.organization_id').onRef('c.id', '=', 'd.company_id'),
      )
      .select(['p.id', 'p.title', 'p.due_on', 'p.currency', 'd.id as deal', 'd.title as dealTitle', 'd.athlete_id'])
      .select(['d.athlete_name', 'd.company_id', 'd.company_name', 'c.core'])
      .select(sql<string>`p.amount_minor - p.received_minor`.as('open'))
      .where('p.organization_id', '=', organization)
      // Matches the partial index of open payments.
      .where(
        sql<boolean>`p.state = 'expected' and not p.in_kind and p.received_minor < p.amount_minor and not p.outgoing`,
      )
      .$narrowType<{ currency: Currency }>(),
  )
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    dueOn: row.due_on,
    currency: row.currency,
    openMinor: Number(row.open),
    deal: { id: row.deal, title: row.dealTitle },
    athlete: { id: row.athlete_id, name: row.athlete_name },
    company: { id: row.company_id, name: row.company_name, core: row.core ?? '' },
  }))
}

/** Open fee invoices to athletes. */
async function loadOpenInvoices(database: Queryable, organization: string): Promise<OpenInvoice[]> {
  const rows = await rowsOf(
    database,
    query
      .selectFrom('fee_invoices as i')
      .innerJoin(athleteFacts.as('a'), (join) =>
        join.onRef('a.organization_id', '=', 'i.organization_id').onRef('a.id', '=', 'i.athlete_id'),
      )
      .select(['i.id', 'i.number', 'i.issued_on', 'i.due_on', 'i.currency', 'i.athlete_id'])
      .select(['a.given_name', 'a.family_name', 'a.name as athlete'])
      .select(sql<string>`i.total_minor - i.paid_minor`.as('open'))
      .where('i.organization_id', '=', organization)
      .where('i.state', '=', 'open')
      .$narrowType<{ currency: Currency }>(),
  )
  return rows.map(({ given_name, family_name, ...row }) => ({
    id: row.id,
    number: row.number,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    currency: row.currency,
    openMinor: Number(row.open),
    athlete: {
      id: row.athlete_id,
      name: row.athlete,
      names: [row.athlete, `${given_name} ${family_name}`, `${family_name} ${given_name}`],
    },
  }))
}
