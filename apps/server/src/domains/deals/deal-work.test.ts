import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deal, DealTerms } from '@sherpa/contracts/deal'
import type { Calendar } from '@sherpa/contracts/deal-calendar'
import type { DealDocument, DeliverableRow, KeyDateRow, PaymentRow } from '@sherpa/contracts/deal-work'
import type { Needs } from '@sherpa/contracts/home'
import type { KeyDateRule } from '@sherpa/contracts/key-date'
import type { Permission, Role } from '@sherpa/contracts/organization'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { pdf } from '../../../test/sample-files.ts'
import { addSignedCopy } from '../../../test/signed-copy.ts'
import { diskFiles } from '../../files/file-store.ts'
import { renderInWorker } from '../../pdf/draw-in-thread.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-deals-test-'))
afterAll(() => rm(directory, { recursive: true }))
const today = new Date('2026-11-16T15:00:00Z')
let now = today
const world = platformForTests({ renderPdf: renderInWorker, files: diskFiles(directory), clock: () => now })
const REMINDERS = 'remind-of-deal-dates'

let owner: Someone
let agent: Someone
/** Confirms identity with a password, not a second factor. */
let clerk: Someone
let coach: Someone
let assistant: Someone
let player: Someone
let mother: Someone
let organization: string
let athlete: string
let company: string
const at = (path: string) => `/api/organizations/${organization}/${path}`
const octets = { 'content-type': 'application/octet-stream' }

const option: KeyDateRule = {
  id: crypto.randomUUID(),
  kind: 'option',
  title: 'Option to extend',
  effect: 'One more year at $54,000',
  anchor: { kind: 'termEnd' },
  offset: { amount: -90, unit: 'days' },
  zone: 'America/New_York',
  reminders: [14, 3],
}
const afterSeries: KeyDateRule = {
  ...option,
  id: crypto.randomUUID(),
  title: 'Club option',
  anchor: { kind: 'leagueEvent', event: 'mlb-world-series-end-2027' },
  offset: { amount: 5, unit: 'days' },
}
const terms: Partial<DealTerms> = {
  startsOn: '2026-08-03',
  endsOn: '2027-06-30',
  businessPurpose: 'Promotion of the fall training line',
  payor: { name: 'Sofia Brandt', title: 'VP', email: 'sofia@halden.example' },
  payments: [
    {
      id: crypto.randomUUID(),
      kind: 'base',
      title: 'Retainer',
      amountMinor: 1_000_000,
      inKind: false,
      schedule: { kind: 'repeated', every: 'month', from: '2026-12-01', times: 3, amountIs: 'total' },
    },
  ],
  deliverables: [
    {
      id: crypto.randomUUID(),
      title: 'Instagram story',
      platform: 'instagram',
      count: 2,
      dueOn: '2026-11-19',
      disclosureTag: '#ad',
    },
  ],
  keyDates: [option, afterSeries],
}

const draft = async (): Promise<Deal> =>
  (await agent.ask('POST', at('deals'), { athleteId: athlete, companyId: company, kind: 'nil', terms })).json()
const submit = ({ id, version }: Deal) => agent.ask('POST', at(`deals/${id}/review`), { version })
const approve = ({ id }: Deal) =>
  owner.ask('POST', at(`deals/${id}/decisions`), { number: 1, decision: 'approved', comment: null })

/** Creates an approved deal that waits for signatures. */
async function addApproved(): Promise<Deal> {
  const deal = await draft()
  await submit(deal)
  const decided = await approve(deal)
  expect(decided.json().stage).toBe('approved')
  return decided.json()
}
const signatureOf = (deal: Deal, name = 'Jonah Okoye') => ({
  number: deal.newestVersion,
  hash: deal.versions[0]?.hash,
  name,
  agrees: true,
  password: goodPassword,
})
const athleteSigns = (deal: Deal) => player.ask('POST', at(`deals/${deal.id}/signatures`), signatureOf(deal))
const companySigns = (deal: Deal) =>
  addSignedCopy(clerk, at(`deals/${deal.id}`), { side: 'company', signer: 'Sofia Brandt', number: deal.newestVersion })
