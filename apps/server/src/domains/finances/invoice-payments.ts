import { shortDay } from '@sherpa/contracts/days'
import type { FeeInvoice, NewInvoicePayment } from '@sherpa/contracts/fee-invoice'
import { Refusal } from '@sherpa/contracts/problem'
import type { Reversal } from '@sherpa/contracts/receipt'
import { sql } from 'kysely'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { giveBankLineBack, takeBankLine } from './bank-line-state.ts'
import { bookkeepingOf, requireBookableDay } from './bookkeeping.ts'
import { feeInvoiceOf, lockInvoice } from './fee-invoices.ts'
import type { Viewer } from './finance-access.ts'
import { pair, postEntries, reverseEntries } from './ledger.ts'

/** Payments of invoices: of all or part of one, never of more than is open. */
export function invoicePayments({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    book(viewer: Viewer, invoice: string, payment: NewInvoicePayment, idempotency?: Idempotency): Promise<FeeInvoice> {
      return inTransaction(database, (client) =>
        answerOnce(client, idempotency, async () => {
          const { today } = await bookkeepingOf(client, viewer.member.organization, clock())
          requireBookableDay('paidOn', payment.paidOn, today)
          await bookInvoicePayment(client, viewer, invoice, payment)
          return feeInvoiceOf(client, viewer, invoice, clock())
        }),
      )
    },

    reverse(viewer: Viewer, id: string, reversal: Reversal): Promise<FeeInvoice> {
      return inTransaction(database, async (client) => {
        const { today } = await bookkeepingOf(client, viewer.member.organization, clock())
        const invoice = await reverseInvoicePayment(client, viewer, id, { ...reversal, today })
        return feeInvoiceOf(client, viewer, invoice, clock())
      })
    },
  }
}
export type InvoicePayments = ReturnType<typeof invoicePayments>

/** Books a payment of an invoice as part of a transaction. */
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
    await takeBankLine(client, viewer, bankLineId, { currency, amountMinor, day: paidOn, dayField: 'paidOn' })
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
  await noteEvent(client, {
    event: 'fee-payment-booked',
    actor: viewer.person.id,
    organization,
    athlete,
    details: number,
  })
}

/** Answers with the invoice, which is open again. */
async function reverseInvoicePayment(
  client: Queryable,
  viewer: Viewer,
  id: string,
  { because, today }: Reversal & { today: string },
): Promise<string> {
  const { organization } = viewer.member
  const payment = query
    .selectFrom('invoice_payments')
    .select(['invoice_id', 'amount_minor', 'bank_line_id', 'reversed_at'])
    .where('organization_id', '=', organization)
    .where('id', '=', id)
  const named = await rowOf(client, payment)
  if (!named) throw new Refusal('not-found')
  const { number, athlete } = await lockInvoice(client, viewer, named.invoice_id)
  // Payments change only while their invoice is locked.
  const found = await rowOf(client, payment)
  if (!found || found.reversed_at) throw new Refusal('already-reversed')
  await giveBankLineBack(client, organization, found.bank_line_id, Number(found.amount_minor))
  await reverseEntries(
    client,
    { organization, by: viewer.person.id },
    { invoicePayment: id },
    { on: today, note: because },
  )
  await run(
    client,
    query
      .updateTable('invoice_payments')
      .set({ reversed_at: sql<Date>`now()`, reversed_by: viewer.person.id, reversed_because: because })
      .where('organization_id', '=', organization)
      .where('id', '=', id),
  )
  await addToPaid(client, organization, found.invoice_id, -Number(found.amount_minor))
  await noteEvent(client, {
    event: 'fee-payment-reversed',
    actor: viewer.person.id,
    organization,
    athlete,
    details: number,
  })
  return found.invoice_id
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
