import { licenseOperations } from '@sherpa/contracts/license-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const licensesApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(build, licenseOperations),
})
