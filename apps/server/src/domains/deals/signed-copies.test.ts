import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deal, DealTimelineEntry } from '@sherpa/contracts/deal'
import type { DealDocument } from '@sherpa/contracts/deal-work'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { pdf, pdfOf, pdfWithScript, png } from '../../../test/sample-files.ts'
import { addSignedCopy, confirmSignedCopy, uploadSignedCopy } from '../../../test/signed-copy.ts'
import { fileAddresses } from '../../files/file-addresses.ts'
import { diskFiles } from '../../files/file-store.ts'
import { storedFiles } from '../../files/stored-files.ts'
import { drawInThread } from '../../pdf/draw-in-thread.ts'
import { inOrganization } from '../../persistence/database.ts'
import { dealDocuments } from './deal-documents.ts'
import type { DealPaper } from './deal-pdf.ts'
import { drawingDocuments } from './draw-documents.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-copies-test-'))
afterAll(() => rm(directory, { recursive: true }))
const today = new Date('2026-11-16T15:00:00Z')
let now = today
const secret = 'a secret that only this test knows, and long enough'
const world = platformForTests({ files: diskFiles(directory), clock: () => now, secret })

let owner: Someone
let agent: Someone
/** Proves with the password who they are. */
let clerk: Someone
let player: Someone
let mother: Someone
let organization: string
let athlete: string
let company: string
const at = (path: string) => `/api/organizations/${organization}/${path}`
const ofDeal = (deal: Deal, path = '') => at(`deals/${deal.id}${path}`)
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
  for (const table of ['deals', 'athletes', 'companies']) {
    await world.database.query(`delete from ${table} where organization_id = $1`, [organization])
  }
  await world.database.query('delete from outgoing_mail')
  const facts = { givenName: 'Jonah', familyName: 'Okoye', preferredName: 'Jo', level: 'college', stage: 'signed' }
  const added = await owner.ask('POST', at('athletes'), { ...facts, birthDate: '2004-03-03' })
  athlete = added.json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
  company = (await owner.ask('POST', at('companies'), { name: 'Halden Sportswear', kind: 'brand' })).json().id
})

async function approved(): Promise<Deal> {
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
  await agent.ask('POST', ofDeal(deal, '/review'), { version: deal.version })
  await owner.ask('POST', ofDeal(deal, '/decisions'), { number: 1, decision: 'approved', word: null })
  return present(deal)
}
const present = async (deal: Deal): Promise<Deal> => (await agent.ask('GET', ofDeal(deal))).json()
const athleteSigns = (deal: Deal) =>
  player.ask('POST', ofDeal(deal, '/signatures'), {
    number: deal.newest,
    hash: deal.versions[0]?.hash,
    name: 'Jonah Okoye',
    agrees: true,
    password: goodPassword,
  })
const documentsOf = async (deal: Deal): Promise<DealDocument[]> =>
  (await agent.ask('GET', ofDeal(deal, '/documents'))).json().documents
const timelineOf = async (deal: Deal): Promise<DealTimelineEntry[]> =>
  (await agent.ask('GET', ofDeal(deal, '/timeline'))).json().rows
/** Draws what waits to be drawn. */
const drawAll = () => runJob(world.app, world.database, 'remind-of-deal-dates')
async function textOf(deal: Deal, document: DealDocument | undefined) {
  const { address } = (await agent.ask('POST', ofDeal(deal, `/documents/${document?.id}/address`))).json()
  return readPdf((await world.app.inject(address)).rawPayload).lines.join('\n')
}

