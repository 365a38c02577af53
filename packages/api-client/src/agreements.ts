import { agreementOperations } from '@sherpa/contracts/agreement-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const agreementsApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, agreementOperations) })
