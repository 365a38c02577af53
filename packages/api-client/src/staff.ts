import type { newPrice, payment, staffInvoiceList, staffSubscriptionList } from '@sherpa/contracts/subscription'
import type { output } from 'zod/mini'
import { api } from './api.ts'

export const staffApi = api.injectEndpoints({
  endpoints: (build) => ({
    staffInvoices: build.query<output<typeof staffInvoiceList>, void>({
      query: () => 'staff/invoices',
      providesTags: ['Invoice'],
    }),
    recordPayment: build.mutation<void, { invoice: string; payment: output<typeof payment> }>({
      query: ({ invoice, payment }) => ({
        url: `staff/invoices/${encodeURIComponent(invoice)}/payment`,
        method: 'POST',
        body: payment,
      }),
      invalidatesTags: ['Invoice', 'Subscription', 'Activity'],
    }),
    staffSubscriptions: build.query<output<typeof staffSubscriptionList>, void>({
      query: () => 'staff/subscriptions',
      providesTags: ['Subscription'],
    }),
    offerPrice: build.mutation<void, { subscription: string; price: output<typeof newPrice> }>({
      query: ({ subscription, price }) => ({
        url: `staff/subscriptions/${encodeURIComponent(subscription)}/offer`,
        method: 'PUT',
        body: price,
      }),
      invalidatesTags: ['Subscription', 'Activity'],
    }),
    setTaxExemption: build.mutation<void, { subscription: string; exempt: boolean }>({
      query: ({ subscription, exempt }) => ({
        url: `staff/subscriptions/${encodeURIComponent(subscription)}/tax-exemption`,
        method: 'PUT',
        body: { exempt },
      }),
      invalidatesTags: ['Subscription', 'Activity'],
    }),
  }),
})
