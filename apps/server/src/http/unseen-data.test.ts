import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deal } from '@sherpa/contracts/deal'
import { allRoles, isGrantable, type Permission, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callerOf, type Endpoint, endpointsOf, makeWorld, type World } from '../../test/every-endpoint.ts'
import { freshDatabase } from '../../test/fresh-database.ts'
import { oneTransaction } from '../../test/one-transaction.ts'
import { goodPassword, peopleOf, type Someone } from '../../test/people.ts'
import { allSamples, type Samples } from '../../test/samples.ts'
import { addSignedCopy } from '../../test/signed-copy.ts'
import { tenantTables } from '../../test/tenant-tables.ts'
import { buildApp } from '../app.ts'
import { diskFiles } from '../files/file-store.ts'

/*
 * What someone may not see leaves no trace: everything that can be asked is asked twice, and between the two only that has changed.
 * Each answer must be the same, to the letter. Endpoints are found as in permission-matrix.test.ts, amounts by the names of their columns
 * and fields (`amount_minor`, `rateMillionths`): what is added later is tried without a change here.
 */

/** Everything is asked several times over. */
const timeout = 240_000
const now = new Date('2026-11-16T15:00:00Z')
let fresh: Awaited<ReturnType<typeof freshDatabase>>
let everything: Awaited<ReturnType<typeof oneTransaction>>
let app: ReturnType<typeof buildApp>
let directory: string
let endpoints: Endpoint[]
let samples: Samples[]
let caller: ReturnType<typeof callerOf>
let world: World
const members = {} as Record<Role, Someone>
let athlete: string
const at = (path: string) => `/api/organizations/${world.organization}/${path}`

beforeAll(async () => {
  fresh = await freshDatabase()
  everything = await oneTransaction(fresh)
  const { owner, serving } = everything
  directory = await mkdtemp(join(tmpdir(), 'sherpa-unseen-'))
  app = buildApp({
    database: serving,
    rateLimited: false,
    shortestAnswerMs: 0,
    files: diskFiles(directory),
    clock: () => now,
  })
  const people = peopleOf(app, owner)
  samples = await allSamples()
  endpoints = await endpointsOf(app, samples)
  caller = callerOf(app, samples)
  for (const role of allRoles) members[role] = await people.register(`The ${role}`)
  const bystander = await people.register('A bystander')
  world = await makeWorld(owner, samples, {
    person: bystander,
    staff: await people.registerStaff(),
    belong: [
      ...allRoles.map((role) => ({ id: members[role].id, role })),
      { id: bystander.id, role: 'athlete' as const },
    ],
  })
  for (const role of allRoles) if (role !== 'athlete') await people.setUpSecondFactor(members[role])
  athlete = await addAthlete('Jonah')
  await owner.query('update athletes set user_id = $1 where id = $2', [members.athlete.id, athlete])
  // The first look at the companies adds the organization itself.
  await must(members.owner.ask('GET', at('companies')))
}, 120_000)
afterAll(async () => {
  await app.close()
  await everything.end()
  await rm(directory, { recursive: true })
  await fresh.drop()
})
beforeEach(() => everything.keep())
afterEach(() => everything.restore())

async function undone<Result>(work: () => Promise<Result>): Promise<Result> {
  await everything.keep()
  try {
    return await work()
  } finally {
    await everything.restore()
  }
}

/** Does something in the name of someone, which must work. */
async function must<Answer>(answering: ReturnType<Someone['ask']>): Promise<Answer> {
  const answer = await answering
  expect([answer.statusCode, answer.statusCode < 400 ? '' : answer.body]).toEqual([expect.any(Number), ''])
  return answer.statusCode === 204 ? (undefined as Answer) : answer.json()
}

