import type { TimelineEntry } from '@sherpa/contracts/athlete'
import type { AssociatedPayor } from '@sherpa/contracts/compliance'
import type { Disclosure, Packet } from '@sherpa/contracts/disclosure'
import type { Needs } from '@sherpa/contracts/home'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { confirmedGuardian } from '../../../test/guardian.ts'
import { runJob } from '../../../test/jobs.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { pdf } from '../../../test/sample-files.ts'
import { unzip } from '../../../test/unzip.ts'
import { renderInWorker } from '../../pdf/draw-in-thread.ts'
import { enterOrganization, inOrganization, inTransaction } from '../../persistence/database.ts'
import { hashOfPacket } from './build-packet.ts'
import { createDisclosureOpening } from './open-disclosures.ts'
import { recordNoticeMail } from './school-notice.ts'

/** Monday. Wednesday, November 11, is Veterans Day. */
let now = new Date('2026-11-09T15:00:00Z')
const world = platformForTests({ renderPdf: renderInWorker, clock: () => now })
let cast: Awaited<ReturnType<typeof registerCast>>
const deals = dealDriver(() => cast)
let athlete: string
let company: string
let staff: Someone

const at = (path = '') => `/api/organizations/${cast.organization}/disclosures${path}`
const purpose = 'Promotes the winter blend to students of the campus in posts on Instagram'

beforeAll(async () => {
  cast = await registerCast(world)
  await world.database.query("update organizations set created_at = '2026-11-01T12:00:00Z' where id = $1", [
    cast.organization,
  ])
  staff = await world.people.registerMember(cast.organization, 'Sam Staff', 'support-staff')
  await world.people.setUpSecondFactor(cast.owner)
  const ask = async (path: string, body: object) =>
    (await cast.owner.ask('POST', `/api/organizations/${cast.organization}/${path}`, body)).json()
  athlete = (await ask('athletes', { givenName: 'Jonah', familyName: 'Okoye', level: 'college', stage: 'signed' })).id
  company = (await ask('companies', { name: 'Kettle & Pine Coffee', kind: 'brand' })).id
  await world.database.query(
    "update athletes set user_id = $2, sport = 'football', birth_date = '2004-02-01', email = 'jonah@school.example', school = 'Northfield State' where id = $1",
    [athlete, cast.player.id],
  )
})

function newDeal(amountMinor = 120_000) {
  return {
    athleteId: athlete,
    companyId: company,
    kind: 'nil' as const,
    terms: {
      startsOn: '2026-11-09',
      endsOn: '2027-06-30',
      businessPurpose: purpose,
      payor: { name: 'Sofia Brandt', title: null, email: 'sofia@kettle.example' },
      deliverables: [
        {
          id: crypto.randomUUID(),
          title: 'Reel',
          platform: 'Instagram',
          count: 4,
          dueOn: '2026-12-01',
          disclosureTag: '#ad',
        },
      ],
      payments: [
        {
          id: crypto.randomUUID(),
          kind: 'base' as const,
          title: 'Fee',
          amountMinor,
          inKind: false,
          schedule: { kind: 'day' as const, day: '2026-12-15' },
        },
      ],
    },
  }
}

async function must<Body = Disclosure>(asked: ReturnType<Someone['ask']>): Promise<Body> {
  const answer = await asked
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.body ? answer.json() : (undefined as Body)
}

const open = (body: object) => must(cast.agent.ask('POST', at(), body, { 'idempotency-key': crypto.randomUUID() }))
const load = (id: string, who = cast.agent) => must(who.ask('GET', at(`/${id}`)))
const change = async (id: string, changes: object) =>
  must(cast.agent.ask('PATCH', at(`/${id}`), { version: (await load(id)).version, changes }))
const tryMove = async (id: string, move: string, more = {}) =>
  cast.agent.ask('POST', at(`/${id}/moves`), { version: (await load(id)).version, move, ...more })
const move = async (id: string, name: string, more = {}) => must(tryMove(id, name, more))
const missing = { ncaaId: '2304518877', association: 'No', handles: '@jonah' }

async function openReport() {
  const deal = await deals.signed(newDeal())
  const { id } = await open({ kind: 'nil-go', dealId: deal.id })
  return { deal, id }
}

async function needOf(id: string) {
  const { groups } = await must<Needs>(cast.agent.ask('GET', `/api/organizations/${cast.organization}/needs`))
  return groups.flatMap(({ rows }) => rows).find((need) => need.id === id)
}

