import { type Currency, formatMoney } from '@sherpa/contracts/currency'
import { shortDay } from '@sherpa/contracts/days'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { seesAllAthletes } from '../athletes/athletes.ts'
import type { Viewer } from './finance-access.ts'

/** What is booked from a line of the bank, as a receipt or as a payment of an invoice. */
type Booking = { currency: Currency; amountMinor: number; day: string; dayField: 'receivedOn' | 'paidOn' }

/** A line may be for any athlete: whoever sees only some of them has no part in it. */
function requireSeesBankLines(viewer: Viewer) {
  if (!seesAllAthletes(viewer)) throw new Refusal('not-found')
}

/**
 * A line of money in is booked in one or several parts, in its currency, on its day, and together never for more than it says. The update locks
 * its row, and compares with what others have booked by then.
 */
export async function takeBankLine(client: Queryable, viewer: Viewer, id: string, booking: Booking) {
  requireSeesBankLines(viewer)
  const { organization } = viewer.member
  const booked = sql<string>`booked_minor + ${String(booking.amountMinor)}::bigint`
  const taken = await run(
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
  if (taken === 0) throw await refusalOf(client, organization, id, booking)
}

async function refusalOf(client: Queryable, organization: string, id: string, booking: Booking) {
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
  const leftMinor = Number(line.left)
  if (line.state !== 'open' || leftMinor <= 0) return new Refusal('bank-line-booked')
  if (line.currency !== booking.currency) return new Refusal('other-currency')
  if (line.booked_on !== booking.day) {
    const message = `Enter the bank’s date, ${shortDay(line.booked_on)}`
    return new Refusal('invalid-fields', { errors: [{ field: booking.dayField, message }] })
  }
  const message = `Only ${formatMoney(leftMinor, line.currency, 'en-US')} of this bank transaction is unallocated`
  return new Refusal('invalid-fields', { errors: [{ field: 'amountMinor', message }] })
}

/** What was booked from it was reversed: that part is left again. A line that was set aside meanwhile stays so. */
export async function giveBankLineBack(
  client: Queryable,
  organization: string,
  id: string | null,
  amountMinor: number,
) {
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

type PaidBack = { id: string; currency: Currency; amountMinor: number; line: string | null }

/**
 * A line of money out paid a receipt back that is reversed with it. Both lines are done: what came once and went again is not offered for
 * something else. Where other bookings share the receipt's line, its part stays used.
 */
export async function payBack(client: Queryable, viewer: Viewer, line: string, receipt: PaidBack) {
  requireSeesBankLines(viewer)
  const { organization } = viewer.member
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
      .set({ state: 'ignored', booked_minor: '0', set_aside_because: `Refunded on ${shortDay(taken.booked_on)}` })
      .where('organization_id', '=', organization)
      .where('id', '=', receipt.line)
      .where('amount_minor', '=', String(receipt.amountMinor)),
  )
}
