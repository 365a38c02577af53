import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { platformForTests } from '../../test/people.ts'
import { startS3Store } from '../../test/s3-store.ts'
import { pdf } from '../../test/sample-files.ts'
import { bucketFiles } from './bucket-files.ts'
import { diskFiles, type FileStore } from './file-store.ts'
import { moveFiles } from './move-files.ts'

let directory: string
let s3: Awaited<ReturnType<typeof startS3Store>>
let folder: FileStore
let bucket: FileStore
let manifest: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sherpa-move-'))
  s3 = await startS3Store()
  folder = diskFiles(join(directory, 'files'))
  bucket = bucketFiles(s3.bucket, 100_000)
  manifest = join(directory, 'manifest.tsv')
  return async () => {
    s3.stop()
    await rm(directory, { recursive: true })
  }
})

const contents = new Map(
  [1, 1000, 250_000].map((size) => [randomBytes(24).toString('hex'), randomBytes(size)] as const),
)
const keys = [...contents.keys()]
async function fill(store: FileStore) {
  for (const [key, bytes] of contents) await store.write(key, Readable.from([bytes]))
}
async function expectAll(store: FileStore) {
  for (const [key, bytes] of contents) {
    expect(Buffer.concat(await (await store.read(key)).toArray()).equals(bytes)).toBe(true)
  }
}

describe.each(['bucket', 'folder'] as const)('to the %s', (target) => {
  const stores = () => (target === 'bucket' ? { from: folder, to: bucket } : { from: bucket, to: folder })

  test('every object arrives, with its length and hash in the manifest', async () => {
    const { from, to } = stores()
    await fill(from)
    const report = await moveFiles({ keys, from, to, manifest })
    expect(report).toEqual({ objects: 3, bytes: 251_001, copied: 3, copiedBefore: 0, removed: 0, failures: [] })
    await expectAll(to)
    await expectAll(from)
    const lines = (await readFile(manifest, 'utf8')).trim().split('\n').sort()
    const expected = [...contents].map(
      ([key, bytes]) => `${key}\t${bytes.length}\t${createHash('sha256').update(bytes).digest('hex')}`,
    )
    expect(lines).toEqual(expected.sort())
  })

  test('an interrupted run is resumed, and the source removed once all is there', async () => {
    const { from, to } = stores()
    await fill(from)
    await moveFiles({ keys: keys.slice(0, 1), from, to, manifest })
    // Copied, but not yet verified.
    await to.write(String(keys[1]), Readable.from([Buffer.from('half')]))
    const report = await moveFiles({ keys, from, to, manifest, removeSource: true })
    expect(report).toMatchObject({ copied: 2, copiedBefore: 1, removed: 3, failures: [] })
    await expectAll(to)
    for (const key of keys) expect(await from.size(key)).toBeUndefined()
    const again = await moveFiles({ keys, from, to, manifest })
    expect(again).toMatchObject({ copied: 0, copiedBefore: 3, failures: [] })
  })

  test('a missing object is reported, and then nothing is removed', async () => {
    const { from, to } = stores()
    await fill(from)
    const report = await moveFiles({ keys: [...keys, 'f00d'], from, to, manifest, removeSource: true })
    expect(report).toMatchObject({ copied: 3, removed: 0, failures: ['f00d: The file store has no object f00d.'] })
    await expectAll(from)
  })
})

test('bytes that change on the way are found', async () => {
  await fill(folder)
  const changing: FileStore = {
    ...bucket,
    write: async (key, bytes) => {
      await bucket.write(key, bytes)
      const arrived = s3.objects.get(`/files/${key}`) ?? Buffer.alloc(0)
      s3.objects.set(`/files/${key}`, Buffer.from(arrived.map((byte) => byte ^ 1)))
    },
  }
  const report = await moveFiles({ keys, from: folder, to: changing, manifest })
  expect(report.failures).toHaveLength(3)
  expect(s3.objects.size).toBe(0)
})

describe('npm run files:move', () => {
  const world = platformForTests({
    files: {
      write: (...args) => folder.write(...args),
      read: (...args) => folder.read(...args),
      size: (...args) => folder.size(...args),
      remove: (...args) => folder.remove(...args),
    },
  })
  const command = (env: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [resolve(import.meta.dirname, '../move-files.ts'), ...args], {
      env: {
        ...process.env,
        AUTH_SECRET: 'at least thirty-two characters long',
        DATA_DIRECTORY: directory,
        FILES_BUCKET_URL: s3.bucket.url,
        FILES_ACCESS_KEY: s3.bucket.accessKey,
        FILES_SECRET_KEY: s3.bucket.secretKey,
        ...env,
      },
    })

  test('moves the files of all organizations', async () => {
    for (let number = 0; number < 2; number++) {
      const owner = await world.people.register()
      const organization = await world.people.createOrganization(owner)
      const facts = { givenName: 'Kaia', familyName: 'Nakamura', level: 'college', stage: 'prospect', birthDate: null }
      const athlete = (await owner.ask('POST', `/api/organizations/${organization}/athletes`, facts)).json().id
      const path = `/api/organizations/${organization}/athletes/${athlete}/files?name=Contract.pdf`
      const answer = await owner.ask('POST', path, pdf, { 'content-type': 'application/octet-stream' })
      expect(answer.statusCode).toBe(201)
    }
    const { stdout } = await command({ DATABASE_URL: world.url }, 'bucket', '--remove')
    expect(stdout).toMatch(/^2 files, \d+ bytes: 2 copied and verified, 0 there before, 0 failed.\n2 removed/)
    expect(s3.objects.size).toBe(2)
  })

  test('refuses a user who does not see all rows', async () => {
    const { pathname } = new URL(world.url)
    const serving = Object.assign(new URL(inject('postgresServingUrl')), { pathname }).href
    await expect(command({ DATABASE_URL: serving }, 'bucket')).rejects.toThrow('Set DATABASE_OWNER_URL')
  })

  test('says what is missing', async () => {
    await expect(command({ DATABASE_URL: world.url }, 'elsewhere')).rejects.toThrow('npm run files:move -- bucket')
  })
})
