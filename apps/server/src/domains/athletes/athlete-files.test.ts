import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KeptFile, MAX_FILE_BYTES } from '@sherpa/contracts/file'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { pdf, png } from '../../../test/sample-files.ts'
import { diskFiles } from '../../files/file-store.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-files-test-'))
let later = 0
const world = platformForTests({ files: diskFiles(directory), clock: () => new Date(Date.now() + later) })

let owner: Someone
/** Sees only assigned athletes. */
let agent: Someone
let stranger: Someone
let organization: string
let athlete: string

const at = (path = '', of = athlete) => `/api/organizations/${organization}/athletes/${of}/files${path}`
const octets = { 'content-type': 'application/octet-stream' }
const upload = (name: string, bytes: Buffer, by = owner, of = athlete) =>
  by.ask('POST', at(`?name=${encodeURIComponent(name)}`, of), bytes, octets)
const list = async (by = owner, of = athlete): Promise<KeptFile[]> => (await by.ask('GET', at('', of))).json().files
const requestAddress = ({ id, versions }: KeptFile, by = owner, version = 0) =>
  by.ask('POST', at(`/${id}/versions/${versions[version]?.id}/address`))
const open = async (file: KeptFile, by = owner, version = 0) =>
  world.app.inject((await requestAddress(file, by, version)).json().address)
/** Paths of all stored files. */
const listStored = () =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const countOrphans = async () => (await world.database.query('select storage_key from orphaned_files')).rowCount

async function addAthlete(birthDate = '2000-01-01') {
  const facts = { givenName: 'Kaia', familyName: 'Nakamura', level: 'college', stage: 'prospect', birthDate }
  const answer = await owner.ask('POST', `/api/organizations/${organization}/athletes`, facts)
  expect(answer.statusCode).toBe(201)
  return answer.json().id as string
}

async function addFile(name = 'Contract.pdf', bytes = pdf): Promise<KeptFile> {
  const answer = await upload(name, bytes)
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

const assign = (person: Someone, of = athlete) =>
  world.database.query('insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)', [
    organization,
    of,
    person.id,
  ])
const unassign = (person: Someone) =>
  world.database.query('delete from athlete_assignments where user_id = $1', [person.id])

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Jo Park', 'agent')
  await world.database.query("insert into permission_settings values ($1, 'agent', 'athletes.all', false)", [
    organization,
  ])
  stranger = await world.people.register('Sam Stranger')
  await world.people.createOrganization(stranger)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  later = 0
  athlete = await addAthlete()
})
afterAll(() => rm(directory, { recursive: true }))

