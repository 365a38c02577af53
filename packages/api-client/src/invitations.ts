import { invitationOperations } from '@sherpa/contracts/invitation-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const invitationsApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, invitationOperations) })