async function addSigned(): Promise<Deal> {
  const deal = await addApproved()
  expect((await athleteSigns(deal)).statusCode).toBe(200)
  expect((await companySigns(deal)).statusCode).toBe(201)
  return (await agent.ask('GET', at(`deals/${deal.id}`))).json()
}
const allow = (role: Role, permission: Permission, allowed: boolean) =>
  owner.ask('PUT', at('permissions'), { role, permission, allowed })
const rowsAt = async <Row>(path: string, by = agent): Promise<Row[]> => (await by.ask('GET', at(path))).json().rows

beforeAll(async () => {
  owner = await world.people.register('Olive Owner')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.registerMember(organization, 'Amara Cole', 'agent')
  clerk = await world.people.registerMember(organization, 'Carl Clerk', 'agent')
  await world.people.assumeSecondFactor(clerk, false)
  coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
  assistant = await world.people.registerMember(organization, 'Ada Assistant', 'support-staff')
  player = await world.people.registerMember(organization, 'Jonah Okoye', 'athlete')
  mother = await world.people.register('Mari Okoye')
  const { rows } = await world.database.query(
    `insert into companies (organization_id, id, name, kind, category)
     values ($1, gen_random_uuid(), 'Halden Sportswear', 'brand', 'apparel') returning id`,
    [organization],
  )
  company = rows[0].id
})

beforeEach(async () => {
  now = today
  for (const table of [
    'disclosures',
    'deals',
    'league_corrections',
    'athletes',
    'permission_settings',
    'outgoing_mail',
  ]) {
    await world.database.query(
      `delete from ${table} ${table === 'outgoing_mail' ? '' : 'where organization_id = $1'}`,
      table === 'outgoing_mail' ? [] : [organization],
    )
  }
  const answer = await owner.ask('POST', at('athletes'), {
    givenName: 'Jonah',
    familyName: 'Okoye',
    birthDate: '2004-03-03',
    level: 'college',
    stage: 'signed',
  })
  athlete = answer.json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
})

