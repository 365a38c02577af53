import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bucketFiles, signedHeaders } from './bucket-files.ts'

const credentials = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'a secret key', region: 'us-east-1' }

/** A small store, which checks what a real one does: the signature, and that the body is the one that was signed. */
const objects = new Map<string, Buffer>()
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  const { host = '', authorization, 'x-amz-date': datetime = '', 'x-amz-content-sha256': sha256 } = request.headers
  const url = new URL(request.url ?? '', `http://${host}`)
  const digest = createHash('sha256').update(body).digest('hex')
  const signed = { method: request.method ?? '', url, sha256: digest, datetime: String(datetime) }
  const expected = await signedHeaders(signed, credentials)
  const allowed = authorization === expected.authorization && sha256 === digest
  response.writeHead(allowed ? serve(request.method, url.pathname, body) : 403)
  response.end(allowed && request.method === 'GET' ? objects.get(url.pathname) : undefined)
})
let url: string

function serve(method: string | undefined, path: string, body: Buffer) {
  if (method === 'GET') return objects.has(path) ? 200 : 404
  if (method === 'PUT') objects.set(path, body)
  else objects.delete(path)
  return method === 'PUT' ? 200 : 204
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/files`
})
afterAll(() => void server.close())

async function* inChunks(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000)
}
const drafts = () => readdirSync(tmpdir()).filter((name) => name.startsWith('sherpa-upload-'))

test('a request is signed as in the example of AWS', async () => {
  const { authorization } = await signedHeaders(
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/?lifecycle'),
      sha256: createHash('sha256').digest('hex'),
      datetime: '20130524T000000Z',
    },
    {
      accessKey: 'AKIAIOSFODNN7EXAMPLE',
      secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
    },
  )
  expect(authorization).toContain('Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543')
})

test('bytes are kept, read and removed', async () => {
  const store = bucketFiles({ url, ...credentials })
  const bytes = randomBytes(300_000)
  await store.write('abc', inChunks(bytes))
  expect(objects.get('/files/abc')?.equals(bytes)).toBe(true)
  expect(Buffer.concat(await (await store.read('abc')).toArray()).equals(bytes)).toBe(true)
  await store.remove('abc')
  await store.remove('abc')
  await expect(store.read('abc')).rejects.toThrow('404')
})

test('what breaks off is neither sent nor left on the disk', async () => {
  const before = drafts()
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('gone')
  }
  await expect(bucketFiles({ url, ...credentials }).write('broken', broken())).rejects.toThrow('gone')
  expect(objects.has('/files/broken')).toBe(false)
  expect(drafts()).toEqual(before)
})

test('a store that does not let us in is an error', async () => {
  const store = bucketFiles({ url, ...credentials, secretKey: 'another' })
  await expect(store.write('abc', inChunks(randomBytes(100)))).rejects.toThrow('403')
  expect(objects.size).toBe(0)
})

test('a store that is away is an error', async () => {
  const store = bucketFiles({ url: 'http://127.0.0.1:1/files', ...credentials })
  await expect(store.write('abc', inChunks(randomBytes(100)))).rejects.toThrow('cannot be reached')
  await expect(store.read('abc')).rejects.toThrow('cannot be reached')
})
