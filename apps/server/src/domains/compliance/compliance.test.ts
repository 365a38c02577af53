import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JudgedVerdict, Touched, Verdicts } from '@sherpa/contracts/compliance'
import type { DealInput, RuleVersion, Verdict } from '@sherpa/contracts/compliance/judgment'
import { rules } from '@sherpa/contracts/compliance/rules/all'
import { attention, cannotJudge, fine, usingAmount } from '@sherpa/contracts/compliance/verdicts'
import type { NewDeal } from '@sherpa/contracts/deal'
import type { Disclosure } from '@sherpa/contracts/disclosure'
import type { Needs } from '@sherpa/contracts/home'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dealDriver, registerCast } from '../../../test/deal-driver.ts'
import { verifiedGuardian } from '../../../test/guardian.ts'
import { runJob } from '../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { readCsv } from '../../../test/read-csv.ts'
import { pdf } from '../../../test/sample-files.ts'
import { unzip } from '../../../test/unzip.ts'
import { diskFiles } from '../../files/file-store.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-compliance-test-'))
afterAll(() => rm(directory, { recursive: true }))
const now = new Date('2026-11-16T15:00:00Z')
const world = platformForTests({ files: diskFiles(directory), clock: () => now })

let cast: Awaited<ReturnType<typeof registerCast>>
let athlete: string
let brand: string
let bookmaker: string
let school: string
const drive = dealDriver(() => cast)
const at = (path: string) => `/api/organizations/${cast.organization}/${path}`

async function must<Answer>(asked: ReturnType<Someone['ask']>): Promise<Answer> {
  const answer = await asked
  expect([answer.statusCode < 300, answer.statusCode < 300 ? '' : answer.body]).toEqual([true, ''])
  return answer.json()
}
const addCompany = async (name: string, kind: string, category?: string) =>
  (await must<{ id: string }>(cast.agent.ask('POST', at('companies'), { name, kind, ...(category && { category }) })))
    .id

const terms = (amountMinor = 120_000): NewDeal['terms'] => ({
  startsOn: '2026-12-01',
  endsOn: '2027-05-31',
  category: 'apparel',
  businessPurpose: 'Promotion of the spring line',
  payments: [
    {
      id: crypto.randomUUID(),
      kind: 'base',
      title: 'Fee',
      amountMinor,
      inKind: false,
      schedule: { kind: 'signing', offset: { amount: 0, unit: 'days' } },
    },
  ],
})

async function addDeal(more: Partial<NewDeal> = {}): Promise<string> {
  return (await drive.draft({ athleteId: athlete, companyId: brand, kind: 'nil', terms: terms(), ...more })).id
}
const submit = (deal: string) => must(drive.submit(deal))

const verdictsOf = (deal: string, by = cast.agent, query = '') =>
  must<Verdicts>(by.ask('GET', at(`deals/${deal}/verdicts${query}`)))
async function verdict(deal: string, rule: string, by = cast.agent): Promise<JudgedVerdict | undefined> {
  return (await verdictsOf(deal, by)).verdicts.find((one) => one.rule === rule)
}
async function auditedValues(event: string) {
  const { rows } = await world.database.query<{ field: string; before: string | null; after: string | null }>(
    `select v.field, v.before, v.after from audit_values v where v.event_id = (select id from audit_events
      where organization_id = $1 and event = $2 order by at desc limit 1)`,
    [cast.organization, event],
  )
  return Object.fromEntries(rows.map(({ field, before, after }) => [field, [before, after]]))
}
const answerOf = ({ key }: { key: string }) => [key, key === 'schoolEmail' ? 'jonah@school.example' : 'Known']
const judgeAgain = () => runJob(world.app, world.serving, 'judge-all')
const answer = (deal: string, { rule, ruleVersion }: JudgedVerdict, by = cast.approver) =>
  by.ask('POST', at(`deals/${deal}/verdicts/answers`), { number: 1, rule, ruleVersion, reason: 'The school agreed.' })

beforeAll(async () => {
  cast = await registerCast(world)
  const facts = { givenName: 'Jonah', familyName: 'Okoye', level: 'college', stage: 'signed', birthDate: '2004-03-03' }
  athlete = (
    await must<{ id: string }>(cast.owner.ask('POST', at('athletes'), { ...facts, school: 'Lakemont University' }))
  ).id
  await world.database.query('update athletes set user_id = $1 where id = $2', [cast.player.id, athlete])
  brand = await addCompany('Halden Sportswear', 'brand', 'apparel')
  bookmaker = await addCompany('Oddsline', 'brand', 'betting')
  school = await addCompany('Lakemont University', 'school')
})

