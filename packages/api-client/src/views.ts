import { staffViewOperations, viewOperations } from '@sherpa/contracts/view-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const viewsApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(build, { ...viewOperations, ...staffViewOperations }),
})