describe('after all parties have signed', () => {
  test('activates the deal and materializes payments, deliverables and key dates', async () => {
    const deal = await addSigned()
    expect(deal).toMatchObject({
      stage: 'active',
      versionInForce: 1,
      nextDueOn: '2026-11-19',
      nextDueTitle: 'Instagram story (1 of 2)',
    })
    const payments = await rowsAt<PaymentRow>(`payments?deal=${deal.id}`)
    expect(payments.map(({ dueOn, amountMinor }) => [dueOn, amountMinor])).toEqual([
      ['2026-12-01', 333_334],
      ['2027-01-01', 333_333],
      ['2027-02-01', 333_333],
    ])
    const owed = await rowsAt<DeliverableRow>(`deliverables?deal=${deal.id}`)
    expect(owed.map(({ title, state }) => [title, state])).toEqual([
      ['Instagram story (1 of 2)', 'planned'],
      ['Instagram story (2 of 2)', 'planned'],
    ])
    const withCompany = (company: string) => rowsAt<DeliverableRow>(`deliverables?company=${company}`)
    expect(await withCompany(deal.company.id)).toHaveLength(2)
    expect(await withCompany(deal.id)).toEqual([])
    const dates = await rowsAt<KeyDateRow>(`key-dates?deal=${deal.id}`)
    expect(dates.map(({ title, day, explained, expected }) => [title, day, explained, expected])).toEqual([
      ['Option to extend', '2027-04-01', '90 days before the last day of the term', false],
      ['End of the deal', '2027-06-30', 'On the last day of the term', false],
      ['Club option', '2027-11-04', '5 days after the last day of the World Series (MLB, 2027)', true],
    ])
  })

  test('mails the document with certificate to all parties and recognizes it by hash', async () => {
    const deal = await addSigned()
    await runJob(world.app, world.database, REMINDERS)
    const { documents } = (await agent.ask('GET', at(`deals/${deal.id}/documents`))).json() as {
      documents: DealDocument[]
    }
    expect(documents.map(({ kind }) => kind).sort()).toEqual(['frozen', 'paper', 'shared', 'signed'])
    const { rows } = await world.database.query(
      "select recipient from outgoing_mail where kind = 'deal-signed' order by recipient",
    )
    expect(rows.map(({ recipient }) => recipient).sort()).toEqual(
      [agent.email, player.email, 'sofia@halden.example'].sort(),
    )
    const document = documents.find(({ kind }) => kind === 'signed')
    const address = (await agent.ask('POST', at(`deals/${deal.id}/documents/${document?.id}/address`))).json()
    const file = (await world.app.inject(address.address)).rawPayload
    const text = readPdf(file).lines.join('\n')
    expect(text).toContain(deal.versions[0]?.hash)
    expect(text).toContain('Jonah Okoye')
    const frozen = documents.find(({ kind }) => kind === 'frozen')
    const { rows: frozenRows } = await world.database.query(
      "select encode(sha256, 'hex') as hash from deal_documents where id = $1",
      [frozen?.id],
    )
    expect(text).toContain(frozenRows[0].hash)
    const check = async (bytes: Buffer) =>
      (
        await agent.ask('POST', at('document-checks'), { sha256: createHash('sha256').update(bytes).digest('hex') })
      ).json()
    expect((await check(file)).found).toMatchObject({
      deal: { id: deal.id },
      kind: 'signed',
      number: 1,
      inForce: true,
      versionHash: deal.versions[0]?.hash,
      signatures: expect.arrayContaining([
        expect.objectContaining({ side: 'athlete', method: 'platform', name: 'Jonah Okoye' }),
        expect.objectContaining({ side: 'company', method: 'paper', name: 'Sofia Brandt' }),
      ]),
    })
    expect(await check(Buffer.concat([file, Buffer.from(' ')]))).toEqual({ found: null })
  })

  test('an amendment keeps the ids and proofs of deliverables', async () => {
    const deal = await addSigned()
    const [first] = await rowsAt<DeliverableRow>(`deliverables?deal=${deal.id}`)
    await player.ask('POST', at(`deliverables/${first?.id}/proofs`), { link: 'https://social.example/p/1', note: null })
    const current = (await agent.ask('GET', at(`deals/${deal.id}`))).json() as Deal
    const amended = (
      await agent.ask('PATCH', at(`deals/${deal.id}`), {
        version: current.version,
        changes: { terms: { endsOn: '2027-08-31' } },
      })
    ).json() as Deal
    expect(amended).toMatchObject({ stage: 'active', amendment: 'draft', versionInForce: 1, newestVersion: 2 })
    await agent.ask('POST', at(`deals/${deal.id}/review`), { version: amended.version })
    const again = (
      await owner.ask('POST', at(`deals/${deal.id}/decisions`), { number: 2, decision: 'approved', comment: null })
    ).json() as Deal
    await athleteSigns(again)
    await companySigns(again)
    const owed = await rowsAt<DeliverableRow>(`deliverables?deal=${deal.id}`)
    expect(owed.find(({ id }) => id === first?.id)).toMatchObject({
      state: 'submitted',
      proofs: [{ link: 'https://social.example/p/1' }],
    })
    const dates = await rowsAt<KeyDateRow>(`key-dates?deal=${deal.id}`)
    expect(dates[0]).toMatchObject({ day: '2027-06-02', moved: { from: '2027-04-01', reason: 'amended' } })
    expect(dates[1]).toMatchObject({ title: 'End of the deal', day: '2027-08-31', moved: { from: '2027-06-30' } })
  })
})

/** Makes the athlete a minor and the mother a verified guardian. */
async function becomeGuardian(): Promise<string> {
  await world.database.query("update athletes set birth_date = '2010-01-01' where id = $1", [athlete])
  const { rows } = await world.database.query(
    `insert into guardianships (organization_id, id, athlete_id, reach, user_id, confirmed_at, verified_at, verified_how)
     values ($1, gen_random_uuid(), $2, 'full', $3, now(), now(), 'call') returning id`,
    [organization, athlete, mother.id],
  )
  return rows[0].id
}