describe('a NIL Go report', () => {
  test('counts business days, needs every field and proof, and freezes the packet', async () => {
    const { deal, id } = await openReport()
    const draft = await load(id)
    expect(draft).toMatchObject({ state: 'draft', countsFrom: '2026-11-09', dueOn: '2026-11-17' })
    expect(draft.dueAt).toBe('2026-11-18T05:00:00.000Z')
    expect((await tryMove(id, 'prepare')).json()).toMatchObject({ code: 'packet-incomplete' })
    await change(id, { answers: missing })
    const ready = await move(id, 'prepare')
    expect(ready.packet.fields.find(({ key }) => key === 'dealValue')?.value).toBe('$1,200.00')
    expect((await tryMove(id, 'submit')).json()).toMatchObject({ code: 'proof-needed' })
    const filed = await move(id, 'submit', { confirmation: 'NG-26-118204' })
    expect(filed).toMatchObject({ state: 'submitted', confirmation: 'NG-26-118204', submitter: { name: 'Amara Cole' } })
    const { checks: _, filled: __, hash, ...packet } = filed.packet
    expect(hashOfPacket(packet)).toBe(hash)

    // A merged company leaves the filed packet unchanged.
    await world.database.query("update companies set name = 'Renamed' where id = $1", [company])
    expect((await load(id)).packet.fields).toEqual(filed.packet.fields)
    expect(
      (await cast.agent.ask('PATCH', at(`/${id}`), { version: filed.version, changes: { answers: {} } })).json(),
    ).toMatchObject({ code: 'disclosure-filed' })
    expect((await cast.agent.ask('DELETE', at(`/${id}`))).json()).toMatchObject({ code: 'disclosure-filed' })
    expect((await tryMove(id, 'attest', { on: '2099-01-01' })).json()).toMatchObject({
      errors: [{ field: 'on', message: 'Enter a date that is not in the future' }],
    })
    expect((await move(id, 'attest', { on: '2026-11-09' })).attestedOn).toBe('2026-11-09')
    const flagged = await move(id, 'flag', { comment: 'Send the contract' })
    expect(flagged).toMatchObject({ comment: 'Send the contract', moves: expect.arrayContaining(['arbitrate']) })
    // An outcome waits for an answer from its day in the organization's time zone, however long ago the report was due.
    expect(await needOf(id)).toMatchObject({ day: null, since: '2026-11-09T05:00:00.000Z' })
    expect(await move(id, 'clear')).toMatchObject({ state: 'cleared', comment: null })

    // An amendment of reported terms opens a revision.
    await deals.amend(deal.id, { endsOn: '2027-12-31' })
    await deals.signAll(deal.id)
    const before = await load(id)
    expect(before.state).toBe('revised')
    expect(await load(before.revisedById ?? '')).toMatchObject({ state: 'draft', revisesId: id, isRevision: true })
  })

  test('tells its moves in the timeline of the athlete, to whoever sees it', async () => {
    const { id } = await openReport()
    await change(id, { answers: missing })
    await move(id, 'prepare')
    await move(id, 'submit', { confirmation: 'NG-26-118204' })
    await move(id, 'refuse', { comment: 'No product is named' })
    const { revisesId } = await move(id, 'revise')
    expect(revisesId).toBe(id)
    const told = async (who: Someone) => {
      const path = `/api/organizations/${cast.organization}/athletes/${athlete}/timeline`
      const { rows } = await must<{ rows: TimelineEntry[] }>(who.ask('GET', path))
      return rows.filter(({ disclosureId }) => disclosureId === id)
    }
    const entries = await told(cast.agent)
    expect(entries.map(({ changes }) => changes.map(({ after }) => after))).toEqual([
      ['revised'],
      ['not-cleared'],
      ['submitted', 'NG-26-118204'],
      ['ready'],
    ])
    expect(entries[1]).toMatchObject({
      kind: 'disclosure-moved',
      text: 'No product is named',
      actor: { name: 'Amara Cole' },
    })
    expect(entries[0]?.about).toMatch(/^NIL Go report, Jonah Okoye × /)
    expect(JSON.stringify(entries)).not.toContain('1,200')
    expect(await told(cast.player)).toHaveLength(4)
    expect(await told(staff)).toEqual([])
    // A removed draft takes its entries along.
    const draft = (await openReport()).id
    await change(draft, { answers: missing })
    await move(draft, 'prepare')
    await must(cast.agent.ask('DELETE', at(`/${draft}`)))
    const left = 'select from athlete_timeline where disclosure_id = $1'
    expect((await world.database.query(left, [draft])).rowCount).toBe(0)
  })

  test('is listed with the number of missing fields until it is filed', async () => {
    const { deal, id } = await openReport()
    const listed = async () =>
      (await must<{ rows: Disclosure[] }>(cast.agent.ask('GET', at(`?deal=${deal.id}`)))).rows[0]?.completeness
    expect(await listed()).toEqual({ filled: 11, fields: 14 })
    expect((await load(id)).completeness).toEqual({ filled: 11, fields: 14 })
    await change(id, { answers: missing })
    expect(await listed()).toEqual({ filled: 14, fields: 14 })
    await move(id, 'prepare')
    await move(id, 'submit', { confirmation: 'NG-4' })
    expect(await listed()).toBeNull()
  })

  test('an amendment of terms that are not reported leaves the report', async () => {
    const { deal, id } = await openReport()
    await change(id, { answers: missing })
    await move(id, 'prepare')
    await move(id, 'submit', { confirmation: 'NG-1' })
    await deals.amend(deal.id, { territory: { kind: 'worldwide' } } as object)
    await deals.signAll(deal.id)
    expect((await load(id)).state).toBe('submitted')
  })

  test('a corrected signing day moves the deadline and shows both', async () => {
    const { id } = await openReport()
    const moved = await change(id, { countsFrom: '2026-11-06' })
    expect(moved).toMatchObject({ dueOn: '2026-11-16', earlier: [{ from: '2026-11-09', dueOn: '2026-11-17' }] })
  })

  test('who submits it can be planned before, and whoever submits it replaces them', async () => {
    const { id } = await openReport()
    const planned = await change(id, { answers: missing, submitterId: cast.approver.id })
    expect(planned.submitter?.id).toBe(cast.approver.id)
    const refused = await cast.agent.ask('PATCH', at(`/${id}`), {
      version: planned.version,
      changes: { submitterId: cast.player.id },
    })
    expect(refused.json()).toMatchObject({ code: 'invalid-fields', errors: [{ field: 'submitterId' }] })
    await move(id, 'prepare')
    expect((await move(id, 'submit', { confirmation: 'NG-2' })).submitter?.id).toBe(cast.agent.id)
  })

  test('several are assigned and exported together, except those that the caller does not see', async () => {
    const ids = [(await openReport()).id, (await openReport()).id]
    const assign = (who: Someone, preparerId: string | null) =>
      must<{ changed: number }>(who.ask('POST', at('/assignment'), { ids: [...ids, crypto.randomUUID()], preparerId }))
    expect(await assign(cast.agent, cast.approver.id)).toEqual({ changed: 2 })
    expect(await assign(cast.agent, cast.approver.id)).toEqual({ changed: 0 })
    expect((await load(ids[0] ?? '')).preparer?.id).toBe(cast.approver.id)
    const toAthlete = { ids, preparerId: cast.player.id }
    expect((await cast.agent.ask('POST', at('/assignment'), toAthlete)).statusCode).toBe(422)
    const archive = await cast.agent.ask('POST', at('/packets'), { ids: [...ids, crypto.randomUUID()] })
    const files = unzip(archive.rawPayload)
    expect([...files.keys()].map((path) => path.replace(/^\d+ /, ''))).toEqual(
      Array.from({ length: 2 }, () => 'NIL Go report, Jonah Okoye.pdf'),
    )
  })

  test('mine are those that the caller prepares or nobody does, with a search too', async () => {
    const { id } = await openReport()
    const other = await openReport()
    await change(id, { preparerId: cast.agent.id })
    await change(other.id, { preparerId: cast.owner.id })
    const page = (query: string) =>
      must<{ rows: Disclosure[]; total: { count: number } }>(cast.agent.ask('GET', at(`?${query}`)))
    const mine = await page('scope=mine')
    const all = await page('scope=all')
    const preparers = (shown: typeof mine) => new Set(shown.rows.map(({ preparer }) => preparer?.id))
    expect(preparers(all)).toContain(cast.owner.id)
    expect(preparers(mine)).not.toContain(cast.owner.id)
    expect(mine.total.count).toBe(mine.rows.length)
    const found = await page('scope=mine&search=Okoye')
    expect(found.rows.map((one) => one.id).sort()).toEqual(mine.rows.map((one) => one.id).sort())
  })

  test('of two officers at once, the second gets the text of the first', async () => {
    const { id } = await openReport()
    const { version } = await load(id)
    await must(cast.agent.ask('PATCH', at(`/${id}`), { version, changes: { answers: { purpose: 'First text' } } }))
    const second = await cast.approver.ask('PATCH', at(`/${id}`), {
      version,
      changes: { answers: { purpose: 'Second' } },
    })
    expect(second.statusCode).toBe(409)
    const present: Disclosure = second.json().present
    expect(present.packet.fields.find(({ key }) => key === 'purpose')?.value).toBe('First text')
  })

  test('only one is open per deal, and a deal with disclosures stays', async () => {
    const deal = await deals.draft(newDeal())
    expect((await cast.agent.ask('POST', at(), { kind: 'nil-go', dealId: deal.id })).json()).toMatchObject({
      code: 'agreed-day-needed',
    })
    const { id } = await open({ kind: 'nil-go', dealId: deal.id, countsFrom: '2026-11-09' })
    const again = { kind: 'nil-go', dealId: deal.id, countsFrom: '2026-11-09' }
    expect((await cast.agent.ask('POST', at(), again)).json()).toMatchObject({ code: 'disclosure-open' })
    expect((await deals.remove(deal.id)).json()).toMatchObject({ code: 'deal-has-disclosures' })
    await must(cast.agent.ask('DELETE', at(`/${id}`)))
    expect((await deals.remove(deal.id)).statusCode).toBe(204)
  })

  test('is a PDF and JSON that say what they are not', async () => {
    const { id } = await openReport()
    const packet = await must<Packet>(cast.agent.ask('GET', at(`/${id}/packet`)))
    expect(packet.disclaimer).toContain('not legal advice')
    const pdf = await cast.agent.ask('GET', at(`/${id}/pdf`))
    expect(pdf.headers['content-type']).toBe('application/pdf')
    const text = readPdf(pdf.rawPayload).lines.join(' ').replaceAll(/\s+/g, ' ')
    for (const { value, hidden } of packet.fields) expect(text).toContain(hidden ? 'Hidden' : (value ?? 'Missing'))
    expect(text).toContain('not legal advice')
  })

  test('is hidden without permission for money, whatever the amount', async () => {
    const answers: unknown[] = []
    for (const amount of [59_900, 60_000]) {
      const deal = await deals.signed(newDeal(amount))
      if (amount === 60_000) await open({ kind: 'nil-go', dealId: deal.id })
      const list = await must<{ rows: unknown[] }>(staff.ask('GET', at(`?deal=${deal.id}`)))
      const timeline = await must<{ rows: { kind: string }[] }>(
        staff.ask('GET', `/api/organizations/${cast.organization}/deals/${deal.id}/timeline`),
      )
      answers.push({ rows: list.rows, kinds: timeline.rows.map(({ kind }) => kind) })
    }
    expect(answers[0]).toEqual(answers[1])
    const { id } = await openReport()
    expect((await staff.ask('GET', at(`/${id}`))).statusCode).toBe(404)
    expect((await cast.player.ask('GET', at(`/${id}`))).statusCode).toBe(200)
  })

  test('follows the labels and order of the organization', async () => {
    const form = `/api/organizations/${cast.organization}/disclosure-forms/nil-go`
    const { fields, version } = (await cast.agent.ask('GET', form)).json()
    const changed = [
      { key: 'purpose', label: 'Valid business purpose' },
      ...fields.filter(({ key }: { key: string }) => key !== 'purpose'),
    ]
    await must(cast.agent.ask('PUT', form, { version, fields: changed }))
    const { id } = await openReport()
    expect((await load(id)).packet.fields[0]).toMatchObject({ key: 'purpose', label: 'Valid business purpose' })
  })
})

