import { noteEvent } from '../audit/audit-events.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Queryable } from '../persistence/database.ts'
import { insertInvoice, type NewInvoice } from './invoices.ts'
import { daysAfter } from './lifecycle.ts'

const DAYS_TO_PAY = 14

/** What is owed, for which subscription. Called inside the transaction that makes it owed. */
type Charge = Omit<NewInvoice, 'issuedAt' | 'dueAt'>

/** How a customer comes to pay. One that charges cards would mark what it collected as paid, as our staff does for invoices. */
export type PaymentProvider = {
  charge: (client: Queryable, charge: Charge, now: Date) => Promise<void>
}

/** A numbered invoice goes out by mail, as a PDF; our staff marks it as paid when the money has come. */
export const invoiceByMail: PaymentProvider = {
  async charge(client, charge, now) {
    const dueAt = daysAfter(now, DAYS_TO_PAY)
    const invoice = await insertInvoice(client, { ...charge, issuedAt: now, dueAt })
    await queueMail(client, {
      kind: 'invoice',
      recipient: charge.billingEmail,
      details: { organisation: charge.organisation, invoice },
    })
    await noteEvent(client, {
      event: 'invoice-issued',
      organisation: charge.organisation,
      details: invoice.number,
    })
  },
}