describe('a file', () => {
  test('is stored encrypted and read back unchanged', async () => {
    const bytes = Buffer.concat([pdf, randomBytes(200_000)])
    const file = await addFile('Contract — Köln.pdf', bytes)
    expect(file).toMatchObject({
      name: 'Contract — Köln.pdf',
      type: 'application/pdf',
      versions: [{ number: 1, size: bytes.length, addedBy: { name: 'Amara Cole' } }],
    })
    expect(listStored().some((path) => readFileSync(path).includes('Catalog'))).toBe(false)
    const answer = await open(file)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition':
        'attachment; filename="Contract _ K_ln.pdf"; filename*=UTF-8\'\'Contract%20%E2%80%94%20K%C3%B6ln.pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-store',
    })
    const { rows } = await world.database.query('select sha256 from file_versions where file_id = $1', [file.id])
    expect(rows[0].sha256.equals(createHash('sha256').update(bytes).digest())).toBe(true)
  })

  test('that is not an image is sent as an attachment', async () => {
    const answer = await open(await addFile('Notes.txt', Buffer.from('Some words')))
    expect(answer.headers['content-disposition']).toMatch(/^attachment; /)
  })

  test('that is an image is sent inline', async () => {
    const answer = await open(await addFile('Photo.png', png))
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png' })
    expect(answer.headers['content-disposition']).toMatch(/^inline; /)
  })

  test('that was tampered with on disk is not served', async () => {
    const before = new Set(listStored())
    const file = await addFile()
    const [path = ''] = listStored().filter((one) => !before.has(one))
    const bytes = readFileSync(path)
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40)
    await diskFiles(directory).remove(path.split('/').at(-1) ?? '')
    await diskFiles(directory).write(
      path.split('/').at(-1) ?? '',
      (async function* () {
        yield bytes
      })(),
    )
    world.app.log.level = 'silent'
    expect((await open(file)).statusCode).toBe(404)
    world.app.log.level = 'error'
  })

  test('has versions of the same type', async () => {
    const file = await addFile()
    const newer = Buffer.concat([pdf, Buffer.from('% signed')])
    const answer = await owner.ask('POST', at(`/${file.id}/versions`), newer, octets)
    expect(answer.json().versions.map(({ number }: { number: number }) => number)).toEqual([2, 1])
    const [now] = await list()
    expect((await open(now as KeptFile)).rawPayload.equals(newer)).toBe(true)
    expect((await open(now as KeptFile, owner, 1)).rawPayload.equals(pdf)).toBe(true)
    const other = await owner.ask('POST', at(`/${file.id}/versions`), png, octets)
    expect([other.statusCode, other.json().code]).toEqual([409, 'file-other-type'])
  })

  test('keeps its extension when renamed', async () => {
    const file = await addFile()
    const answer = await owner.ask('PUT', at(`/${file.id}`), { name: '../Agreement 2027' })
    expect(answer.json().name).toBe('Agreement 2027.pdf')
    expect((await list())[0]?.name).toBe('Agreement 2027.pdf')
  })

  test('that is removed disappears at once, and its bytes with the cleanup job', async () => {
    const before = listStored()
    const file = await addFile()
    const { address } = (await requestAddress(file)).json()
    expect((await owner.ask('DELETE', at(`/${file.id}`))).statusCode).toBe(204)
    expect(await list()).toEqual([])
    expect((await world.app.inject(address)).statusCode).toBe(404)
    await runJob(world.app, world.serving, 'remove-leftover-files')
    expect(listStored()).toEqual(before)
    expect(await countOrphans()).toBe(0)
  })

  test('is on the timeline and raises the version of the record', async () => {
    const file = await addFile()
    await owner.ask('PUT', at(`/${file.id}`), { name: 'Agreement' })
    await owner.ask('DELETE', at(`/${file.id}`))
    const { rows } = (await owner.ask('GET', at().replace('/files', '/timeline'))).json()
    expect(rows.map(({ kind, about }: { kind: string; about: string }) => [kind, about])).toEqual([
      ['file-removed', 'Agreement.pdf'],
      ['file-renamed', 'Agreement.pdf'],
      ['file-added', 'Contract.pdf'],
      ['added', null],
    ])
    const athletes = await world.database.query('select version from athletes where id = $1', [athlete])
    expect(athletes.rows[0].version).toBe(4)
  })
})

describe('nothing is stored for', () => {
  test.each([
    [
      'an unknown type',
      'Tool.pdf',
      Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\0\0', 'latin1'),
      415,
      'file-type-not-allowed',
    ],
    ['a file with the extension of another type', 'Photo.jpg', png, 415, 'file-misnamed'],
    ['an HTML page', 'page.html', Buffer.from('<script>alert(1)</script>'), 415, 'file-misnamed'],
    ['an empty file', 'Empty.txt', Buffer.alloc(0), 422, 'file-empty'],
    ['a file larger than 25 MB', 'Large.txt', Buffer.alloc(MAX_FILE_BYTES + 1, 'a'), 413, 'file-over-limit'],
  ])('%s', async (_, name, bytes, status, code) => {
    const before = [listStored(), await countOrphans()]
    const answer = await upload(name, bytes)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(await list()).toEqual([])
    expect([listStored(), await countOrphans()]).toEqual(before)
  })

  test('an aborted upload', async () => {
    const [before, leftBefore] = [listStored(), await countOrphans()]
    const sending = send(`${at()}?name=Contract.txt`, 10_000_000)
    sending.request.write(Buffer.alloc(500_000, 'a'))
    await expect.poll(() => listStored().length).toBe(before.length + 1)
    sending.request.destroy()
    await expect.poll(() => listStored()).toEqual(before)
    await expect.poll(countOrphans).toBe(leftBefore)
    expect(await list()).toEqual([])
  })

  test('an upload of a crashed server, after an hour', async () => {
    const key = 'ab'.repeat(24)
    await diskFiles(directory).write(
      key,
      (async function* () {
        yield Buffer.from('half of it')
      })(),
    )
    await world.database.query("insert into orphaned_files values ($1, now() - interval '1 second')", [key])
    const young = 'cd'.repeat(24)
    await world.database.query("insert into orphaned_files values ($1, now() + interval '1 hour')", [young])
    await runJob(world.app, world.serving, 'remove-leftover-files')
    expect(listStored().some((path) => path.includes(key))).toBe(false)
    const { rows } = await world.database.query('delete from orphaned_files returning storage_key')
    expect(rows).toEqual([{ storage_key: young }])
  })
})

test('a file of exactly 25 MB is accepted', async () => {
  expect((await upload('Large.txt', Buffer.alloc(MAX_FILE_BYTES, 'a'))).statusCode).toBe(201)
})

