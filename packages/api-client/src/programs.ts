import { programOperations } from '@sherpa/contracts/program-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const programsApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(build, programOperations),
})
