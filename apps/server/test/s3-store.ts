import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signedHeaders } from '../src/files/bucket-client.ts'

const credentials = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'a secret key',
  region: 'us-east-1',
  sessionToken: undefined as string | undefined,
}

type Fault = number | 'none' | 'disconnect' | 'cut off' | 'failed completion'

/** A small S3-compatible store. It checks signatures and hashes as a real one does, and fails on demand. */
export async function startS3Store(sessionToken?: string) {
  const expected = { ...credentials, sessionToken }
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const requests: string[] = []
  /** Of the next requests, one each. */
  const faults: Fault[] = []

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { host = '', authorization, 'x-amz-date': datetime = '', 'x-amz-content-sha256': sha256 } = request.headers
    const url = new URL(request.url ?? '', `http://${host}`)
    const method = request.method ?? ''
    requests.push(`${method} ${url.pathname}${url.search.replace(/uploadId=[^&]+/, 'uploadId')}`)
    const answer = (status: number, content: string | Buffer = '', headers = {}) => {
      response.writeHead(status, { 'content-length': content.length, ...headers }).end(content)
    }
    const fail = (status: number, code: string) => answer(status, `<Error><Code>${code}</Code></Error>`)

    const fault = faults.shift()
    if (fault === 'disconnect') return void request.socket.destroy()
    if (typeof fault === 'number') return fail(fault, 'InjectedFault')
    const digest = createHash('sha256').update(body).digest('hex')
    const signed = { method, url, sha256: digest, datetime: String(datetime) }
    const { authorization: wanted } = await signedHeaders(signed, expected)
    if (authorization !== wanted || sha256 !== digest) return fail(403, 'SignatureDoesNotMatch')
    if (request.headers['x-amz-security-token'] !== sessionToken) return fail(403, 'InvalidToken')
    if (!url.pathname.startsWith('/files/')) return fail(404, 'NoSuchBucket')

    const uploadId = url.searchParams.get('uploadId')
    const upload = uploads.get(uploadId ?? '')
    if (uploadId && !upload) return fail(404, 'NoSuchUpload')
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, new Map())
      return answer(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (uploadId && upload && method === 'PUT') {
      upload.set(Number(url.searchParams.get('partNumber')), body)
      return answer(200, '', { etag: `"${digest}"` })
    }
    if (uploadId && upload && method === 'POST') {
      if (fault === 'failed completion') return fail(200, 'InternalError')
      const parts = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)]
      const bytes = parts.map(([, number, etag]) => {
        const part = upload.get(Number(number)) ?? Buffer.alloc(0)
        return createHash('sha256').update(part).digest('hex') === etag ? part : Buffer.alloc(0)
      })
      objects.set(url.pathname, Buffer.concat(bytes))
      uploads.delete(uploadId)
      return answer(200, '<CompleteMultipartUploadResult/>')
    }
    if (uploadId && method === 'DELETE') {
      uploads.delete(uploadId)
      return answer(204)
    }
    const found = objects.get(url.pathname)
    if (method === 'PUT') objects.set(url.pathname, body)
    if (method === 'DELETE') objects.delete(url.pathname)
    if (method === 'PUT') return answer(200)
    if (method === 'DELETE') return void response.writeHead(204).end()
    if (!found) return method === 'HEAD' ? void response.writeHead(404).end() : fail(404, 'NoSuchKey')
    if (method === 'HEAD') return void response.writeHead(200, { 'content-length': found.length }).end()
    if (fault === 'cut off') {
      response.writeHead(200, { 'content-length': found.length })
      response.write(found.subarray(0, 10), () => request.socket.resetAndDestroy())
      return
    }
    return answer(200, found)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/files`
  return {
    bucket: { url, ...expected },
    objects,
    uploads,
    requests,
    faults,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