describe('a signed copy', () => {
  test('is added by someone who has just proven who they are, once, and owners are mailed', async () => {
    const deal = await approved()
    const wrong = await clerk.ask('POST', ofDeal(deal, '/signed-papers/confirmation'), {
      ...company1,
      password: 'not the password',
    })
    expect(wrong.statusCode).toBeGreaterThanOrEqual(400)
    const { token, expiresAt } = (await confirmSignedCopy(clerk, ofDeal(deal), company1)).json()
    expect(expiresAt).toBe('2026-11-16T15:10:00.000Z')
    expect((await present(deal)).signatures).toEqual([])
    expect((await uploadSignedCopy(clerk, ofDeal(deal), token)).statusCode).toBe(201)
    expect((await present(deal)).signatures).toMatchObject([{ side: 'company', method: 'paper', name: 'Sofia Brandt' }])
    expect(await world.people.mailTo(owner.email, 'owner-notice')).toMatchObject({
      action: 'signed-copy-added',
      by: 'Carl Clerk',
    })
    expect((await uploadSignedCopy(clerk, ofDeal(deal), token)).json()).toMatchObject({
      status: 403,
      code: 'paper-not-confirmed',
    })
  })

  test('is refused without a token, with one that was changed, is too old, or was given for something else', async () => {
    const [deal, other] = [await approved(), await approved()]
    const { token } = (await confirmSignedCopy(clerk, ofDeal(deal), company1)).json()
    const [payload = '', signature] = token.split('.')
    const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), side: 'athlete' }
    const forged = `${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`
    const { key } = fileAddresses({ secret, clock: () => now }).pictureKey({ organization, session: clerk.id })
    const refused = { status: 403, code: 'paper-not-confirmed' }
    expect((await uploadSignedCopy(clerk, ofDeal(deal), undefined)).json()).toMatchObject(refused)
    expect((await uploadSignedCopy(clerk, ofDeal(deal), 'nonsense')).json()).toMatchObject(refused)
    expect((await uploadSignedCopy(clerk, ofDeal(deal), forged)).json()).toMatchObject(refused)
    expect((await uploadSignedCopy(clerk, ofDeal(deal), key)).json()).toMatchObject(refused)
    expect((await uploadSignedCopy(clerk, ofDeal(other), token)).json()).toMatchObject(refused)
    expect((await uploadSignedCopy(agent, ofDeal(deal), token)).json()).toMatchObject(refused)
    now = new Date(today.getTime() + 10 * 60_000)
    expect((await uploadSignedCopy(clerk, ofDeal(deal), token)).json()).toMatchObject(refused)
    expect((await present(deal)).signatures).toEqual([])
  })

  test('of another version than the one that was confirmed is refused', async () => {
    const deal = await approved()
    const { token } = (await confirmSignedCopy(clerk, ofDeal(deal), company1)).json()
    await agent.ask('PATCH', ofDeal(deal), { version: deal.version, changes: { terms: { endsOn: '2027-08-31' } } })
    expect((await uploadSignedCopy(clerk, ofDeal(deal), token)).json()).toMatchObject({ code: 'version-replaced' })
  })

  test('is on record as a copy that someone added, and not as their signature', async () => {
    const deal = await approved()
    await addSignedCopy(clerk, ofDeal(deal), company1)
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

describe('a signed copy that is wrong', () => {
  test('is replaced by another one of the same side: the earlier one stays, and does not count', async () => {
    const deal = await approved()
    await addSignedCopy(clerk, ofDeal(deal), { ...company1, signer: 'Jonah Okoye', reason: 'So it says' })
    const other = Buffer.concat([pdf, Buffer.from('%')])
    expect((await addSignedCopy(clerk, ofDeal(deal), company1, other)).statusCode).toBe(201)
    const replaced = await present(deal)
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
    expect((await present(deal)).inForce).toBe(1)
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

  test('of the athlete is replaced without a new question to the athlete', async () => {
    const deal = await approved()
    const waits = async () => (await player.ask('GET', at('deal-work'))).json().waiting.length
    expect(await waits()).toBe(1)
    for (const signer of ['Sofia Brandt', 'Jonah Okoye']) {
      await addSignedCopy(clerk, ofDeal(deal), { side: 'athlete', signer, number: 1, reason: 'So it says' })
      expect(await waits()).toBe(0)
    }
    expect((await athleteSigns(deal)).json().code).toBe('already-signed')
  })

  test('cannot be replaced once the version is in force', async () => {
    const deal = await approved()
    await athleteSigns(deal)
    await addSignedCopy(clerk, ofDeal(deal), company1)
    expect((await addSignedCopy(clerk, ofDeal(deal), company1)).json().code).toBe('deal-move-not-possible')
  })

  test('does not replace what was signed in the platform', async () => {
    const deal = await approved()
    await athleteSigns(deal)
    const copy = { side: 'athlete', signer: 'Jonah Okoye', number: 1 } as const
    expect((await addSignedCopy(clerk, ofDeal(deal), copy)).json().code).toBe('already-signed')
  })

  test('cannot be changed otherwise, also not in the database', async () => {
    const deal = await approved()
    await addSignedCopy(clerk, ofDeal(deal), company1)
    await addSignedCopy(clerk, ofDeal(deal), company1)
    const change = (what: string) =>
      world.database.query(`update deal_signatures set ${what} where deal_id = $1`, [deal.id])
    await expect(change("signer_name = 'Jonah'")).rejects.toThrow('A signature does not change.')
    await expect(change('superseded_at = null, superseded_by = null')).rejects.toThrow('A signature does not change.')
    // With its deal, it may go.
    await world.database.query('delete from deals where id = $1', [deal.id])
  })
})

describe('what is signed is the frozen version', () => {
  async function rename() {
    const row = (await owner.ask('GET', at(`companies/${company}`))).json()
    await owner.ask('PATCH', at(`companies/${company}`), { version: row.version, changes: { name: 'Tarn Running' } })
    await world.database.query("update athletes set family_name = 'Adeyemi' where id = $1", [athlete])
  }
  const frozen = { title: 'Fall line', athlete: 'Jonah Okoye', company: { name: 'Halden Sportswear' } }

  test('with the names it had, whatever athlete and company are called today; a draft has those of today', async () => {
    const deal = await approved()
    await rename()
    const renamed = await present(deal)
    expect(renamed.company.name).toBe('Tarn Running')
    expect(renamed.versions[0]).toMatchObject(frozen)
    expect((await player.ask('GET', ofDeal(deal))).json().versions[0]).toMatchObject(frozen)
    const changes = { title: 'Winter line' }
    const changed = await agent.ask('PATCH', ofDeal(deal), { version: renamed.version, changes })
    expect(changed.json().versions).toMatchObject([
      { title: 'Winter line', athlete: 'Jo Adeyemi', company: { name: 'Tarn Running' } },
      frozen,
    ])
  })

  test('for a guardian too, on the page and in the mail', async () => {
    await world.database.query("update athletes set birth_date = '2010-01-01' where id = $1", [athlete])
    const { rows } = await world.database.query(
      `insert into guardianships (organization_id, id, athlete_id, reach, user_id, confirmed_at, verified_at, verified_how)
       values ($1, gen_random_uuid(), $2, 'full', $3, now(), now(), 'call') returning id`,
      [organization, athlete, mother.id],
    )
    const deal = await approved()
    expect(deal.guardians).toEqual(['Mari Okoye'])
    expect((await player.ask('GET', ofDeal(deal))).json().guardians).toEqual([])
    await rename()
    const { deals } = (await mother.ask('GET', `/api/guardianships/${rows[0].id}/deals`)).json()
    expect(deals).toMatchObject([{ ...frozen, company: 'Halden Sportswear' }])
    await world.database.query('delete from outgoing_mail')
    expect((await agent.ask('POST', ofDeal(deal, '/reminders'))).statusCode).toBe(204)
    expect(await world.people.mailTo(mother.email, 'guardian-signature-asked')).toMatchObject({
      title: frozen.title,
      athlete: frozen.athlete,
    })
  })

  test('and the mail with the signed document calls it by its title', async () => {
    const deal = await approved()
    await athleteSigns(deal)
    await addSignedCopy(clerk, ofDeal(deal), company1)
    const signed = await present(deal)
    await agent.ask('PATCH', ofDeal(deal), { version: signed.version, changes: { title: 'Winter line' } })
    await drawAll()
    expect(await world.people.mailTo(player.email, 'deal-signed')).toMatchObject({ title: 'Fall line' })
  })
})

describe('the document that is drawn', () => {
  test('does not get in the way of whoever has the deal open', async () => {
    const deal = await approved()
    const announced: string[] = []
    const listener = await world.database.connect()
    listener.on('notification', ({ payload = '' }) => announced.push(payload))
    await listener.query('listen live_updates')
    await drawAll()
    await listener.query('unlisten live_updates')
    listener.release()
    // Open windows load the documents anew when they hear of their deal.
    expect(announced.map((payload) => JSON.parse(payload))).toContainEqual(
      expect.objectContaining({ topic: 'deals', ids: [deal.id], added: false }),
    )
    expect((await documentsOf(deal)).map(({ kind }) => kind)).toEqual(['frozen'])
    const changes = { leadId: null }
    expect((await agent.ask('PATCH', ofDeal(deal), { version: deal.version, changes })).statusCode).toBe(200)
  })

  test('nor do notes and documents of colleagues', async () => {
    const deal = await approved()
    expect((await owner.ask('POST', ofDeal(deal, '/notes'), { text: 'Called Sofia.' })).statusCode).toBe(201)
    const octets = { 'content-type': 'application/octet-stream' }
    const added = await owner.ask('POST', ofDeal(deal, '/documents?name=Terms.pdf'), pdf, octets)
    expect(added.statusCode).toBe(201)
    expect((await owner.ask('DELETE', ofDeal(deal, `/documents/${added.json().id}`))).statusCode).toBe(204)
    expect((await present(deal)).version).toBe(deal.version)
  })

  test('is drawn anew on request, but not once somebody has signed', async () => {
    const { serving } = world
    const files = storedFiles({ database: serving, store: diskFiles(directory), secret })
    const documents = dealDocuments({
      database: serving,
      files,
      addresses: fileAddresses({ secret, clock: () => now }),
      admitSession: async () => undefined,
    })
    const draw = drawInThread<DealPaper>(new URL('./deal-pdf-thread.ts', import.meta.url))
    const clock = () => now
    const { redrawFrozen } = drawingDocuments({ database: serving, clock, documents, draw, onMail: () => undefined })
    const deal = await approved()
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
    const left = await world.database.query('select from file_leftovers where storage_key = $1', [former])
    expect(left.rowCount).toBe(1)
    await addSignedCopy(clerk, ofDeal(deal), company1)
    const kept = await keyOf()
    expect(await redraw()).toBe(false)
    expect(await keyOf()).toBe(kept)
  })
})

const writtenPdf = await pdfWithScript()

describe('a signed copy is refused', () => {
  test.each([
    ['athlete', 'Donald Duck'],
    ['athlete', 'Sofia Brandt'],
    ['company', 'Jonah Okoye'],
  ] as const)('for the %s with the unexpected name %s, unless there is a reason', async (side, signer) => {
    const deal = await approved()
    const copy = { side, signer, number: 1 }
    expect((await confirmSignedCopy(clerk, ofDeal(deal), copy)).json().errors).toMatchObject([{ field: 'reason' }])
    const reason = 'Signed with a stage name'
    expect((await addSignedCopy(clerk, ofDeal(deal), { ...copy, reason })).statusCode).toBe(201)
    expect((await present(deal)).signatures).toMatchObject([{ side, name: signer, reason }])
    expect((await timelineOf(deal))[0]).toMatchObject({ kind: 'paper-added', text: reason })
    expect((await player.ask('GET', ofDeal(deal))).json().signatures).toMatchObject([{ reason: null }])
  })

  const end = `startxref\n9\n%%EOF\n`
  test.each([
    ['junk after the header', Buffer.from(`%PDF-1.4\n${'junk '.repeat(200)}`)],
    ['junk with the end of a PDF', Buffer.from(`%PDF-1.4\n${'junk '.repeat(200)}${end}`)],
    ['a PDF without pages', pdfOf('<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>')],
    ['a PDF that was cut off', pdf.subarray(0, -30)],
    ['a text', Buffer.from('Signed, Sofia Brandt')],
    ['the first bytes of a PNG', png.subarray(0, 12)],
  ])('if it is %s', async (_, bytes) => {
    const deal = await approved()
    const answer = await addSignedCopy(clerk, ofDeal(deal), company1, bytes)
    expect(answer.json()).toMatchObject({ code: 'signed-copy-not-openable', status: 415 })
    expect((await present(deal)).signatures).toEqual([])
  })

  test.each([
    ['a PDF', pdf],
    ['a PDF that a program wrote', writtenPdf],
    ['a photo', png],
  ])('but not if it is %s', async (_, bytes) => {
    const deal = await approved()
    expect((await addSignedCopy(clerk, ofDeal(deal), company1, bytes)).statusCode).toBe(201)
  })
})
