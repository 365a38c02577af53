import { athleteImportOperations } from '@sherpa/contracts/athlete-import-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const athleteImportsApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(build, athleteImportOperations),
})
