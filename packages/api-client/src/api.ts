import { createApi } from '@reduxjs/toolkit/query/react'
import { tags } from '@sherpa/contracts/operation'
import { call } from './call.ts'

/**
 * The platform's API, with hooks for React: each domain adds its operations from a file of its own. Cache times and refetching
 * are the library's defaults: spec §9.
 */
export const api = createApi({ baseQuery: call, tagTypes: tags, endpoints: () => ({}) })
