import { planOperations } from '@sherpa/contracts/plan-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const plansApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, planOperations) })
