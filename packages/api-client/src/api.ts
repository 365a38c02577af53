import type { UnknownAction } from '@reduxjs/toolkit'
import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query'
import type { Problem } from '@sherpa/contracts/problem'
import { type AuthState, auth } from './auth.ts'

/** What a store hands to every call. */
export type CallSettings = { baseUrl: string }

/** A refusal as it arrives here: the problem document, and when to come back if the server said so. */
export type AnsweredProblem = Problem & { retryAfterSeconds?: number }

/** A connection that says nothing for this long has failed. */
const ANSWER_MS = 15_000

type Call = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError>

/** Spec §7: JSON, no cookies, and a bearer header when there is a token. */
const call: Call = async (request, { extra, dispatch, ...more }, options) => {
  const { baseUrl } = extra as CallSettings
  const currentToken = () => (more.getState() as { auth: AuthState }).auth.token
  const token = currentToken()
  const { error, ...answer } = await fetchBaseQuery({
    baseUrl,
    credentials: 'omit',
    timeout: ANSWER_MS,
    prepareHeaders: (headers) => {
      if (token) headers.set('Authorization', `Bearer ${token}`)
    },
  })(request, { extra, dispatch, ...more }, options)
  if (!error) return { data: answer.data }

  const problem = error.data as AnsweredProblem | undefined
  // A token that was renewed while the call was under way says nothing about whether the person is still signed in.
  if (problem?.code === 'sign-in-required' && token && token === currentToken()) signOut(dispatch)
  const retryAfterSeconds = Number(answer.meta?.response?.headers.get('Retry-After'))
  if (error.status === 429 && retryAfterSeconds > 0) {
    return { error: { status: error.status, data: { ...problem, retryAfterSeconds } } }
  }
  return { error }
}

/** Each domain adds its endpoints from a file of its own. Cache times and refetching are the library's defaults: spec §9. */
export const api = createApi({
  baseQuery: call,
  tagTypes: [
    // Spec §7 names these seven.
    'Expense',
    'User',
    'SonarSearch',
    'SearchHistory',
    'SavedSearch',
    'Player',
    'Revenue',
    'Activity',
    'Invoice',
    'People',
    'Permission',
    'Session',
    'Subscription',
  ],
  endpoints: () => ({}),
})

/** Forgets who was signed in, and everything that was loaded for them. */
export function signOut(dispatch: (action: UnknownAction) => unknown) {
  dispatch(auth.actions.signedOut())
  dispatch(api.util.resetApiState())
}
