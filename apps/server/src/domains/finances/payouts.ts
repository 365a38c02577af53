import type { Currency } from '@sherpa/contracts/currency'
import type { ListPage } from '@sherpa/contracts/list'
import type { PayableKind, PayableRow, PayableState, PayablesQuery, Payout } from '@sherpa/contracts/payout'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { isInRange, isOnDays } from '../../persistence/lists/ranges.ts'
import { query } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, isVisibleAthlete } from '../athletes/athletes.ts'
import { publicDeals } from '../deals/deals.ts'
import type { Viewer } from './finance-access.ts'

const unpaidStates: PayableState[] = ['late', 'due', 'planned']

type Params = PayablesQuery & { today: string }

/** Payables of the organization with their payouts. */
export async function listPayables(
  database: Queryable,
  viewer: Viewer,
  { state, kind, athlete, currency, amount, due, today, ...params }: Params,
): Promise<ListPage<PayableRow>> {
  // Rows requested by id are returned in any state.
  const states = state ?? (params.ids ? undefined : unpaidStates)
  const filters: RawBuilder<boolean>[] = [
    ...(states ? [sql<boolean>`${stateOn(today)} = any(${states}::text[])`] : []),
    ...(kind ? [sql<boolean>`y.kind = any(${kind}::text[])`] : []),
    ...(athlete ? [sql<boolean>`y.athlete_id = any(${athlete}::uuid[])`] : []),
    ...(currency ? [sql<boolean>`y.currency = ${currency}`] : []),
    ...(amount ? isInRange(sql.ref('y.amount_minor'), amount, 'bigint') : []),
    ...(due ? isOnDays(sql.ref('y.due_on'), due) : []),
  ]
  const page = await listRows(
    database,
    {
      table: 'payables',
      rows: (source) => selectPayables(viewer, today, source),
      filters,
      sorts: {
        due: { column: 'y.due_on', type: 'date', nullable: true },
        amount: { column: 'y.amount_minor', type: 'bigint' },
      },
      sort: 'due',
      id: { column: 'y.id', type: 'uuid' },
    },
    params,
  )
  return { ...page, rows: page.rows.map(toPayableRow) }
}

export async function loadPayable(database: Queryable, viewer: Viewer, id: string, today: string): Promise<PayableRow> {
  const { rows } = await listPayables(database, viewer, { ids: [id], today })
  if (!rows[0]) throw new Refusal('not-found')
  return rows[0]
}

const stateOn = (today: string) =>
  sql<PayableState>`case when y.paid_minor >= y.amount_minor then 'paid'
    when y.due_on is null or y.due_on > ${today}::date then 'planned'
    when y.kind = 'pay' and y.due_on < ${today}::date then 'late' else 'due' end`

const payouts = sql<Payout[]>`(select coalesce(json_agg(json_build_object('id', o.id, 'paidOn', o.paid_on,
    'amountMinor', o.amount_minor, 'reference', o.reference,
    'bookedBy', case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end,
    'reversed', case when o.reversed_at is not null then json_build_object('at', to_char(o.reversed_at at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', coalesce(o.reversal_reason, ''),
      'by', case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end) end)
    order by o.paid_on desc, o.booked_at desc), '[]')
  from payouts o left join ${publicUsers} b on b.id = o.booked_by and b.deleted_at is null
    left join ${publicUsers} t on t.id = o.reversed_by and t.deleted_at is null
  where o.organization_id = y.organization_id and (o.payment_id = y.id or o.expense_id = y.id))`

function selectPayables(viewer: Viewer, today: string, source: Source<'payables'>) {
  return query
    .selectFrom(source.as('y'))
    .leftJoin(athleteFacts.as('a'), (join) =>
      join.onRef('a.organization_id', '=', 'y.organization_id').onRef('a.id', '=', 'y.athlete_id'),
    )
    .leftJoin(publicDeals.as('d'), (join) =>
      join.onRef('d.organization_id', '=', 'y.organization_id').onRef('d.id', '=', 'y.deal_id'),
    )
    .leftJoin(publicUsers.as('c'), (join) => join.onRef('c.id', '=', 'y.colleague_id').on('c.deleted_at', 'is', null))
    .select(['y.id', 'y.kind', 'y.title', 'y.due_on', 'y.currency', 'y.amount_minor', 'y.paid_minor', 'y.athlete_id'])
    .select(['y.deal_id', 'd.title as dealTitle', 'c.id as colleague', 'c.name as colleagueName'])
    .select([stateOn(today).as('state'), payouts.as('payouts'), 'a.name as athleteName'])
    .where('y.organization_id', '=', viewer.member.organization)
    .where(isVisibleAthlete(viewer, sql.ref('y.athlete_id')))
    .$narrowType<{ id: string; kind: PayableKind; title: string; currency: Currency }>()
}

type Row = ReturnType<ReturnType<typeof selectPayables>['execute']> extends Promise<(infer Found)[]> ? Found : never

function toPayableRow(row: Row): PayableRow {
  const { id, kind, title, currency, state, payouts } = row
  return {
    id,
    kind,
    title,
    dueOn: row.due_on,
    currency,
    amountMinor: Number(row.amount_minor),
    paidMinor: Number(row.paid_minor),
    state,
    athlete: row.athlete_id === null ? null : { id: row.athlete_id, name: row.athleteName ?? '' },
    deal: row.deal_id && row.dealTitle !== null ? { id: row.deal_id, title: row.dealTitle } : null,
    colleague: row.colleague && row.colleagueName ? { id: row.colleague, name: row.colleagueName } : null,
    payouts,
  }
}
