import { disclosureOperations } from '@sherpa/contracts/disclosure-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const disclosuresApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, disclosureOperations) })
