import { shortDay } from '@sherpa/contracts/days'
import type { FeeInvoice, NewInvoicePayment } from '@sherpa/contracts/fee-invoice'
import { Refusal } from '@sherpa/contracts/problem'
import type { Reversal } from '@sherpa/contracts/receipt'
import { sql } from 'kysely'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { allocateBankLine, releaseBankLine } from './bank-line-state.ts'
import { loadBookkeeping, requireBookableDay } from './bookkeeping.ts'
import { loadFeeInvoice, lockInvoice } from './fee-invoices.ts'
import type { Viewer } from './finance-access.ts'
import { pair, postEntries, reverseEntries } from './ledger.ts'

/** Full and partial payments of invoices, never beyond the open amount. */
export function createInvoicePaymentService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    book(viewer: Viewer, invoice: string, payment: NewInvoicePayment, idempotency?: Idempotency): Promise<FeeInvoice> {
      return inTransaction(database, (client) =>
        answerOnce(client, idempotency, async () => {
          const { today } = await loadBookkeeping(client, viewer.member.organization, clock())
          requireBookableDay('paidOn', payment.paidOn, today)
          await bookInvoicePayment(client, viewer, invoice, payment)
          return loadFeeInvoice(client, viewer, invoice, clock())
        }),
      )
    },

    reverse(viewer: Viewer, id: string, reversal: Reversal): Promise<FeeInvoice> {
      return inTransaction(database, async (client) => {
        const { today } = await loadBookkeeping(client, viewer.member.organization, clock())
        const invoice = await reverseInvoicePayment(client, viewer, id, { ...reversal, today })
        return loadFeeInvoice(client, viewer, invoice, clock())
      })
    },
  }
}
export type InvoicePayments = ReturnType<typeof createInvoicePaymentService>

/** Books an invoice payment within a transaction. */
export async function bookInvoicePayment(
  client: Queryable,
  viewer: Viewer,
  invoiceId: string,
  { paidOn, amountMinor, reference, bankLineId }: NewInvoicePayment,
) {
  const { organization } = viewer.member
  const { number, athlete, currency, issuedOn, openMinor, state } = await lockInvoice(client, viewer, invoiceId)
  if (state !== 'open') throw new Refusal('invoice-not-open')
  if (paidOn < issuedOn) {
    const message = `Enter a date on or after the issue date, ${shortDay(issuedOn)}`
    throw new Refusal('invalid-fields', { errors: [{ field: 'paidOn', message }] })
  }
  if (amountMinor > openMinor) throw new Refusal('more-than-owed')
  if (bankLineId !== null) {
    await allocateBankLine(client, viewer, bankLineId, { currency, amountMinor, day: paidOn, dayField: 'paidOn' })
  }
  const id = newId()
  await run(
    client,
    query.insertInto('invoice_payments').values({
      organization_id: organization,
      id,
      invoice_id: invoiceId,
      paid_on: paidOn,
      amount_minor: String(amountMinor),
      reference: reference || null,
      bank_line_id: bankLineId,
      booked_by: viewer.person.id,
    }),
  )
  const lines = pair('bank', 'fees-receivable', { currency, athlete, amountMinor })
  const entry = { cause: 'fee-payment' as const, of: { invoicePayment: id }, occurredOn: paidOn, lines }
  await postEntries(client, { organization, by: viewer.person.id }, [entry])
  await addToPaid(client, organization, invoiceId, amountMinor)
  await recordEvent(client, {
    event: 'fee-payment-booked',
    actor: viewer.person.id,
    organization,
    athlete,
    details: number,
  })
}

/** Returns the id of the invoice, which is open again. */
async function reverseInvoicePayment(
  client: Queryable,
  viewer: Viewer,
  id: string,
  { reason, today }: Reversal & { today: string },
): Promise<string> {
  const { organization } = viewer.member
  const payment = query
    .selectFrom('invoice_payments')
    .select(['invoice_id', 'amount_minor', 'bank_line_id', 'reversed_at'])
    .where('organization_id', '=', organization)
    .where('id', '=', id)
  const unlocked = await rowOf(client, payment)
  if (!unlocked) throw new Refusal('not-found')
  const { number, athlete } = await lockInvoice(client, viewer, unlocked.invoice_id)
  // Read again under the lock of the invoice.
  const locked = await rowOf(client, payment)
  if (!locked || locked.reversed_at) throw new Refusal('already-reversed')
  await releaseBankLine(client, organization, locked.bank_line_id, Number(locked.amount_minor))
  await reverseEntries(
    client,
    { organization, by: viewer.person.id },
    { invoicePayment: id },
    { on: today, note: reason },
  )
  await run(
    client,
    query
      .updateTable('invoice_payments')
      .set({ reversed_at: sql<Date>`now()`, reversed_by: viewer.person.id, reversal_reason: reason })
      .where('organization_id', '=', organization)
      .where('id', '=', id),
  )
  await addToPaid(client, organization, locked.invoice_id, -Number(locked.amount_minor))
  await recordEvent(client, {
    event: 'fee-payment-reversed',
    actor: viewer.person.id,
    organization,
    athlete,
    details: number,
  })
  return locked.invoice_id
}

async function addToPaid(client: Queryable, organization: string, invoice: string, amountMinor: number) {
  const paid = sql<string>`paid_minor + ${String(amountMinor)}::bigint`
  await run(
    client,
    query
      .updateTable('fee_invoices')
      .set({
        paid_minor: paid,
        state: sql<'open' | 'paid'>`case when ${paid} = total_minor then 'paid' else 'open' end`,
        version: sql<number>`version + 1`,
      })
      .where('organization_id', '=', organization)
      .where('id', '=', invoice),
  )
}
