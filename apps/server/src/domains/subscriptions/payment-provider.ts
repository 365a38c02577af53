import type { Tax } from '@sherpa/contracts/billing-details'
import type { InvoiceLine } from '@sherpa/contracts/subscription'
import { queueMail } from '../../mail/outbox.ts'
import type { Queryable } from '../../persistence/database.ts'
import { recordEvent } from '../audit/audit.ts'
import { notifyPermitted } from '../notifications/notifications.ts'
import { findTax, loadBilledParty } from './billing-details.ts'
import { invoiceMail } from './billing-mail.ts'
import type { Issuer } from './invoice-paper.ts'
import { insertInvoice } from './invoices.ts'
import { addDays } from './lifecycle.ts'

const DAYS_TO_PAY = 14

/** Runs in the transaction that creates the debt. */
type Charge = { subscription: string; organization: string; lines: InvoiceLine[] }

/** A provider for cards would mark charges as paid itself; invoices are marked by staff. */
export type PaymentProvider = {
  charge: (client: Queryable, charge: Charge, now: Date) => Promise<void>
}

/** Mails a numbered PDF invoice. Staff mark it as paid. */
export function createInvoiceByMail({ issuer, tax }: { issuer: Issuer; tax: Tax | null }): PaymentProvider {
  return {
    async charge(client, { subscription, organization, lines }, now) {
      const { party: billedTo, billingEmail } = await loadBilledParty(client, organization)
      const invoice = await insertInvoice(client, {
        subscription,
        organization,
        issuer,
        billedTo,
        billingEmail,
        lines,
        tax: await findTax(client, organization, tax),
        issuedAt: now,
        dueAt: addDays(now, DAYS_TO_PAY),
      })
      if (billingEmail !== null) {
        await queueMail(client, invoiceMail, { recipient: billingEmail, details: { organization, invoice } })
      }
      await recordEvent(client, { event: 'invoice-issued', organization, details: invoice.number })
      await notifyPermitted(client, 'billing.manage', {
        organization,
        kind: 'invoice-issued',
        details: { invoice: invoice.number },
      })
    },
  }
}
