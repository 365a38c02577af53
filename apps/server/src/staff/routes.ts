import type { Tax } from '@sherpa/contracts/billing-details'
import type { StaffInvoice, StaffSubscription } from '@sherpa/contracts/subscription'
import {
  newPrice,
  payment,
  staffInvoiceList,
  staffSubscriptionList,
  taxExemption,
} from '@sherpa/contracts/subscription'
import type { Person } from '../http/access.ts'
import type { DefineEndpoint } from '../http/endpoint.ts'

export type StaffParts = {
  invoices: () => Promise<StaffInvoice[]>
  subscriptions: () => Promise<StaffSubscription[]>
  tax: Tax | null
  markPaid: (staff: Person, invoice: string, reference: string) => Promise<void>
  offerPrice: (staff: Person, subscription: string, priceCents: number) => Promise<void>
  setTaxExemption: (staff: Person, subscription: string, exempt: boolean) => Promise<void>
  onMail: () => void
}

/** Plenty for work by hand. */
const changes = { person: 300 }

export function staffRoutes(
  endpoint: DefineEndpoint,
  { invoices, subscriptions, tax, markPaid, offerPrice, setTaxExemption, onMail }: StaffParts,
) {
  endpoint(
    {
      method: 'GET',
      path: '/api/staff/invoices',
      operation: 'staffInvoices',
      summary: 'All invoices, open ones first',
      access: 'staff',
      limits: 'none',
      answer: { status: 200, about: 'The newest 200', schema: staffInvoiceList },
    },
    async () => ({ invoices: await invoices() }),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/staff/invoices/:invoice/payment',
      operation: 'markInvoicePaid',
      summary: 'The money has come',
      access: 'staff',
      body: payment,
      limits: changes,
      answer: { status: 204, about: 'Marked as paid' },
      refusals: { 409: 'It was settled before' },
    },
    async ({ person, parameter, body }) => {
      await markPaid(person, parameter('invoice'), body.reference)
      onMail()
    },
  )

  endpoint(
    {
      method: 'GET',
      path: '/api/staff/subscriptions',
      operation: 'staffSubscriptions',
      summary: 'All subscriptions, those that wait for a price first',
      access: 'staff',
      limits: 'none',
      answer: { status: 200, about: 'At most 200', schema: staffSubscriptionList },
    },
    async () => ({ subscriptions: await subscriptions(), tax }),
  )

  endpoint(
    {
      method: 'PUT',
      path: '/api/staff/subscriptions/:subscription/offer',
      operation: 'offerPrice',
      summary: 'Offer the customer a price, for a seat and a month. It counts once they have accepted it',
      access: 'staff',
      body: newPrice,
      limits: changes,
      answer: { status: 204, about: 'Offered, and on its way by mail' },
    },
    async ({ person, parameter, body }) => {
      await offerPrice(person, parameter('subscription'), body.priceCents)
      onMail()
    },
  )

  endpoint(
    {
      method: 'PUT',
      path: '/api/staff/subscriptions/:subscription/tax-exemption',
      operation: 'setTaxExemption',
      summary: 'Whether tax is left off the invoices of the subscription’s organisation',
      access: 'staff',
      body: taxExemption,
      limits: changes,
      answer: { status: 204, about: 'Saved, for invoices from now on' },
    },
    ({ person, parameter, body }) => setTaxExemption(person, parameter('subscription'), body.exempt),
  )
}