describe('a deal that a rule blocks', () => {
  let deal: string
  const betting = () => ({ companyId: bookmaker, terms: { ...terms(), category: 'betting' as const } })

  test('shows it while it is a draft, without storing it', async () => {
    deal = await addDeal(betting())
    const shown = await verdictsOf(deal)
    expect(shown).toMatchObject({ number: 1, isPreview: true, records: { athlete, company: bookmaker } })
    expect(shown.verdicts[0]).toMatchObject({
      rule: 'barred-category',
      state: 'blocked',
      status: 'in-force',
      since: null,
      canAnswer: false,
    })
    const { rows } = await world.database.query('select from verdicts where deal_id = $1', [deal])
    expect(rows).toEqual([])
  })

  test('can be submitted, and is judged at once', async () => {
    await submit(deal)
    const shown = await verdictsOf(deal, cast.approver)
    expect(shown.isPreview).toBe(false)
    expect(shown.inputHash).toMatch(/^[\da-f]{64}$/)
    expect(shown.verdicts[0]).toMatchObject({
      rule: 'barred-category',
      state: 'blocked',
      canAnswer: true,
      answer: null,
    })
    expect(await verdict(deal, 'barred-category')).toMatchObject({ canAnswer: false })
  })

  test('is not approved until the verdict is answered by someone who approves deals', async () => {
    const refused = await drive.decide(deal, 'approved')
    expect(refused.json()).toMatchObject({
      code: 'verdicts-unanswered',
      errors: [{ field: 'barred-category', message: expect.stringContaining('betting') }],
      present: { stage: 'in-review' },
    })
    const blocked = (await verdict(deal, 'barred-category')) as JudgedVerdict
    expect((await answer(deal, blocked, cast.agent)).json().code).toBe('not-your-turn')
    const other = (await verdict(deal, 'disclosure-tag')) as JudgedVerdict
    expect((await answer(deal, other)).json().code).toBe('verdict-not-answerable')

    const answered = await must<Verdicts>(answer(deal, blocked))
    expect(answered.verdicts[0]).toMatchObject({
      state: 'blocked',
      canAnswer: false,
      answer: { reason: 'The school agreed.', by: { name: 'Lin Zhao' }, at: now.toISOString() },
    })
    expect((await answer(deal, blocked)).json().code).toBe('verdict-not-answerable')
    expect((await must<{ stage: string }>(drive.decide(deal, 'approved'))).stage).toBe('approved')
  })

  test('is audited with the reason and the versions', async () => {
    expect(await auditedValues('verdict-answered')).toEqual({
      deal: [null, deal],
      reason: [null, 'The school agreed.'],
      ruleVersion: [null, expect.any(String)],
      version: [null, '1'],
    })
  })

  test('lists the answer for owners, and hides the reason from the athlete', async () => {
    const { answers } = await must<{ answers: object[] }>(cast.owner.ask('GET', at('compliance/answers')))
    expect(answers).toEqual([
      expect.objectContaining({
        rule: 'barred-category',
        number: 1,
        reason: 'The school agreed.',
        at: now.toISOString(),
        approvedBy: 'Lin Zhao',
        approvedOn: '2026-11-16',
      }),
    ])
    const outside = await must<{ answers: object[] }>(cast.owner.ask('GET', at('compliance/answers?until=2026-11-15')))
    expect(outside.answers).toEqual([])
    expect(await verdict(deal, 'barred-category', cast.player)).toMatchObject({ answer: { reason: null, by: null } })
  })

  test('needs another answer for an amendment', async () => {
    await must(drive.athleteSigns(deal))
    await must(drive.companySigns(deal))
    await must(drive.change(deal, { terms: { usageRights: 'Social media' } }))
    await submit(deal)
    expect((await drive.decide(deal, 'approved')).json().code).toBe('verdicts-unanswered')
    const [first, second] = [await verdictsOf(deal, cast.agent, '?version=1'), await verdictsOf(deal)]
    expect([first.number, first.verdicts[0]?.answer?.reason]).toEqual([1, 'The school agreed.'])
    expect([second.number, second.verdicts[0]?.answer]).toEqual([2, null])
  })

  test('only warns if the organization switched the rule off', async () => {
    const path = at('compliance/rules')
    expect((await cast.agent.ask('PUT', path, { version: 0, rulesOff: ['barred-category'] })).json().code).toBe(
      'not-permitted',
    )
    const wrong = await cast.owner.ask('PUT', path, { version: 0, rulesOff: ['fee-cap'] })
    expect(wrong.json().code).toBe('invalid-fields')
    await must(cast.owner.ask('PUT', path, { version: 0, rulesOff: ['barred-category'] }))
    await judgeAgain()
    expect(await verdict(deal, 'barred-category')).toMatchObject({
      state: 'attention',
      previous: { state: 'blocked', until: now.toISOString() },
    })
    const stale = await cast.owner.ask('PUT', path, { version: 0, rulesOff: [] })
    expect(stale.json()).toMatchObject({ code: 'changed-meanwhile', present: { rulesOff: ['barred-category'] } })
    await must(cast.owner.ask('PUT', path, { version: 1, rulesOff: [] }))
    await judgeAgain()
    expect(await verdict(deal, 'barred-category')).toMatchObject({ state: 'blocked' })
    await must(drive.withdraw(deal))
  })
})

test('submits a version that its only approver approves at once, but leaves it in review while a rule blocks it', async () => {
  const alone = await world.people.register('Sol Alone')
  const organization = await world.people.createOrganization(alone)
  await world.people.assumeSecondFactor(alone, true)
  const inOwn = (path: string) => `/api/organizations/${organization}/${path}`
  const facts = { givenName: 'Ada', familyName: 'Lind', level: 'college', stage: 'signed', birthDate: '2004-03-03' }
  const { id } = await must<{ id: string }>(alone.ask('POST', inOwn('athletes'), facts))
  const company = { name: 'Oddsline', kind: 'brand', category: 'betting' }
  const { id: companyId } = await must<{ id: string }>(alone.ask('POST', inOwn('companies'), company))
  const draft = { athleteId: id, companyId, kind: 'nil', terms: { ...terms(), category: 'betting' } }
  const deal = await must<{ id: string; version: number }>(alone.ask('POST', inOwn('deals'), draft))
  const refused = await alone.ask('POST', inOwn(`deals/${deal.id}/review`), {
    version: deal.version,
    approval: 'I am the only approver',
  })
  expect(refused.json()).toMatchObject({ code: 'verdicts-unanswered', present: { stage: 'in-review' } })

  // The answer and who approved it are in the answer to an inquiry, whatever the reason has in it.
  const reason = 'He said "fine",\nsee <b>mail; Nov 17</b> 🏈,'
  const { verdicts } = await must<Verdicts>(alone.ask('GET', inOwn(`deals/${deal.id}/verdicts`)))
  const { rule, ruleVersion } = verdicts[0] as JudgedVerdict
  await must(alone.ask('POST', inOwn(`deals/${deal.id}/verdicts/answers`), { number: 1, rule, ruleVersion, reason }))
  const overrides = async () => {
    const path = inOwn('agent-notices/inquiry?from=2026-11-01&until=2026-11-30')
    const { rawPayload } = await alone.ask('GET', path)
    return readCsv(unzip(rawPayload).get('overrides.csv')?.toString() ?? '')
  }
  const row = {
    'Answered or entered': now.toISOString(),
    By: 'Sol Alone',
    Rule: 'Barred product category',
    'Version of the rule': String(ruleVersion),
    Deal: expect.any(String),
    Version: '1',
    Athlete: 'Ada Lind',
    Reason: reason,
  }
  expect(await overrides()).toEqual([{ ...row, 'Approved by': '', 'Approved on': '' }])
  const decision = { number: 1, decision: 'approved', comment: 'I am the only approver' }
  await must(alone.ask('POST', inOwn(`deals/${deal.id}/decisions`), decision))
  expect(await overrides()).toEqual([{ ...row, 'Approved by': 'Sol Alone', 'Approved on': '2026-11-16' }])
})

test('an allowed conflict answers the rule on exclusivity, and is asked for once', async () => {
  const exclusive = { ...terms(), exclusivity: { kind: 'category' as const, categories: ['footwear' as const] } }
  const first = await addDeal({ terms: { ...exclusive, category: 'footwear' } })
  await submit(first)
  await must(drive.decide(first, 'approved'))
  const rival = await addCompany('Tarn Running', 'brand', 'footwear')
  const deal = await addDeal({ companyId: rival, terms: { ...terms(), category: 'footwear' } })
  await submit(deal)
  expect((await drive.decide(deal, 'approved')).json().code).toBe('deals-conflict')
  const blocked = (await verdict(deal, 'exclusivity-clash', cast.approver)) as JudgedVerdict
  expect(blocked).toMatchObject({ state: 'blocked', canAnswer: true })
  // Not asked for either, while the organization only wants a warning.
  const settings = () => must<{ version: number }>(cast.owner.ask('GET', at('compliance/settings')))
  const switchOff = async (rulesOff: string[]) =>
    must(cast.owner.ask('PUT', at('compliance/rules'), { version: (await settings()).version, rulesOff }))
  await switchOff(['exclusivity-clash'])
  await judgeAgain()
  expect(await verdict(deal, 'exclusivity-clash')).toMatchObject({ state: 'attention' })
  await switchOff([])
  await judgeAgain()
  await must(answer(deal, blocked))
  expect(await verdict(deal, 'exclusivity-clash')).toMatchObject({
    answer: { reason: 'The school agreed.', by: { name: 'Lin Zhao' } },
  })
  expect((await drive.load(deal)).conflictAllowed).toMatchObject({ reason: 'The school agreed.' })
  expect((await must<{ stage: string }>(drive.decide(deal, 'approved'))).stage).toBe('approved')
  const { answers } = await must<{ answers: { rule: string }[] }>(cast.owner.ask('GET', at('compliance/answers')))
  expect(answers.map(({ rule }) => rule)).toContain('exclusivity-clash')
  for (const one of [first, deal]) await must(drive.move(one, 'decline'))
})

