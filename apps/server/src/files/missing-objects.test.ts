import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../test/people.ts'
import { startS3Store } from '../../test/s3-store.ts'
import { pdf } from '../../test/sample-files.ts'
import { bucketFiles } from './bucket-files.ts'
import { diskFiles } from './file-store.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-missing-'))
const s3 = await startS3Store()
beforeAll(() => async () => {
  s3.stop()
  await rm(directory, { recursive: true, force: true })
})

async function replaceByFolder(path: string) {
  await rm(path, { recursive: true, force: true })
  await mkdir(path)
}

describe.each(['folder', 'bucket'] as const)('a %s', (kind) => {
  const folder = join(directory, kind)
  const world = platformForTests({
    files: kind === 'folder' ? diskFiles(folder) : bucketFiles(s3.bucket),
    logger: false,
  })
  let owner: Someone
  let path: string
  let file: { id: string; versions: { id: string }[] }

  const upload = () =>
    owner.ask('POST', `${path}?name=Contract.pdf`, pdf, { 'content-type': 'application/octet-stream' })
  const open = async () => {
    const address = await owner.ask('POST', `${path}/${file.id}/versions/${file.versions[0]?.id}/address`)
    return world.app.inject(address.json().address)
  }

  beforeAll(async () => {
    owner = await world.people.register()
    const organization = await world.people.createOrganization(owner)
    const facts = { givenName: 'Kaia', familyName: 'Nakamura', level: 'college', stage: 'prospect', birthDate: null }
    const athlete = (await owner.ask('POST', `/api/organizations/${organization}/athletes`, facts)).json().id
    path = `/api/organizations/${organization}/athletes/${athlete}/files`
  })
  beforeEach(async () => {
    file = (await upload()).json()
    expect((await open()).statusCode).toBe(200)
  })

  test('without the object: 404', async () => {
    const { rows } = await world.database.query('select storage_key from file_versions order by 1')
    for (const { storage_key } of rows) {
      s3.objects.delete(`/files/${storage_key}`)
      await rm(join(folder, storage_key.slice(0, 2), storage_key), { force: true })
    }
    const answer = await open()
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'file-missing'])
  })

  test('with a damaged object: 404', async () => {
    const { rows } = await world.database.query('select storage_key from file_versions')
    for (const { storage_key: key } of rows) {
      if (kind === 'bucket') s3.objects.set(`/files/${key}`, Buffer.alloc(1000))
      else {
        await mkdir(join(folder, key.slice(0, 2)), { recursive: true })
        await writeFile(join(folder, key.slice(0, 2), key), Buffer.alloc(1000))
      }
    }
    const answer = await open()
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'file-missing'])
  })

  test('cut off or unreadable: 503 with Retry-After', async () => {
    const { rows } = await world.database.query('select storage_key from file_versions')
    if (kind === 'bucket') s3.faults.push('cut off')
    // A folder in the place of a file: opened, but every read fails, also for root.
    else for (const { storage_key: key } of rows) await replaceByFolder(join(folder, key.slice(0, 2), key))
    const answer = await open()
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '10'])
  })

  test('without the store: 503 with Retry-After, for downloads and uploads', async () => {
    if (kind === 'folder') await rename(folder, `${folder}-unmounted`)
    else s3.faults.push(503, 503, 503, 503)
    const answer = await open()
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '10'])
    if (kind === 'folder') {
      const refused = await upload()
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10'])
      await rename(`${folder}-unmounted`, folder)
    } else {
      s3.faults.push(403)
      const refused = await upload()
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10'])
    }
    expect((await open()).statusCode).toBe(200)
  })
})
