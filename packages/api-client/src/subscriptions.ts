import { subscriptionOperations } from '@sherpa/contracts/subscription-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const subscriptionsApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(build, subscriptionOperations),
})
