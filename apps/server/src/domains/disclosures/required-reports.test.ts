// slow: every rule for reports; represented by apps/server/src/domains/disclosures/disclosures.test.ts
import type { ActivityEvent } from '@sherpa/contracts/activity'
import type { Athlete } from '@sherpa/contracts/athlete'
import type { Deal } from '@sherpa/contracts/deal'
import type { Disclosure, DisclosureRow } from '@sherpa/contracts/disclosure'
import type { Needs } from '@sherpa/contracts/home'
import type { EnteredFact, EnteredFacts, MissingFacts } from '@sherpa/contracts/missing-facts'
import type { Notification } from '@sherpa/contracts/notification'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../../packages/contracts/test/seeded-random.ts'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { runJob } from '../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { pdf } from '../../../test/sample-files.ts'
import { disclosureDueMail } from './disclosure-mail.ts'

/** Monday. Wednesday, November 11, is Veterans Day. */
const monday = new Date('2026-11-09T15:00:00Z')
let now = monday
const world = platformForTests({ clock: () => now })
let cast: Awaited<ReturnType<typeof registerCast>>
const deals = dealDriver(() => cast)
let athlete: string
/** In a state whose law asks for nothing before signing, as far as is on file. */
let schoolElsewhere: string

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
  const elsewhere = { name: 'Sierra State', kind: 'school', website: null }
  schoolElsewhere = (await must<{ id: string }>(cast.owner.ask('POST', at('companies'), elsewhere))).id
  const inCalifornia = { version: 0, changes: { state: 'CA' } }
  await must(cast.owner.ask('PATCH', at(`companies/${schoolElsewhere}/compliance`), inCalifornia))
  const ofSchool = { schoolId: schoolElsewhere }
  const changes = { division: 'ncaa-1', enrolledOn: '2024-08-20', juniorYearOn: '2021-08-20', ...ofSchool }
  await must(cast.owner.ask('PATCH', at(`athletes/${athlete}/compliance`), { version: 0, changes }))
})
beforeEach(() => {
  now = monday
})

const addCompany = async (name: string) =>
  (await must<{ id: string }>(cast.owner.ask('POST', at('companies'), { name, kind: 'brand' }))).id

const payment = (amountMinor: number) => ({
  id: crypto.randomUUID(),
  kind: 'base' as const,
  title: 'Fee',
  amountMinor,
  inKind: false,
  schedule: { kind: 'day' as const, day: '2026-12-15' },
})
async function signDeal(amountMinor: number, companyId?: string, athleteId = athlete) {
  const businessPurpose = 'Promotes the winter blend to students of the campus in posts'
  const terms = { startsOn: '2026-11-09', endsOn: '2027-06-30', businessPurpose, payments: [payment(amountMinor)] }
  return deals.signed({
    athleteId,
    companyId: companyId ?? (await addCompany(crypto.randomUUID())),
    kind: 'nil',
    terms,
  })
}

/** The report that the rule opened. */
async function reportOf(deal: string): Promise<Disclosure> {
  await runJob(world.app, world.serving, 'judge-all')
  const { rows } = await must<{ rows: { id: string }[] }>(
    cast.agent.ask('GET', at(`disclosures?kind=nil-go&deal=${deal}`)),
  )
  return must(cast.agent.ask('GET', at(`disclosures/${rows[0]?.id}`)))
}

test('an amendment leaves the clock of a report that was never filed', async () => {
  const deal = await signDeal(120_000)
  expect(await reportOf(deal.id)).toMatchObject({ countsFrom: '2026-11-09', dueOn: '2026-11-17' })
  now = new Date('2026-11-20T15:00:00Z')
  await deals.amend(deal.id, { endsOn: '2027-12-31' })
  await deals.signAll(deal.id)
  expect(await reportOf(deal.id)).toMatchObject({ countsFrom: '2026-11-09', dueOn: '2026-11-17', earlier: [] })
})

test('an amendment that takes the deal to $600 starts the clock', async () => {
  const deal = await signDeal(50_000)
  now = new Date('2026-11-16T15:00:00Z')
  await deals.amend(deal.id, { payments: [payment(70_000)] })
  await deals.signAll(deal.id)
  expect(await reportOf(deal.id)).toMatchObject({ countsFrom: '2026-11-16', dueOn: '2026-11-23' })
})

test('a report that a later deal makes necessary counts from the day of that deal', async () => {
  const companyId = await addCompany('Slowly Growing')
  const first = await signDeal(40_000, companyId)
  now = new Date('2026-11-16T15:00:00Z')
  await signDeal(20_000, companyId)
  expect(await reportOf(first.id)).toMatchObject({ countsFrom: '2026-11-16', dueOn: '2026-11-23' })
})