describe('facts that rules read', () => {
  let deal: string
  const facts = () => must<{ version: number }>(cast.agent.ask('GET', at(`athletes/${athlete}/compliance`)))
  const change = async (changes: object, by = cast.agent) =>
    by.ask('PATCH', at(`athletes/${athlete}/compliance`), { version: (await facts()).version, changes })

  beforeAll(async () => {
    deal = await addDeal()
    await submit(deal)
  })

  test('are missing at first, with the field that lacks them', async () => {
    expect(await verdict(deal, 'nil-go-report')).toMatchObject({
      state: 'cannot-judge',
      missing: expect.arrayContaining(['athlete.division']),
    })
    expect(await facts()).toMatchObject({ suggestion: { name: 'Lakemont University', company: { id: school } } })
  })

  test('judge open deals again once they are entered, and show the difference', async () => {
    await must(change({ division: 'ncaa-1', schoolId: school, enrolledOn: '2024-08-20', juniorYearOn: '2021-08-20' }))
    await must(
      cast.agent.ask('PATCH', at(`companies/${school}/compliance`), {
        version: 0,
        changes: { state: 'OH', directorName: 'Dana Reed', directorEmail: 'dana@lakemont.example' },
      }),
    )
    expect(await auditedValues('company-changed')).toEqual({
      state: [null, 'OH'],
      directorName: [null, 'Dana Reed'],
      directorEmail: [null, 'dana@lakemont.example'],
    })
    await must(
      cast.agent.ask('PATCH', at(`companies/${brand}/compliance`), {
        version: 0,
        changes: { associationsChecked: true },
      }),
    )
    await judgeAgain()
    const judged = await verdict(deal, 'nil-go-report')
    expect(judged?.state).not.toBe('cannot-judge')
    expect(judged?.previous).toEqual({ state: 'cannot-judge', until: now.toISOString() })
    expect((await verdictsOf(deal)).records).toMatchObject({ school })
  })

  test('keep verdicts that say the same, with the hash of the new input', async () => {
    const stored = async () =>
      (
        await world.database.query(
          "select id, encode(input_hash, 'hex') as hash from verdicts where deal_id = $1 and rule = 'barred-category' and superseded_at is null",
          [deal],
        )
      ).rows
    const [before] = await stored()
    await must(change({ enrolledOn: '2024-08-21' }))
    await judgeAgain()
    const [after] = await stored()
    expect(after.id).toBe(before.id)
    expect(after.hash).not.toBe(before.hash)
  })

  test('refuse a stale version, another kind of company, and the NCAA ID without permission', async () => {
    const stale = await cast.agent.ask('PATCH', at(`athletes/${athlete}/compliance`), { version: 0, changes: {} })
    expect(stale.json()).toMatchObject({ code: 'changed-meanwhile', present: { division: 'ncaa-1' } })
    expect((await change({ schoolId: brand })).json().errors).toMatchObject([{ field: 'schoolId' }])
    await must(change({ ncaaId: '2401234567' }))
    const staff = await world.people.registerMember(cast.organization, 'Sam Staff', 'support-staff')
    expect((await change({ ncaaId: '1' }, staff)).json().errors).toMatchObject([{ field: 'ncaaId' }])
    const seen = await must(staff.ask('GET', at(`athletes/${athlete}/compliance`)))
    expect(seen).toMatchObject({ ncaaId: null, school: { name: 'Lakemont University' } })
    expect(await facts()).toMatchObject({ ncaaId: '2401234567' })
  })

  test('of companies have associations with schools, with reason and source', async () => {
    const path = at(`companies/${brand}/compliance`)
    const association = { schoolId: school, reason: 'Founded by boosters', source: 'Annual report' }
    const added = await must<{ associations: { id: string }[] }>(
      cast.agent.ask('POST', `${path}/associations`, association),
    )
    expect(added).toMatchObject({
      checked: { by: { name: 'Amara Cole' } },
      associations: [
        { school: { name: 'Lakemont University' }, reason: 'Founded by boosters', source: 'Annual report' },
      ],
    })
    const wrong = await cast.agent.ask('POST', `${path}/associations`, { ...association, schoolId: brand })
    expect(wrong.json().errors).toMatchObject([{ field: 'schoolId' }])
    const removed = await must(cast.agent.ask('DELETE', `${path}/associations/${added.associations[0]?.id}`))
    expect(removed).toMatchObject({ checked: {}, associations: [] })
  })

  test('have the sponsors of the school, and an empty list can be meant', async () => {
    const load = () =>
      must<{ version: number; sponsors: object[] | null }>(cast.agent.ask('GET', at('compliance/settings')))
    const list = async (sponsors: object[] | null) =>
      must<{ sponsors: object[] | null }>(
        cast.agent.ask('PUT', at('compliance/sponsors'), { version: (await load()).version, sponsors }),
      )
    expect((await load()).sponsors).toBeNull()
    expect((await list([])).sponsors).toEqual([])
    const listed = await list([
      { companyId: bookmaker, name: null, category: null },
      { companyId: null, name: 'Arden Apparel', category: 'apparel' },
    ])
    expect(listed.sponsors).toEqual([
      { companyId: null, name: 'Arden Apparel', category: 'apparel' },
      { companyId: bookmaker, name: 'Oddsline', category: 'betting' },
    ])
    await judgeAgain()
    expect(await verdict(deal, 'school-sponsor')).toMatchObject({ state: 'attention' })
    expect((await list(null)).sponsors).toBeNull()
  })
})

test('a merge of companies moves their facts, judges again, and can be undone', async () => {
  const [kept, other] = [await addCompany('Lakeline', 'brand'), await addCompany('Lakeline LLC', 'brand')]
  await must(
    cast.agent.ask('POST', at(`companies/${other}/compliance/associations`), {
      schoolId: school,
      reason: 'Media rights',
      source: null,
    }),
  )
  const deal = await addDeal({ companyId: kept })
  await submit(deal)
  const load = (company: string) =>
    must<{ associations: object[]; checked: object | null }>(
      cast.agent.ask('GET', at(`companies/${company}/compliance`)),
    )
  const before = (await verdictsOf(deal)).inputHash
  await must(cast.agent.ask('POST', at(`companies/${kept}/merges`), { other }))
  await judgeAgain()
  expect(await load(kept)).toMatchObject({ checked: {}, associations: [{ reason: 'Media rights' }] })
  expect((await verdictsOf(deal)).inputHash).not.toBe(before)
  const { merged } = await must<{ merged: { id: string }[] }>(cast.agent.ask('GET', at(`companies/${kept}`)))
  await must(cast.agent.ask('DELETE', at(`companies/${kept}/merges/${merged[0]?.id}`)))
  expect(await load(kept)).toMatchObject({ checked: null, associations: [] })
  expect(await load(other)).toMatchObject({ checked: {}, associations: [{ reason: 'Media rights' }] })
})