describe('rules', () => {
  const verdict = async (outcome: object) => {
    const facts = { school: null, athleticDirectorEmail: null, ncaaId: null, association: null }
    const opening = createDisclosureOpening({
      clock: () => now,
      loadComplianceFacts: async (_client, _organization, abouts) => abouts.map(() => facts),
    })
    await inOrganization(cast.organization, () =>
      inTransaction(world.serving, async (client) => {
        await enterOrganization(client, cast.organization)
        await opening.openFromVerdicts(client, cast.organization, {
          athlete,
          rule: 'nil-go-report',
          ...outcome,
        } as Parameters<typeof opening.openFromVerdicts>[2])
      }),
    )
  }
  const ofDeal = async (deal: string) =>
    (await must<{ rows: { id: string; state: string; dueOn: string }[] }>(cast.agent.ask('GET', at(`?deal=${deal}`))))
      .rows

  test('open a draft once, move its deadline, and withdraw it while it is not filed', async () => {
    const deal = await deals.signed(newDeal())
    // Due before the organization joined.
    await verdict({ deal: deal.id, due: { day: '2026-10-30' } })
    expect(await ofDeal(deal.id)).toMatchObject([{ dueOn: '2026-10-30', dueBefore: 'joining' }])
    await verdict({ deal: deal.id, due: { day: '2026-11-17' } })
    await verdict({ deal: deal.id, due: { day: '2026-11-17' } })
    expect(await ofDeal(deal.id)).toMatchObject([{ state: 'draft', dueOn: '2026-11-17', dueBefore: null }])
    await verdict({ deal: deal.id, due: { day: '2026-11-18' } })
    expect(await ofDeal(deal.id)).toMatchObject([{ state: 'draft', dueOn: '2026-11-18' }])
    const [draft] = await ofDeal(deal.id)
    await change(draft?.id ?? '', { countsFrom: '2026-11-06' })
    await verdict({ deal: deal.id, due: { day: '2026-11-18' } })
    // What an officer corrected stays.
    expect(await ofDeal(deal.id)).toMatchObject([{ state: 'draft', dueOn: '2026-11-16' }])
    await verdict({ deal: deal.id, due: null })
    expect(await ofDeal(deal.id)).toMatchObject([{ state: 'withdrawn' }])
    await verdict({ deal: deal.id, due: { day: '2026-11-18' } })
    const [one] = (await ofDeal(deal.id)).filter(({ state }) => state === 'draft')
    await change(one?.id ?? '', { answers: missing })
    await move(one?.id ?? '', 'prepare')
    await move(one?.id ?? '', 'submit', { confirmation: 'NG-2' })
    await verdict({ deal: deal.id, due: null })
    expect((await load(one?.id ?? '')).state).toBe('submitted')
    // A revision counts from its own day.
    const revision = await move(one?.id ?? '', 'revise', { on: '2026-11-09' })
    await verdict({ deal: deal.id, due: { day: '2026-11-10' } })
    expect(await load(revision.id)).toMatchObject({ state: 'draft', dueOn: '2026-11-17', earlier: [] })
  })
})