describe('with facts missing', () => {
  async function reportsOf(deal: string) {
    await runJob(world.app, world.serving, 'judge-all')
    return (await must<{ rows: DisclosureRow[] }>(cast.agent.ask('GET', at(`disclosures?kind=nil-go&deal=${deal}`))))
      .rows
  }
  const needs = async () =>
    (await must<Needs>(cast.owner.ask('GET', at('needs?scope=everyone')))).groups.flatMap(({ rows }) => rows)

  async function addUnknownAthlete(familyName: string) {
    const facts = { givenName: 'Theo', familyName, birthDate: '2004-02-01' }
    const added = await must<Athlete>(cast.owner.ask('POST', at('athletes'), facts))
    await enter(added.id, 0, { schoolId: schoolElsewhere })
    await lendAccountTo(added.id)
    return added
  }
  const lendAccountTo = async (id: string) => {
    await world.database.query('update athletes set user_id = null where user_id = $1', [cast.player.id])
    await world.database.query('update athletes set user_id = $2 where id = $1', [id, cast.player.id])
  }
  afterEach(() => lendAccountTo(athlete))

  const enter = (id: string, version: number, changes: object) =>
    must<{ version: number }>(cast.owner.ask('PATCH', at(`athletes/${id}/compliance`), { version, changes }))

  test('a signed deal opens a report with its earliest day, which follows the facts as they are entered', async () => {
    const unknown = await addUnknownAthlete('Lind')
    expect(unknown).toMatchObject({ level: null, stage: null })
    const deal = await signDeal(60_000, undefined, unknown.id)
    const missing = ['athlete.level', 'athlete.division', 'athlete.enrolledOn']
    const [report] = await reportsOf(deal.id)
    expect(report).toMatchObject({ kind: 'nil-go', state: 'draft', dueOn: '2026-11-17', missing })
    now = new Date('2026-11-12T15:00:00Z')
    const ofDivision = { kind: 'missing-fact', title: 'Division missing', fact: 'athlete.division', day: '2026-11-17' }
    expect(await needs()).toContainEqual(expect.objectContaining({ ...ofDivision, about: '1 athlete, 1 deal' }))
    // Not one row per deal beside it.
    expect((await needs()).filter(({ kind }) => kind === 'disclosure').map(({ id }) => id)).not.toContain(report?.id)
    now = monday
    const home = await must<Needs>(cast.agent.ask('GET', at('needs')))
    expect(home.housekeeping).toContainEqual(expect.objectContaining({ kind: 'unjudged-reports', count: 1 }))
    now = new Date('2026-11-12T15:00:00Z')
    await must(
      cast.owner.ask('PATCH', at(`athletes/${unknown.id}`), {
        version: unknown.version,
        changes: { level: 'college', stage: 'signed' },
      }),
    )
    await enter(unknown.id, 1, { division: 'ncaa-1' })
    expect(await reportsOf(deal.id)).toMatchObject([{ dueOn: '2026-11-17', missing: ['athlete.enrolledOn'] }])
    // The deal is from before enrollment, so the day of enrollment moves the deadline.
    await enter(unknown.id, 2, { enrolledOn: '2027-01-11', juniorYearOn: '2023-08-14' })
    expect(await reportsOf(deal.id)).toMatchObject([{ dueOn: '2027-01-25', missing: [] }])
    await enter(unknown.id, 3, { division: 'naia' })
    expect(await reportsOf(deal.id)).toMatchObject([{ state: 'withdrawn', missing: [] }])
  })

  test('a row that an officer closed with a reason stays closed until a fact changes', async () => {
    const { id } = await addUnknownAthlete('Closed')
    const deal = await signDeal(60_000, undefined, id)
    const [row] = await reportsOf(deal.id)
    const withdraw = (comment?: string) => {
      const body = { version: row?.version, move: 'withdraw', ...(comment && { comment }) }
      return cast.agent.ask('POST', at(`disclosures/${row?.id}/moves`), body)
    }
    expect((await withdraw()).json()).toMatchObject({ errors: [{ field: 'comment' }] })
    await must(withdraw('He plays in Europe'))
    expect(await reportsOf(deal.id)).toMatchObject([{ state: 'withdrawn' }])
    await enter(id, 1, { division: 'ncaa-1' })
    const missing = ['athlete.level', 'athlete.enrolledOn']
    expect((await reportsOf(deal.id)).find(({ state }) => state === 'draft')).toMatchObject({ missing })
  })

  test('a reminder says that nobody can tell yet, and what is missing', async () => {
    const { id } = await addUnknownAthlete('Reminded')
    const [row] = await reportsOf((await signDeal(60_000, undefined, id)).id)
    now = new Date('2026-11-16T15:00:00Z')
    await runJob(world.app, world.serving, 'remind-of-deal-dates')
    const { rows } = await world.database.query(
      "select details->>'missing' as missing from outgoing_mail where kind = 'disclosure-due' and details->>'disclosure' = $1",
      [row?.id],
    )
    expect(rows[0]?.missing).toContain('athlete.division')
    const inbox = await must<{ rows: Notification[] }>(cast.agent.ask('GET', at('notifications')))
    expect(inbox.rows.find(({ details }) => details.disclosure === row?.id)?.details.missing).toEqual(row?.missing)
    const mail = { name: 'Olive', organization: cast.organization, organizationName: 'Ridgeline', disclosure: id }
    const words = { ...mail, title: 'NIL Go report', date: 'November 17, 2026', missing: row?.missing ?? [] }
    expect(JSON.stringify(disclosureDueMail.words(words, (path) => path))).toContain(
      'Cannot tell yet, at latest November 17',
    )
  })

  test('a deal that need not be reported whatever they are opens none', async () => {
    const { id } = await addUnknownAthlete('Below')
    const deal = await signDeal(59_900, undefined, id)
    expect(await reportsOf(deal.id)).toEqual([])
  })

  describe('entered for many', () => {
    const load = (who: Someone, asked = '') => must<MissingFacts>(who.ask('GET', at(`missing-facts${asked}`)))
    const send = (facts: EnteredFact[], who = cast.owner) => who.ask('POST', at('missing-facts'), { facts })
    const preview = (facts: EnteredFact[]) =>
      must<EnteredFacts>(cast.owner.ask('POST', at('missing-facts/preview'), { facts }))
    const newest = async () => (await must<{ rows: ActivityEvent[] }>(cast.owner.ask('GET', at('activity')))).rows
    let one: { id: string; deal: string }
    let other: { id: string; deal: string }

    async function addUnjudged(familyName: string) {
      const { id } = await addUnknownAthlete(familyName)
      const deal = (await signDeal(60_000, undefined, id)).id
      await reportsOf(deal)
      return { id, deal }
    }
    beforeAll(async () => {
      one = await addUnjudged('Perrin')
      other = await addUnjudged('Mensah')
    })

    test('whatever is known, no list is silent about an open report, and each fact moves or closes its reports', async () => {
      const random = seededRandom(49)
      const pick = <Value>(values: readonly Value[]) => values[random(0, values.length - 1)] as Value
      const guess = (fact: string, id: string) =>
        ({
          'athlete.level': { fact, id, value: pick(['high-school', 'college', 'pro']) },
          'athlete.division': { fact, id, value: pick(['ncaa-1', 'ncaa-1', 'ncaa-3', 'naia']) },
          'athlete.enrolledOn': { fact, id, value: pick(['2024-08-20', '2027-01-11']) },
          'athlete.juniorYearOn': { fact, id, value: pick(['2021-08-20', '2026-08-20']) },
        })[fact] as EnteredFact | undefined
      for (let index = 0; index < 8; index++) {
        const { id } = await addUnknownAthlete(`Random ${index}`)
        const facts = ['athlete.level', 'athlete.division', 'athlete.enrolledOn', 'athlete.juniorYearOn']
        const known = facts.filter(() => random(0, 2) === 0).flatMap((fact) => guess(fact, id) ?? [])
        if (known.length > 0) await must(send(known))
        const deal = await signDeal(pick([59_900, 60_000, 120_000]), undefined, id)
        for (let filled = 0; filled <= facts.length; filled++) {
          const open = (await reportsOf(deal.id)).filter(({ missing }) => missing.length > 0)
          now = pick([monday, new Date('2026-11-12T15:00:00Z'), new Date('2026-11-20T15:00:00Z')])
          const listed = await load(cast.owner, `?athlete=${id}`)
          expect(listed.rows.map((row) => row.id).toSorted()).toEqual(open.map((row) => row.id).toSorted())
          const { groups, housekeeping } = await must<Needs>(cast.agent.ask('GET', at('needs?all=yes')))
          const shown = groups.flatMap(({ rows }) => rows.flatMap(({ fact }) => fact ?? []))
          const isLater = housekeeping.some(({ kind }) => kind === 'unjudged-reports')
          for (const { missing } of open) expect(isLater || missing.some((fact) => shown.includes(fact))).toBe(true)
          now = monday
          const facts = listed.athletes[0]?.missing.flatMap((fact) => guess(fact, id) ?? []) ?? []
          if (open.length === 0 || facts.length === 0) break
          const next = pick(facts)
          const waiting = open.filter(({ missing }) => missing.includes(next.fact))
          const before = new Set((await newest()).map((event) => event.id))
          const { rows } = await must<EnteredFacts>(send([next]))
          const told = (await newest()).filter((event) => !before.has(event.id)).map(({ details }) => details)
          for (const report of waiting) {
            const after = rows.find((row) => row.id === report.id)
            expect(after?.missing ?? []).not.toContain(next.fact)
            expect(told).toContainEqual(expect.stringContaining(report.id))
          }
        }
      }
    })

    test('are listed by fact and by athlete, with the reports that wait for them', async () => {
      const { groups, counts, ask, ...listed } = await load(cast.owner)
      expect(groups.map(({ fact }) => fact)).toContain('athlete.division')
      expect(groups.find(({ fact }) => fact === 'athlete.level')).toMatchObject({ dueOn: '2026-11-17' })
      expect(counts.unknown).toBe(listed.total)
      expect(ask).toEqual([])
      const { athletes, rows, total } = await load(cast.owner, `?athlete=${one.id}`)
      const missing = ['athlete.level', 'athlete.division', 'athlete.enrolledOn']
      expect(athletes).toMatchObject([{ id: one.id, name: 'Theo Perrin', known: {}, missing, rows: 1 }])
      expect([total, rows]).toMatchObject([1, [{ deal: { id: one.deal }, missing, dueOn: '2026-11-17' }]])
      expect((await load(cast.owner, `?fact=athlete.sport&deal=${one.deal}`)).rows).toEqual([])
    })

    test('are shown to nobody who may not see the reports, who is told whom to ask', async () => {
      const staff = await world.people.registerMember(cast.organization, 'Ina Staff', 'support-staff')
      const seen = await load(staff, `?athlete=${one.id}`)
      expect(seen).toMatchObject({ groups: [], rows: [], athletes: [], total: 0, unjudged: 0 })
      expect(seen.ask).toContain('Lin Zhao')
      expect((await send([{ fact: 'athlete.level', id: one.id, value: 'college' }], staff)).statusCode).toBe(403)
      expect((await cast.player.ask('GET', at('missing-facts'))).statusCode).toBe(403)
      const unknown = [{ fact: 'athlete.level', id: crypto.randomUUID(), value: 'college' }] as const
      expect((await send([...unknown])).statusCode).toBe(404)
    })

    test('say before and after what becomes of each report, in one event, and keep what is known by now', async () => {
      const facts = [one, other].flatMap(({ id }): EnteredFact[] => [
        { fact: 'athlete.level', id, value: 'college' },
        { fact: 'athlete.division', id, value: id === one.id ? 'ncaa-1' : 'ncaa-3' },
        { fact: 'athlete.enrolledOn', id, value: '2024-08-20' },
      ])
      const told = {
        entered: 6,
        kept: [],
        rows: expect.arrayContaining([
          expect.objectContaining({ outcome: 'due', dueOn: '2026-11-17', missing: [] }),
          expect.objectContaining({ outcome: 'nothing', why: expect.stringContaining('Division I') }),
        ]),
      }
      const events = (await newest()).length
      expect(await preview(facts)).toEqual(told)
      expect((await newest()).length).toBe(events)
      expect((await load(cast.owner, `?athlete=${one.id}`)).total).toBe(1)

      const entered = await must<EnteredFacts>(send(facts))
      expect(entered).toEqual(told)
      expect((await newest()).filter(({ event }) => event.startsWith('athlete'))[0]).toMatchObject({
        event: 'athletes-changed',
        details: '2: level, division, enrolledOn',
      })
      expect((await load(cast.owner, `?athlete=${one.id}`)).total).toBe(0)
      const timeline = await must<{ rows: object[] }>(cast.owner.ask('GET', at(`athletes/${other.id}/timeline`)))
      expect(timeline.rows).toContainEqual(expect.objectContaining({ kind: 'disclosure-moved' }))

      const again = await must<EnteredFacts>(send([{ fact: 'athlete.division', id: one.id, value: 'naia' }]))
      expect(again).toEqual({
        entered: 0,
        kept: [{ fact: 'athlete.division', id: one.id, name: 'Theo Perrin', value: 'ncaa-1' }],
        rows: [],
      })
    })
  })
})

