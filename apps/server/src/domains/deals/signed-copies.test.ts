// slow: draws and reads many PDFs; represented by apps/server/src/domains/deals/signed-agreements.test.ts, apps/server/src/domains/deals/life-cycle.test.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deal, DealTimelineEntry } from '@sherpa/contracts/deal'
import type { DealDocument } from '@sherpa/contracts/deal-work'
import type { Needs } from '@sherpa/contracts/home'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { pdf, pdfOf, pdfWithScript, png } from '../../../test/sample-files.ts'
import { addSignedCopy, confirmSignedCopy, uploadSignedCopy } from '../../../test/signed-copy.ts'
import { createFileAddresses } from '../../files/file-addresses.ts'
import { diskFiles } from '../../files/file-store.ts'
import { createFileStorage } from '../../files/stored-files.ts'
import { renderInWorker } from '../../pdf/draw-in-thread.ts'
import { inOrganization } from '../../persistence/database.ts'
import { createDealDocumentService } from './deal-documents.ts'
import type { DealPaper } from './deal-pdf.ts'
import { createDocumentRenderer } from './draw-documents.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-copies-test-'))
afterAll(() => rm(directory, { recursive: true }))
const today = new Date('2026-11-16T15:00:00Z')
let now = today
const secrets = ['a secret that only this test knows, and long enough'] as const
const world = platformForTests({ renderPdf: renderInWorker, files: diskFiles(directory), clock: () => now, secrets })

let owner: Someone
let agent: Someone
/** Confirms identity with a password, not a second factor. */
let clerk: Someone
let player: Someone
let mother: Someone
let organization: string
let athlete: string
let company: string
const at = (path: string) => `/api/organizations/${organization}/${path}`
const dealPath = (deal: Deal, path = '') => at(`deals/${deal.id}${path}`)
const company1 = { side: 'company', signer: 'Sofia Brandt', number: 1 } as const

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Amara Cole', 'agent')
  clerk = await world.people.registerMember(organization, 'Carl Clerk', 'agent')
  await world.people.assumeSecondFactor(clerk, false)
  player = await world.people.registerMember(organization, 'Jonah Okoye', 'athlete')
  mother = await world.people.register('Mari Okoye')
})

beforeEach(async () => {
  now = today
  for (const table of ['disclosures', 'deals', 'athletes', 'companies']) {
    await world.database.query(`delete from ${table} where organization_id = $1`, [organization])
  }
  await world.database.query('delete from outgoing_mail')
  const facts = { givenName: 'Jonah', familyName: 'Okoye', preferredName: 'Jo', level: 'college', stage: 'signed' }
  const added = await owner.ask('POST', at('athletes'), { ...facts, birthDate: '2004-03-03' })
  athlete = added.json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
  company = (await owner.ask('POST', at('companies'), { name: 'Halden Sportswear', kind: 'brand' })).json().id
})

async function addApproved(): Promise<Deal> {
  const terms = {
    startsOn: '2026-08-03',
    businessPurpose: 'Promotion of the fall training line',
    payor: { name: 'Sofia Brandt', title: 'VP', email: null },
    payments: [
      {
        id: crypto.randomUUID(),
        kind: 'base',
        title: 'Retainer',
        amountMinor: 1_000_000,
        inKind: false,
        schedule: { kind: 'signing', offset: { amount: 90, unit: 'days' } },
      },
    ],
  }
  const draft = { athleteId: athlete, companyId: company, kind: 'nil', title: 'Fall line', terms }
  const deal = (await agent.ask('POST', at('deals'), draft)).json() as Deal
  await agent.ask('POST', dealPath(deal, '/review'), { version: deal.version })
  await owner.ask('POST', dealPath(deal, '/decisions'), { number: 1, decision: 'approved', comment: null })
  return load(deal)
}
const load = async (deal: Deal): Promise<Deal> => (await agent.ask('GET', dealPath(deal))).json()
const athleteSigns = (deal: Deal) =>
  player.ask('POST', dealPath(deal, '/signatures'), {
    number: deal.newestVersion,
    hash: deal.versions[0]?.hash,
    name: 'Jonah Okoye',
    agrees: true,
    password: goodPassword,
  })
const documentsOf = async (deal: Deal): Promise<DealDocument[]> =>
  (await agent.ask('GET', dealPath(deal, '/documents'))).json().documents
const timelineOf = async (deal: Deal): Promise<DealTimelineEntry[]> =>
  (await agent.ask('GET', dealPath(deal, '/timeline'))).json().rows