test('a payor answers by link, which stops the mail; silence is only presumed', async () => {
  const { id } = await openReport()
  const ask = { name: 'Dana Whitlock', email: 'dana@kettle.example' }
  await must(cast.agent.ask('POST', at(`/${id}/attestation`), { version: (await load(id)).version, ...ask }))
  const { token } = await world.people.mailTo('dana@kettle.example', 'payor-request')
  const visitor = world.people.visitor()
  const link = (path: string, body = {}) => visitor.ask('POST', `/api/attestations/${path}`, { token, ...body })
  expect((await link('lookup')).json()).toMatchObject({
    state: 'open',
    details: { athlete: 'Jonah Okoye', school: 'Northfield State' },
  })
  expect((await load(id)).attestation).toMatchObject({ openedAt: null, mailedDays: [0] })
  await must(link('opening'))
  now = new Date('2026-11-15T15:00:00Z')
  expect((await load(id)).attestation).toMatchObject({ presumed: true, answeredAt: null })
  const answer = { owners: 'Dana Whitlock', relation: 'donor', explanation: null }
  await must(link('answer', answer))
  expect((await load(id)).attestation).toMatchObject({ presumed: false, answer })
  expect((await link('answer', answer)).json()).toMatchObject({ code: 'payor-answered' })
  expect((await cast.agent.ask('POST', at(`/${id}/attestation/reminder`))).statusCode).toBe(409)
  now = new Date('2026-11-09T15:00:00Z')
})

