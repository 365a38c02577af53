import {
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query'
import { pathIn } from '@sherpa/contracts/place'
import type { Problem } from '@sherpa/contracts/problem'
import { type AuthState, auth } from './auth.ts'

/** Settings that a store passes to every call. */
export type CallSettings = { baseUrl: string }

/** Problem document with the value of Retry-After, if the server sent it. */
export type AnsweredProblem = Problem & { retryAfterSeconds?: number }

/** Response timeout. */
const ANSWER_MS = 15_000

/** A session that has just begun may not be known in other cells yet. */
const REPLICATION_MS = 500
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export type Call = BaseQueryFn<FetchArgs, unknown, FetchBaseQueryError>

/** Calls that renew the token: the old one is revoked before the new one arrives. */
const renewals = new Set<Promise<unknown>>()
export function noteRenewal(renewal: Promise<unknown>) {
  renewals.add(renewal)
  void renewal.finally(() => renewals.delete(renewal))
}

/** Spec §7: JSON without cookies, and a bearer token when signed in. */
export const call: Call = async (request, api, options) => {
  const { baseUrl } = api.extra as CallSettings
  const send = async (token: string | null, asked = request) => {
    const { error, meta, data } = await fetchBaseQuery({
      baseUrl,
      credentials: 'omit',
      timeout: ANSWER_MS,
      prepareHeaders: (headers) => {
        if (token) headers.set('Authorization', `Bearer ${token}`)
      },
    })(asked, api, options)
    const headers = meta?.response?.headers
    return { error, data, retryAfter: headers?.get('Retry-After') ?? null, cells: headers?.get('Sherpa-Cells') }
  }
  let token = tokenIn(api)
  let answer = await send(token)
  if (answer.error?.status === 401 && api.type === 'query') {
    await Promise.all(renewals)
    const renewed = tokenIn(api)
    if (renewed && renewed !== token) {
      token = renewed
      answer = await send(token)
    }
  }
  // A link of an earlier release does not name its organization, which has moved to other servers since.
  const moved = (answer.error?.data as Problem | undefined)?.moved?.organization
  if (moved && !request.url.includes(moved)) answer = await send(token, { ...request, url: pathIn(moved, request.url) })
  const { error, data, retryAfter, cells } = answer
  if (error) return refused(error, retryAfter, token, api)
  if (!cells) return { data }
  const askCell = async (cell: string) => {
    const ask = () => send(token, { ...request, url: pathIn(cell, request.url) })
    const part = await ask()
    return part.error?.status === 401 ? pause(REPLICATION_MS).then(ask) : part
  }
  const parts = await Promise.all(cells.split(',').map(askCell))
  return { data: parts.reduce((all, part) => withLists(all, part.data as Lists | undefined), data as Lists) }
}

type Lists = Record<string, unknown>

/** Adds the lists of another cell. A cell that does not answer has none. */
function withLists(all: Lists, part: Lists = {}): Lists {
  const joined = Object.entries(all).map(([name, rows]) => {
    const more = part[name]
    return [name, Array.isArray(rows) && Array.isArray(more) ? [...rows, ...more] : rows]
  })
  return Object.fromEntries(joined)
}

export function tokenIn({ getState }: Pick<BaseQueryApi, 'getState'>) {
  return (getState() as { auth: AuthState }).auth.token
}

/** Signs out if the token was rejected, and adds Retry-After. `token` is the one that the call was made with. */
export function refused(
  error: FetchBaseQueryError,
  retryAfter: string | null,
  token: string | null,
  api: Pick<BaseQueryApi, 'getState' | 'dispatch'>,
): { error: FetchBaseQueryError } {
  const problem = error.data as AnsweredProblem | undefined
  // Ignore a 401 for a token that was renewed during the call.
  if (problem?.code === 'sign-in-required' && token && token === tokenIn(api)) api.dispatch(auth.actions.signedOut())
  const retryAfterSeconds = Number(retryAfter)
  if (error.status === 429 && retryAfterSeconds > 0) {
    return { error: { status: error.status, data: { ...problem, retryAfterSeconds } } }
  }
  return { error }
}
