import type { Currency } from '@sherpa/contracts/currency'
import type { IncomeClass } from '@sherpa/contracts/money'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { isVisibleAthlete } from '../athletes/athletes.ts'
import type { Viewer } from './deal-access.ts'

/** Open payments as `p`; the conditions match the partial index. */
export function openPayments(viewer: Viewer): RawBuilder<unknown> {
  return sql`(select id, deal_id, athlete_id, due_on, currency, income, outgoing, amount_minor, received_minor,
      amount_minor - received_minor as open_minor from payments
    where organization_id = ${viewer.member.organization} and state = 'expected' and not in_kind and received_minor < amount_minor
    and ${isVisibleAthlete(viewer, sql.ref('athlete_id'))}) p`
}

/** Locks an outgoing payment and returns its open amount. */
export async function lockPayable(client: Queryable, viewer: Viewer, id: string) {
  const payment = await rowOf(
    client,
    query
      .selectFrom('payments as p')
      .select(['p.id', 'p.athlete_id as athlete', 'p.deal_id as deal', 'p.income', 'p.currency', 'p.outgoing'])
      // In-kind, canceled and conditional payments have no open amount.
      .select(
        sql<string>`case when p.state = 'expected' and not p.in_kind then p.amount_minor - p.received_minor else 0 end`.as(
          'open',
        ),
      )
      .where('p.organization_id', '=', viewer.member.organization)
      .where('p.id', '=', id)
      .where(isVisibleAthlete(viewer, sql.ref('p.athlete_id')))
      .$narrowType<{ currency: Currency; income: IncomeClass }>()
      .forUpdate(),
  )
  if (!payment) throw new Refusal('not-found')
  const { outgoing, open, ...rest } = payment
  if (!outgoing) throw new Refusal('payment-is-not-ours')
  return { ...rest, openMinor: Number(open) }
}

export async function addReceived(client: Queryable, organization: string, id: string, minor: number) {
  await client.query(
    'update payments set received_minor = received_minor + $3 where organization_id = $1 and id = $2',
    [organization, id, minor],
  )
}

const dueOn = sql<string | null>`coalesce(p.due_on, p.met_on)`
const isDueOn = (today: string) => sql<boolean>`p.state = 'expected' and ${dueOn} <= ${today}::date`
/** The full amount accrues when due; before that, only advance payments do. */
const owedOn = (today: string) =>
  sql<string>`case when ${isDueOn(today)} then greatest(p.amount_minor, p.received_minor) else p.received_minor end`

/** Outgoing payments whose accrual is out of date. */
function selectUnposted(organization: string, today: string) {
  return query
    .selectFrom('payments as p')
    .select('p.id')
    .where('p.organization_id', '=', organization)
    .where('p.outgoing', '=', true)
    .where('p.in_kind', '=', false)
    .where(sql<boolean>`p.owed_minor <> ${owedOn(today)}`)
    .orderBy('p.id')
}

export async function listUnposted(client: Queryable, organization: string, today: string): Promise<string[]> {
  return (await rowsOf(client, selectUnposted(organization, today))).map(({ id }) => id)
}

/** Locks a payment whose accrual is out of date. */
export function lockUnposted(client: Queryable, organization: string, payment: string, today: string) {
  return rowOf(
    client,
    selectUnposted(organization, today)
      .where('p.id', '=', payment)
      .select(['p.deal_id', 'p.athlete_id', 'p.currency', 'p.income', 'p.owed_minor'])
      .select([owedOn(today).as('owed'), dueOn.as('due'), isDueOn(today).as('isDue')])
      .forUpdate()
      .$narrowType<{ currency: Currency; income: IncomeClass }>(),
  )
}

export async function setOwed(
  client: Queryable,
  organization: string,
  { id, owed, since }: { id: string; owed: string; since: string },
) {
  await client.query(
    `update payments set owed_minor = $3, owed_since = coalesce(owed_since, $4) where organization_id = $1 and id = $2`,
    [organization, id, owed, since],
  )
}

type Allocation = { paymentId: string; amountMinor: number }

/** Whether a payment was already fully paid before these allocations. */
export async function wasPaidBefore(client: Queryable, organization: string, parts: readonly Allocation[]) {
  const { rows } = await client.query(
    `select from payments p join jsonb_to_recordset($2) as x ("paymentId" uuid, "amountMinor" bigint) on p.id = x."paymentId"
     where p.organization_id = $1 and p.received_minor - x."amountMinor" >= p.amount_minor limit 1`,
    [organization, JSON.stringify(parts)],
  )
  return rows.length > 0
}

/** The company of these payments, if all have the same one. */
export async function findPayer(client: Queryable, organization: string, payments: readonly string[]) {
  const payer = await rowOf(
    client,
    query
      .selectFrom('payments as p')
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.deal_id'),
      )
      .select([sql<string>`min(d.company_id::text)`.as('id'), sql<string>`min(d.company_name)`.as('name')])
      .select(sql<string>`count(distinct d.company_id)`.as('companies'))
      .where('p.organization_id', '=', organization)
      .where(sql<boolean>`p.id = any(${payments}::uuid[])`),
  )
  return payer && Number(payer.companies) === 1 ? payer : undefined
}
