import { api } from './api.ts'

export const subscriptionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    currentSubscription: build.query<unknown, void>({ query: () => 'subscriptions/current' }),
    purchaseSubscription: build.mutation<unknown, Record<string, unknown>>({
      query: (body) => ({ url: 'subscriptions/purchase', method: 'POST', body }),
    }),
  }),
})
