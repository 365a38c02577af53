import type { Tax } from '@sherpa/contracts/billing-details'
import type { InvoiceLine } from '@sherpa/contracts/subscription'
import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import { notifyAllWhoMay } from '../notifications/notifications.ts'
import { billedPartyOf, taxFor } from './billing-details.ts'
import { invoiceMail } from './billing-mail.ts'
import type { Issuer } from './invoice-paper.ts'
import { insertInvoice } from './invoices.ts'
import { daysAfter } from './lifecycle.ts'

const DAYS_TO_PAY = 14

/** What is owed, for which subscription. Called inside the transaction that makes it owed. */
type Charge = { subscription: string; organization: string; lines: InvoiceLine[] }

/** How a customer comes to pay. One that charges cards would mark what it collected as paid, as our staff does for invoices. */
export type PaymentProvider = {
  charge: (client: Queryable, charge: Charge, now: Date) => Promise<void>
}

/** A numbered invoice goes out by mail, as a PDF; our staff marks it as paid when the money has come. */
export function invoiceByMail({ issuer, tax }: { issuer: Issuer; tax: Tax | null }): PaymentProvider {
  return {
    async charge(client, { subscription, organization, lines }, now) {
      const { party: billedTo, billingEmail } = await billedPartyOf(client, organization)
      const invoice = await insertInvoice(client, {
        subscription,
        organization,
        issuer,
        billedTo,
        billingEmail,
        lines,
        tax: await taxFor(client, organization, tax),
        issuedAt: now,
        dueAt: daysAfter(now, DAYS_TO_PAY),
      })
      if (billingEmail !== null) {
        await queueMail(client, invoiceMail, { recipient: billingEmail, details: { organization, invoice } })
      }
      await noteEvent(client, { event: 'invoice-issued', organization, details: invoice.number })
      await notifyAllWhoMay(client, 'billing.manage', {
        organization,
        kind: 'invoice-issued',
        details: { invoice: invoice.number },
      })
    },
  }
}
