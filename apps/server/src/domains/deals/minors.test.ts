import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Athlete } from '@sherpa/contracts/athlete'
import type { Deal } from '@sherpa/contracts/deal'
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
  const given = { givenName: 'Jonah', familyName: 'Okoye', level: 'college', stage: 'signed', ...facts }
  const answer = await owner.ask('POST', at('athletes'), given)
  expect(answer.statusCode).toBe(201)
  const { id } = answer.json() as Athlete
  await world.database.query('update athletes set user_id = null where user_id = $1', [player.id])
  // Without a guardian's consent, the account of a minor was closed.
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
const draft = () =>
  drive.draft({
    athleteId: athlete,
    companyId: company,
    kind: 'nil',
    terms: { startsOn: '2026-08-03', endsOn: '2029-06-30', businessPurpose: 'Fall line', payments: [payment] },
  })
const approved = async () => drive.approve((await draft()).id)
const guardianSigns = ({ id, newest, versions }: Deal, by = guardian) =>
  by.ask('POST', `/api/guardianships/${guardianship}/deals/${id}/signatures`, {
    number: newest,
    hash: versions[0]?.hash,
    name: by.name,
    agrees: true,
    password: goodPassword,
  })
const guardianOnPaper = ({ id, newest: number }: Deal) =>
  addSignedCopy(clerk, at(`deals/${id}`), { side: 'guardian', signer: 'Mari Okoye', number })
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

