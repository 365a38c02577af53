import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Athlete } from '@sherpa/contracts/athlete'
import type { Deal, DealTerms } from '@sherpa/contracts/deal'
import type { Needs } from '@sherpa/contracts/home'
import type { Notification } from '@sherpa/contracts/notification'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { verifiedGuardian } from '../../../test/guardian.ts'
import { runJob } from '../../../test/jobs.ts'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { addSignedCopy } from '../../../test/signed-copy.ts'
import { waitForLocks } from '../../../test/wait-for-locks.ts'
import { diskFiles } from '../../files/file-store.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-minors-test-'))
afterAll(() => rm(directory, { recursive: true }))
const today = new Date('2026-11-16T15:00:00Z')
let now = today
const world = platformForTests({ files: diskFiles(directory), clock: () => now })

const MINOR = '2010-01-01'
const ADULT = '2000-01-01'
let owner: Someone
let agent: Someone
let approver: Someone
let player: Someone
let clerk: Someone
let guardian: Someone
let organization: string
let athlete: string
let guardianship: string
let company: string
const at = (path: string) => `/api/organizations/${organization}/${path}`
const drive = dealDriver(() => ({ organization, agent, approver, player, clerk }))
const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code

async function addAthlete(facts: object): Promise<string> {
  const body = { givenName: 'Jonah', familyName: 'Okoye', level: 'college', stage: 'signed', ...facts }
  const answer = await owner.ask('POST', at('athletes'), body)
  expect(answer.statusCode).toBe(201)
  const { id } = answer.json() as Athlete
  await world.database.query('update athletes set user_id = null where user_id = $1', [player.id])
  // A minor's account without a guardian's consent is closed: restore the membership.
  await world.database.query(
    "insert into memberships (organization_id, user_id, role) values ($1, $2, 'athlete') on conflict do nothing",
    [organization, player.id],
  )
  await world.database.query('update athletes set user_id = $2 where id = $1', [id, player.id])
  return id
}

async function correct(changes: object, by = agent) {
  const { version } = (await by.ask('GET', at(`athletes/${athlete}`))).json()
  const answer = await by.ask('PATCH', at(`athletes/${athlete}`), { version, changes, reason: 'Passport checked' })
  expect(answer.statusCode).toBe(200)
}

const payment = {
  id: crypto.randomUUID(),
  kind: 'base',
  title: 'Fee',
  amountMinor: 100_000,
  inKind: false,
  schedule: { kind: 'day', day: '2026-12-01' },
} as const
const dealTerms = { startsOn: '2026-08-03', endsOn: '2029-06-30', businessPurpose: 'Fall line', payments: [payment] }
const draft = () => drive.draft({ athleteId: athlete, companyId: company, kind: 'nil', terms: dealTerms })
const addApproved = async () => drive.approve((await draft()).id)
const guardianSigns = ({ id, newestVersion: number, versions }: Deal, by = guardian) =>
  by.ask('POST', `/api/guardianships/${guardianship}/deals/${id}/signatures`, {
    number,
    hash: versions[0]?.hash,
    name: by.name,
    agrees: true,
    password: goodPassword,
  })
const guardianOnPaper = ({ id, newestVersion: number }: Deal) =>
  addSignedCopy(clerk, at(`deals/${id}`), { side: 'guardian', signer: 'Mari Okoye', number })
const athleteOnPaper = ({ id, newestVersion: number }: Deal) =>
  addSignedCopy(clerk, at(`deals/${id}`), { side: 'athlete', signer: 'Jonah Okoye', number })
const notificationsOf = async (person: Someone): Promise<Notification[]> =>
  (await person.ask('GET', at('notifications'))).json().rows

beforeAll(async () => {
  const cast = await registerCast(world)
  ;({ organization, owner, agent, approver, player, clerk } = cast)
  company = (await owner.ask('POST', at('companies'), { name: 'Halden', kind: 'brand', category: 'apparel' })).json().id
})
beforeEach(async () => {
  now = today
  athlete = await addAthlete({ birthDate: MINOR })
  const way = { people: world.people, organization, athlete, asker: agent, verifier: owner }
  ;({ guardian, guardianship } = await verifiedGuardian(way))
})

