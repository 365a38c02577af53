import { createApi } from '@reduxjs/toolkit/query/react'
import { tags } from '@sherpa/contracts/operation'
import { call } from './call.ts'

/** The platform's API with React hooks. Each domain injects its operations. Caching uses the library's defaults: spec §9. */
export const api = createApi({ baseQuery: call, tagTypes: tags, endpoints: () => ({}) })
