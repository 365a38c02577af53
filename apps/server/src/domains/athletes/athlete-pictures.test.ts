import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_PICTURE_BYTES, PICTURE_KEY_SECONDS } from '@sherpa/contracts/file'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { pdf, png } from '../../../test/sample-files.ts'
import { diskFiles } from '../../files/file-store.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-pictures-test-'))
let now = Date.now()
const world = platformForTests({ files: diskFiles(directory), clock: () => new Date(now) })

let owner: Someone
/** Sees only assigned athletes. */
let agent: Someone
let organization: string
let athlete: string

const at = (path = '') => `/api/organizations/${organization}/athletes${path}`
const setPicture = (of: string, bytes = png, by = owner) =>
  by.ask('PUT', at(`/${of}/picture`), bytes, { 'content-type': 'application/octet-stream' })
const findPicture = async (of: string): Promise<string | null> => (await owner.ask('GET', at(`/${of}`))).json().picture
const requestKey = async (by = owner): Promise<string> =>
  (await by.ask('GET', `/api/organizations/${organization}/picture-key`)).json().key
const show = (picture: string | null, key: string) =>
  world.app.inject(`/api/files/picture?picture=${picture}&key=${key}`)
const countStored = async () => {
  await runJob(world.app, world.serving, 'remove-leftover-files')
  return readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
}

async function addAthlete() {
  const facts = { givenName: 'Kaia', familyName: 'Nakamura', level: 'college', stage: 'prospect' }
  return (await owner.ask('POST', at(), facts)).json().id as string
}

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.register('Jo Park')
  await world.database.query("insert into memberships (organization_id, user_id, role) values ($1, $2, 'agent')", [
    organization,
    agent.id,
  ])
  await world.database.query("insert into permission_settings values ($1, 'agent', 'athletes.all', false)", [
    organization,
  ])
})
beforeEach(async () => {
  // Start of an hour, in which the key stays the same.
  now = Math.floor(Date.now() / 3_600_000) * 3_600_000
  await world.database.query('delete from athlete_pictures')
  athlete = await addAthlete()
})
afterAll(() => rm(directory, { recursive: true }))

test('a picture is shown in list and record, can be replaced and removed, and its bytes are deleted', async () => {
  expect(await findPicture(athlete)).toBeNull()
  expect((await setPicture(athlete)).statusCode).toBe(204)
  const first = await findPicture(athlete)
  const [row] = (await owner.ask('GET', at(`?ids=${athlete}`))).json().rows
  expect(row.picture).toBe(first)

  const response = await show(first, await requestKey())
  expect(response.statusCode).toBe(200)
  expect(response.rawPayload).toEqual(png)
  expect(response.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(response.headers['cache-control']).toMatch(/^private, max-age=\d+/)

  await setPicture(athlete)
  expect(await findPicture(athlete)).not.toBe(first)
  expect((await show(first, await requestKey())).statusCode).toBe(404)
  expect(await countStored()).toBe(1)

  expect((await owner.ask('DELETE', at(`/${athlete}/picture`))).statusCode).toBe(204)
  expect(await findPicture(athlete)).toBeNull()
  expect(await countStored()).toBe(0)
  const { rows } = (await owner.ask('GET', at(`/${athlete}/timeline`))).json()
  const kinds = rows.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(['picture-removed', 'picture-set', 'picture-set', 'added'])
})

test('accepts only small pictures of three types, detected by content', async () => {
  expect((await setPicture(athlete, pdf)).json().code).toBe('picture-type-not-allowed')
  const large = Buffer.concat([png, Buffer.alloc(MAX_PICTURE_BYTES)])
  expect((await setPicture(athlete, large)).json().code).toBe('picture-over-limit')
  expect(await findPicture(athlete)).toBeNull()
  expect(await countStored()).toBe(0)
})

test('a key is bound to the session’s access and stays the same for an hour', async () => {
  await setPicture(athlete)
  const picture = await findPicture(athlete)
  const key = await requestKey()
  now += (PICTURE_KEY_SECONDS - 1) * 1000
  expect(await requestKey()).toBe(key)
  now += 1000
  expect(await requestKey()).not.toBe(key)
  expect((await show(picture, key)).statusCode).toBe(200)
  now += PICTURE_KEY_SECONDS * 1000
  expect((await show(picture, key)).statusCode).toBe(410)
  expect((await show(picture, `${key}x`)).statusCode).toBe(404)

  const agentKey = await requestKey(agent)
  expect((await show(picture, agentKey)).statusCode).toBe(404)
  await world.database.query(
    'insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)',
    [organization, athlete, agent.id],
  )
  expect((await show(picture, agentKey)).statusCode).toBe(200)
  await world.database.query('delete from memberships where user_id = $1', [agent.id])
  expect((await show(picture, agentKey)).statusCode).toBe(404)
})

test('a merge moves the picture if the survivor has none, undo moves it back, and erasure removes it', async () => {
  const other = await addAthlete()
  await setPicture(other)
  const picture = await findPicture(other)
  const merge = () => owner.ask('POST', at(`/${athlete}/merges`), { other })
  const undo = async () => {
    const { merged } = (await owner.ask('GET', at(`/${athlete}/duplicates`))).json()
    expect((await owner.ask('DELETE', at(`/${athlete}/merges/${merged[0].id}`))).statusCode).toBe(204)
  }

  expect((await merge()).json().picture).toBe(picture)
  await undo()
  expect([await findPicture(athlete), await findPicture(other)]).toEqual([null, picture])

  await setPicture(athlete)
  const own = await findPicture(athlete)
  expect((await merge()).json().picture).toBe(own)
  await undo()
  expect([await findPicture(athlete), await findPicture(other)]).toEqual([own, picture])

  await merge()
  expect(await countStored()).toBe(2)
  await world.people.assumeSecondFactor(owner, false)
  await owner.ask('POST', at(`/${athlete}/erasure`), owner.proof())
  expect(await countStored()).toBe(0)
})
