import { agentNoticeOperations } from '@sherpa/contracts/agent-notice-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const agentNoticesApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(build, agentNoticeOperations),
})
