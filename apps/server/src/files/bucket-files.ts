import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { FileStore } from './file-store.ts'

/** A store that says nothing for this long has failed. */
const SILENCE_MS = 30_000
const NOTHING = createHash('sha256').digest('hex')

type Credentials = { accessKey: string; secretKey: string; region: string }

export type Bucket = Credentials & {
  /** With the name of the bucket at its end: https://s3.example/files */
  url: string
}

/** Files in a bucket of an S3-compatible store. */
export function bucketFiles({ url: bucket, ...credentials }: Bucket): FileStore {
  async function ask(method: string, key: string, body: { sha256: string; bytes: Readable; size: number }) {
    const url = new URL(`${bucket}/${key}`)
    const headers = await signedHeaders({ method, url, sha256: body.sha256 }, credentials)
    const answer = Promise.withResolvers<IncomingMessage>()
    const asking = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
      method,
      headers: { ...headers, 'content-length': body.size },
      timeout: SILENCE_MS,
    })
    asking.on('response', answer.resolve)
    asking.on('error', answer.reject)
    asking.on('timeout', () => asking.destroy(new Error('The file store did not answer in time.')))
    try {
      const [, answered] = await Promise.all([pipeline(body.bytes, asking), answer.promise])
      return answered
    } catch (error) {
      // Its code says what it was; as it is, it would look like one of the database.
      throw new Error(`The file store cannot be reached: ${error}`)
    }
  }

  async function done(method: string, key: string, body = { sha256: NOTHING, bytes: Readable.from([]), size: 0 }) {
    const answer = await ask(method, key, body)
    const status = answer.statusCode ?? 0
    if (status >= 200 && status < 300) return answer
    answer.resume()
    throw new Error(`The file store answered a ${method} with ${status}.`)
  }

  return {
    /** A bucket wants to know size and digest first: so the bytes, which are encrypted, wait on the disk until all of them are there. */
    async write(key, bytes) {
      const draft = join(tmpdir(), `sherpa-upload-${randomUUID()}`)
      try {
        const hash = createHash('sha256')
        async function* hashed() {
          for await (const chunk of bytes) {
            hash.update(chunk)
            yield chunk
          }
        }
        await pipeline(hashed(), createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
        const { size } = await stat(draft)
        const answer = await done('PUT', key, { sha256: hash.digest('hex'), bytes: createReadStream(draft), size })
        answer.resume()
      } finally {
        await rm(draft, { force: true })
      }
    },

    read: (key) => done('GET', key),

    /** A bucket answers the same whether there was something or not. */
    async remove(key) {
      const answer = await done('DELETE', key)
      answer.resume()
    },
  }
}

/** `datetime` is the time of the signature, for tests. */
export async function signedHeaders(
  { method, url, sha256, datetime }: { method: string; url: URL; sha256: string; datetime?: string },
  { accessKey, secretKey, region }: Credentials,
) {
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { 'X-Amz-Content-Sha256': sha256 },
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    ...(datetime && { datetime }),
  })
  const { headers } = await signer.sign()
  return Object.fromEntries(headers)
}