test('payors are listed with their association, and silent ones as attention', async () => {
  const post = async (path: string, body: object) =>
    must<{ id: string }>(cast.owner.ask('POST', `/api/organizations/${cast.organization}/${path}`, body))
  const school = await post('companies', { name: 'Northfield State', kind: 'school' })
  const [collective, silent] = [
    await post('companies', { name: 'Northfield Collective', kind: 'collective' }),
    await post('companies', { name: 'Silent Motors', kind: 'brand' }),
  ]
  const association = { schoolId: school.id, reason: 'Founded by boosters', source: 'Its website' }
  await post(`companies/${collective.id}/compliance/associations`, association)
  const deal = await deals.signed({ ...newDeal(), companyId: silent.id })
  const { id, version } = await open({ kind: 'nil-go', dealId: deal.id })
  const ask = { version, name: 'Sasha Quiet', email: 'sasha@silent.example' }
  await must(cast.agent.ask('POST', at(`/${id}/attestation`), ask))
  const payors = async (who: Someone) =>
    (
      await must<{ payors: AssociatedPayor[] }>(
        who.ask('GET', `/api/organizations/${cast.organization}/compliance/payors`),
      )
    ).payors.filter(({ company }) => company.id === collective.id || company.id === silent.id)
  const recorded = {
    company: { id: collective.id, name: 'Northfield Collective' },
    school: { id: school.id, name: 'Northfield State' },
    reason: 'Founded by boosters',
    source: 'Its website',
    attestation: null,
  }
  expect(await payors(cast.agent)).toEqual([recorded])
  now = new Date('2026-11-15T15:00:00Z')
  expect(await payors(cast.agent)).toEqual([
    {
      company: { id: silent.id, name: 'Silent Motors' },
      school: { id: null, name: 'Northfield State' },
      reason: null,
      source: null,
      attestation: { state: 'presumed', on: '2026-11-09', disclosureId: id },
    },
    recorded,
  ])
  // That a report exists says that an amount was reached.
  expect(await payors(staff)).toEqual([recorded])
  await post(`companies/${silent.id}/compliance/associations`, { ...association, reason: 'Sponsor', source: null })
  expect(await payors(cast.agent)).toMatchObject([
    recorded,
    { reason: 'Sponsor', attestation: { state: 'presumed', disclosureId: id } },
  ])
  now = new Date('2026-11-09T15:00:00Z')
})

test('an athlete reports a deal in their words, and the clock runs from the day they agreed', async () => {
  const reports = `/api/organizations/${cast.organization}/reported-deals`
  const body = { company: 'Bayou Grill', purpose: 'Two stories', amountMinor: null, agreedOn: '2026-11-06', link: null }
  expect((await cast.agent.ask('POST', reports, body)).json()).toMatchObject({ code: 'only-athletes-report' })
  const ahead = { ...body, agreedOn: '2026-11-10' }
  expect((await cast.player.ask('POST', reports, ahead)).json()).toMatchObject({ errors: [{ field: 'agreedOn' }] })
  const key = { 'idempotency-key': crypto.randomUUID() }
  const report = await must<{ id: string }>(cast.player.ask('POST', reports, body, key))
  expect(await must(cast.player.ask('POST', reports, body, key))).toEqual(report)
  const due = await must<{ rows: unknown[] }>(cast.agent.ask('GET', at(`?deal=${report.id}`)))
  expect(due.rows).toMatchObject([{ kind: 'nil-go', countsFrom: '2026-11-06', dueOn: '2026-11-16' }])
  const decide = `${reports}/${report.id}/decision`
  expect((await staff.ask('POST', decide, { decision: 'accepted', comment: null })).statusCode).toBe(403)
  await must(cast.agent.ask('POST', decide, { decision: 'accepted', comment: null }))
  expect((await cast.approver.ask('POST', decide, { decision: 'returned', comment: 'Who?' })).json()).toMatchObject({
    code: 'report-decided',
  })
  expect((await cast.player.ask('GET', reports)).json().reports).toMatchObject([
    { state: 'accepted', lead: { name: 'Olive Owner' } },
  ])
})

