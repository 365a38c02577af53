import type { Queryable } from '../../persistence/database.ts'
import { payments } from '../deals/deals.ts'
import { pair, postEntries } from './ledger.ts'

const BATCH_SIZE = 500

type Accrual = {
  organization: string
  /** Null for the scheduled job. */
  by: string | null
  today: string
  /** A single payment, with the day it was paid or reversed. */
  payment?: { id: string; on: string }
}

/**
 * Accrues outgoing payments: the full amount once it is due, before that only advance payments. Posts the difference to
 * the accrued amount, so it is idempotent. Returns whether all payments are done.
 */
export async function postPay(
  client: Queryable,
  { organization, by, today, payment }: Accrual,
): Promise<{ isDone: boolean }> {
  const rows = await payments.lockUnposted(client, { organization, today, payment: payment?.id, limit: BATCH_SIZE })
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
  return { isDone: rows.length < BATCH_SIZE }
}
