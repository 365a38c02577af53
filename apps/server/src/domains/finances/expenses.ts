import type { Currency } from '@sherpa/contracts/currency'
import type { ExpenseCategory, ExpenseRow, ExpensesQuery } from '@sherpa/contracts/expense'
import type { ScanType } from '@sherpa/contracts/file'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { isInRange } from '../../persistence/lists/ranges.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, isVisibleAthlete } from '../athletes/athletes.ts'
import { publicDeals } from '../deals/deals.ts'
import type { RolesByScope } from '../organizations/organizations.ts'
import { loadDecidingRoles, mayViewerDecide } from './expense-deciders.ts'
import type { Viewer } from './finance-access.ts'
import { personRef } from './receipts.ts'

/** Expenses of visible athletes. */
export async function listExpenses(
  database: Queryable,
  viewer: Viewer,
  { state, category, athlete, deal, currency, amount, from, until, forMe, ...params }: ExpensesQuery,
): Promise<ListPage<ExpenseRow>> {
  const roles = await loadDecidingRoles(database, viewer.member.organization)
  const filters: RawBuilder<boolean>[] = [
    ...(state ? [sql<boolean>`e.state = any(${state}::text[])`] : []),
    ...(category ? [sql<boolean>`e.category = any(${category}::text[])`] : []),
    ...(athlete ? [sql<boolean>`e.athlete_id = any(${athlete}::uuid[])`] : []),
    ...(deal ? [sql<boolean>`e.deal_id = any(${deal}::uuid[])`] : []),
    ...(currency ? [sql<boolean>`e.currency = ${currency}`] : []),
    ...(amount ? isInRange(sql.ref('e.amount_minor'), amount, 'bigint') : []),
    ...(from ? [sql<boolean>`e.spent_on >= ${from}::date`] : []),
    ...(until ? [sql<boolean>`e.spent_on <= ${until}::date`] : []),
    ...(forMe ? [mayViewerDecide(viewer, roles)] : []),
  ]
  const page = await listRows(
    database,
    {
      table: 'expenses',
      rows: (source) => selectExpenses(viewer, roles, source),
      filters,
      sorts: {
        day: { column: 'e.spent_on', type: 'date' },
        amount: { column: 'e.amount_minor', type: 'bigint' },
      },
      sort: '-day',
      id: { column: 'e.id', type: 'uuid' },
      search: { column: 'e.folded' },
    },
    params,
  )
  return { ...page, rows: page.rows.map(toExpenseRow) }
}

export async function loadExpense(database: Queryable, viewer: Viewer, id: string): Promise<ExpenseRow> {
  const { rows } = await listExpenses(database, viewer, { ids: [id] })
  if (!rows[0]) throw new Refusal('not-found')
  return rows[0]
}

function selectExpenses(viewer: Viewer, roles: RolesByScope, source: Source<'expenses'>) {
  return query
    .selectFrom(source.as('e'))
    .leftJoin(publicUsers.as('b'), (join) => join.onRef('b.id', '=', 'e.added_by').on('b.deleted_at', 'is', null))
    .leftJoin(publicUsers.as('d'), (join) => join.onRef('d.id', '=', 'e.decided_by').on('d.deleted_at', 'is', null))
    .leftJoin(publicUsers.as('t'), (join) => join.onRef('t.id', '=', 'e.reversed_by').on('t.deleted_at', 'is', null))
    .leftJoin(athleteFacts.as('a'), (join) =>
      join.onRef('a.organization_id', '=', 'e.organization_id').onRef('a.id', '=', 'e.athlete_id'),
    )
    .leftJoin(publicDeals.as('l'), (join) =>
      join.onRef('l.organization_id', '=', 'e.organization_id').onRef('l.id', '=', 'e.deal_id'),
    )
    .select(['e.id', 'e.spent_on', 'e.category', 'e.vendor', 'e.note', 'e.currency', 'e.amount_minor', 'e.paid_by'])
    .select(['e.recoup_rate', 'e.recouped_minor', 'e.repaid_minor', 'e.state', 'e.comment', 'e.added_at', 'e.added_by'])
    .select(['e.decided_at', 'e.decided_by', 'e.reversed_at', 'e.reversed_by', 'e.reversal_reason'])
    .select(['e.file_name', 'e.file_type', 'e.file_size', 'e.athlete_id', 'e.deal_id', 'l.title as dealTitle'])
    .select(['b.name as adder', 'd.name as decider', 't.name as reverser'])
    .select(['a.name as athleteName', mayViewerDecide(viewer, roles).as('mayDecide')])
    .where('e.organization_id', '=', viewer.member.organization)
    .where(isVisibleAthlete(viewer, sql.ref('e.athlete_id')))
    .$narrowType<{ currency: Currency; category: ExpenseCategory; file_type: ScanType | null }>()
}

type Row = ReturnType<ReturnType<typeof selectExpenses>['execute']> extends Promise<(infer Found)[]> ? Found : never

function toExpenseRow(row: Row): ExpenseRow {
  const { file_name, file_type, file_size } = row
  return {
    id: row.id,
    spentOn: row.spent_on,
    category: row.category,
    vendor: row.vendor,
    note: row.note,
    currency: row.currency,
    amountMinor: Number(row.amount_minor),
    athlete: row.athlete_id === null ? null : { id: row.athlete_id, name: row.athleteName ?? '' },
    deal: row.deal_id && row.dealTitle !== null ? { id: row.deal_id, title: row.dealTitle } : null,
    paidBy: row.paid_by,
    recoupRate: row.recoup_rate,
    recoupedMinor: Number(row.recouped_minor),
    repaidMinor: Number(row.repaid_minor),
    state: row.state,
    addedAt: row.added_at.toISOString(),
    addedBy: personRef(row.added_by, row.adder),
    decided: row.decided_at && {
      at: row.decided_at.toISOString(),
      by: personRef(row.decided_by, row.decider),
      comment: row.comment,
    },
    reversed: row.reversed_at && {
      at: row.reversed_at.toISOString(),
      by: personRef(row.reversed_by, row.reverser),
      reason: row.reversal_reason ?? '',
    },
    file: file_name && file_type && file_size !== null ? { name: file_name, type: file_type, size: file_size } : null,
    mayDecide: row.mayDecide,
  }
}

/** Locks an expense against changes and recoupments. */
export async function lockExpense(client: Queryable, viewer: Viewer, id: string) {
  const expense = await rowOf(
    client,
    query
      .selectFrom('expenses as e')
      .selectAll()
      .where('e.organization_id', '=', viewer.member.organization)
      .where('e.id', '=', id)
      .where(isVisibleAthlete(viewer, sql.ref('e.athlete_id')))
      .$narrowType<{ currency: Currency }>()
      .forUpdate(),
  )
  if (!expense) throw new Refusal('not-found')
  return expense
}
export type LockedExpense = Awaited<ReturnType<typeof lockExpense>>