test('the 72-hour notice is submitted once its mail is delivered', async () => {
  const agreement = crypto.randomUUID()
  await world.database.query(
    `insert into agreements (organization_id, id, athlete_id, starts_on, scope, fees, signed_at)
     values ($1, $2, $3, '2026-11-09', '{nil}', '{}', '2026-11-09T15:00:00Z')`,
    [cast.organization, agreement, athlete],
  )
  await world.database.query(
    'insert into agreement_agents (organization_id, agreement_id, user_id) values ($1, $2, $3)',
    [cast.organization, agreement, cast.agent.id],
  )
  const { id, dueAt } = await open({ kind: 'school-72h', agreementId: agreement })
  expect(dueAt).toBe('2026-11-12T15:00:00.000Z')
  await move(id, 'prepare')
  const send = { version: (await load(id)).version, email: 'director@northfield.example' }
  expect((await must(cast.agent.ask('POST', at(`/${id}/notice`), send))).notice).toMatchObject({ mail: 'queued' })
  const mail = await world.people.mailTo('director@northfield.example', 'school-notice')
  expect(JSON.stringify(mail)).not.toContain('$')
  await inTransaction(world.serving, async (client) => {
    await enterOrganization(client, cast.organization)
    await recordNoticeMail(client, { organization: cast.organization, id }, 'sent')
  })
  expect(await load(id)).toMatchObject({ state: 'submitted', notice: { mail: 'sent' } })
})

describe('over days', () => {
  const startOver = () => {
    now = new Date('2026-11-09T15:00:00Z')
  }
  afterEach(startOver)
  const goTo = async (day: string) => {
    now = new Date(`${day}T15:00:00Z`)
    await runJob(world.app, world.serving, 'remind-of-deal-dates')
  }

  test('the payor is mailed on days 0, 2 and 4, then presumed associated, which attestation ends', async () => {
    const { id } = await openReport()
    const email = `payor-${id}@kettle.example`
    await must(
      cast.agent.ask('POST', at(`/${id}/attestation`), { version: (await load(id)).version, name: 'Dana', email }),
    )
    const mailed = async () => {
      const { rows } = await world.database.query<{ day: string }>(
        "select details->>'day' as day from outgoing_mail where recipient = $1 and kind = 'payor-request' order by id",
        [email],
      )
      return rows.map(({ day }) => Number(day))
    }
    const days: [string, number[], boolean][] = [
      ['2026-11-10', [0], false],
      ['2026-11-11', [0, 2], false],
      ['2026-11-12', [0, 2], false],
      ['2026-11-13', [0, 2, 4], false],
      ['2026-11-14', [0, 2, 4], false],
      ['2026-11-15', [0, 2, 4], true],
    ]
    for (const [day, mail, presumed] of days) {
      await goTo(day)
      expect([day, await mailed(), (await load(id)).attestation?.presumed]).toEqual([day, mail, presumed])
    }
    await change(id, { answers: missing })
    await move(id, 'prepare')
    await move(id, 'submit', { confirmation: 'NG-5' })
    const attested = await move(id, 'attest', { on: '2026-11-15' })
    expect(attested.attestation?.presumed ?? false).toBe(false)
    expect((await cast.agent.ask('POST', at(`/${id}/attestation/reminder`))).statusCode).toBe(409)
  })

  test('a link ends 14 days after the request, a reminder renews it, and it names nobody once answered or stopped', async () => {
    const { id } = await openReport()
    const email = `link-${id}@kettle.example`
    const ask = async () =>
      must(cast.agent.ask('POST', at(`/${id}/attestation`), { version: (await load(id)).version, name: 'Dana', email }))
    await ask()
    const { token } = await world.people.mailTo(email, 'payor-request')
    const outside = (path: string, more: object = {}) =>
      world.app.inject({ method: 'POST', url: `/api/attestations/${path}`, payload: { token, ...more } })
    const lookUp = async () => (await outside('lookup')).json()
    const about = { name: 'Dana', athlete: 'Jonah Okoye', company: expect.any(String), school: 'Northfield State' }
    const answer = { owners: 'Rowan Pine', relation: 'none', explanation: null }
    now = new Date('2026-11-23T14:59:00Z')
    expect(await lookUp()).toEqual({ state: 'open', organization: 'Ridgeline', details: about })
    now = new Date('2026-11-23T15:00:00Z')
    expect(await lookUp()).toEqual({ state: 'expired', organization: 'Ridgeline', details: null })
    expect((await outside('answer', answer)).json()).toMatchObject({ code: 'link-expired' })
    expect((await load(id)).attestation).toMatchObject({ linkEnded: true, linkEndsAt: '2026-11-23T15:00:00.000Z' })
    await must(cast.agent.ask('POST', at(`/${id}/attestation/reminder`)))
    expect(await lookUp()).toMatchObject({ state: 'open', details: about })
    expect((await load(id)).attestation).toMatchObject({ linkEnded: false, linkEndsAt: '2026-12-07T15:00:00.000Z' })
    expect((await outside('answer', answer)).statusCode).toBe(204)
    expect(await lookUp()).toEqual({ state: 'answered', organization: 'Ridgeline', details: null })

    await ask()
    const { token: stopped } = await world.people.mailTo(email, 'payor-request')
    await must(cast.agent.ask('DELETE', at(`/${id}/attestation`)))
    const closed = await world.app.inject({
      method: 'POST',
      url: '/api/attestations/lookup',
      payload: { token: stopped },
    })
    expect(closed.json()).toEqual({ state: 'closed', organization: 'Ridgeline', details: null })
  })

  test('no reminder goes out after the link has ended', async () => {
    const { id } = await openReport()
    const email = `late-${id}@kettle.example`
    await must(
      cast.agent.ask('POST', at(`/${id}/attestation`), { version: (await load(id)).version, name: 'Dana', email }),
    )
    await goTo('2026-11-24')
    const { rowCount } = await world.database.query('select from outgoing_mail where recipient = $1', [email])
    expect(rowCount).toBe(1)
  })

  test('no member, athlete or guardian attests as the payor', async () => {
    const { id } = await openReport()
    const young = {
      givenName: 'Mila',
      familyName: 'Okoye',
      birthDate: '2010-03-03',
      level: 'high-school',
      stage: 'signed',
    }
    const people = `/api/organizations/${cast.organization}/athletes`
    const minor = await must<{ id: string }>(cast.owner.ask('POST', people, young))
    const { guardian } = await confirmedGuardian({
      people: world.people,
      organization: cast.organization,
      athlete: minor.id,
      asker: cast.owner,
    })
    const addresses = [cast.approver.email, 'jonah@school.example', guardian.email]
    const otherOf = (email: string) => email.toUpperCase().replace('@', '+other@')
    const { version } = await load(id)
    for (const email of [...addresses, ...addresses.map(otherOf)]) {
      const asked = await cast.agent.ask('POST', at(`/${id}/attestation`), { version, name: 'Dana', email })
      expect([email, asked.json()]).toMatchObject([email, { code: 'link-to-insider' }])
    }
  })

  test('a payor who got too many mails today silences neither other payors nor the deadlines', async () => {
    const asked: { id: string; email: string }[] = []
    for (const name of ['Dana', 'Rowan', 'Kit']) {
      const { id } = await openReport()
      const email = `${name}-${id}@kettle.example`.toLowerCase()
      await must(cast.agent.ask('POST', at(`/${id}/attestation`), { version: (await load(id)).version, name, email }))
      asked.push({ id, email })
    }
    const [, second] = asked.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const remind = () => cast.agent.ask('POST', at(`/${second?.id}/attestation/reminder`))
    for (let mails = 1; mails < 10; mails++) await must(remind())
    expect((await remind()).json()).toMatchObject({ code: 'too-many-mails' })
    await goTo('2026-11-15')
    const { rows } = await world.database.query(
      "select recipient from outgoing_mail where kind = 'payor-request' and recipient = any($1) and details->>'day' = '4'",
      [asked.map(({ email }) => email)],
    )
    expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(
      asked
        .filter((one) => one !== second)
        .map(({ email }) => email)
        .toSorted(),
    )
    const { rowCount } = await world.database.query(
      "select from notifications where kind = 'disclosure-due' and details->>'disclosure' = any($1)",
      [asked.map(({ id }) => id)],
    )
    expect(rowCount).toBe(3)
    const { rows: failed } = await world.database.query('select name from jobs where reason is not null')
    expect(failed).toEqual([])
  })

  test('the preparer is reminded two days before, the day before and on the day; without one, everyone who files', async () => {
    const { id } = await openReport()
    const remindersOf = async (person: Someone) => {
      const path = `/api/organizations/${cast.organization}/notifications`
      const { rows } = await must<{ rows: { kind: string; details: { disclosure?: string } }[] }>(
        person.ask('GET', path),
      )
      return rows.filter(({ kind, details }) => kind === 'disclosure-due' && details.disclosure === id).length
    }
    for (const [day, count] of [
      ['2026-11-14', 0],
      ['2026-11-15', 1],
      ['2026-11-16', 2],
    ] as const) {
      await goTo(day)
      await goTo(day)
      expect([day, await remindersOf(cast.agent), await remindersOf(cast.approver)]).toEqual([day, count, 0])
    }
    await change(id, { preparerId: null })
    await goTo('2026-11-17')
    expect(await remindersOf(cast.approver)).toBe(1)
    expect(await remindersOf(staff)).toBe(0)
    await goTo('2026-11-18')
    expect(await remindersOf(cast.approver)).toBe(1)
  })
})