/** Runs everything due, including the jobs that draw PDFs. */
const drawAll = () => runJob(world.app, world.database, 'remind-of-deal-dates')
async function textOf(deal: Deal, document: DealDocument | undefined) {
  const { address } = (await agent.ask('POST', dealPath(deal, `/documents/${document?.id}/address`))).json()
  return readPdf((await world.app.inject(address)).rawPayload).lines.join('\n')
}

describe('a signed copy', () => {
  test('needs a confirmed identity, works once per token, and is mailed to the owners', async () => {
    const deal = await addApproved()
    const wrong = await clerk.ask('POST', dealPath(deal, '/signed-papers/confirmation'), {
      ...company1,
      password: 'not the password',
    })
    expect(wrong.statusCode).toBeGreaterThanOrEqual(400)
    const { token, expiresAt } = (await confirmSignedCopy(clerk, dealPath(deal), company1)).json()
    expect(expiresAt).toBe('2026-11-16T15:10:00.000Z')
    expect((await load(deal)).signatures).toEqual([])
    expect((await uploadSignedCopy(clerk, dealPath(deal), token)).statusCode).toBe(201)
    expect((await load(deal)).signatures).toMatchObject([{ side: 'company', method: 'paper', name: 'Sofia Brandt' }])
    expect(await world.people.mailTo(owner.email, 'owner-notice')).toMatchObject({
      action: 'signed-copy-added',
      by: 'Carl Clerk',
    })
    expect((await uploadSignedCopy(clerk, dealPath(deal), token)).json()).toMatchObject({
      status: 403,
      code: 'paper-not-confirmed',
    })
  })

  test('of each party is confirmed with one proof of identity, and all are checked', async () => {
    const deal = await addApproved()
    const confirm = (signer: string) =>
      clerk.ask('POST', dealPath(deal, '/signed-papers/confirmation'), {
        ...company1,
        also: [{ side: 'athlete', signer }],
        password: goodPassword,
      })
    expect((await confirm('Donald Duck')).json().errors).toMatchObject([{ field: 'reason' }])
    const { token, also } = (await confirm('Jonah Okoye')).json()
    expect((await uploadSignedCopy(clerk, dealPath(deal), token)).statusCode).toBe(201)
    expect((await load(deal)).stage).toBe('approved')
    expect((await uploadSignedCopy(clerk, dealPath(deal), also[0])).statusCode).toBe(201)
    const signed = await load(deal)
    expect(signed.versionInForce).toBe(1)
    expect(signed.signatures.map(({ side, name }) => [side, name])).toEqual([
      ['athlete', 'Jonah Okoye'],
      ['company', 'Sofia Brandt'],
    ])
  })

  test('is rejected with a missing, forged, expired or foreign token', async () => {
    const [deal, other] = [await addApproved(), await addApproved()]
    const { token } = (await confirmSignedCopy(clerk, dealPath(deal), company1)).json()
    const [payload = '', signature] = token.split('.')
    const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), side: 'athlete' }
    const forged = `${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`
    const { key } = createFileAddresses({ secrets, clock: () => now }).pictureKey({ organization, session: clerk.id })
    const refused = { status: 403, code: 'paper-not-confirmed' }
    expect((await uploadSignedCopy(clerk, dealPath(deal), undefined)).json()).toMatchObject(refused)
    expect((await uploadSignedCopy(clerk, dealPath(deal), 'nonsense')).json()).toMatchObject(refused)
    expect((await uploadSignedCopy(clerk, dealPath(deal), forged)).json()).toMatchObject(refused)
    expect((await uploadSignedCopy(clerk, dealPath(deal), key)).json()).toMatchObject(refused)
    expect((await uploadSignedCopy(clerk, dealPath(other), token)).json()).toMatchObject(refused)
    expect((await uploadSignedCopy(agent, dealPath(deal), token)).json()).toMatchObject(refused)
    now = new Date(today.getTime() + 10 * 60_000)
    expect((await uploadSignedCopy(clerk, dealPath(deal), token)).json()).toMatchObject(refused)
    expect((await load(deal)).signatures).toEqual([])
  })

  test('is rejected if the version changed after confirmation', async () => {
    const deal = await addApproved()
    const { token } = (await confirmSignedCopy(clerk, dealPath(deal), company1)).json()
    await agent.ask('PATCH', dealPath(deal), { version: deal.version, changes: { terms: { endsOn: '2027-08-31' } } })
    expect((await uploadSignedCopy(clerk, dealPath(deal), token)).json()).toMatchObject({ code: 'version-replaced' })
  })

  test('is recorded as an added copy, not as a signature of the uploader', async () => {
    const deal = await addApproved()
    await addSignedCopy(clerk, dealPath(deal), company1)
    const [entry, ...before] = await timelineOf(deal)
    expect(entry).toMatchObject({
      kind: 'paper-added',
      actor: { name: 'Carl Clerk' },
      about: 'Sofia Brandt (company)',
    })
    expect(before.map(({ kind }) => kind)).not.toContain('document-added')
    const { rows } = (await owner.ask('GET', at('activity?kind=deals'))).json()
    expect(rows[0]).toMatchObject({ event: 'signed-copy-added', actor: { name: 'Carl Clerk' }, details: 'company' })
    expect(rows.map(({ event }: { event: string }) => event)).not.toContain('deal-signed')
  })
})