test('a guardian sees a minor’s deal once it is shared or approved', async () => {
  const guardianship = await becomeGuardian()
  const isDealVisible = async () => (await mother.ask('GET', `/api/guardianships/${guardianship}/deals`)).json().deals
  const { id, version } = await draft()
  expect(await isDealVisible()).toEqual([])
  const shared: Deal = (await agent.ask('POST', at(`deals/${id}/sharing`), { version })).json()
  expect(await isDealVisible()).toMatchObject([{ id, number: 1, waits: false, signedAt: null }])
  await submit(shared)
  expect(await isDealVisible()).toMatchObject([{ id, waits: false }])
  const { version: approvedVersion }: Deal = (await approve(shared)).json()
  expect(await isDealVisible()).toMatchObject([{ id, waits: true }])
  // Returned to draft: the new version is not shared.
  const changes = { terms: { usageRights: 'Worldwide' } }
  expect((await agent.ask('PATCH', at(`deals/${id}`), { version: approvedVersion, changes })).statusCode).toBe(200)
  expect(await isDealVisible()).toEqual([])
})

test('a minor’s deal needs the signature of a verified guardian, and other contacts are informed', async () => {
  const guardianship = await becomeGuardian()
  await world.database.query(
    `insert into athlete_contacts (organization_id, athlete_id, name, relation, reach, email)
     values ($1, $2, 'Dayo', 'adviser', 'full', 'dayo@home.example')`,
    [organization, athlete],
  )
  const deal = await addApproved()
  expect(deal.sides).toEqual(['athlete', 'guardian', 'company'])
  await companySigns(deal)
  expect((await agent.ask('GET', at(`deals/${deal.id}`))).json().stage).toBe('approved')
  // Both signers see the corrected league dates.
  await agent.ask('PUT', at('league-events/mlb-world-series-end-2027'), { day: '2027-11-03' })
  const corrections = { 'mlb-world-series-end-2027': '2027-11-03' }
  expect((await player.ask('GET', at(`deals/${deal.id}`))).json()).toMatchObject({ corrections })
  const { deals } = (await mother.ask('GET', `/api/guardianships/${guardianship}/deals`)).json()
  expect(deals).toMatchObject([{ id: deal.id, waits: true, hash: deal.versions[0]?.hash, corrections }])
  expect((await coach.ask('GET', `/api/guardianships/${guardianship}/deals`)).statusCode).toBe(404)
  const signs = await mother.ask(
    'POST',
    `/api/guardianships/${guardianship}/deals/${deal.id}/signatures`,
    signatureOf(deal, 'Mari Okoye'),
  )
  expect(signs.statusCode).toBe(204)
  await athleteSigns(deal)
  expect((await agent.ask('GET', at(`deals/${deal.id}`))).json().stage).toBe('active')
  const mailed = await world.database.query("select recipient from outgoing_mail where kind = 'signed-for-minor'")
  expect(mailed.rows.map(({ recipient }) => recipient)).toEqual(Array(3).fill('dayo@home.example'))
})

