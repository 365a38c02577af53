import { type Currency, formatMoney } from '@sherpa/contracts/currency'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import type { NewReceipt, ReceiptRow, ReceiptsQuery } from '@sherpa/contracts/receipt'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { isInRange } from '../../persistence/lists/ranges.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { isVisibleAthlete, seesAllAthletes } from '../athletes/athletes.ts'
import { publicCompanies } from '../companies/companies.ts'
import { publicDeals, publicPayments } from '../deals/deals.ts'
import type { Viewer } from './finance-access.ts'

/** Receipts, with the allocations of visible athletes. */
export async function listReceipts(
  database: Queryable,
  viewer: Viewer,
  { athlete, deal, currency, amount, from, until, reversed, ...params }: ReceiptsQuery,
): Promise<ListPage<ReceiptRow>> {
  const filters: RawBuilder<boolean>[] = [
    ...(currency ? [sql<boolean>`r.currency = ${currency}`] : []),
    ...(amount ? isInRange(sql.ref('r.amount_minor'), amount, 'bigint') : []),
    ...(from ? [sql<boolean>`r.received_on >= ${from}::date`] : []),
    ...(until ? [sql<boolean>`r.received_on <= ${until}::date`] : []),
    ...(reversed ? [sql<boolean>`(r.reversed_at is not null) = ${reversed === 'yes'}`] : []),
    ...(athlete ? [hasAllocation(sql`x.athlete_id = ${athlete}`)] : []),
    ...(deal ? [hasAllocation(sql`x.deal_id = ${deal}`)] : []),
  ]
  const page = await listRows(
    database,
    {
      table: 'receipts',
      rows: (source) => selectReceipts(viewer, source),
      filters,
      sorts: {
        day: { column: 'r.received_on', type: 'date' },
        amount: { column: 'r.amount_minor', type: 'bigint' },
      },
      sort: '-day',
      id: { column: 'r.id', type: 'uuid' },
      search: { column: 'r.folded' },
    },
    params,
  )
  return { ...page, rows: page.rows.map(toReceiptRow) }
}

export async function loadReceipt(database: Queryable, viewer: Viewer, id: string): Promise<ReceiptRow> {
  const row = await rowOf(
    database,
    selectReceipts(viewer, sql.raw('receipts')).where('r.id', '=', id),
    seesAllAthletes(viewer) ? 'receipt' : undefined,
  )
  if (!row) throw new Refusal('not-found')
  return toReceiptRow(row)
}

const hasAllocation = (condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from receipt_allocations x where x.organization_id = r.organization_id and x.receipt_id = r.id and ${condition})`

function selectReceipts(viewer: Viewer, source: Source<'receipts'>) {
  const isVisible = isVisibleAthlete(viewer, sql.ref('x.athlete_id'))
  const allocations = sql<ReceiptRow['allocations']>`(select coalesce(json_agg(json_build_object('id', x.id,
      'payment', case when p.id is not null then json_build_object('id', p.id, 'title', p.title) end,
      'deal', json_build_object('id', d.id, 'title', d.title), 'athlete', json_build_object('id', x.athlete_id, 'name', d.athlete_name),
      'amountMinor', x.amount_minor, 'inKind', x.in_kind, 'feeMinor', x.fee_minor) order by x.id), '[]')
    from receipt_allocations x
    join ${publicDeals} d on d.organization_id = x.organization_id and d.id = x.deal_id
    left join ${publicPayments} p on p.organization_id = x.organization_id and p.id = x.payment_id
    where x.organization_id = r.organization_id and x.receipt_id = r.id and x.reverses is null and ${isVisible})`
  return query
    .selectFrom(source.as('r'))
    .leftJoin(publicUsers.as('b'), 'b.id', 'r.booked_by')
    .leftJoin(publicUsers.as('t'), 't.id', 'r.reversed_by')
    .leftJoin(publicCompanies.as('c'), (join) =>
      join.onRef('c.organization_id', '=', 'r.organization_id').onRef('c.id', '=', 'r.company_id'),
    )
    .select([
      'r.id',
      'r.received_on',
      'r.payer',
      'r.reference',
      'r.currency',
      'r.note',
      'r.bank_line_id',
      'r.opening',
      'r.booked_at',
    ])
    .select(['r.booked_by', 'b.name as booker', 'r.reversed_at', 'r.reversed_by', 't.name as reverser'])
    .select(['r.reversal_reason', 'r.company_id', 'c.name as companyName', allocations.as('allocations')])
    .where('r.organization_id', '=', viewer.member.organization)
    .where(hasAllocation(isVisible))
    .$narrowType<{ currency: Currency }>()
}

type Row = ReturnType<ReturnType<typeof selectReceipts>['execute']> extends Promise<(infer Found)[]> ? Found : never

export function toReceiptRow(row: Row): ReceiptRow {
  const sum = (of: 'amountMinor' | 'feeMinor', inKind: boolean) =>
    row.allocations.reduce((all, one) => (one.inKind === inKind ? all + one[of] : all), 0)
  return {
    id: row.id,
    receivedOn: row.received_on,
    payer: row.payer,
    company: row.company_id && row.companyName ? { id: row.company_id, name: row.companyName } : null,
    reference: row.reference,
    currency: row.currency,
    amountMinor: sum('amountMinor', false),
    inKindMinor: sum('amountMinor', true),
    feeMinor: sum('feeMinor', false),
    note: row.note,
    fromBank: row.bank_line_id !== null,
    opening: row.opening,
    allocations: row.allocations,
    bookedAt: row.booked_at.toISOString(),
    bookedBy: personRef(row.booked_by, row.booker),
    reversed: row.reversed_at && {
      at: row.reversed_at.toISOString(),
      by: personRef(row.reversed_by, row.reverser),
      reason: row.reversal_reason ?? '',
    },
  }
}

export function personRef(id: string | null, name: string | null) {
  return id && name ? { id, name } : null
}

/** For the audit trail. */
export const describeReceipt = ({ amountMinor, currency, receivedOn }: DescribedReceipt) => ({
  amount: formatMoney(amountMinor, currency, 'en-US'),
  receivedOn,
})
type DescribedReceipt = Pick<NewReceipt, 'amountMinor' | 'currency' | 'receivedOn'>