describe('each rule with a filing', () => {
  type Situation = {
    kind: string
    /** Facts of the athlete and their compliance facts with which it has a deadline. */
    facts: Record<string, string>
    compliance?: Record<string, string>
    dueOn: string
    /** Signs what it is about. */
    sign: (athlete: string) => Promise<unknown>
  }
  const collegeFacts = { division: 'ncaa-1', enrolledOn: '2024-08-20', juniorYearOn: '2021-08-20' }
  const signUnpaid = (id: string) => signDeal(50_000, undefined, id)
  const situations: Record<string, Situation> = {
    'nil-go-report': {
      kind: 'nil-go',
      facts: { level: 'college' },
      compliance: collegeFacts,
      dueOn: '2026-11-17',
      sign: (id) => signDeal(60_000, undefined, id),
    },
    'ad-notice-72h': { kind: 'school-72h', facts: { level: 'college' }, dueOn: '2026-11-12', sign: signAgreement },
    'hs-state-table': {
      kind: 'state-association',
      facts: { level: 'high-school', state: 'OH' },
      dueOn: '2026-11-23',
      sign: signUnpaid,
    },
  }
  const cases = Object.entries(situations).flatMap(([rule, { facts, compliance }]) =>
    Object.keys({ ...facts, ...compliance }).map((fact) => [rule, fact] as const),
  )

  async function signAgreement(id: string) {
    await world.people.setUpSecondFactor(cast.owner)
    const path = at(`athletes/${id}/agreements`)
    const terms = { startsOn: '2026-11-09', endsOn: null, scope: ['nil'], agents: [cast.agent.id], note: null }
    const agreement = await must<{ id: string }>(cast.agent.ask('POST', path, terms))
    const own = `${path}/${agreement.id}`
    const octets = { 'content-type': 'application/octet-stream' }
    const { version } = await must<{ version: number }>(cast.agent.ask('POST', `${own}/document`, pdf, octets))
    const signature = { version, signedOn: '2026-11-09', signedTime: '09:30', ...cast.owner.proof() }
    await must(cast.owner.ask('PUT', `${own}/signature`, signature))
  }

  async function rowsOf(id: string, kind: string) {
    await runJob(world.app, world.serving, 'judge-all')
    const { rows } = await must<{ rows: DisclosureRow[] }>(cast.agent.ask('GET', at(`disclosures?athlete=${id}`)))
    return rows.filter((row) => row.kind === kind)
  }
  const toldOf = async (row: string | undefined) =>
    (await must<{ rows: ActivityEvent[] }>(cast.owner.ask('GET', at('activity?limit=50')))).rows
      .filter(({ details }) => details?.includes(row ?? ''))
      .map(({ event, changes }) => [event, changes.find(({ field }) => field === 'missing')?.after])

  const isFact = (fact: string) => fact in { level: 1, state: 1 }
  async function addAthlete(facts: object, compliance: object) {
    const names = { givenName: 'Nia', familyName: `Unknown ${crypto.randomUUID()}`, birthDate: '2008-02-01' }
    const { id } = await must<Athlete>(cast.owner.ask('POST', at('athletes'), { ...names, ...facts }))
    await world.database.query('update athletes set user_id = null where user_id = $1', [cast.player.id])
    await world.database.query('update athletes set user_id = $2 where id = $1', [id, cast.player.id])
    if (Object.keys(compliance).length > 0) await enterFacts(id, compliance)
    return id
  }
  async function enterFacts(id: string, changes: object) {
    const { version } = await must<{ version: number }>(cast.owner.ask('GET', at(`athletes/${id}/compliance`)))
    await must(cast.owner.ask('PATCH', at(`athletes/${id}/compliance`), { version, changes }))
  }
  async function correct(id: string, changes: object) {
    const { version } = await must<Athlete>(cast.owner.ask('GET', at(`athletes/${id}`)))
    await must(cast.owner.ask('PATCH', at(`athletes/${id}`), { version, changes }))
  }
  afterEach(async () => {
    await world.database.query('update athletes set user_id = null where user_id = $1', [cast.player.id])
    await world.database.query('update athletes set user_id = $2 where id = $1', [athlete, cast.player.id])
  })

  test.each(cases)(
    '%s without %s opens a row with a day; the fact keeps or closes it, and an event says so',
    async (rule, fact) => {
      const { kind, facts, compliance = {}, dueOn, sign } = situations[rule] as Situation
      const known = (from: object) => Object.fromEntries(Object.entries(from).filter(([name]) => name !== fact))
      const id = await addAthlete(known(facts), known(compliance))
      await sign(id)
      const opened = await rowsOf(id, kind)
      const isAsked = !(rule === 'nil-go-report' && fact === 'juniorYearOn')
      expect(opened).toMatchObject([{ state: 'draft', dueOn, missing: isAsked ? [`athlete.${fact}`] : [] }])
      const value = { ...facts, ...compliance }[fact] as string
      await (isFact(fact) ? correct(id, { [fact]: value }) : enterFacts(id, { [fact]: value }))
      expect(await rowsOf(id, kind)).toMatchObject([{ state: 'draft', dueOn, missing: [] }])
      if (isAsked) expect(await toldOf(opened[0]?.id)).toContainEqual(['disclosure-changed', null])
      // Known again to be unknown, then known to be out of the rule.
      await correct(id, { level: null })
      await rowsOf(id, kind)
      await correct(id, { level: 'pro' })
      expect(await rowsOf(id, kind)).toMatchObject([{ state: 'withdrawn', missing: [] }])
      expect(await toldOf(opened[0]?.id)).toContainEqual(['disclosure-moved', null])
    },
  )

  test('opens nothing for an adult pro or college athlete whose state is unknown, and closes what turns out to have no day', async () => {
    for (const level of ['pro', 'college']) {
      const id = await addAthlete({ level }, {})
      await signUnpaid(id)
      expect(await rowsOf(id, 'state-association')).toEqual([])
    }
    const id = await addAthlete({ level: 'high-school' }, {})
    await signUnpaid(id)
    expect(await rowsOf(id, 'state-association')).toMatchObject([{ state: 'draft', missing: ['athlete.state'] }])
    // Alabama prohibits the deal and asks for no notice.
    await correct(id, { state: 'AL' })
    expect(await rowsOf(id, 'state-association')).toMatchObject([{ state: 'withdrawn', missing: [] }])
  })

  test('a notice to the state association is visible without money, and has a packet and proof', async () => {
    const id = await addAthlete({ level: 'high-school', state: 'OH' }, {})
    await signDeal(59_900, undefined, id)
    const [row] = await rowsOf(id, 'state-association')
    const coach = await world.people.registerMember(cast.organization, 'Cora Coach', 'support-staff')
    const seen = await must<Disclosure>(coach.ask('GET', at(`disclosures/${row?.id}`)))
    expect(JSON.stringify(seen)).not.toContain('599')
    expect(seen.packet.fields.map(({ label }) => label)).toContain('Company')
    const unknown = seen.packet.fields.filter(({ value }) => value === null)
    const answers = Object.fromEntries(unknown.map(({ key }) => [key, 'Known']))
    const body = { version: row?.version, changes: { answers } }
    const filled = await must(cast.agent.ask('PATCH', at(`disclosures/${row?.id}`), body))
    const move = (version: number, name: string, more = {}) =>
      must(cast.agent.ask('POST', at(`disclosures/${row?.id}/moves`), { version, move: name, ...more }))
    const ready = await move(filled.version, 'prepare')
    expect(await move(ready.version, 'submit', { confirmation: 'OHSAA-7' })).toMatchObject({ state: 'submitted' })
  })
})