async function addAthlete(givenName: string): Promise<string> {
  const facts = { givenName, familyName: 'Okoye', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  return (await must<{ id: string }>(members.owner.ask('POST', at('athletes'), facts))).id
}

/** The role has everything that it can be given, but for these. */
async function allBut(role: Role, ...denied: Permission[]) {
  for (const permission of permissionsOf('owner', []).filter((one) => isGrantable(role, one))) {
    await everything.owner.query('insert into permission_settings values ($1, $2, $3, $4)', [
      world.organization,
      role,
      permission,
      !denied.includes(permission),
    ])
  }
}

/** Everything that can be asked without changing anything: each list in each order, and searched. */
function answersTo(someone: Someone, place: World) {
  // An export is put on record.
  return undone(() => readAll(someone, place))
}
async function readAll(someone: Someone, place: World): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const endpoint of endpoints.filter(({ method, isStream, path }) => isRead(method, path) && !isStream)) {
    const queries = [
      undefined,
      ...endpoint.sorts.map((sort) => `?sort=${sort}`),
      ...(endpoint.searched ? ['?search=okoye', '?search=48'] : []),
    ]
    for (const query of queries) {
      const { status, body } = await caller.call(someone, endpoint, place, query ? { query } : {})
      answers[`${endpoint.id}${query ?? ''}`] = `${status} ${body}`
    }
  }
  return answers
}
const isRead = (method: string, path: string) =>
  method === 'GET' && path.startsWith('/api/organizations/{organization}')

/** What every other operation answers: each is taken back before the next one. */
async function answersToChanges(someone: Someone, place: World): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const endpoint of endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'anyone')) {
    const { status, body } = await undone(() => caller.call(someone, endpoint, place))
    answers[endpoint.id] = `${status} ${withoutNewIds(body)}`
  }
  return answers
}

/** What is made anew each time has other ids, and so another order among what happened at the same moment. */
function withoutNewIds(text: string) {
  const masked = text.replaceAll(/[\da-f]{8}-[\da-f-]{27}|(?<="id":")\d+(?=")/g, '…')
  try {
    return JSON.stringify(inOrder(JSON.parse(masked)))
  } catch {
    return masked.split('\n').sort().join('\n')
  }
}
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inOrder(part)]))
}

/** What the person was mailed, without what is different in each mail. */
async function mailTo({ email }: Someone): Promise<string[]> {
  const { rows } = await everything.owner.query(
    'select kind, details from outgoing_mail where recipient = $1 order by id',
    [email],
  )
  return rows.map((row) => withoutNewIds(JSON.stringify(row)))
}

/** Where answers differ: the name of each, and both from a little before. */
function differences(before: Record<string, string>, after: Record<string, string>) {
  return Object.entries(before).flatMap(([name, one]) => {
    const other = after[name] ?? ''
    if (one === other) return []
    const first = [...one].findIndex((letter, index) => letter !== other[index])
    const part = (text: string) => text.slice(Math.max(0, first - 150), first + 100)
    return [{ name, one: part(one), other: part(other) }]
  })
}

const isAmount = (name: string) => /Minor$|^rateMillionths$/.test(name)

/** The same with other amounts, as large as they have to be in proportion to each other. */
function withAmounts<Value>(value: Value, change: (amount: number) => number): Value {
  if (Array.isArray(value)) return value.map((part) => withAmounts(part, change)) as Value
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (typeof part === 'number' && isAmount(name)) return [name, change(part)]
      // In words: what an option or a date means for the money.
      if (name === 'effect' && part) return [name, `Another effect than “${part}”`]
      return [name, withAmounts(part, change)]
    }),
  ) as Value
}

/** Of a bank line: never more than the whole, as the database demands. */
const PART = 'booked_minor'

