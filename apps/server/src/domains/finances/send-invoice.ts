import { type Currency, formatMoney } from '@sherpa/contracts/currency'
import { spokenDay } from '@sherpa/contracts/days'
import type { Buyer, FeeInvoice, InvoiceMailing, Seller } from '@sherpa/contracts/fee-invoice'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { Draw } from '../../pdf/draw-in-thread.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { recipientOfPapers } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { loadFeeInvoice, loadInvoiceLines, lockInvoice } from './fee-invoices.ts'
import type { Viewer } from './finance-access.ts'
import { feeInvoiceMail } from './invoice-mail.ts'
import type { FeeInvoicePaper } from './invoice-pdf.ts'

type Parts = { database: Database; clock: () => Date; draw: Draw<FeeInvoicePaper> }
type Colleague = Viewer & { person: Pick<Person, 'name' | 'email'> }

/** Invoice PDFs, for download and by mail. */
export function createInvoiceDeliveryService({ database, clock, draw }: Parts) {
  return {
    /** Without an access check: callers have checked it, or it is for mail. */
    async fileOf(organization: string, id: string): Promise<Buffer> {
      const invoice = await rowOf(
        database,
        query
          .selectFrom('fee_invoices')
          .select(['number', 'seller', 'buyer', 'issued_on', 'due_on', 'currency', 'total_minor', 'state'])
          .where('organization_id', '=', organization)
          .where('id', '=', id)
          .$narrowType<{ seller: Seller; buyer: Buyer; currency: Currency }>(),
      )
      if (!invoice) throw new Refusal('not-found')
      const { issued_on, due_on, total_minor, state, ...facts } = invoice
      const paper = {
        ...facts,
        issuedOn: issued_on,
        dueOn: due_on,
        totalMinor: Number(total_minor),
        lines: await loadInvoiceLines(database, organization, id),
        void: state === 'void',
      }
      return Buffer.from(await draw(paper))
    },

    send(viewer: Colleague, id: string, { email }: InvoiceMailing): Promise<FeeInvoice> {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const { state, athlete } = await lockInvoice(client, viewer, id)
        if (state === 'void') throw new Refusal('invoice-not-open')
        const recipient = email ?? (await recipientOfPapers(client, viewer, athlete, clock()))?.email
        if (!recipient) {
          throw new Refusal('invalid-fields', { errors: [{ field: 'email', message: 'Enter an email address' }] })
        }
        await run(
          client,
          query
            .updateTable('fee_invoices')
            .set({ sent_at: clock(), sent_to: recipient, version: sql<number>`version + 1` })
            .where('organization_id', '=', organization)
            .where('id', '=', id),
        )
        const invoice = await loadFeeInvoice(client, viewer, id, clock())
        const { number, seller, dueOn, totalMinor, currency } = invoice
        await queueMail(client, feeInvoiceMail, {
          recipient,
          details: {
            organization,
            organizationName: seller.name,
            invoice: id,
            number,
            athlete: invoice.athlete.name,
            dueOn: spokenDay(dueOn),
            total: formatMoney(totalMinor, currency, 'en-US'),
            sentBy: viewer.person.name,
            writeTo: viewer.person.email,
          },
        })
        await recordEvent(client, {
          event: 'fee-invoice-sent',
          actor: viewer.person.id,
          organization,
          athlete,
          details: number,
        })
        return invoice
      })
    },
  }
}
export type InvoiceDelivery = ReturnType<typeof createInvoiceDeliveryService>