test('a client gets the error of an early rejected upload over a real connection', async () => {
  const { request, answer } = send(`${at()}?name=Tool.pdf`, 8_000_000)
  request.end(Buffer.alloc(8_000_000, 1))
  expect(await answer).toMatchObject({ status: 415, code: 'file-type-not-allowed' })
})

/** Sends over a real connection. */
function send(path: string, length: number) {
  const { port } = world.app.server.address() as AddressInfo
  const request = httpRequest({
    port,
    path,
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/octet-stream',
      'content-length': length,
    },
  })
  const answer = new Promise<{ status: number | undefined; code: string }>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode, code: JSON.parse(text).code })
    })
  })
  answer.catch(() => undefined)
  return { request, answer }
}

describe('a person who may not see the athlete', () => {
  test('cannot list, download or change files', async () => {
    const file = await addFile()
    const version = file.versions[0]?.id
    for (const person of [agent, stranger]) {
      const answers = [
        await person.ask('GET', at()),
        await upload('Contract.pdf', pdf, person),
        await person.ask('POST', at(`/${file.id}/versions`), pdf, octets),
        await person.ask('PUT', at(`/${file.id}`), { name: 'Mine' }),
        await person.ask('DELETE', at(`/${file.id}`)),
        await person.ask('POST', at(`/${file.id}/versions/${version}/address`)),
        await person.ask('GET', at(`/${file.id}/views`)),
      ]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(404))
    }
    expect(await list()).toEqual([file])
  })

  test('cannot access a file through another athlete', async () => {
    const file = await addFile()
    const other = await addAthlete()
    await assign(agent, other)
    const version = file.versions[0]?.id
    expect((await agent.ask('GET', at('', other))).json()).toEqual({ files: [] })
    expect((await agent.ask('POST', at(`/${file.id}/versions/${version}/address`, other))).statusCode).toBe(404)
    expect((await agent.ask('DELETE', at(`/${file.id}`, other))).statusCode).toBe(404)
  })

  test('cannot use an earlier download URL', async () => {
    const file = await addFile()
    await assign(agent)
    const { address } = (await requestAddress(file, agent)).json()
    expect((await world.app.inject(address)).statusCode).toBe(200)
    await unassign(agent)
    expect((await world.app.inject(address)).statusCode).toBe(404)
  })

  test('cannot use a download URL after leaving or logging out', async () => {
    const file = await addFile()
    const coach = await world.people.registerMember(organization, 'Tunde Bello', 'coach')
    const { address } = (await requestAddress(file, coach)).json()
    expect((await world.app.inject(address)).statusCode).toBe(200)
    await world.database.query('delete from memberships where user_id = $1', [coach.id])
    expect((await world.app.inject(address)).statusCode).toBe(404)
    const own = (await requestAddress(file)).json().address
    await world.database.query('update sessions set expires_at = now() where user_id = $1', [owner.id])
    expect((await world.app.inject(own)).statusCode).toBe(404)
    await world.database.query("update sessions set expires_at = now() + interval '1 day'")
  })
})

test('an athlete sees the files of their own record but cannot change them', async () => {
  const file = await addFile()
  const self = await world.people.registerMember(organization, 'Kaia Nakamura', 'athlete')
  expect((await self.ask('GET', at())).statusCode).toBe(404)
  await world.database.query('update athletes set user_id = $1 where id = $2', [self.id, athlete])
  expect(await list(self)).toEqual([file])
  expect((await open(file, self)).statusCode).toBe(200)
  expect((await upload('Contract.pdf', pdf, self)).statusCode).toBe(403)
  expect((await self.ask('GET', at(`/${file.id}/views`))).statusCode).toBe(403)
})

describe('a download URL', () => {
  test('expires after a minute', async () => {
    const { address } = (await requestAddress(await addFile())).json()
    later = 59_000
    expect((await world.app.inject(address)).statusCode).toBe(200)
    later = 60_000
    expect((await world.app.inject(address)).statusCode).toBe(410)
  })

  test('cannot be forged', async () => {
    const [one, two] = [await addFile(), await addFile('Photo.png', png)]
    const [addressOne, addressTwo] = [
      (await requestAddress(one)).json().address,
      (await requestAddress(two)).json().address,
    ]
    const [payload] = addressOne.split('.')
    const [, signature] = addressTwo.split('.')
    for (const forged of [
      `${payload}.${signature}`,
      payload,
      `${payload}.`,
      '/api/files/content?key=x',
      `${addressOne}x`,
    ]) {
      expect([forged, (await world.app.inject(forged)).statusCode]).toEqual([forged, 404])
    }
  })
})

