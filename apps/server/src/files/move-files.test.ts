import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { goodPassword, peopleOf, platformForTests, type Someone } from '../../test/people.ts'
import { startS3Store } from '../../test/s3-store.ts'
import { pdf } from '../../test/sample-files.ts'
import { totp } from '../../test/totp.ts'
import { buildApp } from '../app.ts'
import { requireKnownSecret } from '../persistence/auth-secret.ts'
import { registerServer } from '../persistence/servers.ts'
import { fingerprintsOf } from '../secrets.ts'
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

describe('commands', () => {
  const files: FileStore = {
    write: (...args) => folder.write(...args),
    read: (...args) => folder.read(...args),
    size: (...args) => folder.size(...args),
    remove: (...args) => folder.remove(...args),
  }
  const world = platformForTests({ files })
  beforeEach(() => world.database.query('delete from files'))
  const run = (program: string, env: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [resolve(import.meta.dirname, `../${program}.ts`), ...args], {
      env: { ...process.env, AUTH_SECRET: 'at least thirty-two characters long', DATA_DIRECTORY: directory, ...env },
    })
  const move = (env: Record<string, string>, ...args: string[]) => {
    const bucketSettings = {
      FILES_BUCKET_URL: s3.bucket.url,
      FILES_ACCESS_KEY: s3.bucket.accessKey,
      FILES_SECRET_KEY: s3.bucket.secretKey,
    }
    return run('move-files', { ...bucketSettings, ...env }, ...args)
  }

  /** An athlete with a file. Returns the path of its file. */
  async function addFile(owner: Someone, organization: string) {
    const facts = { givenName: 'Kaia', familyName: 'Nakamura', level: 'college', stage: 'prospect', birthDate: null }
    const athlete = (await owner.ask('POST', `/api/organizations/${organization}/athletes`, facts)).json().id
    const path = `/api/organizations/${organization}/athletes/${athlete}/files`
    const answer = await owner.ask('POST', `${path}?name=Contract.pdf`, pdf, {
      'content-type': 'application/octet-stream',
    })
    expect(answer.statusCode).toBe(201)
    const { id, versions } = answer.json()
    return `${path}/${id}/versions/${versions[0].id}`
  }

  test('files:move moves the files of all organizations', async () => {
    for (let number = 0; number < 2; number++) {
      const owner = await world.people.register()
      const organization = await world.people.createOrganization(owner)
      await addFile(owner, organization)
    }
    const { stdout } = await move({ DATABASE_URL: world.url }, 'bucket', '--remove')
    expect(stdout).toMatch(/^2 files, \d+ bytes: 2 copied and verified, 0 there before, 0 failed.\n2 removed/)
    expect(s3.objects.size).toBe(2)
  })

  test('files:move refuses a user who does not see all rows', async () => {
    const { pathname } = new URL(world.url)
    const serving = Object.assign(new URL(inject('postgresServingUrl')), { pathname }).href
    await expect(move({ DATABASE_URL: serving }, 'bucket')).rejects.toThrow('Set DATABASE_OWNER_URL')
  })

  test('files:move says what is missing', async () => {
    await expect(move({ DATABASE_URL: world.url }, 'elsewhere')).rejects.toThrow('npm run files:move -- bucket')
  })

  test('secret:rotate: files and second factors work before, during and after', async () => {
    const previous = 'the previous secret of all servers'
    const next = 'the next secret of all the servers'
    const serve = (...secrets: [string, ...string[]]) => {
      const app = buildApp({ database: world.serving, files, secrets, rateLimited: false, shortestAnswerMs: 0 })
      onTestFinished(() => app.close())
      const as = peopleOf(app, world.database)
      return {
        as,
        startLogIn: async ({ email }: Someone): Promise<string> =>
          (await as.visitor().ask('POST', '/api/account/login', { email, password: goodPassword })).json().ticket,
        async finishLogIn(ticket: string, code: string) {
          const answer = await as.visitor().ask('POST', '/api/account/login/second-factor', { ticket, code })
          expect(answer.statusCode).toBe(200)
          return as.visitor(answer.json().token)
        },
        async bytesOf(someone: Someone, path: string) {
          const { address } = (await as.visitor(someone.token).ask('POST', `${path}/address`)).json()
          return (await app.inject(address)).rawPayload
        },
      }
    }
    const start = (...secrets: [string, ...string[]]) => requireKnownSecret(world.database, fingerprintsOf(secrets))
    const rotate = () =>
      run('rotate-secret', { DATABASE_URL: world.url, AUTH_SECRET: next, AUTH_SECRET_OTHER: previous })

    const before = serve(previous)
    await start(previous)
    const [owner, colleague] = [await before.as.register(), await before.as.register()]
    const organization = await before.as.createOrganization(owner)
    const setups = [await before.as.setUpSecondFactor(owner), await before.as.setUpSecondFactor(colleague)]
    const path = await addFile(before.as.visitor(owner.token), organization)
    const ticket = await before.startLogIn(owner)

    await expect(start(next)).rejects.toThrow('AUTH_SECRET is not the secret of this database')
    await start(previous, next)
    await registerServer(
      world.database,
      { id: randomUUID(), connections: 1, secrets: fingerprintsOf([previous]) },
      'any release',
    )
    await expect(start(next, previous)).rejects.toThrow('1 running server does not accept this AUTH_SECRET: first set')
    await expect(rotate()).rejects.toThrow('A running server encrypts with another AUTH_SECRET')
    await world.database.query('delete from servers')

    await start(next, previous)
    const during = serve(next, previous)
    const signedIn = await during.finishLogIn(ticket, String(setups[0]?.recoveryCodes[0]))
    expect(await during.bytesOf(signedIn, path)).toEqual(pdf)
    await expect(start(next)).rejects.toThrow('AUTH_SECRET is not the secret of this database')

    // Those of the owner were encrypted again when they logged in.
    expect((await rotate()).stdout).toMatch(/^1 second factors and 1 of 1 files were encrypted again\.\nRemove AUTH/)
    expect((await rotate()).stdout).toMatch(/^0 second factors and 0 of 1 files were encrypted again\./)

    await expect(start(previous)).rejects.toThrow('AUTH_SECRET is not the secret of this database')
    await start(next)
    const after = serve(next)
    await after.finishLogIn(await after.startLogIn(owner), String(setups[0]?.recoveryCodes[1]))
    const code = totp(String(setups[1]?.secret), Date.now() + 30_000)
    await after.finishLogIn(await after.startLogIn(colleague), code)
    expect(await after.bytesOf(signedIn, path)).toEqual(pdf)
  })

  test('secret:rotate names files that no secret opens, and needs the secret of the database', async () => {
    const owner = await world.people.register()
    await addFile(owner, await world.people.createOrganization(owner))
    const rotate = (previous: string) =>
      run('rotate-secret', {
        DATABASE_URL: world.url,
        AUTH_SECRET: 'another one of over thirty-two letters',
        AUTH_SECRET_OTHER: previous,
      })
    await world.database.query('truncate auth_secret')
    await requireKnownSecret(world.database, fingerprintsOf(['the secret of this database, so far']))
    await expect(rotate('not the secret of this database, ever')).rejects.toThrow(
      'AUTH_SECRET is not the secret of this database',
    )
    const { stdout, stderr } = await rotate('the secret of this database, so far')
    expect(stdout).toMatch(/^0 second factors and 0 of 1 files were encrypted again\./)
    expect(stderr).toMatch(/The file \w+ could not be read before either\./)
  })
})