test('companies merged after filing are judged as one payor, and the filed packet stays', async () => {
  const [kept, other] = [
    await addCompany('Bell Grocer', 'brand', 'food'),
    await addCompany('Bell Market', 'brand', 'food'),
  ]
  const [first, second] = [
    await addDeal({ companyId: kept, terms: { ...terms(40_000), category: 'food' } }),
    await addDeal({ companyId: other, terms: { ...terms(30_000), category: 'food' } }),
  ]
  await submit(first)
  await drive.signAll(second)
  expect(await verdict(first, 'nil-go-report')).toMatchObject({ state: 'fine' })
  const report = { kind: 'nil-go', dealId: second }
  let filed = await must<Disclosure>(cast.agent.ask('POST', at('disclosures'), report))
  const unknown = filed.packet.fields.filter(({ value }) => value === null)
  const answers = Object.fromEntries(unknown.map(answerOf))
  const path = at(`disclosures/${filed.id}`)
  filed = await must(cast.agent.ask('PATCH', path, { version: filed.version, changes: { answers } }))
  for (const move of [{ move: 'prepare' }, { move: 'submit', confirmation: 'NG-26-9' }]) {
    filed = await must(cast.agent.ask('POST', `${path}/moves`, { version: filed.version, ...move }))
  }
  await must(cast.agent.ask('POST', at(`companies/${kept}/merges`), { other }))
  await judgeAgain()
  expect(await verdict(first, 'nil-go-report')).toMatchObject({ state: 'attention', previous: { state: 'fine' } })
  const { state, packet } = await must<Disclosure>(cast.agent.ask('GET', path))
  expect({ state, fields: packet.fields, hash: packet.hash }).toEqual({
    state: 'submitted',
    fields: filed.packet.fields,
    hash: filed.packet.hash,
  })
  await must(drive.withdraw(first))
  await must(drive.move(second, 'terminate'))
})

test('a relation that the payor declared counts at once, revises the filed packet, and can be set aside in words', async () => {
  const payor = await addCompany('Pinewood Motors', 'brand')
  const checked = { version: 0, changes: { associationsChecked: true } }
  await must(cast.agent.ask('PATCH', at(`companies/${payor}/compliance`), checked))
  const deal = await addDeal({ companyId: payor, terms: terms(1_600_000) })
  await drive.signAll(deal)
  await judgeAgain()
  expect(await verdict(deal, 'nil-go-range')).toMatchObject({ state: 'not-applicable' })
  const ofDeal = async () =>
    (await must<{ rows: Disclosure[] }>(cast.agent.ask('GET', at(`disclosures?deal=${deal}&kind=nil-go`)))).rows
  const [opened] = await ofDeal()
  const load = (id = opened?.id) => must<Disclosure>(cast.agent.ask('GET', at(`disclosures/${id}`)))
  const association = ({ packet }: Disclosure) => packet.fields.find(({ key }) => key === 'association')?.value
  const step = async (method: 'PATCH' | 'POST', under: string, body: object) =>
    must<Disclosure>(
      cast.agent.ask(method, at(`disclosures/${opened?.id}${under}`), { version: (await load()).version, ...body }),
    )
  await step('POST', '/attestation', { name: 'Kim Pine', email: 'kim@pinewood.example' })
  expect(association(await load())).toBe('Not associated with the school')
  const unknown = (await load()).packet.fields.filter(({ value }) => value === null)
  await step('PATCH', '', { changes: { answers: Object.fromEntries(unknown.map(answerOf)) } })
  await step('POST', '/moves', { move: 'prepare' })
  const filed = await step('POST', '/moves', { move: 'submit', confirmation: 'NG-26-11' })

  const { token } = await world.people.mailTo('kim@pinewood.example', 'payor-request')
  const answered = { token, owners: 'Kim Pine', relation: 'booster', explanation: null }
  const payload = await world.app.inject({ method: 'POST', url: '/api/attestations/answer', payload: answered })
  expect(payload.statusCode).toBe(204)
  await judgeEnqueued('judge-organization')
  expect(await verdict(deal, 'nil-go-range')).toMatchObject({
    state: 'attention',
    sentence: expect.stringContaining('its contact declared “Booster or collective of the school”'),
  })
  expect(await load()).toMatchObject({ state: 'revised', packet: { hash: filed.packet.hash } })
  const revision = (await ofDeal()).find(({ state }) => state === 'draft')?.id
  const declared = 'Associated with the school: its contact declared “Booster or collective of the school”'
  expect(association(await load(revision))).toBe(declared)

  const decision = at(`disclosures/${revision}/attestation/decision`)
  const reason = 'Kim Pine mistook a donation to the city for one to the school.'
  const { version } = await load(revision)
  const aside = await must<Disclosure>(cast.agent.ask('PUT', decision, { version, reason }))
  expect(aside.attestation?.setAside).toEqual({ at: now.toISOString(), by: 'Amara Cole', reason })
  expect(association(aside)).toBe('Not associated with the school')
  expect(await auditedValues('payor-answer-set-aside')).toMatchObject({ comment: [null, reason] })
  await judgeEnqueued('judge-organization')
  expect(await verdict(deal, 'nil-go-range')).toMatchObject({ state: 'not-applicable' })
  expect(association(await must(cast.agent.ask('DELETE', decision)))).toBe(declared)
  await judgeEnqueued('judge-organization')
  expect(await verdict(deal, 'nil-go-range')).toMatchObject({ state: 'attention' })
  await must(drive.move(deal, 'terminate'))
})

test('a subsidiary takes the association of its parent, whatever its own record says', async () => {
  const parent = await addCompany('Northgate Group', 'brand')
  const { id: subsidiary } = await must<{ id: string }>(
    cast.agent.ask('POST', at('companies'), { name: 'Northgate Coffee', kind: 'brand', parentId: parent }),
  )
  const checked = { version: 0, changes: { associationsChecked: true } }
  await must(cast.agent.ask('PATCH', at(`companies/${subsidiary}/compliance`), checked))
  const deal = await addDeal({ companyId: subsidiary, terms: terms(1_600_000) })
  await submit(deal)
  expect(await verdict(deal, 'nil-go-range')).toMatchObject({ state: 'not-applicable' })
  const association = { schoolId: school, reason: 'Founded by boosters', source: null }
  await must(cast.agent.ask('POST', at(`companies/${parent}/compliance/associations`), association))
  await judgeEnqueued('judge-organization')
  expect(await verdict(deal, 'nil-go-range')).toMatchObject({
    state: 'attention',
    sentence: expect.stringContaining('Founded by boosters, on record for its parent Northgate Group'),
  })
  await must(drive.withdraw(deal))
})

