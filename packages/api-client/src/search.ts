import { searchOperations } from '@sherpa/contracts/search-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const searchApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, searchOperations) })