describe('a report whose day had passed', () => {
  const housekeeping = async () => (await must<Needs>(cast.owner.ask('GET', at('needs?scope=everyone')))).housekeeping
  const needed = async () =>
    (await must<Needs>(cast.owner.ask('GET', at('needs?scope=everyone')))).groups.flatMap(({ rows }) =>
      rows.map(({ id }) => id),
    )
  const listed = async (filter: string) =>
    (await must<{ rows: DisclosureRow[] }>(cast.agent.ask('GET', at(`disclosures?${filter}`)))).rows.map(({ id }) => id)
  const verdictOf = async (deal: string) =>
    (
      await must<{ verdicts: { rule: string; dueBeforeJoining?: true }[] }>(
        cast.owner.ask('GET', at(`deals/${deal}/verdicts`)),
      )
    ).verdicts.find(({ rule }) => rule === 'nil-go-report')

  test('before the organization joined has a row that is never late, and moves into the day once it has one', async () => {
    now = new Date('2026-10-05T15:00:00Z')
    const deal = await signDeal(60_000)
    now = monday
    const report = await reportOf(deal.id)
    expect(report).toMatchObject({ state: 'draft', dueOn: '2026-10-13', dueBefore: 'joining' })
    expect(await listed('')).not.toContain(report.id)
    expect(await listed('before=joining')).toContain(report.id)
    expect(await needed()).not.toContain(report.id)
    expect(await housekeeping()).toContainEqual(expect.objectContaining({ kind: 'reports-before-joining' }))
    expect(await verdictOf(deal.id)).toMatchObject({ dueBeforeJoining: true })
    const corrected = { version: report.version, changes: { countsFrom: '2026-11-06' } }
    const moved = await must(cast.agent.ask('PATCH', at(`disclosures/${report.id}`), corrected))
    expect(moved).toMatchObject({ dueOn: '2026-11-16', dueBefore: null })
    expect(await listed('')).toContain(report.id)
  })

  test('before an update opens quietly, in a run that may stop and start again, and what follows is late', async () => {
    // The migration does this for organizations of its day.
    await world.database.query("insert into repairs (organization_id, name) values ($1, 'disclosures')", [
      cast.organization,
    ])
    const level = async (to: string | null) => {
      const { version } = await must<Athlete>(cast.owner.ask('GET', at(`athletes/${athlete}`)))
      await must(cast.owner.ask('PATCH', at(`athletes/${athlete}`), { version, changes: { level: to } }))
    }
    await level('pro')
    const [deal, second] = [await signDeal(60_000), await signDeal(70_000)]
    now = new Date('2026-11-20T15:00:00Z')
    await level('college')
    const judgeAfterUpdate = () => runJob(world.app, world.serving, 'judge-after-update')
    await judgeAfterUpdate()
    const report = await reportOf(deal.id)
    expect(report).toMatchObject({ dueOn: '2026-11-17', dueBefore: 'update' })
    expect(await needed()).not.toContain(report.id)
    expect(await housekeeping()).toContainEqual(expect.objectContaining({ kind: 'reports-before-update' }))
    await judgeAfterUpdate()
    const events = "select count(*)::int from audit_events where event = 'deadlines-checked'"
    expect((await world.database.query(events)).rows).toEqual([{ count: 1 }])
    // A report that opens now is late like any other.
    const withdrawn = await reportOf(second.id)
    const withdraw = { version: withdrawn.version, move: 'withdraw', comment: 'Filed by the school' }
    await must(cast.agent.ask('POST', at(`disclosures/${withdrawn.id}/moves`), withdraw))
    await level('pro')
    await runJob(world.app, world.serving, 'judge-all')
    await level('college')
    await runJob(world.app, world.serving, 'judge-all')
    const { rows } = await must<{ rows: DisclosureRow[] }>(cast.agent.ask('GET', at(`disclosures?deal=${second.id}`)))
    expect(rows.find(({ state }) => state === 'draft')).toMatchObject({ dueOn: '2026-11-17', dueBefore: null })
  })
})