test('a deadline that a rule moves keeps the earlier one', async () => {
  const path = `/api/organizations/${cast.organization}/athletes/${athlete}/agreements`
  const terms = { startsOn: '2026-11-09', endsOn: null, scope: ['contract'], agents: [cast.agent.id], note: null }
  const agreement = await must<{ id: string }>(cast.agent.ask('POST', path, terms))
  const own = `${path}/${agreement.id}`
  const octets = { 'content-type': 'application/octet-stream' }
  const { version } = await must<{ version: number }>(cast.agent.ask('POST', `${own}/document`, pdf, octets))
  const signed = await must<{ version: number }>(
    cast.owner.ask('PUT', `${own}/signature`, {
      version,
      signedOn: '2026-11-09',
      signedTime: '09:30',
      ...cast.owner.proof(),
    }),
  )
  const find = async () => {
    await runJob(world.app, world.serving, 'judge-all')
    const { rows } = await must<{ rows: Disclosure[] }>(cast.agent.ask('GET', at('?kind=school-72h')))
    return load(rows.find(({ agreementId }) => agreementId === agreement.id)?.id ?? '')
  }
  expect(await find()).toMatchObject({ state: 'draft', dueAt: '2026-11-12T14:30:00.000Z', earlier: [] })
  const changes = { nextEventOn: '2026-11-11' }
  await must(cast.agent.ask('PATCH', own, { version: signed.version, changes }))
  expect(await find()).toMatchObject({
    dueOn: '2026-11-10',
    dueAt: '2026-11-11T05:00:00.000Z',
    earlier: [{ dueAt: '2026-11-12T14:30:00.000Z' }],
  })
})

