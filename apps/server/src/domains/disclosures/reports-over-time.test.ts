// slow: walks reports through years; represented by apps/server/src/domains/disclosures/disclosures.test.ts
import type { AssociatedPayor } from '@sherpa/contracts/compliance'
import type { DealTerms } from '@sherpa/contracts/deal'
import type { Disclosure } from '@sherpa/contracts/disclosure'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { runJob } from '../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'

/** Monday. Wednesday, November 11, is Veterans Day. */
const monday = new Date('2026-11-09T15:00:00Z')
let now = monday
const world = platformForTests({ clock: () => now })
let cast: Awaited<ReturnType<typeof registerCast>>
const deals = dealDriver(() => cast)
let athlete: string

const at = (path = '') => `/api/organizations/${cast.organization}/${path}`
async function must<Body = Disclosure>(asked: ReturnType<Someone['ask']>): Promise<Body> {
  const answer = await asked
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.body ? answer.json() : (undefined as Body)
}

/** An athlete whose deals NIL Go wants to know. */
beforeAll(async () => {
  cast = await registerCast(world)
  await world.database.query("update organizations set created_at = '2026-11-01T12:00:00Z' where id = $1", [
    cast.organization,
  ])
  const facts = { givenName: 'Jonah', familyName: 'Okoye', level: 'college', stage: 'signed', birthDate: '2004-02-01' }
  athlete = (await must<{ id: string }>(cast.owner.ask('POST', at('athletes'), facts))).id
  await world.database.query('update athletes set user_id = $2 where id = $1', [athlete, cast.player.id])
  const changes = { division: 'ncaa-1', enrolledOn: '2024-08-20', juniorYearOn: '2021-08-20' }
  await must(cast.owner.ask('PATCH', at(`athletes/${athlete}/compliance`), { version: 0, changes }))
})
beforeEach(() => {
  now = monday
})

const addCompany = async () =>
  (await must<{ id: string }>(cast.owner.ask('POST', at('companies'), { name: crypto.randomUUID(), kind: 'brand' }))).id
const payment = (amountMinor: number) => ({
  id: crypto.randomUUID(),
  kind: 'base' as const,
  title: 'Fee',
  amountMinor,
  inKind: false,
  schedule: { kind: 'day' as const, day: '2026-12-15' },
})
async function signDeal(amountMinor = 120_000, companyId?: string) {
  const businessPurpose = 'Promotes the winter blend to students of the campus in posts'
  const terms = { startsOn: '2026-11-09', endsOn: '2027-06-30', businessPurpose, payments: [payment(amountMinor)] }
  return deals.signed({ athleteId: athlete, companyId: companyId ?? (await addCompany()), kind: 'nil', terms })
}
async function amend(deal: string, terms: Partial<DealTerms>) {
  await deals.amend(deal, terms)
  await deals.signAll(deal)
}

const load = (id: string) => must(cast.agent.ask('GET', at(`disclosures/${id}`)))
async function reportsOf(deal: string) {
  await runJob(world.app, world.serving, 'judge-all')
  const { rows } = await must<{ rows: Disclosure[] }>(cast.agent.ask('GET', at(`disclosures?kind=nil-go&deal=${deal}`)))
  return rows
}
/** The report that the rule opened. */
async function openReport(deal?: string) {
  const [report] = await reportsOf(deal ?? (await signDeal()).id)
  return load(report?.id ?? '')
}
const change = async (id: string, changes: object) =>
  must(cast.agent.ask('PATCH', at(`disclosures/${id}`), { version: (await load(id)).version, changes }))
const move = async (id: string, name: string, more = {}) =>
  must(
    cast.agent.ask('POST', at(`disclosures/${id}/moves`), { version: (await load(id)).version, move: name, ...more }),
  )
async function file({ id, packet }: Disclosure, typed: Record<string, string> = {}) {
  const unknown = packet.fields
    .filter(({ value }) => value === null)
    .map(({ key }) => [key, key === 'schoolEmail' ? 'jonah@school.example' : 'Known'])
  await change(id, { answers: { ...Object.fromEntries(unknown), ...typed } })
  await move(id, 'prepare')
  return move(id, 'submit', { confirmation: 'NG-1' })
}

test('a report that was withdrawn with a reason stays withdrawn until an amendment is in force', async () => {
  const deal = await signDeal()
  const { id } = await openReport(deal.id)
  await move(id, 'withdraw', { comment: 'The school has filed it' })
  const statesOf = async () => (await reportsOf(deal.id)).map(({ state }) => state).toSorted()
  expect(await statesOf()).toEqual(['withdrawn'])
  await amend(deal.id, { endsOn: '2027-12-31' })
  expect(await statesOf()).toEqual(['draft', 'withdrawn'])
  expect(await load(id)).toMatchObject({ state: 'withdrawn', comment: 'The school has filed it' })
})

test('a withdrawn report opens again once a total makes it necessary again', async () => {
  const companyId = await addCompany()
  const deal = await signDeal(40_000, companyId)
  const later = await signDeal(30_000, companyId)
  const { id } = await openReport(deal.id)
  await move(id, 'withdraw', { comment: 'The later deal will not happen' })
  const statesAfter = async (amountMinor: number) => {
    await amend(later.id, { payments: [payment(amountMinor)] })
    return (await reportsOf(deal.id)).map(({ state }) => state).toSorted()
  }
  expect(await statesAfter(25_000)).toEqual(['withdrawn'])
  expect(await statesAfter(10_000)).toEqual(['withdrawn'])
  expect(await statesAfter(50_000)).toEqual(['draft', 'withdrawn'])
})

