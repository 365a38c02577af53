import type { DealTerms } from '@sherpa/contracts/deal'
import type { HomeFigures, Need, Needs } from '@sherpa/contracts/home'
import { permissionsOf } from '@sherpa/contracts/organization'
import { beforeEach, describe, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { confirmedGuardian } from '../../../test/guardian.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { signedDeal } from '../../../test/signed-deal.ts'
import { housekeepingSources, needSources } from '../../need-sources.ts'
import type { Database } from '../../persistence/database.ts'
import { ALL_COLUMNS } from '../../persistence/prepared-statements.ts'
import { createNeedService } from './needs.ts'

const today = new Date('2026-11-16T15:00:00Z')
let now = today
const world = platformForTests({ clock: () => now })
let cast: Awaited<ReturnType<typeof registerCast>>
let athlete: string
let company: string
const drive = dealDriver(() => cast)
const at = (path = '') => `/api/organizations/${cast.organization}${path}`

const needsOf = async (by: Someone, query = ''): Promise<Needs> => (await by.ask('GET', at(`/needs${query}`))).json()
/** Kind and title by group. */
const summaryOf = async (by: Someone, query = '') =>
  Object.fromEntries(
    (await needsOf(by, query)).groups.map(({ group, rows }) => [
      group,
      rows.map(({ kind, title }) => `${kind}: ${title}`),
    ]),
  )
const rowOf = async (by: Someone, kind: Need['kind'], query = '') =>
  (await needsOf(by, query)).groups.flatMap(({ rows }) => rows).find((row) => row.kind === kind)

const payment = (dueOn: string) => ({
  id: crypto.randomUUID(),
  kind: 'base' as const,
  title: `Due ${dueOn}`,
  amountMinor: 400_000,
  inKind: false,
  schedule: { kind: 'day' as const, day: dueOn },
})
const deliverable = (title: string, dueOn: string) => ({
  id: crypto.randomUUID(),
  title,
  platform: null,
  disclosureTag: null,
  count: 1,
  dueOn,
})

async function inForce(lead: Someone | null, terms: Partial<DealTerms>) {
  return signedDeal(world.database, {
    organization: cast.organization,
    athlete,
    company,
    lead: lead?.id ?? null,
    terms: { startsOn: '2026-01-01', endsOn: '2027-06-30', ...terms },
  })
}

beforeEach(async () => {
  now = today
  cast = await registerCast(world)
  for (const person of [cast.owner, cast.agent, cast.approver]) await world.people.assumeSecondFactor(person, true)
  const facts = { givenName: 'Jonah', familyName: 'Okoye', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  athlete = (await cast.owner.ask('POST', at('/athletes'), facts)).json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [cast.player.id, athlete])
  const halden = { name: 'Halden', kind: 'brand', category: 'apparel' }
  company = (await cast.owner.ask('POST', at('/companies'), halden)).json().id
})

describe('payments and deliverables', () => {
  test('are late for the lead; the owner sees those of others on request', async () => {
    await inForce(cast.agent, {
      payments: [payment('2026-10-01'), payment('2026-11-16'), payment('2026-12-01')],
      deliverables: [deliverable('Old post', '2026-11-14'), deliverable('Next post', '2026-11-19')],
    })
    const late = ['late-payment: Due 2026-10-01', 'overdue-deliverable: Old post']
    expect(await summaryOf(cast.agent)).toEqual({ late, today: [], week: [] })
    expect(await summaryOf(cast.owner)).toEqual({ late: [], today: [], week: [] })
    expect(await summaryOf(cast.owner, '?scope=everyone')).toEqual({ late, today: [], week: [] })
    expect(await rowOf(cast.agent, 'late-payment')).toMatchObject({
      day: '2026-10-01',
      amount: { currency: 'USD', minor: 400_000 },
      athlete: { id: athlete, name: 'Jonah Okoye' },
      company: { name: 'Halden' },
      remindedAt: null,
    })
  })

  test('of deals without a lead belong to the owner and the athlete’s managers', async () => {
    await inForce(null, { payments: [payment('2026-10-01')] })
    expect((await summaryOf(cast.owner)).late).toEqual(['late-payment: Due 2026-10-01'])
    expect((await summaryOf(cast.agent)).late).toEqual([])
    const change = { selection: { ids: [athlete] }, change: { assign: cast.agent.id } }
    await cast.owner.ask('POST', at('/athletes/changes'), change)
    expect((await summaryOf(cast.agent)).late).toEqual(['late-payment: Due 2026-10-01'])
    expect((await needsOf(cast.owner)).housekeeping).toContainEqual(
      expect.objectContaining({ kind: 'deals-without-lead', count: 1 }),
    )
  })

  test('are not shown without permission: no payment without money, nothing without deals', async () => {
    await inForce(cast.agent, {
      payments: [payment('2026-10-01')],
      deliverables: [deliverable('Old post', '2026-11-14')],
    })
    const setting = (permission: string) =>
      cast.owner.ask('PUT', at('/permissions'), { role: 'agent', permission, allowed: false })
    expect((await setting('money.view')).statusCode).toBeLessThan(300)
    expect((await summaryOf(cast.agent)).late).toEqual(['overdue-deliverable: Old post'])
    expect((await setting('deals.view')).statusCode).toBeLessThan(300)
    expect(await summaryOf(cast.agent)).toEqual({ late: [], today: [], week: [] })
    const coach = await world.people.registerMember(cast.organization, 'Cora Coach', 'coach')
    expect((await needsOf(coach)).groups.every(({ count }) => count === 0)).toBe(true)
  })

  test('the athlete sends proofs until they are accepted; the lead accepts them', async () => {
    await inForce(cast.agent, {
      deliverables: [deliverable('Next post', '2026-11-19'), deliverable('Later post', '2026-12-19')],
    })
    expect(await summaryOf(cast.player)).toEqual({ late: [], today: [], week: ['proof-to-send: Next post'] })
    const { id } = (await rowOf(cast.player, 'proof-to-send')) ?? {}
    await cast.player.ask('POST', at(`/deliverables/${id}/proofs`), { link: 'https://social.example/post', note: null })
    expect((await summaryOf(cast.player)).week).toEqual([])
    expect((await summaryOf(cast.agent)).today).toEqual(['proof-to-accept: Next post'])
    expect((await rowOf(cast.agent, 'proof-to-accept'))?.amount).toBeNull()
  })
})

describe('deals', () => {
  const draft = () =>
    drive.draft({
      athleteId: athlete,
      companyId: company,
      kind: 'nil',
      terms: { startsOn: '2026-08-03', businessPurpose: 'Fall line', payments: [payment('2026-12-01')] },
    } as never)

  test('wait for approval, return to the lead, then for signatures', async () => {
    const { id } = await draft()
    await drive.submit(id)
    expect(await rowOf(cast.approver, 'approval')).toMatchObject({
      id,
      amount: { minor: 400_000 },
      trail: [{ state: 'now' }],
    })
    await drive.decide(id, 'changes')
    expect(await rowOf(cast.approver, 'approval')).toBeUndefined()
    expect(await rowOf(cast.agent, 'returned-deal')).toMatchObject({ id, about: 'Not like this' })
    await drive.approve(id)
    expect(await rowOf(cast.agent, 'returned-deal')).toBeUndefined()
    expect(await rowOf(cast.player, 'to-sign')).toMatchObject({ id })
    expect(await rowOf(cast.approver, 'missing-signature')).toBeUndefined()
    now = new Date('2026-11-20T15:00:00Z')
    expect(await rowOf(cast.approver, 'missing-signature')).toMatchObject({ id })
    expect(await rowOf(cast.agent, 'missing-signature')).toMatchObject({ id })
    await drive.athleteSigns(id)
    expect(await rowOf(cast.player, 'to-sign')).toBeUndefined()
  })
})

test('contracts in force whose pay has no paydays are one row, for people who may set them', async () => {
  const year = {
    baseMinor: 1_200_000,
    rosterBonusMinor: 0,
    otherBonusMinor: 0,
    guaranteedMinor: 0,
    option: null,
  }
  const years = { signingBonusMinor: 0, years: [2026, 2027].map((season) => ({ season, ...year })) }
  const contract = { athleteId: athlete, companyId: company, kind: 'contract' as const }
  const { id } = await drive.signed({ ...contract, terms: { startsOn: '2026-08-03', payments: [], years } })
  await drive.draft({ ...contract, terms: { startsOn: '2026-08-03', payments: [], years } })
  await inForce(cast.agent, { payments: [payment('2026-12-01')] })
  const rowFor = async (by: Someone) =>
    (await needsOf(by)).housekeeping.find(({ kind }) => kind === 'contracts-without-paydays')
  const listed = async (by: Someone) => (await by.ask('GET', at('/deals?paydays=missing'))).json()
  expect(await rowFor(cast.owner)).toMatchObject({ count: 1 })
  expect((await listed(cast.owner)).rows.map((row: { id: string }) => row.id)).toEqual([id])
  const counts = (await cast.owner.ask('GET', at('/deals/counts?paydays=missing'))).json().stages
  expect(counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(1)
  const schedule = (season: number) => ({
    ruleId: `base-${season}`,
    schedule: { template: 'own', installments: [{ day: `${season}-12-01`, amountMinor: 1_200_000 }] },
  })
  const set = async (season: number) => {
    const { version } = (await cast.owner.ask('GET', at(`/deals/${id}`))).json()
    return cast.owner.ask('PUT', at(`/deals/${id}/paydays`), { version, schedules: [schedule(season)] })
  }
  await set(2026)
  expect(await rowFor(cast.agent)).toMatchObject({ count: 1 })
  const forbid = (permission: string) =>
    cast.owner.ask('PUT', at('/permissions'), { role: 'agent', permission, allowed: false })
  await forbid('money.edit')
  expect(await rowFor(cast.agent)).toBeUndefined()
  await forbid('money.view')
  expect((await listed(cast.agent)).errors).toMatchObject([{ field: 'paydays' }])
  await set(2027)
  expect(await rowFor(cast.owner)).toBeUndefined()
  expect((await listed(cast.owner)).rows).toEqual([])
})

test('an amendment under review shows its own title, company and amount', async () => {
  const { id } = await drive.signed({
    athleteId: athlete,
    companyId: company,
    kind: 'nil',
    terms: { startsOn: '2026-08-03', businessPurpose: 'Fall line', payments: [payment('2026-12-01')] },
  } as never)
  await drive.amend(id, { payments: [{ ...payment('2026-12-01'), amountMinor: 9_999_900 }] }, { title: 'Renamed' })
  expect((await rowOf(cast.player, 'to-sign')) ?? null).toBeNull()
  await drive.submit(id)
  expect(await rowOf(cast.approver, 'approval')).toMatchObject({
    amount: { minor: 9_999_900 },
    deal: { title: 'Renamed', version: 2 },
  })
  await cast.owner.ask('PUT', at('/permissions'), { role: 'compliance', permission: 'money.view', allowed: false })
  expect(await rowOf(cast.approver, 'approval')).toMatchObject({ amount: null, trail: [{ state: 'now' }] })
})

test('a guardian is verified by someone other than the inviter, also by compliance', async () => {
  const facts = {
    givenName: 'Kaia',
    familyName: 'Nakamura',
    birthDate: '2010-03-03',
    level: 'high-school',
    stage: 'signed',
  }
  const minor = (await cast.agent.ask('POST', at('/athletes'), facts)).json().id
  await confirmedGuardian({ people: world.people, organization: cast.organization, athlete: minor, asker: cast.agent })
  const row = await rowOf(cast.approver, 'guardian')
  expect(row).toMatchObject({ athlete: { id: minor, name: 'Kaia Nakamura' } })
  expect(await rowOf(cast.agent, 'guardian')).toBeUndefined()
  const verified = await cast.approver.ask('PUT', at(`/athletes/${minor}/guardians/${row?.id}/verification`), {
    how: 'call',
  })
  expect(verified.statusCode).toBe(204)
  expect(await rowOf(cast.approver, 'guardian')).toBeUndefined()
})

test('each group has a count, and all rows on request', async () => {
  const days = Array.from({ length: 23 }, (_, index) => payment(`2026-10-${String(index + 1).padStart(2, '0')}`))
  await inForce(cast.agent, { payments: days })
  await inForce(cast.agent, { deliverables: [deliverable('Next post', '2026-11-19')] })
  expect((await cast.agent.ask('GET', at('/needs/count'))).json()).toEqual({ count: 23 })
  const [late] = (await needsOf(cast.agent)).groups
  expect([late?.count, late?.rows.length, late?.rows[0]?.day]).toEqual([23, 20, '2026-10-01'])
  expect((await needsOf(cast.agent, '?all=yes')).groups[0]?.rows).toHaveLength(23)
})

test('figures count own or all deals, and contain no amount without permission', async () => {
  await inForce(cast.agent, { payments: [payment('2026-10-01'), payment('2026-11-20'), payment('2026-12-20')] })
  const figures = async (by: Someone, query = ''): Promise<HomeFigures> =>
    (await by.ask('GET', at(`/home-figures${query}`))).json()
  const money = { expected: { minor: 400_000, count: 1 }, late: { minor: 400_000, count: 1 }, receivedMinor: 0 }
  expect(await figures(cast.agent)).toMatchObject({ month: '2026-11', money, deals: { active: 1, inReview: 0 } })
  expect(await figures(cast.owner)).toMatchObject({ money: { late: { count: 0 } }, deals: { active: 0 } })
  expect(await figures(cast.owner, '?scope=everyone')).toMatchObject({ money, deals: { active: 1 } })
  await cast.owner.ask('PUT', at('/permissions'), { role: 'agent', permission: 'money.view', allowed: false })
  expect((await figures(cast.agent)).money).toBeNull()
})

test('a record asks for its own needs, whoever leads its deals', async () => {
  await inForce(cast.agent, {
    payments: [payment('2026-10-01')],
    deliverables: [deliverable('Old post', '2026-11-14')],
  })
  const other = { name: 'Corvane', kind: 'brand' }
  const corvane = (await cast.owner.ask('POST', at('/companies'), other)).json().id
  const late = ['late-payment: Due 2026-10-01', 'overdue-deliverable: Old post']
  for (const query of [`?athlete=${athlete}`, `?company=${company}`]) {
    expect(await summaryOf(cast.owner, query)).toEqual({ late, today: [], week: [] })
  }
  for (const query of [`?athlete=${corvane}`, `?company=${corvane}`]) {
    expect(await summaryOf(cast.owner, query)).toEqual({ late: [], today: [], week: [] })
  }
  // Without a view of all athletes, those assigned still count.
  await cast.owner.ask('PUT', at('/permissions'), { role: 'agent', permission: 'athletes.all', allowed: false })
  expect((await summaryOf(cast.agent, `?athlete=${athlete}`)).late).toEqual([])
  await cast.owner.ask('POST', at('/athletes/changes'), {
    selection: { ids: [athlete] },
    change: { assign: cast.agent.id },
  })
  expect((await summaryOf(cast.agent, `?athlete=${athlete}`)).late).toEqual(late)
})

test('only members who see all athletes may ask for everyone', async () => {
  await cast.owner.ask('PUT', at('/permissions'), { role: 'agent', permission: 'athletes.all', allowed: false })
  expect((await cast.agent.ask('GET', at('/needs?scope=everyone'))).statusCode).toBe(403)
  expect((await cast.agent.ask('GET', at('/home-figures?scope=everyone'))).statusCode).toBe(403)
})

test('its statements are prepared once: none reads all columns', async () => {
  const texts: string[] = []
  const database = {
    query(statement: { text: string; values: unknown[] }) {
      texts.push(statement.text)
      return world.database.query(statement)
    },
  } as unknown as Database
  const parts = { database, clock: () => now, sources: needSources, housekeeping: housekeepingSources }
  const member = { organization: cast.organization, role: 'owner', permissions: permissionsOf('owner', []) } as const
  const viewer = { person: cast.owner, member: { ...member, lacksSecondFactor: false } }
  for (const scope of ['mine', 'everyone'] as const) await createNeedService(parts).list(viewer, { scope })
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.filter((text) => ALL_COLUMNS.test(text))).toEqual([])
})