describe('key dates', () => {
  test('move with a corrected league date, and back again', async () => {
    const deal = await addSigned()
    const correct = await agent.ask('PUT', at('league-events/mlb-world-series-end-2027'), { day: '2027-11-03' })
    expect(correct.json()).toEqual({ moved: 1 })
    const [, , after] = await rowsAt<KeyDateRow>(`key-dates?deal=${deal.id}`)
    expect(after).toMatchObject({
      day: '2027-11-08',
      expected: false,
      moved: { from: '2027-11-04', reason: 'corrected' },
    })
    const { events } = (await agent.ask('GET', at('league-events'))).json()
    expect(events.find(({ id }: { id: string }) => id === 'mlb-world-series-end-2027')).toMatchObject({
      day: '2027-11-03',
      shippedDay: '2027-10-30',
      keyDates: 1,
    })
    expect((await agent.ask('DELETE', at('league-events/mlb-world-series-end-2027'))).json()).toEqual({ moved: 1 })
  })

  test('are previewed before a correction, limited to visible athletes', async () => {
    const deal = await addSigned()
    const moves = (query: string, by = agent) =>
      by.ask('GET', at(`league-events/mlb-world-series-end-2027/moves${query}`))
    const preview = (await moves('?day=2027-11-03')).json()
    expect(preview.dates).toMatchObject([
      { title: 'Club option', deal: { id: deal.id }, from: '2027-11-04', to: '2027-11-08' },
    ])
    expect(preview.others).toBe(0)
    expect((await rowsAt<KeyDateRow>(`key-dates?deal=${deal.id}`))[2]).toMatchObject({ day: '2027-11-04', moved: null })
    expect((await moves('')).json()).toEqual({ dates: [], others: 0 })
    await agent.ask('PUT', at('league-events/mlb-world-series-end-2027'), { day: '2027-11-03' })
    expect((await moves('')).json().dates).toMatchObject([{ from: '2027-11-08', to: '2027-11-04' }])
    expect((await player.ask('GET', at('league-events/mlb-world-series-end-2027/moves'))).statusCode).toBe(403)
    expect((await agent.ask('GET', at('league-events/no-such-event/moves'))).statusCode).toBe(404)
    // A member limited to assigned athletes, without any assignment.
    await allow('support-staff', 'athletes.all', false)
    await allow('support-staff', 'deals.edit', true)
    expect((await moves('', assistant)).json()).toEqual({ dates: [], others: 1 })
  })

  test('are completed with proof, late by the time zone of the clause, and reminded once', async () => {
    const deal = await addSigned()
    now = new Date('2027-03-20T15:00:00Z')
    await runJob(world.app, world.database, REMINDERS)
    await runJob(world.app, world.database, REMINDERS)
    const { rows } = await world.database.query("select recipient from outgoing_mail where kind = 'key-date-near'")
    expect(rows).toEqual([{ recipient: agent.email }])
    // In New York it is still April 1.
    now = new Date('2027-04-02T03:00:00Z')
    const [date] = await rowsAt<KeyDateRow>(`key-dates?deal=${deal.id}`)
    expect(date?.state).toBe('open')
    now = new Date('2027-04-02T05:00:00Z')
    expect((await rowsAt<KeyDateRow>('key-dates?state=late'))[0]?.id).toBe(date?.id)
    const done = await agent.ask('POST', at(`key-dates/${date?.id}/done`), {
      version: date?.version,
      proof: 'Sent by courier',
    })
    expect(done.json()).toMatchObject({ state: 'done', done: { by: { name: 'Amara Cole' }, proof: 'Sent by courier' } })
    expect((await agent.ask('DELETE', at(`key-dates/${date?.id}/done`))).json().state).toBe('late')
  })
})