test('an unknown birth date counts as under 18, and the verdict says so, except for a pro', async () => {
  for (const [level, state] of [
    ['college', 'blocked'],
    ['pro', 'fine'],
  ] as const) {
    const facts = { givenName: 'Uma', familyName: 'Born', level, stage: 'signed' }
    const { id: athleteId } = await must<{ id: string }>(cast.owner.ask('POST', at('athletes'), facts))
    const deal = await addDeal({ athleteId })
    const judged = await verdict(deal, 'guardian-signs')
    expect(judged).toMatchObject({ state, missing: level === 'pro' ? [] : ['athlete.birthDate'] })
    expect(judged?.sentence.includes('birth date is unknown')).toBe(level !== 'pro')
    expect((await drive.remove(deal)).statusCode).toBe(204)
  }
})

test('an enjoined rule leaves its verdicts, marked, and stops nothing', async () => {
  const version = rules.find(({ id }) => id === 'barred-category')?.versions.at(-1)
  if (!version) throw new Error('The rule has no version.')
  const deal = await addDeal({ companyId: bookmaker, terms: { ...terms(), category: 'betting' } })
  await submit(deal)
  expect(await verdict(deal, 'barred-category')).toMatchObject({ state: 'blocked', status: 'in-force' })
  version.status = 'enjoined'
  try {
    expect(await verdict(deal, 'barred-category')).toMatchObject({ state: 'blocked', status: 'enjoined' })
    await judgeAgain()
    expect(await verdict(deal, 'barred-category')).toMatchObject({
      state: 'attention',
      status: 'enjoined',
      previous: { state: 'blocked' },
    })
    expect((await must<{ stage: string }>(drive.decide(deal, 'approved'))).stage).toBe('approved')
  } finally {
    version.status = 'in-force'
  }
  await must(drive.move(deal, 'decline'))
})

test('without money.view, $599 and $600 get the same answers', async () => {
  const staff = await world.people.registerMember(cast.organization, 'Noa Staff', 'support-staff')
  const observe = async (amountMinor: number) => {
    const deal = await addDeal({
      companyId: await addCompany(`Payor of ${amountMinor}`, 'brand', 'food'),
      terms: terms(amountMinor),
    })
    await submit(deal)
    const seen = await verdictsOf(deal, staff)
    const money = await verdictsOf(deal, cast.agent)
    const own = await verdictsOf(deal, cast.approver)
    await must(drive.move(deal, 'decline'))
    const statesOf = ({ verdicts }: Verdicts) => verdicts.map(({ rule, state, sentence }) => [rule, state, sentence])
    return { seen: { ...seen, records: null }, states: statesOf(seen), money: statesOf(money), own: statesOf(own) }
  }
  const [below, above] = [await observe(59_900), await observe(60_000)]
  expect(above.seen).toEqual(below.seen)
  expect(below.seen.inputHash).toBeNull()
  expect(above.money).not.toEqual(below.money)
  expect(above.own).not.toEqual(below.own)
  expect(above.states.length).toBeLessThan(above.money.length)
})

describe('a representation agreement', () => {
  test('is judged with its exact time of signing, and again when its facts change', async () => {
    const path = at(`athletes/${athlete}/agreements`)
    const newTerms = { startsOn: '2026-11-01', endsOn: null, scope: ['nil'], agents: [cast.agent.id], note: null }
    const added = await must<{ id: string; feePayor: null }>(cast.agent.ask('POST', path, newTerms))
    const verdicts = () => must<Verdicts>(cast.agent.ask('GET', `${path}/${added.id}/verdicts`))
    const find = async (rule: string) => (await verdicts()).verdicts.find((one) => one.rule === rule)
    expect(await verdicts()).toMatchObject({ number: null, isPreview: true, records: { agreement: added.id } })
    expect(await find('agent-fee-payor')).toMatchObject({ state: 'cannot-judge', missing: ['agreement.feePayor'] })

    const octets = { 'content-type': 'application/octet-stream' }
    const { version } = await must<{ version: number }>(
      cast.agent.ask('POST', `${path}/${added.id}/document`, pdf, octets),
    )
    await world.people.setUpSecondFactor(cast.owner)
    const sign = (signedOn: string, signedTime: string) =>
      cast.owner.ask('PUT', `${path}/${added.id}/signature`, { version, signedOn, signedTime, ...cast.owner.proof() })
    expect((await sign('2026-11-16', '23:59')).json().errors).toMatchObject([{ field: 'signedTime' }])
    const signed = await must<{ version: number; signature: object }>(sign('2026-11-13', '16:30'))
    expect(signed.signature).toMatchObject({ isExact: true, signedOn: '2026-11-13' })
    await judgeAgain()
    expect(await verdicts()).toMatchObject({ isPreview: false })
    expect((await find('ad-notice-72h'))?.due).toHaveProperty('at')

    const changes = { feePayor: 'collective', nextEventOn: '2026-11-20' }
    const changed = await must<{ signature: object | null }>(
      cast.agent.ask('PATCH', `${path}/${added.id}`, { version: signed.version, changes }),
    )
    expect(changed).toMatchObject({ ...changes, signature: { isExact: true } })
    await judgeAgain()
    expect(await find('agent-fee-payor')).toMatchObject({ state: 'attention', previous: { state: 'cannot-judge' } })
  })
})

async function judgeEnqueued(job: string) {
  const { rowCount } = await world.database.query('select from jobs where name = $1', [job])
  expect(rowCount, `${job} is enqueued`).toBeGreaterThan(0)
  await judgeAgain()
}
const hashOf = async (deal: string) => (await verdictsOf(deal)).inputHash

