import type { Currency } from '@sherpa/contracts/currency'
import type { IncomeClass } from '@sherpa/contracts/money'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { pair, postEntries } from './ledger.ts'

const AT_ONCE = 500

type Wanted = {
  organization: string
  /** Who causes it: nobody, if it is the calendar. */
  by: string | null
  today: string
  /** Only this one, with the day on which it was paid or taken back. */
  payment?: { id: string; on: string }
}

/**
 * Brings what the books say about our own payments up to date: all of it is owed once it is due, and before that only what was paid in
 * advance. Posted is the difference to what was posted before, so that doing it twice posts nothing twice. Answers whether there may be more.
 */
export async function postPay(
  client: Queryable,
  { organization, by, today, payment }: Wanted,
): Promise<{ isDone: boolean }> {
  const due = sql<string | null>`coalesce(p.due_on, p.met_on)`
  const isDue = sql<boolean>`p.state = 'expected' and ${due} <= ${today}::date`
  const owed = sql<string>`case when ${isDue} then greatest(p.amount_minor, p.received_minor) else p.received_minor end`
  let wanted = query
    .selectFrom('payments as p')
    .select(['p.id', 'p.deal_id', 'p.athlete_id', 'p.currency', 'p.income', 'p.owed_minor'])
    .select([owed.as('owed'), due.as('due'), isDue.as('isDue')])
    .where('p.organization_id', '=', organization)
    .where('p.outgoing', '=', true)
    .where('p.in_kind', '=', false)
    .where(sql<boolean>`p.owed_minor <> ${owed}`)
    .orderBy('p.id')
    .limit(AT_ONCE)
    .forUpdate()
    .$narrowType<{ currency: Currency; income: IncomeClass }>()
  if (payment) wanted = wanted.where('p.id', '=', payment.id)
  const rows = await rowsOf(client, wanted)
  if (rows.length === 0) return { isDone: true }
  const entries = rows.map((row) => ({
    cause: 'pay' as const,
    of: { payment: row.id },
    occurredOn: payment?.on ?? (row.isDue && Number(row.owed_minor) === 0 && row.due ? row.due : today),
    lines: pair('athlete-pay', 'owed-to-athletes', {
      currency: row.currency,
      amountMinor: Number(row.owed) - Number(row.owed_minor),
      athlete: row.athlete_id,
      deal: row.deal_id,
      income: row.income,
    }),
  }))
  await postEntries(client, { organization, by }, entries)
  await client.query(
    `update payments p set owed_minor = x.owed, owed_since = coalesce(p.owed_since, x.since)
     from unnest($2::uuid[], $3::bigint[], $4::date[]) as x (id, owed, since) where p.organization_id = $1 and p.id = x.id`,
    [organization, rows.map(({ id }) => id), rows.map(({ owed }) => owed), entries.map(({ occurredOn }) => occurredOn)],
  )
  return { isDone: rows.length < AT_ONCE }
}