/** Every amount that the organization has becomes another one, and the largest the smallest. Tells how many rows have some. */
async function changeAllAmounts(): Promise<Record<string, number>> {
  const { owner } = everything
  const changed: Record<string, number> = {}
  // Nothing else happens to the rows: no triggers.
  await owner.query("set local session_replication_role = 'replica'")
  for (const { table, column } of await tenantTables(owner)) {
    const { rows, fields } = await owner.query(`select ctid, t.* from ${table} t where ${column} = $1`, [
      world.organization,
    ])
    for (const { ctid, ...row } of rows) {
      const after = Object.fromEntries(
        Object.entries(row).map(([name, value]) =>
          name.endsWith('_minor') && value !== null
            ? [name, name === PART ? Math.floor(Number(value) / 3) : 2_000_000_000 - Number(value)]
            : [name, withAmounts(value, (amount) => Math.floor(amount / 3) + 1)],
        ),
      )
      const different = fields
        .map(({ name }) => name)
        .filter((name) => name !== 'ctid' && JSON.stringify(after[name]) !== JSON.stringify(row[name]))
      if (different.length === 0) continue
      changed[table] = (changed[table] ?? 0) + 1
      const set = different.map((name, index) => `${name} = $${index + 2}`).join(', ')
      const values = different.map((name) =>
        typeof after[name] === 'object' ? JSON.stringify(after[name]) : after[name],
      )
      await owner.query(`update ${table} set ${set} where ctid = $1`, [ctid, ...values])
    }
  }
  await owner.query("set local session_replication_role = 'origin'")
  return changed
}

const payment = (amountMinor: number, id: string) => ({
  id,
  kind: 'base',
  title: 'Retainer',
  amountMinor,
  inKind: false,
  schedule: { kind: 'repeated', every: 'month', from: '2026-12-01', times: 3, amountIs: 'total' },
})

async function addDeal(amountMinor: number, of = athlete): Promise<Deal> {
  return must(
    members.agent.ask('POST', at('deals'), {
      athleteId: of,
      companyId: world.organization,
      kind: 'nil',
      terms: {
        startsOn: '2026-08-03',
        endsOn: '2027-06-30',
        businessPurpose: 'Promotion of the fall line',
        fee: { rateMillionths: Math.round(amountMinor / 100) },
        payments: [payment(amountMinor, crypto.randomUUID())],
        deliverables: [
          {
            id: crypto.randomUUID(),
            title: 'Story',
            platform: 'instagram',
            count: 1,
            dueOn: '2026-12-01',
            disclosureTag: '#ad',
          },
        ],
        keyDates: [
          {
            id: crypto.randomUUID(),
            kind: 'option',
            title: 'Option to extend',
            effect: `One more year at ${amountMinor}`,
            anchor: { kind: 'termEnd' },
            offset: { amount: -90, unit: 'days' },
            zone: 'America/New_York',
            reminders: [14],
          },
        ],
      },
    }),
  )
}

/** Through review and signatures into force. What it takes to be approved depends on the amount. */
async function submit(deal: Deal): Promise<Deal> {
  return must(members.agent.ask('POST', at(`deals/${deal.id}/review`), { version: deal.version }))
}
async function approveAndSign({ id }: Deal) {
  const open = () => must<Deal>(members.owner.ask('GET', at(`deals/${id}`)))
  for (const approver of [members.compliance, members.owner]) {
    if ((await open()).stage !== 'in-review') break
    await must(approver.ask('POST', at(`deals/${id}/decisions`), { number: 1, decision: 'approved', word: null }))
  }
  const { versions } = await open()
  const signature = {
    number: 1,
    hash: versions[0]?.hash,
    name: members.athlete.name,
    agrees: true,
    password: goodPassword,
  }
  await must(members.athlete.ask('POST', at(`deals/${id}/signatures`), signature))
  await must(addSignedCopy(members.agent, at(`deals/${id}`), { side: 'company', signer: 'Sofia', number: 1 }))
  expect((await open()).stage).toBe('active')
}

/** The addresses of the samples lead to this deal. */
const about = (deal: Deal): World => ({
  ...world,
  parameters: { ...world.parameters, deal: deal.id, athlete: deal.athlete.id },
})