describe('what is missing until a guardian can sign', () => {
  const stepFor = async (id: string, by: Someone) => (await by.ask('GET', at(`deals/${id}`))).json() as Deal

  test('is said with the person, to those who see contacts, and nothing is offered that is refused', async () => {
    const deal = await addApproved()
    expect(deal.guardianStep).toBeNull()
    expect((await stepFor(deal.id, agent)).actions).toContain('remind')
    expect((await owner.ask('DELETE', at(`athletes/${athlete}/guardians/${guardianship}`))).statusCode).toBe(204)
    const asked = await stepFor(deal.id, agent)
    expect(asked.guardianStep).toMatchObject({ step: 'ask', name: guardian.name })
    expect(asked.actions.filter((one) => ['remind', 'send-link', 'add-paper', 'sign'].includes(one))).toEqual([])
    expect(codeOf(await drive.remind(deal.id))).toBe('guardian-needed')
    const contact = asked.guardianStep?.id ?? ''
    const invite = at(`athletes/${athlete}/contacts/${contact}/guardianship`)
    expect((await agent.ask('POST', invite, {})).statusCode).toBe(201)
    expect((await stepFor(deal.id, agent)).guardianStep).toMatchObject({ step: 'wait', id: contact })
    const { token } = await world.people.mailTo(guardian.email, 'guardian-invitation')
    const { id } = (await guardian.ask('POST', '/api/guardianships/lookup', { token })).json()
    const confirmed = await guardian.ask('POST', `/api/guardianships/${id}/confirmation`, { consentsToAccount: true })
    expect(confirmed.statusCode).toBe(204)
    expect((await stepFor(deal.id, owner)).guardianStep).toMatchObject({
      step: 'verify',
      name: guardian.name,
      byColleague: false,
    })
    expect((await stepFor(deal.id, agent)).guardianStep).toMatchObject({ step: 'verify', byColleague: true })
    const maySee = (allowed: boolean) =>
      owner.ask('PUT', at('permissions'), { role: 'agent', permission: 'athletes.sensitive', allowed })
    expect((await maySee(false)).statusCode).toBe(200)
    expect((await stepFor(deal.id, agent)).guardianStep).toMatchObject({ step: 'verify', id: null, name: null })
    expect((await maySee(true)).statusCode).toBe(200)
    const verified = await owner.ask('PUT', at(`athletes/${athlete}/guardians/${id.split('.').at(-1)}/verification`), {
      how: 'call',
    })
    expect(verified.statusCode).toBe(204)
    expect((await stepFor(deal.id, agent)).guardianStep).toBeNull()
  })
})

describe('a version approved for a minor', () => {
  test.each([
    ['an adult’s birth date', { birthDate: ADULT }],
    ['no birth date', { birthDate: null }],
    ['no birth date and level pro', { birthDate: null, level: 'pro' }],
  ])('cannot be signed once the record has %s', async (_, changes) => {
    const deal = await addApproved()
    expect(deal).toMatchObject({ sides: ['athlete', 'guardian', 'company'], reviewAgain: false })
    await correct(changes)
    expect(codeOf(await drive.athleteSigns(deal.id))).toBe('age-corrected')
    expect(codeOf(await drive.companySigns(deal.id))).toBe('age-corrected')
    expect(codeOf(await guardianOnPaper(deal))).toBe('age-corrected')
    expect((await guardianSigns(deal)).statusCode).toBe(409)
    expect(codeOf(await drive.remind(deal.id))).toBe('age-corrected')
    const stopped = await drive.load(deal.id)
    expect(stopped).toMatchObject({ stage: 'approved', reviewAgain: true, sides: ['athlete', 'guardian', 'company'] })
    expect(stopped.actions).not.toContain('add-paper')
    expect((await player.ask('GET', at(`deals/${deal.id}`))).json().actions).not.toContain('sign')
  })

  test('cannot be signed once the level changes to pro and the age is unknown', async () => {
    athlete = await addAthlete({ birthDate: null })
    const way = { people: world.people, organization, athlete, asker: agent, verifier: owner }
    ;({ guardian, guardianship } = await verifiedGuardian(way))
    const deal = await addApproved()
    await correct({ level: 'pro' })
    expect(codeOf(await drive.companySigns(deal.id))).toBe('age-corrected')
  })

  test('can be signed after another review', async () => {
    const deal = await addApproved()
    await correct({ birthDate: ADULT })
    expect((await drive.withdraw(deal.id)).statusCode).toBe(200)
    expect(await drive.approve(deal.id)).toMatchObject({
      newestVersion: 2,
      reviewAgain: false,
      sides: ['athlete', 'company'],
    })
    expect((await drive.athleteSigns(deal.id)).statusCode).toBe(200)
    expect((await drive.companySigns(deal.id)).statusCode).toBe(201)
    expect((await drive.load(deal.id)).stage).toBe('active')
  })

  test('can be signed once the correction is undone', async () => {
    const deal = await addApproved()
    await correct({ birthDate: ADULT })
    await correct({ birthDate: '2010-02-02' })
    expect((await guardianSigns(deal)).statusCode).toBe(204)
  })

  test('cannot be approved if the correction came during review', async () => {
    const { id } = await draft()
    await drive.submit(id)
    await correct({ birthDate: ADULT })
    expect(codeOf(await drive.decide(id, 'approved'))).toBe('age-corrected')
    expect((await drive.load(id)).stage).toBe('in-review')
    expect((await drive.decide(id, 'changes')).statusCode).toBe(200)
  })
})

