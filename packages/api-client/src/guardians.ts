import { guardianOperations } from '@sherpa/contracts/guardian-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const guardiansApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, guardianOperations) })