describe('an athlete or a member who goes', () => {
  const post = async (path: string, body: object) =>
    must<{ id: string }>(cast.owner.ask('POST', `/api/organizations/${cast.organization}/${path}`, body))
  const addAthlete = async (familyName: string) =>
    (
      await post('athletes', {
        givenName: 'Nia',
        familyName,
        level: 'college',
        stage: 'signed',
        birthDate: '2004-02-01',
      })
    ).id
  const openFor = async (athleteId: string) => {
    const deal = await deals.draft({ ...newDeal(), athleteId })
    return (await open({ kind: 'nil-go', dealId: deal.id, countsFrom: '2026-11-09' })).id
  }
  async function fileFor(athleteId: string) {
    const id = await openFor(athleteId)
    const unknown = (await load(id)).packet.fields.filter(({ value }) => value === null)
    await change(id, {
      answers: Object.fromEntries(
        unknown.map(({ key }) => [key, key === 'schoolEmail' ? 'jonah@school.example' : 'Known']),
      ),
    })
    await move(id, 'prepare')
    return move(id, 'submit', { confirmation: 'NG-6' })
  }

  test('is erased with drafts and packets; state, days and hash of what was filed stay', async () => {
    const erased = await addAthlete('Erased')
    const [draft, filed] = [await openFor(erased), await fileFor(erased)]
    const ask = { version: filed.version, name: 'Dana', email: 'dana@erased.example' }
    await must(cast.agent.ask('POST', at(`/${filed.id}/attestation`), ask))
    const path = `/api/organizations/${cast.organization}/athletes/${erased}/erasure`
    expect((await cast.owner.ask('POST', path, cast.owner.proof())).statusCode).toBe(204)
    const { rows } = await world.database.query(
      `select id, state, due_on::text, packet, packet_hash, name, answers, confirmation from disclosures
       where athlete_id = $1`,
      [erased],
    )
    expect(rows).toEqual([
      {
        ...{ id: filed.id, state: 'submitted', due_on: '2026-11-17', packet: null, packet_hash: filed.packet.hash },
        ...{ name: null, answers: null, confirmation: 'NG-6' },
      },
    ])
    const told = 'select from athlete_timeline where athlete_id = $1'
    expect((await world.database.query(told, [erased])).rowCount).toBe(0)
    const values = 'select from audit_values v join audit_events e on e.id = v.event_id where e.subject_id = $1'
    expect((await world.database.query(values, [erased])).rowCount).toBe(0)
    const requests = 'select from attestation_requests where disclosure_id = any($1::uuid[])'
    expect((await world.database.query(requests, [[draft, filed.id]])).rowCount).toBe(0)
    expect((await cast.agent.ask('GET', at('?sort=due'))).statusCode).toBe(200)
  })

  test('is merged with the disclosures, and back', async () => {
    const [kept, other] = [await addAthlete('Kept'), await addAthlete('Other')]
    const { id, packet } = await fileFor(other)
    const merges = `/api/organizations/${cast.organization}/athletes/${kept}/merges`
    await must(cast.owner.ask('POST', merges, { other }))
    expect(await load(id)).toMatchObject({
      athlete: { id: kept },
      packet: { fields: packet.fields, hash: packet.hash },
    })
    const { merged } = await must<{ merged: { id: string }[] }>(
      cast.owner.ask('GET', merges.replace('/merges', '/duplicates')),
    )
    expect((await cast.owner.ask('DELETE', `${merges}/${merged[0]?.id}`)).statusCode).toBe(204)
    expect((await load(id)).athlete.id).toBe(other)
  })

  test('leaves open disclosures to the chosen colleague, and filed ones as they are', async () => {
    const leaving = await world.people.registerMember(cast.organization, 'Lee Leaving', 'agent')
    const managed = await addAthlete('Handed')
    const [draft, closed] = [await openFor(managed), (await fileFor(managed)).id]
    await move(closed, 'withdraw')
    for (const id of [draft, closed]) await change(id, { preparerId: leaving.id })
    await change(draft, { submitterId: leaving.id })
    const planned = await openFor(managed)
    await change(planned, { submitterId: leaving.id })
    const path = `/api/organizations/${cast.organization}/people/${leaving.id}?disclosures=${cast.approver.id}`
    expect((await cast.owner.ask('DELETE', path)).statusCode).toBeLessThan(300)
    const receiver = { id: cast.approver.id }
    expect(await load(draft)).toMatchObject({ preparer: receiver, submitter: receiver })
    expect(await load(planned)).toMatchObject({ preparer: { id: cast.agent.id }, submitter: receiver })
    expect(await load(closed)).toMatchObject({ state: 'withdrawn', preparer: null })
  })
})
