import { dealLinkOperations } from '@sherpa/contracts/deal-link-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const dealLinksApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, dealLinkOperations) })
