import type { BankLineRow, BankLinesQuery, BankMatch, LineToConfirm } from '@sherpa/contracts/bank-import'
import type { Currency } from '@sherpa/contracts/currency'
import { addDays } from '@sherpa/contracts/days'
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
import { DAYS_EARLY, matchLines, type OpenInvoice, type OpenLine, type OpenPayment } from './match-bank-line.ts'

/** Lines of one request that are matched, and payments that they are matched with. */
const MOST_LINES = 500
const MOST_PAYMENTS = 2000
/** Payments of exactly the amount of a line. */
const MOST_OF_AMOUNT = 3

/** Bank lines; open ones with their suggested match. */
export async function listBankLines(
  database: Database,
  { member: { organization } }: Viewer,
  { state = ['open'], direction = ['in'], sureness, currency, amount, from, until, ...params }: BankLinesQuery,
  now: Date,
): Promise<ListPage<BankLineRow>> {
  const ofNewest = sureness ? await loadMatches(database, organization, now) : new Map<string, BankMatch>()
  const idsWithSureness = (wanted: string) =>
    [...ofNewest].filter(([, match]) => match.sureness === wanted).map(([id]) => id)
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
                or ${sureness.includes('none')} and not l.id = any(${[...ofNewest.keys()]}::uuid[])))`,
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
  const openIds = page.rows.filter((row) => row.state === 'open' && Number(row.amount_minor) > 0).map(({ id }) => id)
  const isLoaded = sureness !== undefined || openIds.length === 0
  const matches = isLoaded ? ofNewest : await loadMatches(database, organization, now, openIds)
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
  const { lines: open, hasMore } = await loadOpenLines(database, organization, now)
  const { matches, hasMorePayments } = await matchOpenLines(database, organization, open)
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
    isPartial: hasMore || hasMorePayments,
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
async function loadMatches(database: Queryable, organization: string, now: Date, ids: readonly string[] = []) {
  const { lines } = await loadOpenLines(database, organization, now, ids)
  return (await matchOpenLines(database, organization, lines)).matches
}

async function matchOpenLines(database: Queryable, organization: string, lines: readonly OpenLine[]) {
  if (lines.length === 0) return { matches: new Map<string, BankMatch>(), hasMorePayments: false }
  const payments = await loadNearPayments(database, organization, lines)
  const matches = matchLines(lines, payments, await loadOpenInvoices(database, organization))
  return { matches, hasMorePayments: payments.length === MOST_PAYMENTS }
}

/** These open incoming lines, then the newest. Lines dated in the future cannot be booked yet and are skipped. */
async function loadOpenLines(database: Queryable, organization: string, now: Date, ids: readonly string[] = []) {
  const { today } = await loadBookkeeping(database, organization, now)
  const open = query
    .selectFrom('bank_lines')
    .select(['id', 'booked_on', 'currency', 'payer', 'payer_core', 'reference', 'occurrence'])
    .select(sql<string>`amount_minor - booked_minor`.as('left'))
    .where('organization_id', '=', organization)
    .where('state', '=', 'open')
    .where('amount_minor', '>', '0')
    .where('booked_on', '<=', today)
    .$narrowType<{ currency: Currency }>()
  const newest = await rowsOf(
    database,
    open
      .orderBy('booked_on', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_LINES + 1),
  )
  const known = new Set(newest.slice(0, MOST_LINES).map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id))
  const older = missing.length > 0 ? await rowsOf(database, open.where(sql<boolean>`id = any(${missing}::uuid[])`)) : []
  const rows = [...older, ...newest].slice(0, MOST_LINES)
  const lines = rows.map(
    (row): OpenLine => ({
      id: row.id,
      bookedOn: row.booked_on,
      currency: row.currency,
      // For a partly booked line, the rest is matched.
      amountMinor: Number(row.left),
      payer: row.payer,
      payerCore: row.payer_core ?? '',
      reference: row.reference,
      repeated: row.occurrence > 1,
    }),
  )
  return { lines, hasMore: older.length + newest.length > MOST_LINES }
}

/** Matches the partial indexes of open payments from companies to athletes. */
const isOpen = sql<boolean>`p.state = 'expected' and not p.in_kind and p.received_minor < p.amount_minor and not p.outgoing`

/** Open payments of the amounts of the lines, then those due nearest to the newest one, each read from an index. */
async function loadNearPayments(
  database: Queryable,
  organization: string,
  lines: readonly OpenLine[],
): Promise<OpenPayment[]> {
  const newest = lines.reduce((day, { bookedOn }) => (bookedOn > day ? bookedOn : day), '')
  const until = addDays(newest, DAYS_EARLY)
  const amounts = [...new Set(lines.map(({ currency, amountMinor }) => `${currency} ${amountMinor}`))].map((one) =>
    one.split(' '),
  )
  const from = sql`from ${publicPayments} p where p.organization_id = ${organization} and ${isOpen}`
  const near = sql`select p.id, p.due_on ${from}`
  const rows = await rowsOf(
    database,
    sql<OpenRow>`with of_amount as (
        select x.id, x.due_on, true as fits
        from unnest(${amounts.map(([currency]) => currency)}::text[], ${amounts.map(([, minor]) => minor)}::bigint[]) as l (currency, minor)
        cross join lateral (${near} and p.currency = l.currency and p.amount_minor = l.minor
          and p.due_on <= ${until}::date order by p.due_on desc limit ${MOST_OF_AMOUNT}) x),
      of_day as (
        (${near} and p.due_on <= ${newest}::date order by p.due_on desc limit ${MOST_PAYMENTS})
        union all (${near} and p.due_on > ${newest}::date and p.due_on <= ${until}::date order by p.due_on limit ${MOST_PAYMENTS})
        union all (${near} and p.due_on is null limit ${MOST_PAYMENTS})),
      nearest as (
        select id, bool_or(fits) as fits, min(abs(due_on - ${newest}::date)) as days
        from (select * from of_amount union all select *, false from of_day) found
        group by id order by fits desc, days nulls last, id limit ${MOST_PAYMENTS})
      select p.id, p.title, p.due_on, p.currency, p.amount_minor - p.received_minor as open, d.id as deal, d.title as "dealTitle",
        d.athlete_id, d.athlete_name, d.company_id, d.company_name, c.core
      from nearest n
      join ${publicPayments} p on p.organization_id = ${organization} and p.id = n.id
      join ${publicDeals} d on d.organization_id = p.organization_id and d.id = p.deal_id
      join ${publicCompanies} c on c.organization_id = d.organization_id and c.id = d.company_id`,
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

type OpenRow = {
  id: string
  title: string
  due_on: string | null
  currency: Currency
  open: string
  deal: string
  dealTitle: string
  athlete_id: string
  athlete_name: string
  company_id: string
  company_name: string
  core: string | null
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