test('a version approved for an adult cannot be signed once the record has a minor’s birth date', async () => {
  athlete = await addAthlete({ birthDate: ADULT })
  const deal = await addApproved()
  expect((await drive.athleteSigns(deal.id)).statusCode).toBe(200)
  await correct({ birthDate: MINOR })
  expect(codeOf(await drive.companySigns(deal.id))).toBe('age-corrected')
})

describe('coming of age', () => {
  const after18 = new Date('2028-01-02T15:00:00Z')

  test('puts a deal in force that only waited for the guardian, without another review', async () => {
    const deal = await addApproved()
    await athleteOnPaper(deal)
    await drive.companySigns(deal.id)
    await runJob(world.app, world.serving, 'remind-of-deal-dates')
    expect((await drive.load(deal.id)).stage).toBe('approved')
    now = after18
    await runJob(world.app, world.serving, 'remind-of-deal-dates')
    expect(await drive.load(deal.id)).toMatchObject({ stage: 'active', sides: ['athlete', 'company'] })
  })

  test('tells the lead once about a deal that a conflict keeps from coming into force', async () => {
    const add = async (path: string, body: object) => (await owner.ask('POST', at(path), body)).json()
    const group = await add('companies', { name: `Group ${athlete}`, kind: 'brand' })
    const brand = (name: string) => add('companies', { name: `${name} ${athlete}`, kind: 'brand', parentId: group.id })
    const [shoes, shirts] = [await brand('Shoes'), await brand('Shirts')]
    const terms: Partial<DealTerms> = {
      ...dealTerms,
      category: 'apparel',
      exclusivity: { kind: 'category', categories: ['apparel'] },
    }
    // Brands of one group do not compete.
    const deals: Deal[] = []
    for (const { id: companyId } of [shoes, shirts]) {
      const deal = await drive.draft({ athleteId: athlete, companyId, kind: 'nil', leadId: agent.id, terms })
      deals.push(await drive.approve(deal.id))
    }
    const [waiting] = deals
    if (!waiting) throw new Error('There is no deal.')
    await athleteOnPaper(waiting)
    await drive.companySigns(waiting.id)
    const version = (await owner.ask('GET', at(`companies/${shirts.id}`))).json().version
    const sold = await owner.ask('PATCH', at(`companies/${shirts.id}`), { version, changes: { parentId: null } })
    expect(sold.statusCode).toBe(200)
    now = after18
    await runJob(world.app, world.serving, 'remind-of-deal-dates')
    await runJob(world.app, world.serving, 'remind-of-deal-dates')
    expect((await drive.load(waiting.id)).stage).toBe('approved')
    const about = async () =>
      (await notificationsOf(agent)).filter(
        ({ kind, details }) => kind === 'deal-to-check' && details.deal === waiting.id,
      )
    expect(await about()).toMatchObject([{ details: { reason: 'not-in-force-conflict' }, read: false }])
    const { rows } = (await agent.ask('GET', at(`deals/${waiting.id}/timeline`))).json()
    expect(rows.filter(({ kind }: { kind: string }) => kind === 'not-in-force')).toMatchObject([{ about: '1' }])

    const number = waiting.newestVersion
    const allowed = await approver.ask('POST', at(`deals/${waiting.id}/conflict-allowance`), {
      number,
      reason: 'Both agreed.',
    })
    expect([allowed.statusCode, allowed.body]).toEqual([200, allowed.body])
    await runJob(world.app, world.serving, 'remind-of-deal-dates')
    expect((await drive.load(waiting.id)).stage).toBe('active')
    expect(await about()).toMatchObject([{ read: true }])
  })

  test('leaves unsigned deals and deals that need a review approved', async () => {
    const open = await addApproved()
    const stopped = await addApproved()
    await athleteOnPaper(stopped)
    await drive.companySigns(stopped.id)
    await correct({ birthDate: ADULT })
    now = new Date('2027-01-02T15:00:00Z')
    await runJob(world.app, world.serving, 'remind-of-deal-dates')
    expect([(await drive.load(open.id)).stage, (await drive.load(stopped.id)).stage]).toEqual(['approved', 'approved'])
  })

  test('ends the guardian’s right to sign', async () => {
    const deal = await addApproved()
    now = after18
    expect((await guardian.ask('GET', `/api/guardianships/${guardianship}/deals`)).statusCode).toBe(404)
    expect(codeOf(await guardianSigns(deal))).toBe('not-a-minor')
    expect(codeOf(await guardianOnPaper(deal))).toBe('not-a-minor')
  })
})

