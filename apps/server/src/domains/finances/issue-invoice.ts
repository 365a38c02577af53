import type { Currency } from '@sherpa/contracts/currency'
import { addDays } from '@sherpa/contracts/days'
import type { Buyer, FeeInvoice, NewFeeInvoice, Seller } from '@sherpa/contracts/fee-invoice'
import { Refusal } from '@sherpa/contracts/problem'
import type { Reversal } from '@sherpa/contracts/receipt'
import { sql } from 'kysely'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { organizationFacts } from '../organizations/organizations.ts'
import { bookkeepingOf } from './bookkeeping.ts'
import { feeInvoiceOf, lockInvoice } from './fee-invoices.ts'
import { athleteWithMoney, type Viewer } from './finance-access.ts'
import { type OpenLine, openLinesOf, totalOf } from './open-fees.ts'

const DIGITS = 4

/** Everything that an athlete owes in a currency and that is not invoiced yet, on an invoice with the next number. */
export function issuingInvoices({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    async preview(viewer: Viewer, athleteId: string, currency: Currency) {
      const { organization } = viewer.member
      const { name } = await athleteWithMoney(database, viewer, athleteId)
      const { today } = await bookkeepingOf(database, organization, clock())
      const lines = await openLinesOf(database, organization, athleteId, currency)
      const { days, seller } = await invoicingOf(database, organization)
      return {
        athlete: { id: athleteId, name },
        currency,
        lines,
        totalMinor: totalOf(lines),
        dueOn: addDays(today, days),
        seller,
      }
    },

    issue(viewer: Viewer, { athleteId, currency }: NewFeeInvoice, idempotency?: Idempotency): Promise<FeeInvoice> {
      const { organization } = viewer.member
      return inTransaction(database, (client) =>
        answerOnce(client, idempotency, async () => {
          const athlete = await athleteWithMoney(client, viewer, athleteId)
          const { today } = await bookkeepingOf(client, organization, clock())
          // Whoever issues waits here for whoever does so at the same time: numbers have no gaps, and lines are on one invoice.
          await lockBooks(client, organization)
          const lines = await openLinesOf(client, organization, athleteId, currency)
          const totalMinor = totalOf(lines)
          if (totalMinor <= 0) throw new Refusal('nothing-to-invoice')
          const { days, seller } = await invoicingOf(client, organization)
          const number = await takeNumber(client, organization)
          const buyer: Buyer = { name: athlete.legalName, address: null }
          const id = newId()
          await run(
            client,
            query.insertInto('fee_invoices').values({
              organization_id: organization,
              id,
              number,
              athlete_id: athleteId,
              issued_on: today,
              due_on: addDays(today, days),
              currency,
              total_minor: String(totalMinor),
              seller,
              buyer,
              state: 'open',
              created_by: viewer.person.id,
            }),
          )
          await insertLines(client, organization, id, lines)
          await noteEvent(client, {
            event: 'fee-invoice-issued',
            actor: viewer.person.id,
            organization,
            athlete: athleteId,
            details: number,
          })
          return feeInvoiceOf(client, viewer, id, clock())
        }),
      )
    },

    void(viewer: Viewer, id: string, { because }: Reversal): Promise<FeeInvoice> {
      return inTransaction(database, async (client) => {
        await voidInvoice(client, viewer, id, because)
        return feeInvoiceOf(client, viewer, id, clock())
      })
    },
  }
}
export type IssuingInvoices = ReturnType<typeof issuingInvoices>

/** What is on it can be invoiced again. Its number stays taken. */
export async function voidInvoice(client: Queryable, viewer: Viewer, id: string, because: string) {
  const { organization } = viewer.member
  const { number, athlete, state, paidMinor } = await lockInvoice(client, viewer, id)
  if (paidMinor > 0) throw new Refusal('invoice-has-payments')
  if (state !== 'open') throw new Refusal('invoice-not-open')
  await run(
    client,
    query
      .updateTable('fee_invoices')
      .set({ state: 'void', voided_because: because, version: sql<number>`version + 1` })
      .where('organization_id', '=', organization)
      .where('id', '=', id),
  )
  await run(
    client,
    query
      .updateTable('fee_invoice_lines')
      .set({ void: true })
      .where('organization_id', '=', organization)
      .where('invoice_id', '=', id),
  )
  await noteEvent(client, {
    event: 'fee-invoice-voided',
    actor: viewer.person.id,
    organization,
    athlete,
    details: number,
  })
}

async function lockBooks(client: Queryable, organization: string) {
  await run(
    client,
    query
      .insertInto('books')
      .values({ organization_id: organization })
      .onConflict((conflict) => conflict.doNothing()),
  )
  await run(client, query.selectFrom('books').select('version').where('organization_id', '=', organization).forUpdate())
}

/** Who invoices, and when it is due. Who has not said so yet invoices under the organization's name. */
async function invoicingOf(client: Queryable, organization: string): Promise<{ days: number; seller: Seller }> {
  const found = await oneRowOf(
    client,
    query
      .selectFrom(organizationFacts.as('o'))
      .leftJoin('books as b', 'b.organization_id', 'o.id')
      .select(['o.name', 'b.invoice_name', 'b.invoice_address', 'b.invoice_payment'])
      .select(sql<number>`coalesce(b.invoice_days, 30)`.as('days'))
      .where('o.id', '=', organization),
  )
  const { name, invoice_name, invoice_address: address, invoice_payment: payment, days } = found
  return { days, seller: { name: invoice_name || name, address, payment } }
}

/** The next of the series. One that is taken already, because the series began anew, is passed over. */
async function takeNumber(client: Queryable, organization: string): Promise<string> {
  const { prefix, next } = await oneRowOf(
    client,
    query
      .updateTable('books')
      .set({ next_invoice: sql<number>`next_invoice + 1` })
      .where('organization_id', '=', organization)
      .returning(['invoice_prefix as prefix', sql<number>`next_invoice - 1`.as('next')]),
  )
  const number = `${prefix}${String(next).padStart(DIGITS, '0')}`
  const taken = await rowOf(
    client,
    query
      .selectFrom('fee_invoices')
      .select('id')
      .where('organization_id', '=', organization)
      .where('number', '=', number),
  )
  return taken ? takeNumber(client, organization) : number
}

async function insertLines(client: Queryable, organization: string, invoice: string, lines: readonly OpenLine[]) {
  await run(
    client,
    query.insertInto('fee_invoice_lines').values(
      lines.map(({ title, amountMinor, allocation, recoupment }, position) => ({
        organization_id: organization,
        invoice_id: invoice,
        position,
        title,
        amount_minor: String(amountMinor),
        allocation_id: allocation,
        recoupment_id: recoupment,
      })),
    ),
  )
}
