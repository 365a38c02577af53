import type { Currency } from '@sherpa/contracts/currency'
import { shortDay } from '@sherpa/contracts/days'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'

/** A line of the bank, of money in, is booked once: as a receipt, or as a payment of an invoice. */
export async function takeBankLine(client: Queryable, organization: string, id: string | null) {
  if (id === null) return
  const taken = await run(
    client,
    query
      .updateTable('bank_lines')
      .set({ state: 'booked' })
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('amount_minor', '>', '0'),
  )
  if (taken === 0) throw new Refusal('bank-line-booked')
}

/** What was booked from it was taken back. */
export async function giveBankLineBack(client: Queryable, organization: string, id: string | null) {
  if (id === null) return
  await run(
    client,
    query
      .updateTable('bank_lines')
      .set({ state: 'open' })
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .where('state', '=', 'booked'),
  )
}

type PaidBack = { id: string; currency: Currency; amountMinor: number; line: string | null }

/**
 * A line of money out paid a receipt back that is taken back with it. Both lines are done: what came once and went again is not offered for
 * something else.
 */
export async function payBack(client: Queryable, organization: string, line: string, receipt: PaidBack) {
  const taken = await rowOf(
    client,
    query
      .updateTable('bank_lines')
      .set({ state: 'booked', paid_back: receipt.id })
      .where('organization_id', '=', organization)
      .where('id', '=', line)
      .where('state', '=', 'open')
      .where('currency', '=', receipt.currency)
      .where('amount_minor', '=', String(-receipt.amountMinor))
      .returning('booked_on'),
  )
  if (!taken) throw new Refusal('bank-line-booked')
  if (receipt.line === null) return
  await run(
    client,
    query
      .updateTable('bank_lines')
      .set({ state: 'ignored', set_aside_because: `Paid back on ${shortDay(taken.booked_on)}` })
      .where('organization_id', '=', organization)
      .where('id', '=', receipt.line),
  )
}
