import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startS3Store } from '../../test/s3-store.ts'
import { signedHeaders } from './bucket-client.ts'
import { bucketFiles } from './bucket-files.ts'
import { MissingObject, StoreUnavailable } from './store-errors.ts'

let s3: Awaited<ReturnType<typeof startS3Store>>
beforeEach(async () => {
  s3 = await startS3Store()
  return () => s3.stop()
})

async function* inChunks(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000)
}
const spooled = () => readdirSync(tmpdir()).filter((name) => name.startsWith('sherpa-upload-'))
const readAll = async (store: ReturnType<typeof bucketFiles>, key: string) =>
  Buffer.concat(await (await store.read(key)).toArray())

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

test('writes, reads and removes bytes', async () => {
  const store = bucketFiles(s3.bucket)
  const bytes = randomBytes(300_000)
  await store.write('abc', inChunks(bytes))
  expect(s3.objects.get('/files/abc')?.equals(bytes)).toBe(true)
  expect((await readAll(store, 'abc')).equals(bytes)).toBe(true)
  expect(await store.size('abc')).toBe(300_000)
  await store.remove('abc')
  await store.remove('abc')
  expect(await store.size('abc')).toBeUndefined()
  await expect(store.read('abc')).rejects.toThrow(MissingObject)
})

test('temporary keys send their session token', async () => {
  const temporary = await startS3Store('a session token')
  onTestFinished(temporary.stop)
  await bucketFiles(temporary.bucket).write('abc', inChunks(Buffer.from('content')))
  expect(String(temporary.objects.get('/files/abc'))).toBe('content')
  const expired = bucketFiles({ ...temporary.bucket, sessionToken: 'expired' })
  await expect(expired.read('abc')).rejects.toThrow('403')
})

test.each([100_000, 250_000, 300_000])('%i bytes in parts of 100,000 are whole', async (size) => {
  const bytes = randomBytes(size)
  const store = bucketFiles(s3.bucket, 100_000)
  await store.write('abc', inChunks(bytes))
  expect((await readAll(store, 'abc')).equals(bytes)).toBe(true)
  const parts = s3.requests.filter((request) => request.includes('partNumber'))
  expect(parts).toHaveLength(size === 100_000 ? 0 : 3)
  expect(s3.uploads.size).toBe(0)
})

test('a multipart upload that fails is aborted', async () => {
  const store = bucketFiles(s3.bucket, 100_000)
  async function* broken() {
    yield* inChunks(randomBytes(250_000))
    throw new Error('gone')
  }
  await expect(store.write('abc', broken())).rejects.toThrow('gone')
  // Begin, three parts, and a completion that fails with status 200.
  s3.faults.push('none', 'none', 'none', 'none', 'failed completion')
  await expect(store.write('abc', inChunks(randomBytes(250_000)))).rejects.toThrow('InternalError')
  expect([s3.uploads.size, s3.objects.size]).toEqual([0, 0])
})

test.each([500, 503, 429, 'disconnect'] as const)('after %s, idempotent requests are retried', async (fault) => {
  const store = bucketFiles(s3.bucket, 100_000)
  s3.faults.push(fault, fault)
  await store.write('abc', inChunks(Buffer.from('content')))
  s3.faults.push(fault)
  expect(String(await readAll(store, 'abc'))).toBe('content')
  s3.faults.push(fault)
  await store.remove('abc')
  expect(s3.requests.map((request) => request.split(' ')[0])).toEqual([
    'PUT',
    'PUT',
    'PUT',
    'GET',
    'GET',
    'DELETE',
    'DELETE',
  ])
})

test('retries end, and the beginning of a multipart upload has none', async () => {
  const store = bucketFiles(s3.bucket, 100_000)
  s3.faults.push(503, 503, 503, 503, 503)
  await expect(store.read('abc')).rejects.toThrow(StoreUnavailable)
  expect(s3.requests).toHaveLength(4)
  await expect(store.write('abc', inChunks(randomBytes(200_001)))).rejects.toThrow('answered a POST with 503')
  expect(s3.requests).toHaveLength(5)
})

test('an upload that breaks off is neither sent nor left on the disk', async () => {
  const before = spooled()
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('gone')
  }
  await expect(bucketFiles(s3.bucket).write('broken', broken())).rejects.toThrow('gone')
  expect(s3.objects.size).toBe(0)
  expect(spooled()).toEqual(before)
})

test('a store that refuses our key is not asked again', async () => {
  const store = bucketFiles({ ...s3.bucket, secretKey: 'another' })
  await expect(store.write('abc', inChunks(randomBytes(100)))).rejects.toThrow('403 (SignatureDoesNotMatch)')
  expect([s3.objects.size, s3.requests.length]).toEqual([0, 1])
})

test('an unreachable store is an error', async () => {
  const store = bucketFiles({ ...s3.bucket, url: 'http://127.0.0.1:1/files' })
  await expect(store.write('abc', inChunks(randomBytes(100)))).rejects.toThrow('cannot be reached')
  await expect(store.read('abc')).rejects.toThrow('cannot be reached')
})