describe('without waiting for the night, a deal is judged again', () => {
  test('when a license of the agent is added, changed or removed', async () => {
    const path = at(`athletes/${athlete}/agreements`)
    const newTerms = { startsOn: '2026-11-01', endsOn: null, scope: ['contract'], agents: [cast.agent.id], note: null }
    const agreement = await must<{ id: string }>(cast.agent.ask('POST', path, newTerms))
    const hash = async () => (await must<Verdicts>(cast.agent.ask('GET', `${path}/${agreement.id}/verdicts`))).inputHash
    await judgeEnqueued('judge-athlete')
    const seen = [await hash()]
    const facts = { state: 'OH', number: 'OH-7', from: '2026-01-01', until: '2027-12-31', note: null }
    const license = await must<{ id: string }>(cast.agent.ask('POST', at('licenses'), facts))
    await judgeEnqueued('judge-organization')
    seen.push(await hash())
    await must(cast.agent.ask('PUT', at(`licenses/${license.id}`), { ...facts, until: '2026-11-30', version: 1 }))
    await judgeEnqueued('judge-organization')
    seen.push(await hash())
    expect(new Set(seen).size).toBe(3)
    expect((await cast.agent.ask('DELETE', at(`licenses/${license.id}`))).statusCode).toBe(204)
    await judgeEnqueued('judge-organization')
    expect(await hash()).toBe(seen[0])
  })

  test('when the report of the athlete is returned, the payor is asked, and the payor attests', async () => {
    const report = { company: 'Bayou Grill', purpose: 'Posts', amountMinor: null, agreedOn: '2026-11-13', link: null }
    const { id: deal } = await must<{ id: string }>(cast.player.ask('POST', at('reported-deals'), report))
    await must(drive.change(deal, { terms: terms() }))
    await submit(deal)
    await judgeEnqueued('judge-athlete')
    const seen = [await hashOf(deal)]

    const { rows } = await must<{ rows: { id: string }[] }>(
      cast.agent.ask('GET', at(`disclosures?deal=${deal}&kind=nil-go`)),
    )
    const path = at(`disclosures/${rows[0]?.id}`)
    const disclosure = () => must<Disclosure>(cast.agent.ask('GET', path))
    const ask = async (method: 'PATCH' | 'POST', under: string, body: object) =>
      must(cast.agent.ask(method, `${path}${under}`, { version: (await disclosure()).version, ...body }))
    await ask('POST', '/attestation', { name: 'Dana Whitlock', email: 'dana@bayou.example' })
    await judgeEnqueued('judge-athlete')
    seen.push(await hashOf(deal))

    const unknown = (await disclosure()).packet.fields.filter(({ value }) => value === null)
    await ask('PATCH', '', { changes: { answers: Object.fromEntries(unknown.map(answerOf)) } })
    await ask('POST', '/moves', { move: 'prepare' })
    await ask('POST', '/moves', { move: 'submit', confirmation: 'NG-26-7' })
    await ask('POST', '/moves', { move: 'attest', on: '2026-11-16' })
    await judgeEnqueued('judge-athlete')
    seen.push(await hashOf(deal))

    await must(cast.owner.ask('POST', at(`reported-deals/${deal}/decision`), { decision: 'returned', comment: 'No' }))
    await judgeEnqueued('judge-athlete')
    seen.push(await hashOf(deal))
    expect(new Set(seen).size).toBe(4)
    await must(drive.withdraw(deal))
  })
})

test('erasure of the athlete deletes verdicts and facts, and clears the reasons', async () => {
  const path = at(`athletes/${athlete}`)
  const counted = async () => {
    const { rows } = await world.database.query(
      `select (select count(*) from verdicts where organization_id = $1)::integer as verdicts,
         (select count(*) from athlete_compliance where organization_id = $1)::integer as facts,
         (select count(*) from verdict_answers where organization_id = $1 and reason is not null)::integer as reasons,
         (select count(*) from verdict_answers where organization_id = $1)::integer as answers`,
      [cast.organization],
    )
    return rows[0]
  }
  expect(await counted()).toMatchObject({ facts: 1, reasons: 1, answers: 1 })
  const erased = await cast.owner.ask('POST', `${path}/erasure`, cast.owner.proof())
  expect([erased.statusCode, erased.body]).toEqual([204, ''])
  expect(await counted()).toEqual({ verdicts: 0, facts: 0, reasons: 0, answers: 1 })
})

test('without waiting for the night, a deal is judged again when a guardian is verified', async () => {
  const facts = { givenName: 'Ada', familyName: 'Lind', level: 'high-school', stage: 'signed', birthDate: '2010-03-03' }
  const { id: minor } = await must<{ id: string }>(cast.owner.ask('POST', at('athletes'), facts))
  const deal = await addDeal({ athleteId: minor })
  await submit(deal)
  await judgeEnqueued('judge-athlete')
  const before = await hashOf(deal)
  const { people } = world
  const way = { people, organization: cast.organization, athlete: minor, asker: cast.owner, verifier: cast.agent }
  await verifiedGuardian(way)
  await judgeEnqueued('judge-athlete')
  expect(await hashOf(deal)).not.toBe(before)
})

test('named approvers of the current step answer without the permission to approve deals, and nobody else', async () => {
  const setChain = async (people: string[]) => {
    const steps = [{ name: 'Agents', people, roles: [], needs: 'any' }]
    const chains = people.length === 0 ? [] : [{ kind: null, fromMinor: 0, steps }]
    expect((await cast.owner.ask('PUT', at('approval-chains'), { chains })).statusCode).toBe(204)
  }
  const mateo = await world.people.registerMember(cast.organization, 'Mateo Ruiz', 'agent')
  const facts = { givenName: 'Ada', familyName: 'Lind', level: 'college', stage: 'signed', birthDate: '2004-03-03' }
  const { id: athleteId } = await must<{ id: string }>(cast.owner.ask('POST', at('athletes'), facts))
  await setChain([mateo.id])
  try {
    const deal = await addDeal({ athleteId, companyId: bookmaker, terms: { ...terms(), category: 'betting' } })
    await submit(deal)
    const canAnswer = async (by: Someone) => (await verdict(deal, 'barred-category', by))?.canAnswer
    expect([await canAnswer(mateo), await canAnswer(cast.owner), await canAnswer(cast.agent)]).toEqual([
      true,
      true,
      false,
    ])
    const decide = () =>
      mateo.ask('POST', at(`deals/${deal}/decisions`), { number: 1, decision: 'approved', comment: null })
    expect((await decide()).json().code).toBe('verdicts-unanswered')
    const blocked = (await verdict(deal, 'barred-category', mateo)) as JudgedVerdict
    expect((await answer(deal, blocked, cast.agent)).json().code).toBe('not-your-turn')
    expect((await answer(deal, blocked, cast.player)).json().code).toBe('not-permitted')
    const answered = await must<Verdicts>(answer(deal, blocked, mateo))
    expect(answered.verdicts[0]).toMatchObject({ canAnswer: false, answer: { by: { name: 'Mateo Ruiz' } } })
    expect((await must<{ stage: string }>(decide())).stage).toBe('approved')
    // Decided: nothing is left to answer for.
    const conflict = { number: 1, reason: 'Both agree.' }
    expect((await mateo.ask('POST', at(`deals/${deal}/conflict-allowance`), conflict)).json().code).toBe(
      'not-your-turn',
    )
    await must(drive.move(deal, 'decline'))

    const exclusive = { ...terms(), exclusivity: { kind: 'category' as const, categories: ['footwear' as const] } }
    const [first, second] = [
      await addDeal({ athleteId, terms: { ...exclusive, category: 'footwear' } }),
      await addDeal({
        athleteId,
        companyId: await addCompany('Tarn Shoes', 'brand', 'footwear'),
        terms: { ...terms(), category: 'footwear' },
      }),
    ]
    for (const one of [first, second]) await submit(one)
    const approve = (one: string) =>
      mateo.ask('POST', at(`deals/${one}/decisions`), { number: 1, decision: 'approved', comment: null })
    await must(approve(first))
    expect((await approve(second)).json().code).toBe('deals-conflict')
    const actions = async (by: Someone) =>
      (await must<{ actions: string[] }>(by.ask('GET', at(`deals/${second}`)))).actions
    expect([
      (await actions(mateo)).includes('allow-conflict'),
      (await actions(cast.agent)).includes('allow-conflict'),
    ]).toEqual([true, false])
    const clash = (await verdict(second, 'exclusivity-clash', mateo)) as JudgedVerdict
    await must(answer(second, clash, mateo))
    expect((await must<{ stage: string }>(approve(second))).stage).toBe('approved')
    for (const one of [first, second]) await must(drive.move(one, 'decline'))
  } finally {
    await setChain([])
  }
})

