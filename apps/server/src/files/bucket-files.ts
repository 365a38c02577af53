import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Bucket, bodyOf, createBucketClient, errorCodeOf, type RequestBody } from './bucket-client.ts'
import type { FileStore } from './file-store.ts'
import { asStoreError, MissingObject, StoreUnavailable, withStoreErrors } from './store-errors.ts'

/** More than an uploaded file may have, so only archives are sent in parts. S3 allows 10,000 parts: 312 GB. */
const PART_BYTES = 32 * 1024 * 1024

/** Files in an S3-compatible bucket. Tests choose smaller parts. */
export function bucketFiles(bucket: Bucket, partBytes = PART_BYTES): FileStore {
  const request = createBucketClient(bucket)

  async function put(key: string, body: RequestBody, query?: Record<string, string>) {
    const response = await request({ method: 'PUT', key, body, ...(query && { query }) })
    response.resume()
    return response.headers.etag ?? ''
  }

  async function post(key: string, query: Record<string, string>, body: string) {
    const answer = await text(await request({ method: 'POST', key, query, body: bodyOf(body) }))
    // S3 may report a failed completion with status 200.
    const code = errorCodeOf(answer)
    if (code) throw new StoreUnavailable(`The file store answered a POST with ${code}.`)
    return answer
  }

  async function remove(key: string, query?: Record<string, string>) {
    const response = await request({ method: 'DELETE', key, ...(query && { query }) })
    response.resume()
  }

  async function uploadInParts(key: string, parts: AsyncIterable<RequestBody>) {
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(await post(key, { uploads: '' }, ''))?.[1]
    if (!uploadId) throw new StoreUnavailable('The file store began no multipart upload.')
    try {
      const done: string[] = []
      for await (const part of parts) {
        const partNumber = done.length + 1
        const etag = await put(key, part, { partNumber: String(partNumber), uploadId })
        done.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`)
      }
      await post(key, { uploadId }, `<CompleteMultipartUpload>${done.join('')}</CompleteMultipartUpload>`)
    } catch (error) {
      await remove(key, { uploadId }).catch(() => undefined)
      throw error
    }
  }

  return {
    /** S3 needs size and hash first, so the encrypted bytes are spooled to disk, one part at a time. */
    async write(key, bytes) {
      const spool = join(tmpdir(), `sherpa-upload-${randomUUID()}`)
      const parts = spoolParts(bytes, spool, partBytes)
      try {
        const { value: first } = await parts.next()
        if (!first) return
        if (first.isLast) return void (await put(key, first))
        await uploadInParts(
          key,
          (async function* () {
            yield first
            yield* parts
          })(),
        )
      } catch (error) {
        throw asStoreError(error)
      } finally {
        await parts.return(undefined)
        await rm(spool, { force: true })
      }
    },

    read: async (key) => withStoreErrors(await request({ method: 'GET', key })),

    async size(key) {
      try {
        const response = await request({ method: 'HEAD', key })
        response.resume()
        return Number(response.headers['content-length'])
      } catch (error) {
        if (error instanceof MissingObject) return undefined
        throw error
      }
    },

    /** Idempotent: S3 answers the same for missing keys. */
    async remove(key) {
      await remove(key).catch((error) => {
        if (!(error instanceof MissingObject)) throw error
      })
    },
  }
}

/** Writes each part to `spool`, which the next part overwrites. */
async function* spoolParts(
  bytes: AsyncIterable<Buffer>,
  spool: string,
  partBytes: number,
): AsyncGenerator<RequestBody & { isLast: boolean }, undefined> {
  const chunks = bytes[Symbol.asyncIterator]()
  try {
    let next = await chunks.next()
    do {
      const hash = createHash('sha256')
      let size = 0
      async function* part() {
        while (!next.done && size < partBytes) {
          const chunk = next.value.subarray(0, partBytes - size)
          const rest = next.value.subarray(chunk.length)
          size += chunk.length
          hash.update(chunk)
          yield chunk
          next = rest.length > 0 ? { done: false, value: rest } : await chunks.next()
        }
      }
      await pipeline(part(), createWriteStream(spool, { mode: 0o600 }))
      yield { sha256: hash.digest('hex'), size, isLast: Boolean(next.done), open: () => createReadStream(spool) }
    } while (!next.done)
  } finally {
    await chunks.return?.()
  }
}