describe('a disclosure to the school before signing', () => {
  let student: string
  let school: string

  const disclosures = async (deal: string) => {
    await runJob(world.app, world.serving, 'judge-all')
    const path = at(`disclosures?kind=school-before-signing&deal=${deal}`)
    return (await must<{ rows: DisclosureRow[] }>(cast.agent.ask('GET', path))).rows
  }
  const about = async () =>
    (await must<Needs>(cast.owner.ask('GET', at('needs?scope=everyone')))).groups
      .flatMap(({ rows }) => rows)
      .map((row) => row.about)
  const sendFor = async (deal: string) => {
    const { newestVersion } = await deals.load(deal)
    const link = { purpose: 'signature', number: newestVersion, name: 'Sofia Brandt', title: null }
    return must<{ warnings: string[] }>(
      cast.agent.ask('POST', at(`deals/${deal}/links`), { ...link, email: 'sofia@kettle.example' }),
    )
  }
  const file = async (id: string) => {
    const ask = (path: string, body: object) => cast.agent.ask('POST', at(`disclosures/${id}/${path}`), body)
    const { version } = await must(ask('moves', { version: 1, move: 'prepare' }))
    return must(ask('moves', { version, move: 'submit', confirmation: 'Mail of the compliance office' }))
  }
  const setState = async (version: number, state: string | null) =>
    must(cast.owner.ask('PATCH', at(`companies/${school}/compliance`), { version, changes: { state } }))

  async function draftDeal() {
    const terms = {
      startsOn: '2026-11-09',
      endsOn: '2027-06-30',
      businessPurpose: 'Promotes the winter blend to students of the campus in posts',
      usageRights: 'Paid social',
      payments: [payment(20_000)],
    }
    return deals.draft({ athleteId: student, companyId: await addCompany(crypto.randomUUID()), kind: 'nil', terms })
  }

  beforeAll(async () => {
    const facts = {
      givenName: 'Tess',
      familyName: 'Austin',
      level: 'college',
      stage: 'signed',
      birthDate: '2004-02-01',
    }
    student = (await must<{ id: string }>(cast.owner.ask('POST', at('athletes'), facts))).id
    school = (
      await must<{ id: string }>(
        cast.owner.ask('POST', at('companies'), { name: 'Pecan State', kind: 'school', website: null }),
      )
    ).id
    await setState(0, 'TX')
    await must(
      cast.owner.ask('PATCH', at(`athletes/${student}/compliance`), { version: 0, changes: { schoolId: school } }),
    )
    await world.database.query('update athletes set user_id = null where user_id = $1', [cast.player.id])
    await world.database.query('update athletes set user_id = $2 where id = $1', [student, cast.player.id])
  })
  afterAll(async () => {
    await world.database.query('update athletes set user_id = null where user_id = $1', [cast.player.id])
    await world.database.query('update athletes set user_id = $2 where id = $1', [athlete, cast.player.id])
  })

  test('stands on the deal from approval, ends when it is withdrawn, and is late once it is signed', async () => {
    const { id } = await draftDeal()
    expect(await disclosures(id)).toEqual([])
    await deals.approve(id)
    expect(await disclosures(id)).toMatchObject([{ state: 'draft', dueOn: '9999-12-31', missing: [] }])
    expect(await about()).toContainEqual(expect.stringContaining('before anyone signs'))
    expect((await sendFor(id)).warnings).toEqual([expect.stringContaining('Texas asks the athlete to disclose')])
    await deals.withdraw(id)
    expect(await disclosures(id)).toMatchObject([{ state: 'withdrawn' }])
    expect(await about()).not.toContainEqual(expect.stringContaining('before anyone signs'))
    await deals.signAll(id)
    const rows = await disclosures(id)
    expect(rows.filter(({ state }) => state === 'draft')).toMatchObject([{ dueOn: '2026-11-08', countsFrom: null }])
  })

  test('is kept as proof, and revised for an amendment', async () => {
    const { id } = await draftDeal()
    await deals.approve(id)
    const [opened] = await disclosures(id)
    await file(opened?.id ?? '')
    expect((await sendFor(id)).warnings).toEqual([])
    now = new Date('2026-11-10T15:00:00Z')
    await deals.athleteSigns(id)
    await deals.companySigns(id)
    expect(await disclosures(id)).toMatchObject([{ state: 'submitted', dueOn: '2026-11-10' }])
    await deals.amend(id, { endsOn: '2027-12-31' })
    await deals.approve(id)
    expect((await sendFor(id)).warnings).toHaveLength(1)
    now = new Date('2026-11-20T15:00:00Z')
    await deals.athleteSigns(id)
    await deals.companySigns(id)
    const rows = await disclosures(id)
    expect(rows.filter(({ state }) => state === 'draft')).toMatchObject([{ isRevision: true, dueOn: '2026-11-19' }])
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['draft', 'revised'])
  })

  test('cannot be told while the state of the school is unknown, and ends where no law is on file', async () => {
    await setState(1, null)
    const { id } = await draftDeal()
    await deals.approve(id)
    const missing = ['school.state']
    expect(await disclosures(id)).toMatchObject([{ state: 'draft', dueOn: '9999-12-31', missing }])
    // It has no day that could follow the time zone.
    for (const timeZone of ['Asia/Tokyo', 'America/New_York']) {
      await must(cast.owner.ask('PATCH', at().replace(/\/$/, ''), { name: 'Ridgeline', kind: 'agency', timeZone }))
    }
    expect(await disclosures(id)).toMatchObject([{ dueOn: '9999-12-31' }])
    await setState(2, 'CA')
    expect(await disclosures(id)).toMatchObject([{ state: 'withdrawn' }])
    expect((await sendFor(id)).warnings).toEqual([expect.stringContaining('not on file')])
    await setState(3, 'TX')
  })

  test('keeps no deal from being removed, unless somebody worked on it', async () => {
    const [kept, removed] = [await draftDeal(), await draftDeal()]
    for (const { id } of [kept, removed]) await deals.approve(id)
    const [worked] = await disclosures(kept.id)
    expect(await disclosures(removed.id)).toHaveLength(1)
    const path = at(`disclosures/${worked?.id}`)
    const [field] = (await must<Disclosure>(cast.agent.ask('GET', path))).packet.fields
    const changes = { answers: { [String(field?.key)]: 'Told by phone' } }
    await must(cast.agent.ask('PATCH', path, { version: 1, changes }))
    expect((await deals.remove(kept.id)).json()).toMatchObject({ code: 'deal-has-disclosures' })
    expect(await disclosures(kept.id)).toHaveLength(1)
    expect((await deals.remove(removed.id)).statusCode).toBe(204)
    expect(await disclosures(removed.id)).toEqual([])
  })
})

