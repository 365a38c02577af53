import { accountActivityOperations } from '@sherpa/contracts/account-activity-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const accountActivityApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(build, accountActivityOperations),
})
