import type { Currency } from '@sherpa/contracts/currency'
import { addDays } from '@sherpa/contracts/days'
import type { Buyer, FeeInvoice, NewFeeInvoice, Seller } from '@sherpa/contracts/fee-invoice'
import { Refusal } from '@sherpa/contracts/problem'
import type { Reversal } from '@sherpa/contracts/receipt'
import { sql } from 'kysely'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { loadBookkeeping } from './bookkeeping.ts'
import { loadFeeInvoice, lockInvoice } from './fee-invoices.ts'
import { loadAthlete, type Viewer } from './finance-access.ts'
import { feeInvoiceVoidedMail } from './invoice-mail.ts'
import { loadOpenLines, type OpenLine, sumLines } from './open-fees.ts'

const DIGITS = 4

/** Invoices everything that an athlete owes in one currency and that is not invoiced yet. */
export function createInvoiceIssuingService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    async preview(viewer: Viewer, athleteId: string, currency: Currency) {
      const { organization } = viewer.member
      const { name } = await loadAthlete(database, viewer, athleteId)
      const { today } = await loadBookkeeping(database, organization, clock())
      const lines = await loadOpenLines(database, organization, athleteId, currency)
      const { days, seller } = await loadInvoicing(database, organization)
      return {
        athlete: { id: athleteId, name },
        currency,
        lines,
        totalMinor: sumLines(lines),
        dueOn: addDays(today, days),
        seller,
      }
    },

    issue(viewer: Viewer, { athleteId, currency }: NewFeeInvoice, idempotency?: Idempotency): Promise<FeeInvoice> {
      const { organization } = viewer.member
      return inTransaction(database, (client) =>
        answerOnce(client, idempotency, async () => {
          const athlete = await loadAthlete(client, viewer, athleteId)
          const { today } = await loadBookkeeping(client, organization, clock())
          // Serializes invoicing: numbers have no gaps, and no line is invoiced twice.
          await lockInvoicing(client, organization)
          const lines = await loadOpenLines(client, organization, athleteId, currency)
          const totalMinor = sumLines(lines)
          if (totalMinor <= 0) throw new Refusal('nothing-to-invoice')
          const { days, seller } = await loadInvoicing(client, organization)
          const number = await allocateNumber(client, organization)
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
          await recordEvent(client, {
            event: 'fee-invoice-issued',
            actor: viewer.person.id,
            organization,
            athlete: athleteId,
            details: number,
          })
          return loadFeeInvoice(client, viewer, id, clock())
        }),
      )
    },

    void(viewer: Viewer, id: string, { reason }: Reversal): Promise<FeeInvoice> {
      return inTransaction(database, async (client) => {
        await voidInvoice(client, viewer, id, reason)
        return loadFeeInvoice(client, viewer, id, clock())
      })
    },
  }
}
export type InvoiceIssue = ReturnType<typeof createInvoiceIssuingService>

/** Voids an invoice. Its lines can be invoiced again; its number is not reused. */
export async function voidInvoice(client: Queryable, viewer: Viewer, id: string, reason: string) {
  const { organization } = viewer.member
  const { number, athlete, state, paidMinor } = await lockInvoice(client, viewer, id)
  if (paidMinor > 0) throw new Refusal('invoice-has-payments')
  if (state !== 'open') throw new Refusal('invoice-not-open')
  await run(
    client,
    query
      .updateTable('fee_invoices')
      .set({ state: 'void', void_reason: reason, version: sql<number>`version + 1` })
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
  await recordEvent(client, {
    event: 'fee-invoice-voided',
    actor: viewer.person.id,
    organization,
    athlete,
    details: number,
  })
  await tellVoided(client, viewer, id)
}

/** Whoever the invoice was mailed to. */
async function tellVoided(client: Queryable, { person, member }: Viewer, id: string) {
  const { number, seller, recipient, writeTo } = await oneRowOf(
    client,
    query
      .selectFrom(['fee_invoices as i', publicUsers.as('u')])
      .select(['i.number', 'i.seller', 'i.sent_to as recipient', 'u.email as writeTo'])
      .where('i.organization_id', '=', member.organization)
      .where('i.id', '=', id)
      .where('u.id', '=', person.id)
      .$narrowType<{ seller: Seller; writeTo: string }>(),
  )
  if (!recipient) return
  const details = { organizationName: seller.name, number, writeTo }
  await queueMail(client, feeInvoiceVoidedMail, { recipient, details })
}

async function lockInvoicing(client: Queryable, organization: string) {
  await run(
    client,
    query
      .insertInto('accounting_settings')
      .values({ organization_id: organization })
      .onConflict((conflict) => conflict.doNothing()),
  )
  await run(
    client,
    query.selectFrom('accounting_settings').select('version').where('organization_id', '=', organization).forUpdate(),
  )
}

/** Seller and payment term. The seller's name defaults to that of the organization. */
async function loadInvoicing(client: Queryable, organization: string): Promise<{ days: number; seller: Seller }> {
  const found = await oneRowOf(
    client,
    query
      .selectFrom(publicOrganizations.as('o'))
      .leftJoin('accounting_settings as b', 'b.organization_id', 'o.id')
      .select(['o.name', 'b.invoice_name', 'b.invoice_address', 'b.invoice_payment'])
      .select(sql<number>`coalesce(b.invoice_days, 30)`.as('days'))
      .where('o.id', '=', organization),
  )
  const { name, invoice_name, invoice_address: address, invoice_payment: payment, days } = found
  return { days, seller: { name: invoice_name || name, address, payment } }
}

/** Allocates the next number. Skips used ones, in case the series was restarted. */
async function allocateNumber(client: Queryable, organization: string): Promise<string> {
  const { prefix, next } = await oneRowOf(
    client,
    query
      .updateTable('accounting_settings')
      .set({ next_invoice: sql<number>`next_invoice + 1` })
      .where('organization_id', '=', organization)
      .returning(['invoice_prefix as prefix', sql<number>`next_invoice - 1`.as('next')]),
  )
  const number = `${prefix}${String(next).padStart(DIGITS, '0')}`
  const used = await rowOf(
    client,
    query
      .selectFrom('fee_invoices')
      .select('id')
      .where('organization_id', '=', organization)
      .where('number', '=', number),
  )
  return used ? allocateNumber(client, organization) : number
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