describe('a report of the athlete', () => {
  const words = { company: 'Bayou Grill', purpose: 'One post', amountMinor: 60_000, agreedOn: '2026-11-06' }
  const link = 'https://bayou.example/offer'
  const send = (more: object) => cast.player.ask('POST', at('reported-deals'), { ...words, link, ...more })
  const accept = (id: string, by = cast.agent) =>
    must(by.ask('POST', at(`reported-deals/${id}/decision`), { decision: 'accepted', comment: null }))

  test('fills the draft and the packet once it is accepted, and stays readable', async () => {
    const { id } = await must<{ id: string }>(send({}))
    await accept(id, cast.approver)
    const deal = await deals.load(id)
    expect(deal).toMatchObject({
      amount: { minor: 60_000 },
      report: { purpose: 'One post', amount: { minor: 60_000 }, link, state: 'accepted' },
    })
    expect(deal.versions[0]?.terms).toMatchObject({ businessPurpose: 'One post' })
    const { packet } = await reportOf(id)
    const read = (key: string) => packet.fields.find((field) => field.key === key)?.value
    expect([read('dealValue'), read('purpose')]).toEqual(['$600.00', 'One post'])
    // Whoever accepts has not edited the terms.
    const editors = await world.database.query('select user_id from deal_version_editors where deal_id = $1', [id])
    expect(editors.rows).not.toContainEqual({ user_id: cast.approver.id })
  })

  test('hides its words without permission for money, and leaves an unknown amount open', async () => {
    const staff = await world.people.registerMember(cast.organization, 'Sam Staff', 'support-staff')
    const { id } = await must<{ id: string }>(send({ amountMinor: null, purpose: 'One post for $600' }))
    await accept(id)
    const seen = await must<Deal>(staff.ask('GET', at(`deals/${id}`)))
    expect(seen.report).toMatchObject({ purpose: '', amount: null, link: null })
    expect(JSON.stringify(seen)).not.toContain('for $600')
    expect((await deals.load(id)).versions[0]?.terms.payments).toEqual([])
  })

  test.each(['One post for two grand', 'A post, €٦٠٠', '600 for a post', 'Fifteen hundred bucks a month'])(
    'copies no amount in words into the terms: %s',
    async (purpose) => {
      const { id } = await must<{ id: string }>(send({ amountMinor: null, purpose, company: `Grill ${purpose}` }))
      await accept(id)
      expect((await deals.load(id)).versions[0]?.terms.businessPurpose ?? '').toBe('')
    },
  )

  test('keeps its amount in the currency it was reported in', async () => {
    const { id } = await must<{ id: string }>(send({ company: 'Grill Abroad' }))
    expect((await deals.change(id, { terms: { currency: 'EUR' } })).statusCode).toBe(200)
    await accept(id)
    const deal = await deals.load(id)
    expect(deal.report).toMatchObject({ amount: { minor: 60_000, currency: 'USD' } })
    expect(deal.versions[0]?.terms).toMatchObject({ currency: 'EUR', payments: [] })
  })

  test('opens no report below $600, unless deals with the payor may add up', async () => {
    const opened = async (company: string, amountMinor: number) => {
      const { id } = await must<{ id: string }>(send({ company, amountMinor }))
      const { rows } = await must<{ rows: object[] }>(cast.agent.ask('GET', at(`disclosures?kind=nil-go&deal=${id}`)))
      return rows.length
    }
    expect(await opened('Small Grill', 59_900)).toBe(0)
    expect(await opened('Small Grill', 100)).toBe(1)
    expect(await opened('Large Grill', 60_000)).toBe(1)
  })

  test('that may add up with an earlier one opens both, the earlier one from the later day', async () => {
    const report = async (more: object) => (await must<{ id: string }>(send({ company: 'Corner Grill', ...more }))).id
    const reportsOf = async (deal: string) =>
      (await must<{ rows: Disclosure[] }>(cast.agent.ask('GET', at(`disclosures?kind=nil-go&deal=${deal}`)))).rows
    const first = await report({ amountMinor: 50_000 })
    const notAgreed = await report({ amountMinor: 10_000, agreedOn: null })
    const elsewhere = await report({ amountMinor: 50_000, company: 'Other Grill' })
    const returned = await report({ amountMinor: 10_000, company: 'Faraway Grill' })
    await must(
      cast.agent.ask('POST', at(`reported-deals/${returned}/decision`), { decision: 'returned', comment: 'Which?' }),
    )
    expect(await reportsOf(first)).toEqual([])

    const second = await report({ amountMinor: 30_000, agreedOn: '2026-11-09' })
    const fromLaterDay = { kind: 'nil-go', state: 'draft', countsFrom: '2026-11-09', dueOn: '2026-11-17' }
    expect(await reportsOf(second)).toMatchObject([fromLaterDay])
    const [opened] = await reportsOf(first)
    expect(opened).toMatchObject(fromLaterDay)
    expect(await reportsOf(notAgreed)).toEqual([])
    expect(await reportsOf(elsewhere)).toEqual([])
    await report({ amountMinor: 30_000, company: 'Faraway Grill' })
    expect(await reportsOf(returned)).toEqual([])

    // A third report leaves what was opened or filed, and opens what was withdrawn as exempt.
    const withdraw = { version: opened?.version, move: 'withdraw', comment: 'Below $600' }
    await must(cast.agent.ask('POST', at(`disclosures/${opened?.id}/moves`), withdraw))
    await report({ amountMinor: null, agreedOn: '2026-11-06' })
    expect(await reportsOf(second)).toHaveLength(1)
    expect((await reportsOf(first)).map(({ state }) => state).toSorted()).toEqual(['draft', 'withdrawn'])
  })

  test('takes only web links', async () => {
    for (const bad of ['javascript:alert(1)', 'ftp://bayou.example', 'bayou']) {
      expect((await send({ link: bad })).json()).toMatchObject({ errors: [{ field: 'link' }] })
    }
  })
})