describe('a wrong signed copy', () => {
  test('is superseded by another copy of the same party and stays on record', async () => {
    const deal = await addApproved()
    await addSignedCopy(clerk, dealPath(deal), { ...company1, signer: 'Jonah Okoye', reason: 'So it says' })
    const other = Buffer.concat([pdf, Buffer.from('%')])
    expect((await addSignedCopy(clerk, dealPath(deal), company1, other)).statusCode).toBe(201)
    const replaced = await load(deal)
    expect(replaced.signatures).toMatchObject([{ side: 'company', name: 'Sofia Brandt' }])
    expect(replaced.stage).toBe('approved')
    const papers = (await documentsOf(deal)).filter(({ kind }) => kind === 'paper')
    expect(papers.map(({ supersededAt }) => supersededAt)).toEqual([null, today.toISOString()])
    const { rows } = await world.database.query(
      `select signer_name, superseded_at is not null as superseded, superseded_by =
         (select id from deal_signatures where deal_id = $1 and superseded_at is null) as by_new
       from deal_signatures where deal_id = $1 order by superseded_at`,
      [deal.id],
    )
    expect(rows).toEqual([
      { signer_name: 'Jonah Okoye', superseded: true, by_new: true },
      { signer_name: 'Sofia Brandt', superseded: false, by_new: null },
    ])
    expect((await timelineOf(deal))[0]).toMatchObject({ kind: 'paper-replaced', about: 'Sofia Brandt (company)' })
    await athleteSigns(deal)
    expect((await load(deal)).versionInForce).toBe(1)
    await drawAll()
    const document = (await documentsOf(deal)).find(({ kind }) => kind === 'signed')
    const text = await textOf(deal, document)
    expect(text).toContain('Company: Sofia Brandt')
    expect(text).not.toContain('Company: Jonah Okoye')
    const check = async (bytes: Buffer) => {
      const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))).toString('hex')
      return (await agent.ask('POST', at('document-checks'), { sha256 })).json().found
    }
    expect(await check(pdf)).toMatchObject({ kind: 'paper', superseded: true })
    expect(await check(other)).toMatchObject({ kind: 'paper', superseded: false, signatures: [{}, {}] })
  })

  test('is replaced without asking the athlete again', async () => {
    const deal = await addApproved()
    const countWaiting = async () =>
      (await player.ask('GET', at('needs'))).json().groups.flatMap(({ rows }: Needs['groups'][number]) => rows).length
    expect(await countWaiting()).toBe(1)
    for (const signer of ['Sofia Brandt', 'Jonah Okoye']) {
      await addSignedCopy(clerk, dealPath(deal), { side: 'athlete', signer, number: 1, reason: 'So it says' })
      expect(await countWaiting()).toBe(0)
    }
    expect((await athleteSigns(deal)).json().code).toBe('already-signed')
  })

  test('cannot be replaced once the version is in force', async () => {
    const deal = await addApproved()
    await athleteSigns(deal)
    await addSignedCopy(clerk, dealPath(deal), company1)
    expect((await addSignedCopy(clerk, dealPath(deal), company1)).json().code).toBe('deal-move-not-possible')
  })

  test('does not replace a signature made in the platform', async () => {
    const deal = await addApproved()
    await athleteSigns(deal)
    const copy = { side: 'athlete', signer: 'Jonah Okoye', number: 1 } as const
    expect((await addSignedCopy(clerk, dealPath(deal), copy)).json().code).toBe('already-signed')
  })

  test('cannot be changed in the database', async () => {
    const deal = await addApproved()
    await addSignedCopy(clerk, dealPath(deal), company1)
    await addSignedCopy(clerk, dealPath(deal), company1)
    const change = (what: string) =>
      world.database.query(`update deal_signatures set ${what} where deal_id = $1`, [deal.id])
    await expect(change("signer_name = 'Jonah'")).rejects.toThrow('A signature does not change.')
    await expect(change('superseded_at = null, superseded_by = null')).rejects.toThrow('A signature does not change.')
    // Deleting the deal deletes its signatures.
    await world.database.query('delete from deals where id = $1', [deal.id])
  })
})

