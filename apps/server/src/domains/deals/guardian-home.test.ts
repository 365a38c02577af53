// slow: what a guardian sees of every record; represented by apps/server/src/domains/deals/minors.test.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deal } from '@sherpa/contracts/deal'
import type { GuardianHome } from '@sherpa/contracts/guardian-home'
import { placedIn } from '@sherpa/contracts/place'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { confirmedGuardian, verifiedGuardian } from '../../../test/guardian.ts'
import { runJob } from '../../../test/jobs.ts'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { addSignedCopy } from '../../../test/signed-copy.ts'
import { diskFiles } from '../../files/file-store.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-guardian-home-test-'))
afterAll(() => rm(directory, { recursive: true }))
const today = new Date('2026-11-16T15:00:00Z')
let now = today
const world = platformForTests({ files: diskFiles(directory), clock: () => now })

let owner: Someone
let agent: Someone
let approver: Someone
let player: Someone
let clerk: Someone
let coach: Someone
let guardian: Someone
let organization: string
let athlete: string
let guardianship: string
let company: string
const at = (path: string) => `/api/organizations/${organization}/${path}`
const own = (path: string) => `/api/guardianships/${guardianship}/${path}`
const drive = dealDriver(() => ({ organization, agent, approver, player, clerk }))
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code
const loadHome = async (): Promise<GuardianHome> => (await guardian.ask('GET', own('home'))).json()

beforeEach(async () => {
  now = today
  ;({ organization, owner, agent, approver, player, clerk } = await registerCast(world))
  coach = await world.people.registerMember(organization, 'Dana Whitlock', 'coach')
  company = (await owner.ask('POST', at('companies'), { name: 'Halden', kind: 'brand', category: 'apparel' })).json().id
  const facts = {
    givenName: 'Jonah',
    familyName: 'Okoye',
    level: 'high-school',
    stage: 'signed',
    birthDate: '2009-01-10',
  }
  athlete = (await owner.ask('POST', at('athletes'), facts)).json().id
  await world.database.query('update athletes set user_id = $2 where id = $1', [athlete, player.id])
  const way = { people: world.people, organization, athlete, asker: agent, verifier: owner }
  ;({ guardian, guardianship } = await verifiedGuardian(way))
})

const payment = (day: string, amountMinor: number) => ({
  id: crypto.randomUUID(),
  kind: 'base' as const,
  title: 'Retainer',
  amountMinor,
  inKind: false,
  schedule: { kind: 'day' as const, day },
})
const post = (dueOn: string, title = 'Unboxing video') => ({
  id: crypto.randomUUID(),
  title,
  platform: null,
  count: 1,
  dueOn,
  disclosureTag: null,
})
const approve = async () =>
  drive.approve(
    (
      await drive.draft({
        athleteId: athlete,
        companyId: company,
        kind: 'nil',
        terms: {
          startsOn: '2026-08-03',
          endsOn: '2027-06-30',
          businessPurpose: 'Fall line',
          fee: { rateMillionths: 150_000 },
          payments: [payment('2026-12-01', 480_000), payment('2027-02-01', 100_000)],
          deliverables: [post('2026-11-28'), post('2026-12-24', 'Later'), post('2026-11-10', 'Past')],
        },
      })
    ).id,
  )
const sign = ({ id, newestVersion: number, versions }: Deal) =>
  guardian.ask('POST', own(`deals/${id}/signatures`), {
    number,
    hash: versions[0]?.hash,
    name: guardian.name,
    agrees: true,
    password: goodPassword,
  })
async function signAll() {
  const deal = await approve()
  expect((await sign(deal)).statusCode).toBe(204)
  expect((await drive.athleteSigns(deal.id)).statusCode).toBe(200)
  expect((await drive.companySigns(deal.id)).statusCode).toBe(201)
  await runJob(world.app, world.database, 'remind-of-deal-dates')
  return deal
}