test('a changed athlete is judged again only with deals; removed ones do not count', async () => {
  const facts = { givenName: 'Mina', familyName: 'Roe', level: 'college', stage: 'signed', birthDate: '2004-03-03' }
  const { id } = await must<{ id: string }>(cast.owner.ask('POST', at('athletes'), facts))
  const deal = await addDeal({ athleteId: id })
  const judgedAfter = async (level: string, removedAt: Date | null) => {
    await world.database.query('update deals set removed_at = $2 where id = $1', [deal, removedAt])
    await world.database.query('update athletes set level = $2 where id = $1', [id, level])
    return (await world.database.query('select from jobs where key = $1', [id])).rowCount
  }
  expect([await judgedAfter('pro', now), await judgedAfter('college', null)]).toEqual([0, 1])
})

describe('a new version of a rule', () => {
  const load = (by: Someone) => must<News>(by.ask('GET', at('compliance/news')))
  const touchedBy = (by: Someone, rule: string, version: number, state: string, more = '') =>
    must<Page>(by.ask('GET', at(`compliance/news/touched?rule=${rule}&version=${version}&state=${state}${more}`)))
  const rowOnHome = async (by: Someone) =>
    (await must<Needs>(by.ask('GET', at('needs')))).housekeeping.find(({ kind }) => kind === 'changed-rules')
  type News = { joinedOn: string; touching: { rule: string; version: number; counts: object[] }[] }
  type Page = { rows: Touched[]; next: string | null }

  /** As if an update had brought another version, in force since November. */
  async function withNewVersion(
    id: string,
    judge: (input: DealInput) => Verdict,
    work: (number: number) => Promise<void>,
  ) {
    const rule = rules.find((one) => one.id === id) as { versions: readonly RuleVersion<DealInput>[] }
    const { versions } = rule
    const last = versions.at(-1) as RuleVersion<DealInput>
    const number = last.number + 1
    const before = { ...last, until: '2026-10-31' }
    rule.versions = [...versions.slice(0, -1), before, { ...last, number, from: '2026-11-01', judge }]
    try {
      await work(number)
    } finally {
      rule.versions = versions
    }
  }

  const athletes: string[] = []
  const deals: string[] = []
  let scout: Someone
  beforeAll(async () => {
    scout = await world.people.registerMember(cast.organization, 'Noa Assigned', 'support-staff')
    for (const familyName of ['Lind', 'Vale', 'Moss']) {
      const facts = { givenName: 'Tessa', familyName, level: 'college', stage: 'signed', birthDate: '2004-03-03' }
      const assigned = familyName === 'Vale' && { lookedAfterBy: [scout.id] }
      athletes.push((await must<{ id: string }>(cast.owner.ask('POST', at('athletes'), { ...facts, ...assigned }))).id)
    }
    for (const athleteId of athletes) deals.push(await addDeal({ athleteId }))
    for (const deal of deals) await submit(deal)
  })

  test('judges open deals again at night, and says what it said before and says now', async () => {
    await judgeAgain()
    expect(await load(cast.agent)).toEqual({ joinedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), touching: [] })
    expect(await rowOnHome(cast.approver)).toBeUndefined()
    const judge = ({ deal }: DealInput) =>
      deal.id === deals[0]
        ? fine('It names its activation.')
        : deal.id === deals[1]
          ? cannotJudge('deal.category')
          : attention('It names no activation.')
    await withNewVersion('disclosure-tag', judge, async (version) => {
      await judgeAgain()
      const { touching } = await load(cast.agent)
      expect(touching).toEqual([{ rule: 'disclosure-tag', version, counts: expect.any(Array) }])
      const { counts } = touching[0] as News['touching'][0]
      expect(counts).toEqual(
        expect.arrayContaining([
          { state: 'cannot-judge', count: 1 },
          { state: 'fine', count: 1 },
        ]),
      )
      const unknown = await touchedBy(cast.agent, 'disclosure-tag', version, 'cannot-judge')
      expect(unknown).toMatchObject({
        rows: [
          {
            deal: { id: deals[1] },
            athlete: { id: athletes[1], name: 'Tessa Vale' },
            changedAt: now.toISOString(),
            before: { version: version - 1, state: expect.any(String), sentence: expect.stringMatching(/./) },
            after: { state: 'cannot-judge', sentence: 'This rule needs the deal’s category.' },
          },
        ],
        next: null,
      })
      // Judged again by the same version: still news, with what the version before it said.
      await judgeAgain()
      expect(await touchedBy(cast.agent, 'disclosure-tag', version, 'cannot-judge')).toEqual(unknown)

      // Pages follow each other without gaps.
      const states = (page: Page) => page.rows.map(({ deal }) => deal?.id)
      const all = states(await touchedBy(cast.agent, 'disclosure-tag', version, 'attention'))
      const first = await touchedBy(cast.agent, 'disclosure-tag', version, 'attention', '&limit=1')
      const next = `&limit=1&after=${encodeURIComponent(first.next ?? '')}`
      const second =
        all.length > 1 ? states(await touchedBy(cast.agent, 'disclosure-tag', version, 'attention', next)) : []
      expect([...states(first), ...second]).toEqual(all.slice(0, 2))

      // One row on Home for those who can do something, until they have read it.
      expect([await rowOnHome(cast.approver), await rowOnHome(cast.player)]).toMatchObject([{ count: 1 }, undefined])
      expect((await cast.approver.ask('POST', at('compliance/news/opened'))).statusCode).toBe(204)
      expect([await rowOnHome(cast.approver), await rowOnHome(cast.owner)]).toMatchObject([undefined, { count: 1 }])

      // A closed deal is not touched any more.
      await must(drive.withdraw(deals[0] as string))
      await must(drive.move(deals[0] as string, 'decline'))
      expect((await touchedBy(cast.agent, 'disclosure-tag', version, 'fine')).rows).toEqual([])
    })
  })

  test('is shown only about deals that the viewer sees, and amounts only with permission', async () => {
    const judge = () => usingAmount(attention('It pays $1,200.'))
    await withNewVersion('valid-purpose', judge, async (version) => {
      await judgeAgain()
      const staff = await world.people.registerMember(cast.organization, 'Ana Staff', 'support-staff')
      const seenBy = async (by: Someone) => (await touchedBy(by, 'valid-purpose', version, 'attention')).rows
      expect((await seenBy(cast.owner)).map(({ deal }) => deal?.id)).toEqual(
        expect.arrayContaining([deals[1], deals[2]]),
      )
      expect(await seenBy(staff)).toEqual([])
      expect(JSON.stringify(await load(staff))).not.toContain('valid-purpose')
      expect((await cast.player.ask('GET', at('compliance/news'))).json().code).toBe('not-permitted')
    })
    const seesAll = { role: 'support-staff', permission: 'athletes.all' }
    await must(cast.owner.ask('PUT', at('permissions'), { ...seesAll, allowed: false }))
    await withNewVersion(
      'school-sponsor',
      () => attention('The school has a rival sponsor.'),
      async (version) => {
        await judgeAgain()
        const { rows } = await touchedBy(scout, 'school-sponsor', version, 'attention')
        expect(rows.map(({ deal }) => deal?.id)).toEqual([deals[1]])
        expect((await load(scout)).touching).toContainEqual({
          rule: 'school-sponsor',
          version,
          counts: [{ state: 'attention', count: 1 }],
        })
      },
    )
    await must(cast.owner.ask('PUT', at('permissions'), { ...seesAll, allowed: true }))
  })

  test('opens a report with its deadline by the same path', async () => {
    const athleteId = athletes[2] as string
    await world.database.query(
      'update athletes set user_id = case id when $2 then $1::uuid end where user_id = $1 or id = $2',
      [cast.player.id, athleteId],
    )
    const signed = (await drive.signed({ athleteId, companyId: brand, kind: 'nil', terms: terms(50_000) })).id
    const reports = async () =>
      (await must<{ rows: Disclosure[] }>(cast.approver.ask('GET', at(`disclosures?deal=${signed}&kind=nil-go`)))).rows
    await judgeAgain()
    expect(await reports()).toEqual([])
    const judge = () => usingAmount(attention('Deals of $500 are reported.', { due: { day: '2026-11-23' } }))
    await withNewVersion('nil-go-report', judge, async (version) => {
      await judgeAgain()
      expect(await reports()).toMatchObject([{ kind: 'nil-go', state: 'draft', dueOn: '2026-11-23' }])
      const { rows } = await touchedBy(cast.owner, 'nil-go-report', version, 'attention')
      expect(rows.find(({ deal }) => deal?.id === signed)).toMatchObject({
        before: { version: version - 1, state: 'fine' },
        after: { state: 'attention', sentence: 'Deals of $500 are reported.' },
      })
    })
  })
})