describe('a version that was approved for a minor', () => {
  test.each([
    ['a birth date of an adult', { birthDate: ADULT }],
    ['no birth date', { birthDate: null }],
    ['no birth date, and the level of a pro', { birthDate: null, level: 'pro' }],
  ])('is not signed by anyone once the record has %s', async (_, changes) => {
    const deal = await approved()
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

  test('is not signed either with an unknown age and the level of a pro, where only the level decided', async () => {
    athlete = await addAthlete({ birthDate: null })
    const way = { people: world.people, organization, athlete, asker: agent, verifier: owner }
    ;({ guardian, guardianship } = await verifiedGuardian(way))
    const deal = await approved()
    await correct({ level: 'pro' })
    expect(codeOf(await drive.companySigns(deal.id))).toBe('age-corrected')
  })

  test('goes on once it was reviewed again', async () => {
    const deal = await approved()
    await correct({ birthDate: ADULT })
    expect((await drive.withdraw(deal.id)).statusCode).toBe(200)
    expect(await drive.approve(deal.id)).toMatchObject({ newest: 2, reviewAgain: false, sides: ['athlete', 'company'] })
    expect((await drive.athleteSigns(deal.id)).statusCode).toBe(200)
    expect((await drive.companySigns(deal.id)).statusCode).toBe(201)
    expect((await drive.load(deal.id)).stage).toBe('active')
  })

  test('goes on when the correction is corrected', async () => {
    const deal = await approved()
    await correct({ birthDate: ADULT })
    await correct({ birthDate: '2010-02-02' })
    expect((await guardianSigns(deal)).statusCode).toBe(204)
  })

  test('is not approved if the correction came while it was reviewed', async () => {
    const { id } = await draft()
    await drive.submit(id)
    await correct({ birthDate: ADULT })
    expect(codeOf(await drive.decide(id, 'approved'))).toBe('age-corrected')
    expect((await drive.load(id)).stage).toBe('in-review')
    expect((await drive.decide(id, 'changes')).statusCode).toBe(200)
  })
})

test('a version that was approved for an adult is not signed once the record has the birth date of a minor', async () => {
  athlete = await addAthlete({ birthDate: ADULT })
  const deal = await approved()
  expect((await drive.athleteSigns(deal.id)).statusCode).toBe(200)
  await correct({ birthDate: MINOR })
  expect(codeOf(await drive.companySigns(deal.id))).toBe('age-corrected')
})

describe('coming of age by the calendar', () => {
  const after18 = new Date('2028-01-02T15:00:00Z')

  test('needs no review: a deal waits for the guardian no more, and comes into force by itself', async () => {
    const deal = await approved()
    await drive.athleteSigns(deal.id)
    await drive.companySigns(deal.id)
    await runJob(world.app, world.serving, 'remind-of-deal-dates')
    expect((await drive.load(deal.id)).stage).toBe('approved')
    now = after18
    await runJob(world.app, world.serving, 'remind-of-deal-dates')
    expect(await drive.load(deal.id)).toMatchObject({ stage: 'active', sides: ['athlete', 'company'] })
  })

  test('does not bring into force what nobody has signed yet, or what has to be reviewed again', async () => {
    const open = await approved()
    const stopped = await approved()
    for (const sign of [drive.athleteSigns, drive.companySigns]) await sign(stopped.id)
    await correct({ birthDate: ADULT })
    now = new Date('2027-01-02T15:00:00Z')
    await runJob(world.app, world.serving, 'remind-of-deal-dates')
    expect([(await drive.load(open.id)).stage, (await drive.load(stopped.id)).stage]).toEqual(['approved', 'approved'])
  })

  test('ends what a guardian can sign', async () => {
    const deal = await approved()
    now = after18
    expect((await guardian.ask('GET', `/api/guardianships/${guardianship}/deals`)).statusCode).toBe(404)
    expect(codeOf(await guardianSigns(deal))).toBe('not-a-minor')
    expect(codeOf(await guardianOnPaper(deal))).toBe('not-a-minor')
  })
})

test('a guardian whose guardianship ends while they sign does not sign', async () => {
  const deal = await approved()
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
  const told = async (person: Someone) =>
    (await notificationsOf(person)).filter(
      ({ kind, details }) => kind === 'age-corrected' && details.athlete === athlete,
    )

  test('is told to those who approve deals, to the lead and to the guardians', async () => {
    await approved()
    await correct({ birthDate: ADULT }, owner)
    expect(await told(approver)).toMatchObject([{ actor: { name: 'Olive Owner' } }])
    expect(await told(agent)).toHaveLength(1)
    expect(await told(owner)).toEqual([])
    expect(await world.people.mailTo(guardian.email, 'age-corrected')).toMatchObject({ minor: false })
    await correct({ birthDate: MINOR }, owner)
    expect(await told(approver)).toHaveLength(2)
    expect(await world.people.mailTo(guardian.email, 'age-corrected')).toMatchObject({ minor: true })
  })

  test('is not told when both dates are of a minor, nor of an athlete without deals and guardians', async () => {
    await approved()
    await correct({ birthDate: '2010-03-03' })
    expect(await told(approver)).toEqual([])
    athlete = await addAthlete({ birthDate: null })
    await correct({ birthDate: ADULT })
    expect(await told(approver)).toEqual([])
  })

  test('is told too when merging records brings it, or undoing that', async () => {
    athlete = await addAthlete({ birthDate: null })
    await draft()
    const twin = { givenName: 'Jonah', familyName: 'Okoye', level: 'college', stage: 'prospect', birthDate: ADULT }
    const { id: other } = (await owner.ask('POST', at('athletes'), twin)).json()
    expect((await owner.ask('POST', at(`athletes/${athlete}/merges`), { other })).statusCode).toBe(200)
    expect(await told(approver)).toHaveLength(1)
    const { merged } = (await owner.ask('GET', at(`athletes/${athlete}/duplicates`))).json()
    expect((await owner.ask('DELETE', at(`athletes/${athlete}/merges/${merged[0].id}`))).statusCode).toBe(204)
    expect(await told(approver)).toHaveLength(2)
  })
})

describe('a guardian who is a member of the organization', () => {
  beforeEach(async () => {
    // Earlier releases let guardians join.
    await world.database.query("insert into memberships (organization_id, user_id, role) values ($1, $2, 'agent')", [
      organization,
      guardian.id,
    ])
  })

  test('does not sign for the athlete, and their guardianship counts for no deal', async () => {
    const { id } = await draft()
    await drive.submit(id)
    expect(codeOf(await drive.decide(id, 'approved'))).toBe('guardian-needed')
    expect((await guardian.ask('GET', `/api/guardianships/${guardianship}/deals`)).statusCode).toBe(404)
  })

  test('does not sign what was approved before', async () => {
    await world.database.query('delete from memberships where user_id = $1', [guardian.id])
    const deal = await approved()
    await world.database.query("insert into memberships (organization_id, user_id, role) values ($1, $2, 'agent')", [
      organization,
      guardian.id,
    ])
    expect((await guardianSigns(deal)).statusCode).toBe(404)
  })

  test('is named to the owners on their home screen, and on the record', async () => {
    const conflicts = async (by: Someone) => (await by.ask('GET', at('deal-work'))).json().guardiansWhoAreMembers
    const named = (await conflicts(owner)).filter((one: { athlete: { id: string } }) => one.athlete.id === athlete)
    expect(named).toEqual([{ guardian: 'Mari Okoye', athlete: { id: athlete, name: 'Jonah Okoye' } }])
    expect(await conflicts(agent)).toEqual([])
    const record: Athlete = (await owner.ask('GET', at(`athletes/${athlete}`))).json()
    expect(record.guardians).toMatchObject([{ state: 'verified', isMember: true }])
  })
})
