import { staffOperations } from '@sherpa/contracts/staff-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const staffApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, staffOperations) })