test('the guardian signs before the athlete, and the company at any time', async () => {
  const deal = await addApproved()
  const asked = async () =>
    (await notificationsOf(player)).filter(
      ({ kind, details }) => kind === 'signature-asked' && details.deal === deal.id,
    )
  expect((await drive.companySigns(deal.id)).statusCode).toBe(201)
  expect(await asked()).toEqual([])
  expect((await player.ask('GET', at(`deals/${deal.id}`))).json().actions).not.toContain('sign')
  expect(codeOf(await drive.athleteSigns(deal.id))).toBe('guardian-signs-first')
  expect((await guardianSigns(deal)).statusCode).toBe(204)
  expect(await asked()).toHaveLength(1)
  expect((await player.ask('GET', at(`deals/${deal.id}`))).json().actions).toContain('sign')
  expect((await drive.athleteSigns(deal.id)).statusCode).toBe(200)
  expect((await drive.load(deal.id)).stage).toBe('active')
})

test('the guardian who was asked to sign hears that the deal was declined, and of a termination', async () => {
  const [declined, terminated] = [await addApproved(), await addApproved()]
  await drive.move(declined.id, 'decline')
  const told = { deal: declined.id, guardianship, ending: 'declined', athlete: 'Jonah Okoye' }
  expect(await world.people.mailTo(guardian.email, 'guardian-deal-ended')).toMatchObject(told)

  expect((await guardianSigns(terminated)).statusCode).toBe(204)
  expect((await drive.athleteSigns(terminated.id)).statusCode).toBe(200)
  expect((await drive.companySigns(terminated.id)).statusCode).toBe(201)
  expect((await drive.preview(terminated.id)).json().told).toContainEqual({ name: 'Mari Okoye', as: 'guardian' })
  expect((await drive.move(terminated.id, 'terminate')).statusCode).toBe(200)
  const { deal, ending } = await world.people.mailTo(guardian.email, 'guardian-deal-ended')
  expect([deal, ending]).toEqual([terminated.id, 'terminated'])
})

test('rejects a signature if the guardianship ends concurrently', async () => {
  const deal = await addApproved()
  const client = await world.database.connect()
  await client.query('begin')
  await client.query('select from athletes where id = $1 for update', [athlete])
  const ends = owner.ask('DELETE', at(`athletes/${athlete}/guardians/${guardianship}`))
  await waitForLocks(world.database, 1)
  const signs = guardianSigns(deal)
  await waitForLocks(world.database, 2)
  await client.query('commit')
  client.release()
  expect((await ends).statusCode).toBe(204)
  expect((await signs).statusCode).toBe(404)
})

