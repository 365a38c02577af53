import { createApi } from '@reduxjs/toolkit/query'
import { demoOperations } from '@sherpa/contracts/demo-operations'
import { tags } from '@sherpa/contracts/operation'
import { call } from './call.ts'
import { endpointsOf } from './endpoints-of.ts'

/** The public site's API: one operation, without React hooks to keep it small. Spec §7 names the tags. */
export const demoApi = createApi({
  baseQuery: call,
  tagTypes: tags,
  endpoints: (build) => endpointsOf(build, demoOperations),
})
