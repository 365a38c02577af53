import { dealOperations } from '@sherpa/contracts/deal-operations'
import { dealWorkOperations } from '@sherpa/contracts/deal-work-operations'
import { paydayOperations } from '@sherpa/contracts/payday-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const dealsApi = api.injectEndpoints({
  endpoints: (build) => ({
    ...endpointsOf(build, dealOperations),
    ...endpointsOf(build, dealWorkOperations),
    ...endpointsOf(build, paydayOperations),
  }),
})
