import type { StaffInvoice, StaffSubscription } from '@sherpa/contracts/subscription'
import { agreedPrice, payment, staffInvoiceList, staffSubscriptionList } from '@sherpa/contracts/subscription'
import type { Person } from '../http/access.ts'
import type { DefineEndpoint } from '../http/endpoint.ts'

export type StaffParts = {
  invoices: () => Promise<StaffInvoice[]>
  subscriptions: () => Promise<StaffSubscription[]>
  markPaid: (staff: Person, invoice: string, reference: string) => Promise<void>
  agreePrice: (staff: Person, subscription: string, priceCents: number) => Promise<void>
  onMail: () => void
}

export function staffRoutes(
  endpoint: DefineEndpoint,
  { invoices, subscriptions, markPaid, agreePrice, onMail }: StaffParts,
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
      limits: { person: 300 },
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
    async () => ({ subscriptions: await subscriptions() }),
  )

  endpoint(
    {
      method: 'PUT',
      path: '/api/staff/subscriptions/:subscription/price',
      operation: 'agreePrice',
      summary: 'Enter the price that was agreed with the customer, for a seat and a month',
      access: 'staff',
      body: agreedPrice,
      limits: { person: 300 },
      answer: { status: 204, about: 'Entered' },
    },
    async ({ person, parameter, body }) => {
      await agreePrice(person, parameter('subscription'), body.priceCents)
      onMail()
    },
  )
}