describe('deliverables', () => {
  test('are late by the time zone of the organization', async () => {
    const inZone = (zone: string) =>
      world.database.query('update organizations set time_zone = $2 where id = $1', [organization, zone])
    await addSigned()
    // Due on November 19, which ends ten hours later in Honolulu than in UTC.
    const lateAt = async (moment: string) => {
      now = new Date(moment)
      const [row] = await rowsAt<DeliverableRow>('deliverables')
      const { items } = (await agent.ask('GET', at('calendar?from=2026-11-19&until=2026-11-19'))).json() as Calendar
      const filtered = (await rowsAt('deliverables?late=yes')).length > 0
      return [row?.late, items[0]?.state === 'late', filtered]
    }
    await inZone('Pacific/Honolulu')
    expect(await lateAt('2026-11-20T09:59:00Z')).toEqual([false, false, false])
    expect(await lateAt('2026-11-20T10:01:00Z')).toEqual([true, true, true])
    await inZone('Pacific/Kiritimati')
    expect(await lateAt('2026-11-19T09:59:00Z')).toEqual([false, false, false])
    expect(await lateAt('2026-11-19T10:01:00Z')).toEqual([true, true, true])
    await inZone('America/New_York')
  })

  test('are proven by the athlete, returned with a comment, proven again and accepted', async () => {
    const deal = await addSigned()
    const [owed] = await rowsAt<DeliverableRow>(`deliverables?deal=${deal.id}`, player)
    expect(owed?.actions).toEqual(['prove'])
    const proven = await player.ask('POST', at(`deliverables/${owed?.id}/proof-files?name=Post.pdf`), pdf, octets)
    expect(proven.json()).toMatchObject({ state: 'submitted', proofs: [{ document: { name: 'Post.pdf' } }] })
    const decide = (decision: string, comment: string | null, version: number) =>
      agent.ask('POST', at(`deliverables/${owed?.id}/decision`), { version, decision, comment })
    expect((await decide('returned', null, 2)).json().errors).toMatchObject([{ field: 'comment' }])
    expect((await decide('returned', 'The tag is missing', 2)).json().state).toBe('returned')
    await player.ask('POST', at(`deliverables/${owed?.id}/proofs`), { link: 'https://social.example/p/2', note: null })
    expect((await decide('accepted', null, 4)).json()).toMatchObject({
      state: 'accepted',
      accepted: { by: { name: 'Amara Cole' } },
    })
    const again = await player.ask('POST', at(`deliverables/${owed?.id}/proofs`), {
      link: 'https://social.example/p/3',
      note: null,
    })
    expect(again.statusCode).toBe(409)
  })

  test('store a retried proof once, and none without permission', async () => {
    const deal = await addSigned()
    const [owed] = await rowsAt<DeliverableRow>(`deliverables?deal=${deal.id}`, player)
    const send = (by: Someone) => by.ask('POST', at(`deliverables/${owed?.id}/proof-files?name=Post.pdf`), pdf, octets)
    const countProofs = async () => {
      const { rows } = await world.database.query(
        "select name from deal_documents where deal_id = $1 and kind = 'proof'",
        [deal.id],
      )
      return rows.length
    }
    await world.database.query("insert into permission_settings values ($1, 'coach', 'deals.view', true)", [
      organization,
    ])
    expect((await send(coach)).json().code).toBe('not-permitted')
    expect(await countProofs()).toBe(0)
    await world.database.query('delete from permission_settings where organization_id = $1', [organization])
    expect((await send(player)).json().proofs).toHaveLength(1)
    const again = await send(player)
    expect([again.statusCode, again.json().proofs.length, await countProofs()]).toEqual([200, 1, 1])
  })

  test('remind the athlete once before the due date', async () => {
    await addSigned()
    await runJob(world.app, world.database, REMINDERS)
    await runJob(world.app, world.database, REMINDERS)
    const { rows } = await world.database.query("select recipient from outgoing_mail where kind = 'deliverable-due'")
    expect(rows.map(({ recipient }) => recipient)).toEqual([player.email, player.email])
  })
})

test('deliverables are late after the due date without an accepted proof', async () => {
  const deal = await addSigned()
  const [owed] = await rowsAt<DeliverableRow>(`deliverables?deal=${deal.id}`)
  await player.ask('POST', at(`deliverables/${owed?.id}/proofs`), { link: 'https://social.example/p/1', note: null })
  now = new Date('2026-11-20T15:00:00Z')
  const late = await rowsAt<DeliverableRow>('deliverables?late=yes')
  expect(late.map((row) => [row.title, row.state, row.late])).toEqual([
    ['Instagram story (1 of 2)', 'submitted', true],
    ['Instagram story (2 of 2)', 'planned', true],
  ])
})