describe('signing a frozen version', () => {
  async function rename() {
    const row = (await owner.ask('GET', at(`companies/${company}`))).json()
    await owner.ask('PATCH', at(`companies/${company}`), { version: row.version, changes: { name: 'Tarn Running' } })
    await world.database.query("update athletes set family_name = 'Adeyemi' where id = $1", [athlete])
  }
  const frozen = { title: 'Fall line', athlete: 'Jonah Okoye', company: { name: 'Halden Sportswear' } }

  test('shows frozen names; a draft shows current ones', async () => {
    const deal = await addApproved()
    await rename()
    const renamed = await load(deal)
    expect(renamed.company.name).toBe('Tarn Running')
    expect(renamed.versions[0]).toMatchObject(frozen)
    expect((await player.ask('GET', dealPath(deal))).json().versions[0]).toMatchObject(frozen)
    const changes = { title: 'Winter line' }
    const changed = await agent.ask('PATCH', dealPath(deal), { version: renamed.version, changes })
    expect(changed.json().versions).toMatchObject([
      { title: 'Winter line', athlete: 'Jo Adeyemi', company: { name: 'Tarn Running' } },
      frozen,
    ])
  })

  test('shows frozen names to a guardian, on the page and in mail', async () => {
    await world.database.query("update athletes set birth_date = '2010-01-01' where id = $1", [athlete])
    const { rows } = await world.database.query(
      `insert into guardianships (organization_id, id, athlete_id, reach, user_id, confirmed_at, verified_at, verified_how)
       values ($1, gen_random_uuid(), $2, 'full', $3, now(), now(), 'call') returning id`,
      [organization, athlete, mother.id],
    )
    const deal = await addApproved()
    expect(deal.guardians).toEqual(['Mari Okoye'])
    expect((await player.ask('GET', dealPath(deal))).json().guardians).toEqual([])
    await rename()
    const { deals } = (await mother.ask('GET', `/api/guardianships/${rows[0].id}/deals`)).json()
    expect(deals).toMatchObject([{ ...frozen, company: 'Halden Sportswear' }])
    await world.database.query('delete from outgoing_mail')
    expect((await agent.ask('POST', dealPath(deal, '/reminders'))).statusCode).toBe(200)
    expect(await world.people.mailTo(mother.email, 'guardian-signature-asked')).toMatchObject({
      title: frozen.title,
      athlete: frozen.athlete,
    })
  })

  test('mails the signed document with the frozen title', async () => {
    const deal = await addApproved()
    await athleteSigns(deal)
    await addSignedCopy(clerk, dealPath(deal), company1)
    const signed = await load(deal)
    await agent.ask('PATCH', dealPath(deal), { version: signed.version, changes: { title: 'Winter line' } })
    await drawAll()
    expect(await world.people.mailTo(player.email, 'deal-signed')).toMatchObject({ title: 'Fall line' })
  })
})

