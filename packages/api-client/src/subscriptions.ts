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
    /** Someone who belongs to one organization only need not name it. */
    currentSubscription: build.query<output<typeof currentSubscription>, string | undefined>({
      query: (organization) => ({ url: 'subscriptions/current', ...(organization && { params: { organization } }) }),
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
      query: (organization) => ({ url: 'subscriptions/cancellation', method: 'POST', body: { organization } }),
      invalidatesTags: ['Subscription', 'Activity'],
    }),
    resumeSubscription: build.mutation<Subscription, string>({
      query: (organization) => ({ url: 'subscriptions/resumption', method: 'POST', body: { organization } }),
      invalidatesTags: ['Subscription', 'Activity'],
    }),
    acceptPrice: build.mutation<Subscription, { organization: string; offer: string }>({
      query: ({ organization, offer }) => ({
        url: `subscriptions/offers/${encodeURIComponent(offer)}/acceptance`,
        method: 'POST',
        body: { organization },
      }),
      invalidatesTags: ['Subscription', 'Invoice', 'Activity'],
    }),

    billingDetails: build.query<KnownBillingDetails, string>({
      query: (organization) => `organizations/${encodeURIComponent(organization)}/billing-details`,
      providesTags: ['Subscription'],
    }),
    changeBillingDetails: build.mutation<void, { organization: string; details: BillingDetails }>({
      query: ({ organization, details }) => ({
        url: `organizations/${encodeURIComponent(organization)}/billing-details`,
        method: 'PUT',
        body: details,
      }),
      invalidatesTags: ['Subscription', 'Activity'],
    }),

    invoices: build.query<output<typeof invoiceList>, string>({
      query: (organization) => ({ url: 'invoices', params: { organization } }),
      providesTags: ['Invoice'],
    }),
    /** Answers with the address of the file in the browser's memory; whoever uses it revokes it. */
    invoiceFile: build.mutation<string, { organization: string; invoice: string }>({
      query: ({ organization, invoice }) => ({
        url: `invoices/${encodeURIComponent(invoice)}/pdf`,
        params: { organization },
        responseHandler: async (response) =>
          response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
      }),
    }),
  }),
})