describe('the home of a guardian', () => {
  test('has what is due, sums of this year, signed copies, who has access and whom to ask', async () => {
    await signAll()
    const home = await loadHome()
    expect(home.due).toMatchObject([
      { title: 'Past', dueOn: '2026-11-10', late: true },
      { title: 'Unboxing video', company: 'Halden', late: false },
    ])
    expect(home.payments).toEqual({
      year: 2026,
      sums: [{ currency: 'USD', receivedMinor: 0, expectedMinor: 480_000 }],
    })
    expect(home.documents).toMatchObject([{ name: 'Version 1, signed.pdf' }])
    expect(home.lead).toEqual({ name: 'Amara Cole', email: agent.email, phone: null })
    expect(home.access).toContainEqual(expect.objectContaining({ name: guardian.name, role: null, isCaller: true }))
    expect(home.access).toContainEqual({
      name: 'Dana Whitlock',
      role: 'coach',
      isCaller: false,
      deals: false,
      amounts: false,
      contacts: false,
    })
    expect(home.access.map(({ name }) => name)).not.toContain('Jonah Okoye')
  })

  test('says that unverified and limited guardians have no access', async () => {
    const way = { people: world.people, organization, athlete, asker: agent, verifier: owner }
    await confirmedGuardian({ ...way, name: 'Una Okoye' })
    const limited = await verifiedGuardian({ ...way, name: 'Lee Okoye' })
    await world.database.query("update guardianships set reach = 'limited' where id = $1", [limited.guardianship])
    const all = (sees: boolean) => ({ role: null, deals: sees, amounts: sees, contacts: sees })
    const { access } = await loadHome()
    const guardians = access.filter(({ role }) => role === null)
    expect(guardians.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
      { name: 'Lee Okoye', isCaller: false, ...all(false) },
      { name: guardian.name, isCaller: true, ...all(true) },
      { name: 'Una Okoye', isCaller: false, ...all(false) },
    ])
  })

  test('has no payments if an owner switches them off', async () => {
    await signAll()
    const settings = { name: 'Ridgeline', kind: 'agency', guardiansSeePayments: false }
    await owner.ask('PUT', at('permissions'), { role: 'agent', permission: 'organization.edit', allowed: true })
    expect(codeOf(await agent.ask('PATCH', at('').slice(0, -1), settings))).toBe('not-permitted')
    expect((await owner.ask('PATCH', at('').slice(0, -1), settings)).json().guardiansSeePayments).toBe(false)
    expect((await loadHome()).payments).toBeNull()
  })

  test('shows the fees that the guardian signs for, and no drafts', async () => {
    const agreement = {
      startsOn: '2026-01-01',
      endsOn: null,
      scope: ['nil'],
      fees: { nil: { rateMillionths: 100_000 } },
    }
    const added = await owner.ask('POST', at(`athletes/${athlete}/agreements`), {
      ...agreement,
      agents: [],
      note: 'Secret draft',
    })
    expect(added.statusCode).toBe(201)
    await approve()
    await drive.draft({ athleteId: athlete, companyId: company, kind: 'nil', title: 'Secret draft' })
    const answers = await Promise.all([guardian.ask('GET', own('deals')), guardian.ask('GET', own('home'))])
    for (const { body } of answers) expect(body).not.toContain('Secret draft')
    expect(answers[0]?.json().deals).toMatchObject([{ waits: true, terms: { fee: { rateMillionths: 150_000 } } }])
    expect(answers[1]?.json().agreements).toMatchObject([
      { startsOn: '2026-01-01', endsOn: null, fees: expect.stringContaining('10%') },
    ])
  })

  test('is closed to others', async () => {
    const stranger = await world.people.register('Sam Stranger')
    for (const person of [stranger, agent, player]) {
      expect((await person.ask('GET', own('home'))).statusCode).toBe(404)
    }
  })
})

describe('a signed copy', () => {
  const open = async (by: Someone, document: string) => {
    const answer = await by.ask('POST', own(`documents/${document}/address`))
    return answer.statusCode === 200 ? by.ask('GET', answer.json().address) : answer
  }

  test('can be downloaded by the guardian only', async () => {
    await signAll()
    const [copy] = (await loadHome()).documents
    const file = await open(guardian, copy?.id ?? '')
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    const stranger = await world.people.register('Sam Stranger')
    expect((await open(stranger, copy?.id ?? '')).statusCode).toBe(404)
  })

  test('stays for 90 days after the athlete comes of age', async () => {
    await signAll()
    const [copy] = (await loadHome()).documents
    const listCopies = async () => (await guardian.ask('GET', '/api/guardianships/copies')).json().athletes
    expect(await listCopies()).toEqual([])
    now = new Date('2027-01-20T15:00:00Z')
    expect((await guardian.ask('GET', own('home'))).statusCode).toBe(404)
    expect(await listCopies()).toMatchObject([
      { guardianship: placedIn(organization, guardianship), until: '2027-04-10', documents: [{ id: copy?.id }] },
    ])
    expect((await open(guardian, copy?.id ?? '')).statusCode).toBe(200)
    // Copies from after the birthday are not theirs, nor any copy of someone who stopped being the guardian before.
    await world.database.query("update deal_documents set added_at = '2027-01-10T15:00:00Z' where id = $1", [copy?.id])
    expect(await listCopies()).toEqual([])
    expect((await open(guardian, copy?.id ?? '')).statusCode).toBe(404)
    await world.database.query("update deal_documents set added_at = '2027-01-09T15:00:00Z' where id = $1", [copy?.id])
    await runJob(world.app, world.database, 'end-guardianships-of-adults')
    expect(await listCopies()).toHaveLength(1)
    await world.database.query("update guardianships set ended_at = '2027-01-09T15:00:00Z' where id = $1", [
      guardianship,
    ])
    expect(await listCopies()).toEqual([])
    await world.database.query("update guardianships set ended_at = '2027-01-10T15:00:00Z' where id = $1", [
      guardianship,
    ])
    now = new Date('2027-04-12T15:00:00Z')
    expect(await listCopies()).toEqual([])
    expect((await open(guardian, copy?.id ?? '')).statusCode).toBe(404)
  })
})