describe('the calendar', () => {
  const span = 'from=2026-11-01&until=2027-04-30'
  const calendarOf = async (by: Someone, query = span): Promise<Calendar> =>
    (await by.ask('GET', at(`calendar?${query}`))).json()
  const titles = ({ items }: Calendar) => items.map(({ title, day }) => `${day} ${title}`)
  const all = [
    '2026-11-19 Instagram story (1 of 2)',
    '2026-11-19 Instagram story (2 of 2)',
    '2026-12-01 Retainer',
    '2027-01-01 Retainer',
    '2027-02-01 Retainer',
    '2027-04-01 Option to extend',
  ]

  test('lists key dates, deliverables and payments of a range, with the basis of each date', async () => {
    const deal = await addSigned()
    const calendar = await calendarOf(agent)
    expect(titles(calendar)).toEqual(all)
    expect(calendar.more).toBe(false)
    expect(calendar.items[3]).toMatchObject({
      kind: 'payment',
      deal: { id: deal.id },
      why: 'Payment 2 of 3, every month from December 1, 2026',
      payment: { amountMinor: 333_333, currency: 'USD' },
    })
    expect(calendar.items[5]).toMatchObject({
      kind: 'key-date',
      why: '90 days before the last day of the term',
      keyDate: { kind: 'option', expected: false, moved: null },
    })
    expect(titles(await calendarOf(agent, 'from=2026-12-01&until=2026-12-31'))).toEqual(['2026-12-01 Retainer'])
    expect(titles(await calendarOf(agent, `${span}&kind=key-date`))).toEqual(['2027-04-01 Option to extend'])
    expect((await agent.ask('GET', at('calendar?from=2026-01-01&until=2027-01-02'))).statusCode).toBe(422)
  })

  test('hides payments without money.view and shows athletes only their own items', async () => {
    await addSigned()
    const withoutMoney = all.filter((title) => !title.includes('Retainer'))
    expect(titles(await calendarOf(assistant))).toEqual(withoutMoney)
    expect(await calendarOf(assistant, `${span}&kind=payment`)).toEqual({ items: [], more: false })
    expect(titles(await calendarOf(player))).toEqual(all)
    await world.database.query('update athletes set user_id = null where id = $1', [athlete])
    expect(titles(await calendarOf(player))).toEqual([])
    expect((await coach.ask('GET', at(`calendar?${span}`))).statusCode).toBe(403)
  })

  test('filters by assigned athletes', async () => {
    await addSigned()
    expect(titles(await calendarOf(agent, `${span}&athletes=mine`))).toEqual([])
    await world.database.query(
      'insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)',
      [organization, athlete, agent.id],
    )
    expect(titles(await calendarOf(agent, `${span}&athletes=mine`))).toEqual(all)
    expect(await rowsAt<DeliverableRow>('deliverables?athletes=mine')).toHaveLength(2)
    expect(await rowsAt<KeyDateRow>('key-dates?athletes=mine', assistant)).toHaveLength(0)
  })

  test('the end of a term that is over is not late', async () => {
    const deal = await addSigned()
    now = new Date('2027-07-03T15:00:00Z')
    const ends = async (query: string) =>
      (await rowsAt<KeyDateRow>(`key-dates?deal=${deal.id}${query}`)).filter(({ title }) => title === 'End of the deal')
    expect(await ends('')).toMatchObject([{ day: '2027-06-30', state: 'done', done: null }])
    expect(await ends('&state=done')).toHaveLength(1)
    expect(await ends('&state=open,late')).toEqual([])
    expect(titles(await calendarOf(agent, 'from=2027-06-30&until=2027-06-30&kind=key-date&open=yes'))).toEqual([])
    const { groups } = (await agent.ask('GET', at('needs'))).json() as Needs
    expect(groups.flatMap(({ rows }) => rows.map(({ title }) => title))).not.toContain('End of the deal')
  })

  test('marks late and done items, and hides done items on request', async () => {
    const deal = await addSigned()
    now = new Date('2026-12-15T15:00:00Z')
    const [owed] = await rowsAt<DeliverableRow>(`deliverables?deal=${deal.id}`)
    await player.ask('POST', at(`deliverables/${owed?.id}/proofs`), { link: 'https://social.example/p/1', note: null })
    await agent.ask('POST', at(`deliverables/${owed?.id}/decision`), {
      version: 2,
      decision: 'accepted',
      comment: null,
    })
    const { items } = await calendarOf(agent)
    expect(items.slice(0, 3).map(({ state }) => state)).toEqual(['done', 'late', 'late'])
    expect(titles(await calendarOf(agent, `${span}&open=yes`))).toEqual([
      '2026-11-19 Instagram story (2 of 2)',
      ...all.slice(2),
    ])
  })
})
