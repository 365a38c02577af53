import { homeOperations } from '@sherpa/contracts/home-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const homeApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, homeOperations) })
