import type { Queryable } from '../../persistence/database.ts'
import { payments } from '../deals/deals.ts'
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
  const rows = await payments.lockUnposted(client, { organization, today, payment: payment?.id, limit: AT_ONCE })
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
  const owed = rows.map(({ id, owed }, index) => ({ id, owed, since: entries[index]?.occurredOn ?? today }))
  await payments.setOwed(client, organization, owed)
  return { isDone: rows.length < AT_ONCE }
}
