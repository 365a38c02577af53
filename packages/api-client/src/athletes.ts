import { athleteOperations } from '@sherpa/contracts/athlete-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const athletesApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, athleteOperations) })