describe('the generated PDF', () => {
  test('does not bump the version of the deal', async () => {
    const deal = await addApproved()
    const announced: string[] = []
    const listener = await world.database.connect()
    listener.on('notification', ({ payload = '' }) => announced.push(payload))
    await listener.query('listen live_updates')
    await drawAll()
    await listener.query('unlisten live_updates')
    listener.release()
    // The announcement makes open windows reload the documents.
    expect(announced.map((payload) => JSON.parse(payload))).toContainEqual(
      expect.objectContaining({ topic: 'deals', ids: [deal.id], added: false }),
    )
    expect((await documentsOf(deal)).map(({ kind }) => kind)).toEqual(['frozen'])
    const changes = { leadId: null }
    expect((await agent.ask('PATCH', dealPath(deal), { version: deal.version, changes })).statusCode).toBe(200)
  })

  test('notes and documents do not bump the version either', async () => {
    const deal = await addApproved()
    expect((await owner.ask('POST', dealPath(deal, '/notes'), { text: 'Called Sofia.' })).statusCode).toBe(201)
    const octets = { 'content-type': 'application/octet-stream' }
    const added = await owner.ask('POST', dealPath(deal, '/documents?name=Terms.pdf'), pdf, octets)
    expect(added.statusCode).toBe(201)
    expect((await owner.ask('DELETE', dealPath(deal, `/documents/${added.json().id}`))).statusCode).toBe(204)
    expect((await load(deal)).version).toBe(deal.version)
  })

  test('is regenerated on request, but not after a signature', async () => {
    const { serving } = world
    const files = createFileStorage({ database: serving, store: diskFiles(directory), secrets })
    const documents = createDealDocumentService({
      database: serving,
      clock: () => now,
      files,
      addresses: createFileAddresses({ secrets, clock: () => now }),
      admitSession: async () => undefined,
    })
    const draw = renderInWorker<DealPaper>(new URL('./deal-pdf-thread.ts', import.meta.url))
    const clock = () => now
    const { redrawFrozen } = createDocumentRenderer({
      database: serving,
      clock,
      documents,
      draw,
      onMail: () => undefined,
    })
    const deal = await addApproved()
    const redraw = () => inOrganization(organization, () => redrawFrozen({ organization, deal: deal.id, number: 1 }))
    expect(await redraw()).toBe(false)
    await drawAll()
    const [document] = await documentsOf(deal)
    const keyOf = async () => {
      const { rows } = await world.database.query('select storage_key from deal_documents where id = $1', [
        document?.id,
      ])
      return rows[0].storage_key as string
    }
    const former = await keyOf()
    expect(await redraw()).toBe(true)
    expect(await keyOf()).not.toBe(former)
    expect(await textOf(deal, document)).toContain('90 days after signing')
    const orphaned = await world.database.query('select from orphaned_files where storage_key = $1', [former])
    expect(orphaned.rowCount).toBe(1)
    await addSignedCopy(clerk, dealPath(deal), company1)
    const keyBefore = await keyOf()
    expect(await redraw()).toBe(false)
    expect(await keyOf()).toBe(keyBefore)
  })
})

const writtenPdf = await pdfWithScript()

describe('checking a signed copy', () => {
  test.each([
    ['athlete', 'Donald Duck'],
    ['athlete', 'Sofia Brandt'],
    ['company', 'Jonah Okoye'],
  ] as const)('rejects an unexpected signer for the %s, %s, unless there is a reason', async (side, signer) => {
    const deal = await addApproved()
    const copy = { side, signer, number: 1 }
    expect((await confirmSignedCopy(clerk, dealPath(deal), copy)).json().errors).toMatchObject([{ field: 'reason' }])
    const reason = 'Signed with a stage name'
    expect((await addSignedCopy(clerk, dealPath(deal), { ...copy, reason })).statusCode).toBe(201)
    expect((await load(deal)).signatures).toMatchObject([{ side, name: signer, reason }])
    expect((await timelineOf(deal))[0]).toMatchObject({ kind: 'paper-added', text: reason })
    expect((await player.ask('GET', dealPath(deal))).json().signatures).toMatchObject([{ reason: null }])
  })

  const end = `startxref\n9\n%%EOF\n`
  test.each([
    ['junk after the header', Buffer.from(`%PDF-1.4\n${'junk '.repeat(200)}`)],
    ['junk with the end of a PDF', Buffer.from(`%PDF-1.4\n${'junk '.repeat(200)}${end}`)],
    ['a PDF without pages', pdfOf('<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>')],
    ['a truncated PDF', pdf.subarray(0, -30)],
    ['a text', Buffer.from('Signed, Sofia Brandt')],
    ['the first bytes of a PNG', png.subarray(0, 12)],
  ])('rejects %s', async (_, bytes) => {
    const deal = await addApproved()
    const answer = await addSignedCopy(clerk, dealPath(deal), company1, bytes)
    expect(answer.json()).toMatchObject({ code: 'signed-copy-not-openable', status: 415 })
    expect((await load(deal)).signatures).toEqual([])
  })

  test.each([
    ['a PDF', pdf],
    ['a PDF written by a program', writtenPdf],
    ['a photo', png],
  ])('accepts %s', async (_, bytes) => {
    const deal = await addApproved()
    expect((await addSignedCopy(clerk, dealPath(deal), company1, bytes)).statusCode).toBe(201)
  })
})