test('a revision carries typed text only while its record is unchanged', async () => {
  const deal = await signDeal()
  const typed = { obligations: '2 posts', purpose: 'Promotes the winter blend to all students of the campus in posts' }
  const filed = await file(await openReport(deal.id), typed)
  const ten = { title: 'Post', platform: null, count: 10, dueOn: '2026-12-01', disclosureTag: '#ad' }
  await amend(deal.id, { deliverables: [{ ...ten, id: crypto.randomUUID() }] } as Partial<DealTerms>)
  const { state, revisedById } = await load(filed.id)
  expect(state).toBe('revised')
  const revision = await load(revisedById ?? '')
  const fieldOf = (key: string) => revision.packet.fields.find((field) => field.key === key)
  expect(fieldOf('obligations')).toMatchObject({ value: '10 × Post', entered: false })
  expect(fieldOf('purpose')).toMatchObject({ value: typed.purpose, entered: true })
  expect(fieldOf('ncaaId')).toMatchObject({ value: 'Known', entered: true })

  const { packet } = await change(revision.id, { answers: { obligations: '2 posts' } })
  expect(packet.checks.find(({ id }) => id === 'terms')).toMatchObject({
    title: 'Packet differs from the deal',
    detail: 'The packet says 2 posts, the deal says 10 × Post.',
  })
})

test('a recorded value needs the permission of the entered one', async () => {
  await world.database.query("update athletes set email = 'jonah@school.example' where id = $1", [athlete])
  const { id } = await openReport()
  await change(id, { answers: { schoolEmail: 'okoye@school.example' } })
  const emailFor = async (who: Someone) =>
    (await must(who.ask('GET', at(`disclosures/${id}`)))).packet.fields.find(({ key }) => key === 'schoolEmail')
  expect(await emailFor(cast.agent)).toMatchObject({ value: 'okoye@school.example', recorded: 'jonah@school.example' })
  const allow = (allowed: boolean) =>
    must(cast.owner.ask('PUT', at('permissions'), { role: 'compliance', permission: 'athletes.sensitive', allowed }))
  await allow(false)
  const hidden = await emailFor(cast.approver)
  await allow(true)
  expect(hidden).toMatchObject({ value: null, hidden: true })
  expect(hidden).not.toHaveProperty('recorded')
})

test('a handover moves and returns only the role that the person had', async () => {
  const omar = await world.people.registerMember(cast.organization, 'Omar Haddad', 'agent')
  const lin = cast.approver
  const people = [
    { preparerId: lin.id, submitterId: omar.id },
    { preparerId: omar.id, submitterId: lin.id },
    { preparerId: null, submitterId: omar.id },
    { preparerId: omar.id, submitterId: omar.id },
  ]
  const ids: string[] = []
  for (const changes of people) {
    const { id } = await openReport()
    await change(id, changes)
    ids.push(id)
  }
  const peopleOf = async () => {
    const reports = await Promise.all(ids.map(load))
    return reports.map(({ preparer, submitter }) => [preparer?.name, submitter?.name])
  }
  await must(cast.owner.ask('DELETE', at(`people/${omar.id}?disclosures=${lin.id}`)))
  expect(await peopleOf()).toEqual([
    [lin.name, lin.name],
    [lin.name, lin.name],
    [undefined, lin.name],
    [lin.name, lin.name],
  ])
  await world.people.join(cast.owner, cast.organization, omar, 'agent')
  const { handovers } = await must<{ handovers: { id: string }[] }>(cast.owner.ask('GET', at('handovers')))
  const back = await must<object>(cast.owner.ask('POST', at(`handovers/${handovers[0]?.id}/reversal`)))
  expect(back).toEqual({ counts: { disclosures: 4 } })
  expect(await peopleOf()).toEqual([
    [lin.name, omar.name],
    [omar.name, lin.name],
    [undefined, omar.name],
    [omar.name, omar.name],
  ])
})

test('payors are no longer asked once a report is revised or has an outcome', async () => {
  const reports: Disclosure[] = []
  for (const _ of Array(3).keys()) {
    const { id } = await openReport()
    const ask = { version: (await load(id)).version, name: 'Dana', email: `payor-${id}@kettle.example` }
    reports.push(await file(await must(cast.agent.ask('POST', at(`disclosures/${id}/attestation`), ask))))
  }
  const [waiting, revised, cleared] = reports.map(({ id }) => id) as [string, string, string]
  await move(revised, 'revise')
  await move(cleared, 'clear')
  now = new Date('2026-11-11T15:00:00Z')
  await runJob(world.app, world.serving, 'remind-of-deal-dates')
  const mailed = await world.database.query<{ recipient: string }>(
    "select recipient from outgoing_mail where kind = 'payor-request' and details->>'day' = '2'",
  )
  expect(mailed.rows).toEqual([{ recipient: `payor-${waiting}@kettle.example` }])
  now = new Date('2026-11-15T15:00:00Z')
  const { payors } = await must<{ payors: AssociatedPayor[] }>(cast.agent.ask('GET', at('compliance/payors')))
  expect(payors.map(({ attestation }) => attestation)).toEqual([
    { state: 'presumed', on: '2026-11-09', disclosureId: waiting },
  ])
  expect((await load(cleared)).attestation).toBeNull()
})
