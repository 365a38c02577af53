import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query'
import type { AuthState } from './auth.ts'

/** What a store hands to every call. */
export type CallSettings = { baseUrl: string }

/** Spec §7: JSON, no cookies, and a bearer header when there is a token. */
const call: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError> = (request, api, options) => {
  const { baseUrl } = api.extra as CallSettings
  return fetchBaseQuery({
    baseUrl,
    credentials: 'omit',
    prepareHeaders: (headers, { getState }) => {
      const { token } = (getState() as { auth: AuthState }).auth
      if (token) headers.set('Authorization', `Bearer ${token}`)
    },
  })(request, api, options)
}

/** Each domain adds its endpoints from a file of its own. Cache times and refetching are the library's defaults: spec §9. */
export const api = createApi({
  baseQuery: call,
  tagTypes: ['Expense', 'User', 'SonarSearch', 'SearchHistory', 'SavedSearch', 'Player', 'Revenue'],
  endpoints: () => ({}),
})
