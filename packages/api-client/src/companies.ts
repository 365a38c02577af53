import { companyOperations } from '@sherpa/contracts/company-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const companiesApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, companyOperations) })
