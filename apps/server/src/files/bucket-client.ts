import { createHash } from 'node:crypto'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { MissingObject, StoreUnavailable } from './store-errors.ts'

const IDLE_TIMEOUT_MS = 30_000
const ATTEMPTS = 4
const FIRST_BACKOFF_MS = 200
/** A store that hangs is not waited for again and again: a person waits for the answer. */
const RETRY_WINDOW_MS = 20_000

type Credentials = { accessKey: string; secretKey: string; region: string; sessionToken?: string | undefined }

export type Bucket = Credentials & {
  /** Ends with the bucket's name: https://s3.example/files */
  url: string
  /** For trials on a copy of production's data: nothing is written or removed. */
  readOnly?: boolean
}

/** Opened again for each attempt. */
export type RequestBody = { sha256: string; size: number; open: () => Readable }
const emptyBody = bodyOf('')

export function bodyOf(content: string): RequestBody {
  const bytes = Buffer.from(content)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { sha256, size: bytes.length, open: () => Readable.from(bytes.length > 0 ? [bytes] : []) }
}

type Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  key: string
  query?: Record<string, string>
  body?: RequestBody
}

/** Signed requests to an S3-compatible bucket. All methods but POST are idempotent, and retried with exponential backoff. */
export function createBucketClient({ url: bucket, readOnly = false, ...credentials }: Bucket) {
  async function send({ method, key, query = {}, body = emptyBody }: Request) {
    const url = new URL(`${bucket}/${key}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const headers = await signedHeaders({ method, url, sha256: body.sha256 }, credentials)
    const answer = Promise.withResolvers<IncomingMessage>()
    const outgoing = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
      method,
      headers: { ...headers, 'content-length': body.size },
      timeout: IDLE_TIMEOUT_MS,
    })
    outgoing.on('response', answer.resolve)
    outgoing.on('error', answer.reject)
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
    try {
      const [, response] = await Promise.all([pipeline(body.open(), outgoing), answer.promise])
      return response
    } catch (cause) {
      // Wrapped: its code would be mistaken for a database connection error.
      throw new StoreUnavailable(`The file store cannot be reached: ${cause}`, { cause })
    }
  }

  async function attempt(request: Request) {
    if (readOnly && request.method !== 'GET' && request.method !== 'HEAD') {
      throw new StoreUnavailable('The file store is read-only (FILES_READ_ONLY).', { isRefusal: true })
    }
    const response = await send(request)
    const status = response.statusCode ?? 0
    if (status >= 200 && status < 300) return response
    const code = errorCodeOf(await text(response).catch(() => ''))
    if (status === 404 && code !== 'NoSuchBucket' && request.method !== 'PUT') throw new MissingObject(request.key)
    const isRefusal = status < 500 && status !== 429 && status !== 408
    const reason = code ? `${status} (${code})` : status
    throw new StoreUnavailable(`The file store answered a ${request.method} with ${reason}.`, { isRefusal })
  }

  return async function sendWithRetries(request: Request): Promise<IncomingMessage> {
    const startedAt = performance.now()
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt(request)
      } catch (error) {
        const canRetry = error instanceof StoreUnavailable && !error.isRefusal && request.method !== 'POST'
        const isLate = performance.now() - startedAt > RETRY_WINDOW_MS
        if (!canRetry || isLate || attempts === ATTEMPTS) throw error
        // Random, so that servers do not retry at the same moment.
        await pause(FIRST_BACKOFF_MS * 2 ** (attempts - 1) * (0.5 + Math.random() / 2))
      }
    }
  }
}

export function errorCodeOf(xml: string) {
  return /<Error>.*?<Code>([^<]+)<\/Code>/s.exec(xml)?.[1]
}

/** Tests fix the signature's `datetime`. */
export async function signedHeaders(
  { method, url, sha256, datetime }: { method: string; url: URL; sha256: string; datetime?: string },
  { accessKey, secretKey, region, sessionToken }: Credentials,
) {
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { 'X-Amz-Content-Sha256': sha256 },
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    ...(sessionToken && { sessionToken }),
    ...(datetime && { datetime }),
  })
  const { headers } = await signer.sign()
  return Object.fromEntries(headers)
}
