import { complianceOperations } from '@sherpa/contracts/compliance-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const complianceApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, complianceOperations) })