describe('an objection', () => {
  const object = (deal: Deal, by = guardian) =>
    by.ask('POST', own(`deals/${deal.id}/objection`), { number: deal.newestVersion, text: 'Too many days off school' })

  test('pauses all signing until compliance lifts it with a reason', async () => {
    const deal = await approve()
    expect((await object(deal)).statusCode).toBe(204)
    expect(codeOf(await object(deal))).toBe('objection-open')
    expect(codeOf(await sign(deal))).toBe('objection-open')
    expect(codeOf(await drive.athleteSigns(deal.id))).toBe('objection-open')
    expect(codeOf(await drive.companySigns(deal.id))).toBe('objection-open')
    expect((await guardian.ask('GET', own('deals'))).json().deals).toMatchObject([{ waits: false, objected: true }])

    for (const person of [agent, approver, owner]) {
      const { rows } = (await person.ask('GET', at('notifications'))).json()
      expect(rows).toContainEqual(
        expect.objectContaining({ kind: 'deal-to-check', details: expect.objectContaining({ reason: 'objection' }) }),
      )
    }
    const load = async (by: Someone): Promise<Deal> => (await by.ask('GET', at(`deals/${deal.id}`))).json()
    expect(await load(agent)).toMatchObject({ objection: { name: guardian.name, text: 'Too many days off school' } })
    expect((await load(player)).objection?.text).toBeNull()
    expect((await load(agent)).actions).not.toContain('lift-objection')

    const lift = (by: Someone, reason: string) => by.ask('POST', at(`deals/${deal.id}/objection/lifting`), { reason })
    expect(codeOf(await lift(agent, 'Solved'))).toBe('not-permitted')
    expect((await lift(approver, '')).statusCode).toBe(422)
    expect((await lift(approver, 'Dates moved to the holidays')).json()).toMatchObject({ objection: null })
    expect((await sign(deal)).statusCode).toBe(204)
    const { rows } = (await agent.ask('GET', at(`deals/${deal.id}/timeline`))).json()
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'objection-lifted', text: 'Dates moved to the holidays' }),
    )
  })

  test('keeps the deal out of force after the 18th birthday', async () => {
    const deal = await approve()
    // A paper copy may come before the guardian's signature.
    await addSignedCopy(clerk, at(`deals/${deal.id}`), { side: 'athlete', signer: 'Jonah Okoye', number: 1 })
    await drive.companySigns(deal.id)
    await object(deal)
    now = new Date('2027-01-20T15:00:00Z')
    await runJob(world.app, world.database, 'remind-of-deal-dates')
    expect(await drive.load(deal.id)).toMatchObject({ stage: 'approved', sides: ['athlete', 'company'] })
    expect((await drive.load(deal.id)).objection).not.toBeNull()
  })

  test('is refused once the athlete is of age', async () => {
    const deal = await approve()
    now = new Date('2027-01-20T15:00:00Z')
    expect((await object(deal)).statusCode).toBe(404)
    expect((await drive.load(deal.id)).objection).toBeNull()
  })

  test('stops requests and reminders to sign until it is lifted', async () => {
    const email = `ada-${crypto.randomUUID()}@home.example`
    const takeMail = async () => {
      const { rows } = await world.database.query<{ kind: string }>(
        "delete from outgoing_mail where kind like '%signature%' and recipient = any($1) returning kind",
        [[guardian.email, player.email, email]],
      )
      return rows.map(({ kind }) => kind).sort()
    }
    const deal = await approve()
    await object(deal)
    await takeMail()
    expect(codeOf(await drive.remind(deal.id))).toBe('objection-open')
    now = new Date('2026-11-19T15:00:00Z')
    await runJob(world.app, world.database, 'remind-of-deal-dates')
    const way = { people: world.people, organization, athlete, asker: agent, verifier: owner }
    await verifiedGuardian({ ...way, name: 'Ada Okoye', email })
    await drive.withdraw(deal.id)
    await drive.approve(deal.id)
    expect(await takeMail()).toEqual([])
    await approver.ask('POST', at(`deals/${deal.id}/objection/lifting`), { reason: 'Dates moved' })
    expect(await takeMail()).toEqual(['guardian-signature-asked', 'guardian-signature-asked'])
  })

  test('is for the guardian and an approved version only', async () => {
    const deal = await approve()
    expect((await object(deal, agent)).statusCode).toBe(404)
    expect(codeOf(await object({ ...deal, newestVersion: 2 }))).toBe('version-replaced')
    expect((await coach.ask('GET', at(`deals/${deal.id}`))).statusCode).toBe(403)
  })
})
