import { type Currency, formatMoney } from '@sherpa/contracts/currency'
import { shortDay } from '@sherpa/contracts/days'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { seesAllAthletes } from '../athletes/athletes.ts'
import type { Viewer } from './finance-access.ts'

/** A booking from a bank line: a receipt or an invoice payment. */
type Booking = { currency: Currency; amountMinor: number; day: string; dayField: 'receivedOn' | 'paidOn' }

/** A bank line may concern any athlete, so members limited to assigned athletes cannot see it. */
function requireSeesBankLines(viewer: Viewer) {
  if (!seesAllAthletes(viewer)) throw new Refusal('not-found')
}

/**
 * Allocates part of an incoming bank line, in its currency and on its day, never beyond its amount. The conditional
 * update locks the row and sees concurrent bookings.
 */
export async function allocateBankLine(client: Queryable, viewer: Viewer, id: string, booking: Booking) {
  requireSeesBankLines(viewer)
  const { organization } = viewer.member
  const booked = sql<string>`booked_minor + ${String(booking.amountMinor)}::bigint`
  const updated = await run(
    client,
    query
      .updateTable('bank_lines')
      .set({
        booked_minor: booked,
        state: sql<'open' | 'booked'>`case when ${booked} = amount_minor then 'booked' else 'open' end`,
      })
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('currency', '=', booking.currency)
      .where('booked_on', '=', booking.day)
      .where(sql<boolean>`${booked} <= amount_minor`),
  )
  if (updated === 0) throw await explainRefusal(client, organization, id, booking)
}

async function explainRefusal(client: Queryable, organization: string, id: string, booking: Booking) {
  const line = await rowOf(
    client,
    query
      .selectFrom('bank_lines')
      .select(['state', 'currency', 'booked_on', sql<string>`amount_minor - booked_minor`.as('left')])
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .$narrowType<{ currency: Currency }>(),
  )
  if (!line) return new Refusal('not-found')
  const unallocatedMinor = Number(line.left)
  if (line.state !== 'open' || unallocatedMinor <= 0) return new Refusal('bank-line-booked')
  if (line.currency !== booking.currency) return new Refusal('other-currency')
  if (line.booked_on !== booking.day) {
    const message = `Enter the bank’s date, ${shortDay(line.booked_on)}`
    return new Refusal('invalid-fields', { errors: [{ field: booking.dayField, message }] })
  }
  const message = `Only ${formatMoney(unallocatedMinor, line.currency, 'en-US')} of this bank transaction is unallocated`
  return new Refusal('invalid-fields', { errors: [{ field: 'amountMinor', message }] })
}

/** Releases the amount of a reversed booking. An ignored line stays ignored. */
export async function releaseBankLine(client: Queryable, organization: string, id: string | null, amountMinor: number) {
  if (id === null) return
  await run(
    client,
    query
      .updateTable('bank_lines')
      .set({
        booked_minor: sql<string>`greatest(booked_minor - ${String(amountMinor)}::bigint, 0)`,
        state: sql<'open' | 'ignored'>`case when state = 'booked' then 'open' else state end`,
      })
      .where('organization_id', '=', organization)
      .where('id', '=', id),
  )
}

type RefundedReceipt = { id: string; currency: Currency; amountMinor: number; line: string | null }

/**
 * Books an outgoing bank line as the refund of a reversed receipt. The incoming line is ignored, so it is not matched
 * again; if other bookings share it, its part stays allocated.
 */
export async function bookRefund(client: Queryable, viewer: Viewer, line: string, receipt: RefundedReceipt) {
  requireSeesBankLines(viewer)
  const { organization } = viewer.member
  const updated = await rowOf(
    client,
    query
      .updateTable('bank_lines')
      .set({ state: 'booked', refunded_receipt_id: receipt.id })
      .where('organization_id', '=', organization)
      .where('id', '=', line)
      .where('state', '=', 'open')
      .where('currency', '=', receipt.currency)
      .where('amount_minor', '=', String(-receipt.amountMinor))
      .returning('booked_on'),
  )
  if (!updated) throw new Refusal('bank-line-booked')
  if (receipt.line === null) return
  await run(
    client,
    query
      .updateTable('bank_lines')
      .set({ state: 'ignored', booked_minor: '0', ignore_reason: `Refunded on ${shortDay(updated.booked_on)}` })
      .where('organization_id', '=', organization)
      .where('id', '=', receipt.line)
      .where('amount_minor', '=', String(receipt.amountMinor)),
  )
}
