import { deskOperations } from '@sherpa/contracts/desk-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const deskApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, deskOperations) })