test('a multimedia-rights partner is associated, and its deliverables say which right they use', async () => {
  const facts = { givenName: 'Ren', familyName: 'Lowe', birthDate: '2004-05-05', level: 'college', stage: 'signed' }
  const { id: athleteId } = await must<{ id: string }>(cast.owner.ask('POST', at('athletes'), facts))
  const changes = { division: 'ncaa-1', schoolId: school, enrolledOn: '2024-08-20' }
  await must(cast.owner.ask('PATCH', at(`athletes/${athleteId}/compliance`), { version: 0, changes }))
  const partner = await addCompany('Fieldhouse Media', 'brand', 'media')
  const post = {
    id: crypto.randomUUID(),
    title: 'Launch post',
    platform: 'Instagram',
    count: 1,
    dueOn: null,
    disclosureTag: '#ad',
  }
  const deal = (more: object) =>
    addDeal({ athleteId, companyId: partner, terms: { ...terms(), deliverables: [{ ...post, ...more }] } })
  const [idle, active] = [await deal({}), await deal({ activates: 'image' })]
  const found = (of: string) => verdict(of, 'valid-purpose')
  expect(await found(idle)).toMatchObject({ state: 'cannot-judge', missing: ['company.association'] })
  const association = {
    schoolId: school,
    reason: 'Sells the school’s media rights',
    source: null,
    isRightsPartner: true,
  }
  expect(
    await must(cast.agent.ask('POST', at(`companies/${partner}/compliance/associations`), association)),
  ).toMatchObject({
    associations: [{ isRightsPartner: true }],
  })
  expect(await found(idle)).toMatchObject({
    state: 'attention',
    sentence: expect.stringContaining('Fieldhouse Media is the multimedia-rights partner of Lakemont University'),
  })
  expect(await found(active)).toMatchObject({ state: 'fine' })
  for (const one of [idle, active]) expect((await drive.remove(one)).statusCode).toBe(204)
})

test('Texas: a deal about firearms waits for the answer whether the athlete may buy one', async () => {
  const facts = { givenName: 'Tex', familyName: 'Hale', birthDate: '2003-05-05', level: 'college', stage: 'signed' }
  const { id: athleteId } = await must<{ id: string }>(cast.owner.ask('POST', at('athletes'), facts))
  const texan = await addCompany('Brazos State', 'school')
  await must(cast.agent.ask('PATCH', at(`companies/${texan}/compliance`), { version: 0, changes: { state: 'TX' } }))
  const changes = { schoolId: texan }
  await must(cast.owner.ask('PATCH', at(`athletes/${athleteId}/compliance`), { version: 0, changes }))
  const found = async (mayBuy: boolean | null | undefined) => {
    const deal = await addDeal({
      athleteId,
      terms: { ...terms(), category: 'firearms', ...(mayBuy !== undefined && { mayBuy }) },
    })
    const { state, missing } = (await verdict(deal, 'barred-category')) as JudgedVerdict
    expect((await drive.remove(deal)).statusCode).toBe(204)
    return [state, ...missing]
  }
  expect(await found(undefined)).toEqual(['cannot-judge', 'deal.mayBuy'])
  expect(await found(null)).toEqual(['cannot-judge', 'deal.mayBuy'])
  expect(await found(true)).toEqual(['fine'])
  expect(await found(false)).toEqual(['blocked'])
})

test('a club has a league and a country, and its league decides on the fee cap', async () => {
  const facts = {
    givenName: 'Pia',
    familyName: 'Guard',
    birthDate: '1998-05-05',
    level: 'pro',
    sport: 'basketball',
    stage: 'signed',
  }
  const { id: athleteId } = await must<{ id: string }>(cast.owner.ask('POST', at('athletes'), facts))
  const club = await addCompany('Lake City Wolves', 'club')
  const deal = await addDeal({
    athleteId,
    companyId: club,
    kind: 'contract',
    terms: { ...terms(), fee: { rateMillionths: 100_000 } },
  })
  await submit(deal)
  expect(await verdict(deal, 'fee-cap')).toMatchObject({ state: 'cannot-judge', missing: ['company.league'] })
  const path = at(`companies/${club}/compliance`)
  const change = (version: number, changes: object) => cast.agent.ask('PATCH', path, { version, changes })
  expect((await change(0, { league: 'nbl' })).statusCode).toBe(422)
  expect(await must(change(0, { country: 'ES' }))).toMatchObject({ league: null, country: 'ES' })
  await judgeAgain()
  expect(await verdict(deal, 'fee-cap')).toMatchObject({ state: 'not-applicable' })
  await must(change(1, { league: 'nba', country: 'US' }))
  expect(await auditedValues('company-changed')).toEqual({ league: [null, 'nba'], country: ['ES', 'US'] })
  await judgeAgain()
  expect(await verdict(deal, 'fee-cap')).toMatchObject({ state: 'attention' })
  await must(change(2, { league: 'wnba' }))
  await judgeAgain()
  expect(await verdict(deal, 'fee-cap')).toMatchObject({ state: 'not-applicable' })
  await must(drive.move(deal, 'decline'))
})
