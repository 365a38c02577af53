import type { BillingDetails, KnownBillingDetails } from '@sherpa/contracts/billing-details'
import type {
  currentSubscription,
  invoiceList,
  Purchase,
  Subscription,
  subscriptionChange,
} from '@sherpa/contracts/subscription'
import type { output } from 'zod/mini'
import { api } from './api.ts'

export const subscriptionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Someone who belongs to one organisation only need not name it. */
    currentSubscription: build.query<output<typeof currentSubscription>, string | undefined>({
      query: (organisation) => ({ url: 'subscriptions/current', ...(organisation && { params: { organisation } }) }),
      providesTags: ['Subscription'],
    }),
    purchaseSubscription: build.mutation<
      Subscription,
      {
        purchase: Purchase
        /** The same for every try at one purchase, so that it happens once. */
        idempotencyKey: string
      }
    >({
      query: ({ purchase, idempotencyKey }) => ({
        url: 'subscriptions/purchase',
        method: 'POST',
        body: purchase,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
      invalidatesTags: ['Subscription', 'Invoice', 'Activity'],
    }),
    changeSubscription: build.mutation<Subscription, output<typeof subscriptionChange>>({
      query: (body) => ({ url: 'subscriptions/current', method: 'PATCH', body }),
      invalidatesTags: ['Subscription', 'Invoice', 'Activity'],
    }),
    cancelSubscription: build.mutation<Subscription, string>({
      query: (organisation) => ({ url: 'subscriptions/cancellation', method: 'POST', body: { organisation } }),
      invalidatesTags: ['Subscription', 'Activity'],
    }),
    resumeSubscription: build.mutation<Subscription, string>({
      query: (organisation) => ({ url: 'subscriptions/resumption', method: 'POST', body: { organisation } }),
      invalidatesTags: ['Subscription', 'Activity'],
    }),
    acceptPrice: build.mutation<Subscription, { organisation: string; offer: string }>({
      query: ({ organisation, offer }) => ({
        url: `subscriptions/offers/${encodeURIComponent(offer)}/acceptance`,
        method: 'POST',
        body: { organisation },
      }),
      invalidatesTags: ['Subscription', 'Invoice', 'Activity'],
    }),

    billingDetails: build.query<KnownBillingDetails, string>({
      query: (organisation) => `organisations/${encodeURIComponent(organisation)}/billing-details`,
      providesTags: ['Subscription'],
    }),
    changeBillingDetails: build.mutation<void, { organisation: string; details: BillingDetails }>({
      query: ({ organisation, details }) => ({
        url: `organisations/${encodeURIComponent(organisation)}/billing-details`,
        method: 'PUT',
        body: details,
      }),
      invalidatesTags: ['Subscription', 'Activity'],
    }),

    invoices: build.query<output<typeof invoiceList>, string>({
      query: (organisation) => ({ url: 'invoices', params: { organisation } }),
      providesTags: ['Invoice'],
    }),
    /** Answers with the address of the file in the browser's memory; whoever uses it revokes it. */
    invoiceFile: build.mutation<string, { organisation: string; invoice: string }>({
      query: ({ organisation, invoice }) => ({
        url: `invoices/${encodeURIComponent(invoice)}/pdf`,
        params: { organisation },
        responseHandler: async (response) =>
          response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
      }),
    }),
  }),
})
