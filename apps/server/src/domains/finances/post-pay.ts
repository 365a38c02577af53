import type { Queryable } from '../../persistence/database.ts'
import { payments } from '../deals/deals.ts'
import { pair, postEntries } from './ledger.ts'

type Accrual = {
  organization: string
  /** Null for the scheduled job. */
  by: string | null
  today: string
  payment: string
  /** The day it was paid or reversed. */
  on?: string
}

/**
 * Accrues an outgoing payment: the full amount once it is due, before that only advance payments. Posts the difference to
 * the accrued amount, so it is idempotent.
 */
export async function postPay(client: Queryable, { organization, by, today, payment, on }: Accrual) {
  const row = await payments.lockUnposted(client, organization, payment, today)
  if (!row) return
  const occurredOn = on ?? (row.isDue && Number(row.owed_minor) === 0 && row.due ? row.due : today)
  const lines = pair('athlete-pay', 'owed-to-athletes', {
    currency: row.currency,
    amountMinor: Number(row.owed) - Number(row.owed_minor),
    athlete: row.athlete_id,
    deal: row.deal_id,
    income: row.income,
  })
  await postEntries(client, { organization, by }, [{ cause: 'pay', of: { payment }, occurredOn, lines }])
  await payments.setOwed(client, organization, { id: payment, owed: row.owed, since: occurredOn })
}