describe('a change of a report', () => {
  const patch = (report: Disclosure, changes: object) =>
    cast.agent.ask('PATCH', at(`disclosures/${report.id}`), { version: report.version, changes })
  const move = (report: Disclosure, name: string, more = {}) =>
    cast.agent.ask('POST', at(`disclosures/${report.id}/moves`), { version: report.version, move: name, ...more })

  async function makeReady() {
    const report = await reportOf((await signDeal(120_000)).id)
    const unknown = report.packet.fields.filter(({ value }) => value === null)
    const answers = Object.fromEntries(
      unknown.map(({ key }) => [key, key === 'schoolEmail' ? 'jonah@school.example' : 'Known']),
    )
    return must(move(await must(patch(report, { answers })), 'prepare'))
  }
  const newestEvent = async (event: string, who = cast.owner) => {
    const { rows } = await must<{ rows: ActivityEvent[] }>(who.ask('GET', at('activity?limit=50')))
    return rows.find((one) => one.event === event)
  }

  test('is audited with both values and the id of the report', async () => {
    const report = await reportOf((await signDeal(120_000)).id)
    const changes = { countsFrom: '2026-11-06', submitterId: cast.approver.id, answers: { ncaaId: '2304518877' } }
    const changed = await must(patch(report, changes))
    const event = await newestEvent('disclosure-changed')
    expect(event?.details).toContain(report.id)
    expect(event?.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'countsFrom', before: '2026-11-09', after: '2026-11-06' }),
        expect.objectContaining({ field: 'submitter', before: null, after: 'Lin Zhao' }),
        expect.objectContaining({ field: 'ncaaId', before: null, after: '2304518877' }),
      ]),
    )
    await must(move(changed, 'withdraw', { comment: 'Filed by the school' }))
    expect((await newestEvent('disclosure-moved'))?.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'state', before: 'draft', after: 'withdrawn' }),
        expect.objectContaining({ field: 'comment', after: 'Filed by the school' }),
      ]),
    )
  })

  test('of the agents on a notice is audited as text, also where it was stored as people', async () => {
    const agreement = crypto.randomUUID()
    await world.database.query(
      `insert into agreements (organization_id, id, athlete_id, starts_on, scope, fees, signed_at)
       values ($1, $2, $3, '2026-11-09', '{nil}', '{}', '2026-11-09T15:00:00Z')`,
      [cast.organization, agreement, athlete],
    )
    const asked = { kind: 'school-72h', agreementId: agreement }
    const report = await must(cast.agent.ask('POST', at('disclosures'), asked))
    await must(patch(report, { answers: { agents: 'Ana Ruiz and Bo Lee' }, preparerId: cast.approver.id }))
    const corrected = [
      expect.objectContaining({ field: 'agents', before: null, after: 'Ana Ruiz and Bo Lee' }),
      expect.objectContaining({ field: 'preparer', after: 'Lin Zhao' }),
    ]
    expect((await newestEvent('disclosure-changed'))?.changes).toEqual(corrected)
    const { rowCount } = await world.database.query(
      "update audit_values set field = 'agents' where after = 'Ana Ruiz and Bo Lee'",
    )
    expect(rowCount).toBe(1)
    expect((await newestEvent('disclosure-changed'))?.changes).toEqual(corrected)
  })

  test('shows personal data on the packet only with permission for it', async () => {
    const report = await reportOf((await signDeal(120_000)).id)
    await must(patch(report, { answers: { ncaaId: '2304518877', schoolEmail: 'jonah@school.example', sport: 'Golf' } }))
    const fields = async () =>
      (await newestEvent('disclosure-changed', cast.approver))?.changes.map(({ field }) => field).toSorted()
    const allow = (allowed: boolean) =>
      must(cast.owner.ask('PUT', at('permissions'), { role: 'compliance', permission: 'athletes.sensitive', allowed }))
    expect(await fields()).toEqual(['ncaaId', 'schoolEmail', 'sport'])
    await allow(false)
    expect(await fields()).toEqual(['sport'])
    await allow(true)
  })

  test('refuses what only other reports have', async () => {
    const ready = await makeReady()
    for (const [field, value] of [
      ['title', 'Report'],
      ['authority', 'NCAA'],
      ['fields', []],
    ] as const) {
      expect((await patch(ready, { [field]: value })).json()).toMatchObject({ errors: [{ field }] })
    }
    expect(await must(cast.agent.ask('GET', at(`disclosures/${ready.id}`)))).toMatchObject({ state: 'ready' })
  })

  test('refuses unknown fields, deadlines of its own and bidirectional characters', async () => {
    const report = await reportOf((await signDeal(60_000)).id)
    const refused = async (changes: object) => (await patch(report, changes)).json().errors?.[0]?.field
    expect(await refused({ answers: { invented: 'Yes' } })).toBe('answers')
    expect(await refused({ dueOn: '2026-12-01' })).toBe('dueOn')
    expect(await refused({ countsFrom: '2020-11-09' })).toBe('countsFrom')
    const { packet } = await must(patch(report, { answers: { purpose: 'Pay \u202e001$' } }))
    expect(packet.fields.find(({ key }) => key === 'purpose')?.value).toBe('Pay 001$')
  })

  test('needs a reason to withdraw what a rule asks for', async () => {
    const report = await reportOf((await signDeal(60_000)).id)
    expect((await move(report, 'withdraw')).json()).toMatchObject({ errors: [{ field: 'comment' }] })
  })

  test('carries what was typed into the revision, except terms', async () => {
    const filed = await must(move(await makeReady(), 'submit', { confirmation: 'NG-2' }))
    const typed = filed.packet.fields.filter(({ entered }) => entered).map(({ key, value }) => [key, value])
    const revision = await must(move(filed, 'revise'))
    expect(revision.packet.fields.filter(({ entered }) => entered).map(({ key, value }) => [key, value])).toEqual(typed)
    expect(typed.length).toBeGreaterThan(0)
  })

  test('names a packet text that differs from the deal', async () => {
    const report = await reportOf((await signDeal(60_000)).id)
    const terms = ({ packet }: Disclosure) => packet.checks.find(({ id }) => id === 'terms')
    expect(terms(report)).toMatchObject({ fine: true })
    const changed = await must(patch(report, { answers: { dealValue: '$1' } }))
    expect(terms(changed)).toMatchObject({
      title: 'Packet differs from the deal',
      detail: 'The packet says $1, the deal says $600.00.',
    })
    // The second difference does not hide the first.
    const both = await must(patch(changed, { answers: { term: 'Tomorrow' } }))
    expect(both.packet.checks.filter(({ id }) => id === 'terms').map(({ detail }) => detail)).toEqual([
      'The packet says $1, the deal says $600.00.',
      expect.stringContaining('The packet says Tomorrow'),
    ])
    expect((await patch(both, { answers: { schoolEmail: 'not an email' } })).json()).toMatchObject({
      errors: [{ field: 'answers', message: 'Enter an email address, such as name@school.edu' }],
    })
  })

  test('refuses signing days in the future', async () => {
    const report = await reportOf((await signDeal(120_000)).id)
    const refused = await patch(report, { countsFrom: '2026-11-10' })
    expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [{ field: 'countsFrom' }]])
  })

  test('records the day of filing, in the order of events', async () => {
    const ready = await makeReady()
    now = new Date('2026-11-13T15:00:00Z')
    const submit = { confirmation: 'NG-1' }
    expect((await move(ready, 'submit', { ...submit, on: '2026-11-06' })).json()).toMatchObject({
      errors: [{ field: 'on', message: 'Enter a date that is not before the day of signing' }],
    })
    expect((await move(ready, 'submit', { ...submit, on: '2026-11-14' })).statusCode).toBe(422)
    const filed = await must(move(ready, 'submit', { ...submit, on: '2026-11-12' }))
    expect(filed.submittedAt?.slice(0, 10)).toBe('2026-11-12')
    expect((await move(filed, 'clear', { on: '2026-11-11' })).json()).toMatchObject({
      errors: [{ field: 'on', message: 'Enter a date that is not before the submission' }],
    })
    expect((await must(move(filed, 'clear', { on: '2026-11-12' }))).outcomeOn).toBe('2026-11-12')
  })

  test('gives it only to people who can open it', async () => {
    const manager = await world.people.registerMember(cast.organization, 'Mia Manager', 'support-staff')
    const grant = { role: 'support-staff', permission: 'disclosures.edit', allowed: true }
    expect((await cast.owner.ask('PUT', at('permissions'), grant)).statusCode).toBeLessThan(300)
    const report = await reportOf((await signDeal(120_000)).id)
    for (const field of ['preparerId', 'submitterId']) {
      expect((await patch(report, { [field]: manager.id })).json()).toMatchObject({
        errors: [{ field, message: 'This member cannot open the report. Choose someone else' }],
      })
    }
    const assignment = { ids: [report.id], preparerId: manager.id }
    expect((await cast.agent.ask('POST', at('disclosures/assignment'), assignment)).statusCode).toBe(422)
  })
})

