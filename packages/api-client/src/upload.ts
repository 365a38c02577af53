import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query'
import type { Answer, Input, NamedOperation } from '@sherpa/contracts/operation'
import { api } from './api.ts'
import { type CallSettings, refused, tokenIn } from './call.ts'
import { announceOwnChanges } from './changes.ts'
import { requestOf } from './endpoints-of.ts'

/** Longer than the server's upload timeout. */
const LONGEST_MS = 660_000

type UploadOperation = NamedOperation & { upload: object }

type Watch = {
  signal: AbortSignal
  /** Progress from 0 to 1. */
  onProgress: (share: number) => void
}

type Settled = { data: unknown } | { error: FetchBaseQueryError }

/**
 * Uploads a file outside of RTK Query, which delays refetching after a mutation until all pending calls end: an upload may
 * take minutes. Rejects with the same errors as a call.
 */
export function upload<O extends UploadOperation>(operation: O, input: Input<O>, watch: Watch) {
  return async (
    dispatch: ThunkDispatch<unknown, CallSettings, UnknownAction>,
    getState: () => unknown,
    settings: CallSettings,
  ): Promise<Answer<O>> => {
    const token = tokenIn({ getState })
    const sent = await send(operation, input, watch, { token, ...settings })
    if ('error' in sent) {
      throw refused(sent.error, sent.retryAfter ?? null, token, { getState, dispatch }).error
    }
    const { changes = [] } = operation
    dispatch(api.util.invalidateTags([...changes]))
    announceOwnChanges(changes)
    return sent.data as Answer<O>
  }
}

/** XMLHttpRequest, because fetch has no upload progress. */
function send<O extends UploadOperation>(
  operation: O,
  input: Input<O>,
  { signal, onProgress }: Watch,
  { token, baseUrl }: CallSettings & { token: string | null },
) {
  const { body: file, ...named } = input as { body: Blob }
  const { url, method = 'POST', params } = requestOf(operation, named)
  const search = new URLSearchParams(params).toString()
  const { promise, resolve } = Promise.withResolvers<Settled & { retryAfter?: string | null }>()
  const fail = (error: string) => resolve({ error: { status: 'FETCH_ERROR', error } })
  const sending = new XMLHttpRequest()
  sending.open(method, `${baseUrl}${url}${search && `?${search}`}`)
  sending.timeout = LONGEST_MS
  if (token) sending.setRequestHeader('Authorization', `Bearer ${token}`)
  sending.setRequestHeader('Content-Type', 'application/octet-stream')
  sending.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
  sending.addEventListener('load', () => {
    const { status } = sending
    const data = readJson(sending.responseText)
    if (status >= 200 && status < 300) resolve({ data })
    else resolve({ error: { status, data }, retryAfter: sending.getResponseHeader('Retry-After') })
  })
  sending.addEventListener('error', () => fail('The connection was lost'))
  sending.addEventListener('timeout', () => fail('It took too long'))
  sending.addEventListener('abort', () => fail('Canceled'))
  signal.addEventListener('abort', () => sending.abort())
  sending.send(file)
  return promise
}

/** Undefined for HTML error pages of proxies. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