describe('a correction that crosses 18', () => {
  const loadNotices = async (person: Someone) =>
    (await notificationsOf(person)).filter(
      ({ kind, details }) => kind === 'age-corrected' && details.athlete === athlete,
    )

  test('notifies approvers, the lead and the guardians', async () => {
    await addApproved()
    await correct({ birthDate: ADULT }, owner)
    expect(await loadNotices(approver)).toMatchObject([{ actor: { name: 'Olive Owner' } }])
    expect(await loadNotices(agent)).toHaveLength(1)
    expect(await loadNotices(owner)).toEqual([])
    expect(await world.people.mailTo(guardian.email, 'age-corrected')).toMatchObject({ minor: false })
    await correct({ birthDate: MINOR }, owner)
    expect(await loadNotices(approver)).toHaveLength(2)
    expect(await world.people.mailTo(guardian.email, 'age-corrected')).toMatchObject({ minor: true })
  })

  test('notifies nobody if the athlete stays a minor or has neither deals nor guardians', async () => {
    await addApproved()
    await correct({ birthDate: '2010-03-03' })
    expect(await loadNotices(approver)).toEqual([])
    athlete = await addAthlete({ birthDate: null })
    await correct({ birthDate: ADULT })
    expect(await loadNotices(approver)).toEqual([])
  })

  test('notifies after a merge and its undo, too', async () => {
    athlete = await addAthlete({ birthDate: null })
    await draft()
    const twin = { givenName: 'Jonah', familyName: 'Okoye', level: 'college', stage: 'prospect', birthDate: ADULT }
    const { id: other } = (await owner.ask('POST', at('athletes'), twin)).json()
    expect((await owner.ask('POST', at(`athletes/${athlete}/merges`), { other })).statusCode).toBe(200)
    expect(await loadNotices(approver)).toHaveLength(1)
    const { merged } = (await owner.ask('GET', at(`athletes/${athlete}/duplicates`))).json()
    expect((await owner.ask('DELETE', at(`athletes/${athlete}/merges/${merged[0].id}`))).statusCode).toBe(204)
    expect(await loadNotices(approver)).toHaveLength(2)
  })
})

describe('a guardian who is a member of the organization', () => {
  beforeEach(async () => {
    // Earlier releases allowed guardians to join.
    await world.database.query("insert into memberships (organization_id, user_id, role) values ($1, $2, 'agent')", [
      organization,
      guardian.id,
    ])
  })

  test('cannot sign, and does not count as a verified guardian', async () => {
    const { id } = await draft()
    await drive.submit(id)
    expect(codeOf(await drive.decide(id, 'approved'))).toBe('guardian-needed')
    expect((await owner.ask('GET', at(`deals/${id}`))).json().guardianStep).toMatchObject({ name: guardian.name })
    expect((await guardian.ask('GET', `/api/guardianships/${guardianship}/deals`)).statusCode).toBe(404)
  })

  test('cannot sign a deal approved before they joined', async () => {
    await world.database.query('delete from memberships where user_id = $1', [guardian.id])
    const deal = await addApproved()
    await world.database.query("insert into memberships (organization_id, user_id, role) values ($1, $2, 'agent')", [
      organization,
      guardian.id,
    ])
    expect((await guardianSigns(deal)).statusCode).toBe(404)
  })

  test('is listed on the owners’ home screen and on the record', async () => {
    const conflicts = async (by: Someone) =>
      ((await by.ask('GET', at('needs'))).json() as Needs).housekeeping.filter(
        ({ kind }) => kind === 'guardians-who-are-members',
      )
    expect(await conflicts(owner)).toMatchObject([{ name: 'Mari Okoye', athlete: { name: 'Jonah Okoye' } }])
    expect(await conflicts(agent)).toEqual([])
    const record: Athlete = (await owner.ask('GET', at(`athletes/${athlete}`))).json()
    expect(record.guardians).toMatchObject([{ state: 'verified', isMember: true }])
  })
})