describe('someone who may do everything but see money', { timeout }, () => {
  // Nor decide: whom an approval is asked from depends on the amount, and being asked cannot be hidden from them.
  beforeEach(() => allBut('support-staff', 'money.view', 'deals.approve'))

  test('gets the same answers whatever the amounts are', async () => {
    const large = await addDeal(4_800_000)
    await addDeal(60_000)
    await must(
      members.owner.ask('POST', at(`athletes/${athlete}/agreements`), {
        startsOn: '2026-01-01',
        endsOn: null,
        scope: ['nil'],
        agents: [],
        note: null,
        fees: { nil: { rateMillionths: 150_000 } },
      }),
    )
    await submit(large)
    await approveAndSign(large)
    const [reader, colleague] = [members['support-staff'], members.agent]
    const before = await answersTo(reader, about(large))
    const changesBefore = await answersToChanges(reader, about(large))
    const seenBefore = await answersTo(colleague, about(large))
    const changed = await changeAllAmounts()
    for (const table of ['deals', 'deal_versions', 'payments', 'key_dates', 'agreements']) {
      expect(changed).toHaveProperty(table)
    }
    expect(differences(before, await answersTo(reader, about(large)))).toEqual([])
    expect(differences(changesBefore, await answersToChanges(reader, about(large)))).toEqual([])
    // Whoever may see them sees others.
    const seen = differences(seenBefore, await answersTo(colleague, about(large))).map(({ name }) => name)
    expect(seen).toEqual(expect.arrayContaining(['deals', 'deal', 'payments', 'agreements', 'keyDates']))
  })

  test('does not learn either what an amount led to', async () => {
    const steps = [
      { name: 'Compliance', people: [], roles: ['compliance'], needs: 'any' },
      { name: 'Owner', people: [members.owner.id], roles: [], needs: 'all' },
    ]
    await must(
      members.owner.ask('PUT', at('approval-chains'), { chains: [{ kind: 'nil', fromMinor: 1_000_000, steps }] }),
    )
    const reader = members['support-staff']
    const learned = (amount: number) =>
      undone(async () => {
        const deal = await addDeal(amount)
        const asked = await submit(deal)
        const inReview = await answersTo(reader, about(deal))
        await approveAndSign(asked)
        const inForce = await answersTo(reader, about(deal))
        return { inReview: masked(inReview), inForce: masked(inForce), mail: await mailTo(reader) }
      })
    const [small, large] = [await learned(60_000), await learned(9_000_000)]
    expect(differences(small.inReview, large.inReview)).toEqual([])
    expect(differences(small.inForce, large.inForce)).toEqual([])
    expect(large.mail).toEqual(small.mail)
  })

  test('does not learn which amounts others write', async () => {
    const reader = members['support-staff']
    const writes = endpoints.filter(({ id }) => hasAmounts(caller.bodies[id]?.(world, {})))
    expect(writes.map(({ id }) => id)).toEqual(expect.arrayContaining(['addDeal', 'addAgreement', 'setApprovalChains']))
    const write = (endpoint: Endpoint, factor: number) =>
      caller.call(members.owner, endpoint, world, {
        changed: (body) => withAmounts(body, (amount) => amount * factor),
      })
    for (const endpoint of writes) {
      const [small, large] = [await undone(() => write(endpoint, 1)), await undone(() => write(endpoint, 7))]
      expect([endpoint.id, small.code, large.code]).toEqual([endpoint.id, 'ok', 'ok'])
    }
    const learned = (factor: number) =>
      undone(async () => {
        for (const endpoint of writes) await write(endpoint, factor)
        return { answers: masked(await answersTo(reader, world)), mail: await mailTo(reader) }
      })
    const [small, large] = [await learned(1), await learned(7)]
    expect(differences(small.answers, large.answers)).toEqual([])
    expect(large.mail).toEqual(small.mail)
  })
})