test('each download is logged once per URL', async () => {
  const file = await addFile()
  await assign(agent)
  const { address } = (await requestAddress(file, agent)).json()
  await world.app.inject(address)
  await world.app.inject(address)
  await open(file)
  const { views } = (await owner.ask('GET', at(`/${file.id}/views`))).json()
  expect(views).toMatchObject([
    { person: { name: 'Amara Cole' }, version: 1 },
    { person: { name: 'Jo Park' }, version: 1 },
  ])
})

test('a merge moves files and views, and its undo moves them back', async () => {
  const file = await addFile()
  await open(file)
  const survivor = await addAthlete()
  const merges = at('', survivor).replace('/files', '/merges')
  expect((await owner.ask('POST', merges, { other: athlete })).statusCode).toBe(200)
  expect(await list(owner, survivor)).toEqual([file])
  expect((await owner.ask('GET', at(`/${file.id}/views`, survivor))).json().views).toHaveLength(1)
  const { merged } = (await owner.ask('GET', at('', survivor).replace('/files', '/duplicates'))).json()
  expect((await owner.ask('DELETE', `${merges}/${merged[0].id}`)).statusCode).toBe(204)
  expect(await list(owner, survivor)).toEqual([])
  expect(await list()).toEqual([file])
})

test('erasing an athlete removes files and their bytes', async () => {
  const before = listStored()
  const file = await addFile()
  await owner.ask('POST', at(`/${file.id}/versions`), pdf, octets)
  await open(file)
  await world.people.assumeSecondFactor(owner, false)
  const erased = await owner.ask('POST', at().replace('/files', '/erasure'), owner.proof())
  expect(erased.statusCode).toBe(204)
  await runJob(world.app, world.serving, 'remove-leftover-files')
  expect(listStored()).toEqual(before)
  const { rows } = await world.database.query('select from file_versions where file_id = $1', [file.id])
  expect(rows).toEqual([])
})

describe('a private file', () => {
  let coach: Someone
  let file: KeptFile
  beforeEach(async () => {
    coach = await world.people.registerMember(organization, 'Tunde Bello', 'coach')
    const answer = await owner.ask('POST', at('?name=Birth%20certificate.pdf&private=yes'), pdf, octets)
    file = answer.json()
    expect(file.private).toBe(true)
  })

  test('is visible only with permission for sensitive data', async () => {
    expect((await list()).map(({ name }) => name)).toContain('Birth certificate.pdf')
    expect((await list(coach)).map(({ name }) => name)).not.toContain('Birth certificate.pdf')
    expect((await requestAddress(file, coach)).statusCode).toBe(404)
    const timeline = await coach.ask('GET', at('').replace('/files', '/timeline'))
    expect(timeline.json().rows[0]).toMatchObject({ kind: 'file-added', about: null })
    expect(timeline.payload).not.toContain('Birth certificate')
  })

  test('cannot be opened with an earlier URL after the permission is lost', async () => {
    const compliance = await world.people.registerMember(organization, 'Nia Boateng', 'compliance')
    const { address } = (await requestAddress(file, compliance)).json()
    expect((await world.app.inject(address)).statusCode).toBe(200)
    await world.database.query(
      "insert into permission_settings values ($1, 'compliance', 'athletes.sensitive', false)",
      [organization],
    )
    expect((await world.app.inject(address)).statusCode).toBe(404)
    await world.database.query('delete from permission_settings')
  })

  test('can be added, but not seen or changed, without that permission', async () => {
    const helper = await world.people.registerMember(organization, 'Sam Reed', 'support-staff')
    const own = await helper.ask('POST', at('?name=Passport.pdf&private=yes'), pdf, octets)
    expect(own.statusCode).toBe(201)
    expect((await helper.ask('PUT', at(`/${own.json().id}`), { name: 'Mine', private: false })).statusCode).toBe(404)
    expect((await helper.ask('POST', at(`/${file.id}/versions`), pdf, octets)).statusCode).toBe(404)
    expect((await helper.ask('DELETE', at(`/${file.id}`))).statusCode).toBe(404)
  })

  test('can be made visible to everyone again', async () => {
    const changed = await owner.ask('PUT', at(`/${file.id}`), { name: 'Schedule', private: false })
    expect(changed.json()).toMatchObject({ name: 'Schedule.pdf', private: false })
    expect((await requestAddress(file, coach)).statusCode).toBe(200)
  })

  test('is the default for files of minors', async () => {
    const minor = await addAthlete(`${new Date().getFullYear() - 15}-01-01`)
    expect((await upload('Photo.png', png, owner, minor)).json().private).toBe(true)
    expect((await owner.ask('POST', at('?name=Photo.png&private=no', minor), png, octets)).json().private).toBe(false)
    expect((await upload('Photo.png', png)).json().private).toBe(false)
  })
})
