import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { startS3Store } from '../../test/s3-store.ts'
import { BadSetting } from '../config.ts'
import { openFileStore, warnAboutFolder } from './open-file-store.ts'

async function open(change: { url?: string; secretKey?: string; readOnly?: boolean } = {}) {
  const s3 = await startS3Store()
  onTestFinished(s3.stop)
  const warnings: string[] = []
  const settings = { directory: '', warn: (message: string) => warnings.push(message) }
  const opened = openFileStore({ ...settings, bucket: { ...s3.bucket, ...change } })
  return { s3, warnings, opened }
}

test('the bucket is checked at the start, and nothing stays in it', async () => {
  const { s3, warnings, opened } = await open()
  await opened
  expect(s3.requests.map((request) => request.split('-')[0])).toEqual([
    'PUT /files/check',
    'GET /files/check',
    'DELETE /files/check',
  ])
  expect([s3.objects.size, warnings]).toEqual([0, []])
})

test('a read-only bucket is opened without a write, and never written to', async () => {
  const { s3, opened } = await open({ readOnly: true })
  s3.objects.set('/files/abc', Buffer.from('content'))
  const store = await opened
  expect(await store.size('abc')).toBe(7)
  await expect(store.write('def', Readable.from([Buffer.from('new')]))).rejects.toThrow('read-only')
  await expect(store.remove('abc')).rejects.toThrow('read-only')
  expect([...s3.objects.keys()]).toEqual(['/files/abc'])
  expect(s3.requests.every((request) => request.startsWith('HEAD'))).toBe(true)
})

test('wrong keys end the start with a sentence', async () => {
  const { opened } = await open({ secretKey: 'another' })
  await expect(opened).rejects.toThrow(
    new BadSetting(
      'The file store answered a PUT with 403 (SignatureDoesNotMatch). Check FILES_BUCKET_URL, its keys, their rights and FILES_REGION.',
    ),
  )
})

test('an unreachable bucket is a warning: everything else works', async () => {
  const { warnings, opened } = await open({ url: 'http://127.0.0.1:1/files' })
  await opened
  expect(warnings).toEqual([expect.stringMatching(/^The file store cannot be reached: .* Files are unavailable/)])
})

test('a folder needs no check', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sherpa-folder-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const store = await openFileStore({ bucket: undefined, directory, warn: () => undefined })
  expect(await store.size('abc')).toBeUndefined()
})

test('several servers without a bucket are warned about', () => {
  expect(warnAboutFolder({ servers: 2, hasBucket: false })).toContain('one shared folder')
  expect(warnAboutFolder({ servers: 2, hasBucket: true })).toBeUndefined()
  expect(warnAboutFolder({ servers: 1, hasBucket: false })).toBeUndefined()
})