test('open deadlines follow the time zone of the organization, also corrected ones', async () => {
  const report = await reportOf((await signDeal(120_000)).id)
  const changes = { countsFrom: '2026-11-06' }
  const corrected = await must(
    cast.agent.ask('PATCH', at(`disclosures/${report.id}`), { version: report.version, changes }),
  )
  expect(corrected.dueAt).toBe('2026-11-17T05:00:00.000Z')
  const move = (timeZone: string) =>
    must(cast.owner.ask('PATCH', at().replace(/\/$/, ''), { name: 'Ridgeline', kind: 'agency', timeZone }))
  await move('America/Los_Angeles')
  const moved = await must(cast.agent.ask('GET', at(`disclosures/${report.id}`)))
  await move('America/New_York')
  expect(moved).toMatchObject({ dueOn: '2026-11-16', dueAt: '2026-11-17T08:00:00.000Z' })
})

test('amounts of an own report are for people who see money', async () => {
  const clerk = await world.people.registerMember(cast.organization, 'Cal Clerk', 'support-staff')
  const grant = { role: 'support-staff', permission: 'disclosures.edit', allowed: true }
  await cast.owner.ask('PUT', at('permissions'), grant)
  const fields = [
    { label: 'Number', value: 'GA-1' },
    { label: 'Total', value: '$5,000', kind: 'amount' },
  ]
  const about = { title: 'State report', authority: 'Commission', athleteId: athlete, dueOn: '2026-12-01' }
  const { id } = await must(cast.agent.ask('POST', at('disclosures'), { kind: 'other', ...about, fields }))
  const seen = await must(clerk.ask('GET', at(`disclosures/${id}`)))
  expect(JSON.stringify(seen)).not.toContain('5,000')
  expect(seen.packet.fields[1]).toMatchObject({ label: 'Total', value: null, hidden: true })
  const changes = {
    fields: [
      { label: 'Number', value: 'GA-2' },
      { label: 'Total', value: null },
    ],
  }
  await must(clerk.ask('PATCH', at(`disclosures/${id}`), { version: seen.version, changes }))
  const kept = await must(cast.agent.ask('GET', at(`disclosures/${id}`)))
  expect(kept.fields).toEqual([{ label: 'Number', value: 'GA-2' }, fields[1]])
})

test('amounts of an own report are kept, or the change is refused, without permission for money', async () => {
  const clerk = await world.people.registerMember(cast.organization, 'Cleo Keeper', 'support-staff')
  const grant = { role: 'support-staff', permission: 'disclosures.edit', allowed: true }
  await cast.owner.ask('PUT', at('permissions'), grant)
  const number = { label: 'Number', value: 'GA-1' }
  const bonus = { label: 'Bonus', value: '$5,000', kind: 'amount' }
  const otherBonus = { label: 'Bonus', value: '$7,000', kind: 'amount' }
  const about = { title: 'State report', authority: 'Commission', athleteId: athlete, dueOn: '2026-12-01' }
  const fields = [number, bonus, otherBonus]
  const { id } = await must(cast.agent.ask('POST', at('disclosures'), { kind: 'other', ...about, fields }))
  const load = (who: Someone) => must(who.ask('GET', at(`disclosures/${id}`)))
  const change = async (sent: object[]) => {
    const { version } = await load(clerk)
    return clerk.ask('PATCH', at(`disclosures/${id}`), { version, changes: { fields: sent } })
  }
  const hidden = { ...bonus, value: null }
  for (const [label, sent] of [
    ['Bonus', [number, { ...hidden, label: 'Bonuss' }, hidden]],
    ['Bonus', [number, hidden]],
    ['Bonus', [hidden, number, hidden]],
    ['Bonus', [number, { ...hidden, value: '$1' }, hidden]],
    ['Bonus', [number, hidden, hidden, hidden]],
    ['Number', [{ ...number, kind: 'amount' }, hidden, hidden]],
  ] as const) {
    const refused = await change([...sent])
    expect(refused.statusCode).toBe(422)
    const message = `You can’t add, change or move the amount “${label}”: you need the permission “View money”`
    expect(refused.json()).toMatchObject({ errors: [{ field: 'fields', message }] })
  }
  expect((await load(cast.agent)).fields).toEqual(fields)
  const [renamed, note] = [
    { label: 'File number', value: 'GA-2' },
    { label: 'Note', value: null },
  ]
  await must(change([renamed, hidden, hidden, note]))
  expect((await load(cast.agent)).fields).toEqual([renamed, bonus, otherBonus, note])
})