/** That something happened to a record is seen by its version. */
const masked = (answers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      withoutNewIds(answer.slice(4).replaceAll(/"version":\d+/g, '"version":0')),
    ]),
  )

const hasAmounts = (body: unknown) =>
  typeof body === 'object' && JSON.stringify(withAmounts(body, (amount) => amount + 1)) !== JSON.stringify(body)

describe('an athlete who may do everything that athletes can', { timeout }, () => {
  test('gets the same answers whatever is in a deal that was neither shared nor approved', async () => {
    await allBut('athlete')
    const deal = await addDeal(4_800_000)
    await must(
      members.agent.ask(
        'POST',
        at('finances/expenses'),
        {
          spentOn: '2026-11-02',
          category: 'travel',
          vendor: 'Airline',
          currency: 'USD',
          amountMinor: 50_000,
          athleteId: athlete,
          dealId: deal.id,
          paidBy: 'colleague',
          recoupRate: 200_000,
          note: null,
        },
        { 'idempotency-key': crypto.randomUUID() },
      ),
    )
    const reader = members.athlete
    const [before, changesBefore] = [await answersTo(reader, about(deal)), await answersToChanges(reader, about(deal))]
    for (const name of ['deal', 'moneyOfDeal'])
      expect([name, before[name]]).toEqual([name, expect.stringMatching(/^404/)])
    expect(Object.entries(before).filter(([, answer]) => answer.includes(deal.id))).toEqual([])
    const changes = { title: 'The secret line', leadId: members.owner.id, terms: { usageRights: 'Ohio' } }
    const path = at(`deals/${deal.id}`)
    const { version } = await must<Deal>(members.agent.ask('PATCH', path, { version: deal.version, changes }))
    expect(differences(before, await answersTo(reader, about(deal)))).toEqual([])
    expect(differences(changesBefore, await answersToChanges(reader, about(deal)))).toEqual([])
    // Once it is shared, it is there.
    await must(members.agent.ask('POST', `${path}/sharing`, { version }))
    const shared = await answersTo(reader, about(deal))
    const named = Object.keys(shared).filter((name) => shared[name]?.includes('The secret line'))
    expect(named).toEqual(expect.arrayContaining(['deals', 'deal']))
  })
})

describe('someone who may do everything but see all athletes', { timeout }, () => {
  /** What is the same for all colleagues, whichever athletes they see. */
  const forEverybody = /compan|Tag$|CustomField$|LeagueEvent$|^inviteAthlete$|^archive|Archive$|Import$/i
  const takesAway = ({ id, method }: Endpoint) => method === 'DELETE' || /^(erase|merge|cancel|undo)/.test(id)

  test('gets the same answers whatever others do with athletes who are not theirs', async () => {
    await allBut('coach', 'athletes.all')
    const reader = members.coach
    await everything.owner.query('insert into athlete_assignments values ($1, $2, $3)', [
      world.organization,
      athlete,
      reader.id,
    ])
    const deal = await addDeal(4_800_000)
    const [others, own] = [await answersTo(reader, world), await answersTo(reader, about(deal))]
    expect(own.deals).toContain('Jonah Okoye')
    expect(others.deal).toMatch(/^404/)
    const changes = endpoints.filter(
      ({ id, method, access }) =>
        method !== 'GET' && /^(athletes|deals|money|data)\./.test(access) && !forEverybody.test(id),
    )
    for (const gone of [false, true]) {
      const done: string[] = []
      for (const endpoint of changes.filter((one) => takesAway(one) === gone)) {
        const { code } = await caller.call(members.owner, endpoint, world)
        if (code === 'ok') done.push(endpoint.id)
      }
      expect(done).toEqual(expect.arrayContaining(gone ? ['removeDeal'] : ['addAthlete', 'addDeal', 'changeDeal']))
      expect(differences(others, await answersTo(reader, world))).toEqual([])
      expect(differences(own, await answersTo(reader, about(deal)))).toEqual([])
    }
  })
})
