import { dealImportOperations } from '@sherpa/contracts/deal-import-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const dealImportsApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(build, dealImportOperations),
})
