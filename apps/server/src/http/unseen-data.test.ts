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
import { buildApp } from '../app.ts'
import { diskFiles } from '../files/file-store.ts'
import { tenantTables } from '../persistence/tenant-catalog.ts'

/*
 * Noninterference: hidden data must not influence any response. Every endpoint is called twice, and only hidden data changes
 * in between. The responses must be identical. Endpoints come from the OpenAPI document, amounts from column and field names
 * (`amount_minor`, `rateMillionths`), so new ones are covered automatically.
 */

/** Every endpoint is called several times. */
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
  // The first read of companies creates the organization's own.
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

async function rollBack<Result>(work: () => Promise<Result>): Promise<Result> {
  await everything.keep()
  try {
    return await work()
  } finally {
    await everything.restore()
  }
}

/** Awaits a response that must succeed. */
async function must<Answer>(answering: ReturnType<Someone['ask']>): Promise<Answer> {
  const answer = await answering
  expect([answer.statusCode, answer.statusCode < 400 ? '' : answer.body]).toEqual([expect.any(Number), ''])
  return answer.statusCode === 204 ? (undefined as Answer) : answer.json()
}

async function addAthlete(givenName: string): Promise<string> {
  const facts = { givenName, familyName: 'Okoye', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  return (await must<{ id: string }>(members.owner.ask('POST', at('athletes'), facts))).id
}

/** Grants the role every permission except these. */
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

/** Responses of all reads: each list in each sort order, searched, and filtered by hidden data. */
function readResponses(someone: Someone, place: World) {
  // Exports are audited, so reads are rolled back, too.
  return rollBack(() => readAll(someone, place))
}
/** Filters by data that the reader may not see. */
const hiddenFilters = [
  ['amount', 'USD:100000..'],
  ['amount', '100000..'],
  ['age', '18..'],
  ['born', '2000-01-01..'],
  ['guardian', 'verified'],
  ['eligibility', 'eligible'],
  ['contacted', '2026-01-01..'],
] as const
async function readAll(someone: Someone, place: World): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const endpoint of endpoints.filter(({ method, isStream, path }) => isRead(method, path) && !isStream)) {
    const queries = [
      undefined,
      ...endpoint.sorts.map((sort) => `?sort=${sort}`),
      ...(endpoint.searched ? ['?search=okoye', '?search=48'] : []),
      ...hiddenFilters.filter(([name]) => endpoint.asks.includes(name)).map(([name, value]) => `?${name}=${value}`),
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

/** Responses of all writes, each rolled back before the next. */
async function writeResponses(someone: Someone, place: World): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const endpoint of endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'anyone')) {
    const { status, body } = await rollBack(() => caller.call(someone, endpoint, place))
    answers[endpoint.id] = `${status} ${withoutNewIds(body)}`
  }
  return answers
}

/** Masks generated ids and signed addresses, and sorts lists: new ids change the order of simultaneous events. */
function withoutNewIds(text: string) {
  const masked = text.replaceAll(/[\da-f]{8}-[\da-f-]{27}|(?<="id":")\d+(?=")|(?<=\?key=)[\w.-]+/g, '…')
  try {
    return JSON.stringify(sortDeep(JSON.parse(masked)))
  } catch {
    return masked.split('\n').sort().join('\n')
  }
}
function sortDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortDeep).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, sortDeep(part)]))
}

/** Mail to the person, with ids masked. */
async function readMail({ email }: Someone): Promise<string[]> {
  const { rows } = await everything.owner.query(
    'select kind, details from outgoing_mail where recipient = $1 order by id',
    [email],
  )
  return rows.map((row) => withoutNewIds(JSON.stringify(row)))
}

/** Differing responses, with an excerpt around the first difference. */
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

/** Copy with every amount changed. */
function withAmounts<Value>(value: Value, change: (amount: number) => number): Value {
  if (Array.isArray(value)) return value.map((part) => withAmounts(part, change)) as Value
  if (value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (typeof part === 'number' && isAmount(name)) return [name, change(part)]
      // Free text about money.
      if (name === 'effect' && part) return [name, `Another effect than “${part}”`]
      return [name, withAmounts(part, change)]
    }),
  ) as Value
}

/** Part of a bank transaction: a constraint limits it to the whole. */
const PART = 'booked_minor'

/** Changes all amounts; the largest becomes the smallest. Returns the number of changed rows per table. */
async function changeAllAmounts(): Promise<Record<string, number>> {
  const { owner } = everything
  const changed: Record<string, number> = {}
  // Without triggers, so that only amounts change.
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

/** Submits the deal. Its approval chain depends on the amount. */
async function submit(deal: Deal): Promise<Deal> {
  return must(members.agent.ask('POST', at(`deals/${deal.id}/review`), { version: deal.version }))
}
async function approveAndSign({ id }: Deal) {
  const open = () => must<Deal>(members.owner.ask('GET', at(`deals/${id}`)))
  for (const approver of [members.compliance, members.owner]) {
    if ((await open()).stage !== 'in-review') break
    await must(approver.ask('POST', at(`deals/${id}/decisions`), { number: 1, decision: 'approved', comment: null }))
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

/** Sample parameters of this deal. */
const about = (deal: Deal): World => ({
  ...world,
  parameters: { ...world.parameters, deal: deal.id, athlete: deal.athlete.id },
})

describe('a member with every permission except money.view', { timeout }, () => {
  // Nor deals.approve: the approval chain depends on the amount, and approvers must know that they are asked.
  beforeEach(() => allBut('support-staff', 'money.view', 'deals.approve'))

  test('gets the same responses for any amounts', async () => {
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
    const before = await readResponses(reader, about(large))
    const changesBefore = await writeResponses(reader, about(large))
    const seenBefore = await readResponses(colleague, about(large))
    const changed = await changeAllAmounts()
    for (const table of ['deals', 'deal_versions', 'payments', 'key_dates', 'agreements']) {
      expect(changed).toHaveProperty(table)
    }
    expect(differences(before, await readResponses(reader, about(large)))).toEqual([])
    expect(differences(changesBefore, await writeResponses(reader, about(large)))).toEqual([])
    // A colleague with money.view sees the changed amounts.
    const seen = differences(seenBefore, await readResponses(colleague, about(large))).map(({ name }) => name)
    expect(seen).toEqual(expect.arrayContaining(['deals', 'deal', 'payments', 'agreements', 'keyDates']))
  })

  test('does not learn the consequences of an amount', async () => {
    const steps = [
      { name: 'Compliance', people: [], roles: ['compliance'], needs: 'any' },
      { name: 'Owner', people: [members.owner.id], roles: [], needs: 'all' },
    ]
    await must(
      members.owner.ask('PUT', at('approval-chains'), { chains: [{ kind: 'nil', fromMinor: 1_000_000, steps }] }),
    )
    const reader = members['support-staff']
    const observe = (amount: number) =>
      rollBack(async () => {
        const deal = await addDeal(amount)
        const asked = await submit(deal)
        const inReview = await readResponses(reader, about(deal))
        await approveAndSign(asked)
        const inForce = await readResponses(reader, about(deal))
        return { inReview: masked(inReview), inForce: masked(inForce), mail: await readMail(reader) }
      })
    const [small, large] = [await observe(60_000), await observe(9_000_000)]
    expect(differences(small.inReview, large.inReview)).toEqual([])
    expect(differences(small.inForce, large.inForce)).toEqual([])
    expect(large.mail).toEqual(small.mail)
  })

  test('does not learn amounts from the writes of others', async () => {
    const reader = members['support-staff']
    const writes = endpoints.filter(({ id }) => hasAmounts(caller.bodies[id]?.(world, {})))
    expect(writes.map(({ id }) => id)).toEqual(expect.arrayContaining(['addDeal', 'addAgreement', 'setApprovalChains']))
    const write = (endpoint: Endpoint, factor: number) =>
      caller.call(endpoint.id === 'reportDeal' ? members.athlete : members.owner, endpoint, world, {
        changed: (body) => withAmounts(body, (amount) => amount * factor),
      })
    for (const endpoint of writes) {
      const [small, large] = [await rollBack(() => write(endpoint, 1)), await rollBack(() => write(endpoint, 7))]
      expect([endpoint.id, small.code, large.code]).toEqual([endpoint.id, 'ok', 'ok'])
    }
    const observe = (factor: number) =>
      rollBack(async () => {
        for (const endpoint of writes) await write(endpoint, factor)
        return { answers: masked(await readResponses(reader, world)), mail: await readMail(reader) }
      })
    const [small, large] = [await observe(1), await observe(7)]
    expect(differences(small.answers, large.answers)).toEqual([])
    expect(large.mail).toEqual(small.mail)
  })
})

/** Masks versions, which show only that a record changed. */
const masked = (answers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      withoutNewIds(answer.slice(4).replaceAll(/"version":\d+/g, '"version":0')),
    ]),
  )

const hasAmounts = (body: unknown) =>
  typeof body === 'object' && JSON.stringify(withAmounts(body, (amount) => amount + 1)) !== JSON.stringify(body)

describe('a coach', { timeout }, () => {
  test('gets the same responses for any deal with the same away times', async () => {
    const away = { from: '10:00', until: '12:00' }
    const observe = (title: string, count: number, amount: number) =>
      rollBack(async () => {
        const { id, version } = await addDeal(amount)
        const terms = {
          usageRights: title,
          deliverables: [
            { id: crypto.randomUUID(), title, platform: title, count, dueOn: '2026-12-01', disclosureTag: null, away },
          ],
        }
        const changes = { title, terms }
        const deal = await must<Deal>(members.agent.ask('PATCH', at(`deals/${id}`), { version, changes }))
        await approveAndSign(await submit(deal))
        return { answers: masked(await readResponses(members.coach, about(deal))), mail: await readMail(members.coach) }
      })
    const [one, other] = [await observe('Shoot', 1, 60_000), await observe('Gala', 4, 9_000_000)]
    expect(differences(one.answers, other.answers)).toEqual([])
    expect(other.mail).toEqual(one.mail)
    expect(one.answers.availability).toContain('10:00')
    expect(Object.values(one.answers).filter((answer) => answer.includes('Shoot'))).toEqual([])
  })
})

describe('tasks of others', { timeout }, () => {
  const addTasks = async (abouts: readonly (object | null)[]) => {
    for (const about of abouts) {
      const task = { title: 'Planted Okoye 48', about, day: '2026-11-16', assigneeId: members['support-staff'].id }
      const { id } = await must<{ id: string }>(members.agent.ask('POST', at('tasks'), task))
      await must(members.owner.ask('GET', at('needs?scope=everyone')))
      if (about) await must(members.agent.ask('PUT', at(`tasks/${id}/completion`)))
      await must(members.agent.ask('POST', at('tasks'), task))
    }
  }

  test.each(['coach', 'athlete'] as const)('are unnoticed by a %s who is no reader', async (role) => {
    const { id: deal } = await addDeal(4_800_000)
    const { company } = world.parameters
    const before = await readResponses(members[role], world)
    const ofAthlete = role === 'athlete' ? [{ kind: 'athlete', id: athlete }] : []
    await addTasks([null, { kind: 'deal', id: deal }, { kind: 'company', id: company }, ...ofAthlete])
    expect(differences(before, await readResponses(members[role], world))).toEqual([])
    const page = await must<{ rows: { title: string }[] }>(
      members.agent.ask('GET', at('tasks?scope=all&search=planted')),
    )
    expect(page.rows.length).toBeGreaterThan(2)
  })
})

describe('an athlete with every permission of athletes', { timeout }, () => {
  test('gets the same responses for any content of an unshared, unapproved deal', async () => {
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
    const [before, changesBefore] = [
      await readResponses(reader, about(deal)),
      await writeResponses(reader, about(deal)),
    ]
    for (const name of ['deal', 'moneyOfDeal'])
      expect([name, before[name]]).toEqual([name, expect.stringMatching(/^404/)])
    expect(Object.entries(before).filter(([, answer]) => answer.includes(deal.id))).toEqual([])
    const changes = { title: 'The secret line', leadId: members.owner.id, terms: { usageRights: 'Ohio' } }
    const path = at(`deals/${deal.id}`)
    const { version } = await must<Deal>(members.agent.ask('PATCH', path, { version: deal.version, changes }))
    expect(differences(before, await readResponses(reader, about(deal)))).toEqual([])
    expect(differences(changesBefore, await writeResponses(reader, about(deal)))).toEqual([])
    // Visible after sharing.
    await must(members.agent.ask('POST', `${path}/sharing`, { version }))
    const shared = await readResponses(reader, about(deal))
    const named = Object.keys(shared).filter((name) => shared[name]?.includes('The secret line'))
    expect(named).toEqual(expect.arrayContaining(['deals', 'deal']))
  })
})

/** Operations on data that every colleague sees, whatever their athletes. */
const unscoped =
  /compan|Association$|^listSponsors$|Tag$|CustomField$|ImportField$|LeagueEvent$|^inviteAthlete$|^archive|Archive$|Import$/i
const isDestructive = ({ id, method }: Endpoint) => method === 'DELETE' || /^(erase|merge|cancel|undo)/.test(id)
/** All changes of athletes, deals, money and programs by the owner, removals last. */
function changesByOwner() {
  const changes = endpoints.filter(
    ({ id, method, access }) =>
      method !== 'GET' && (/^(athletes|deals|money|data)\./.test(access) || /Program/.test(id)) && !unscoped.test(id),
  )
  return [false, true].map((gone) => ({ gone, changes: changes.filter((one) => isDestructive(one) === gone) }))
}

describe('a member with every permission, limited to assigned athletes', { timeout }, () => {
  const days = { today: '2000-01-01', yesterday: '', tomorrow: '2190-01-01' }

  async function addProgram(name: string) {
    return (await must<{ id: string }>(members.owner.ask('POST', at('programs'), { name, sport: null, gender: null })))
      .id
  }
  const join = (program: string, startsOn: string, endsOn: string | null) =>
    must(
      members.owner.ask('POST', at('program-members'), {
        programId: program,
        userId: members.coach.id,
        startsOn,
        endsOn,
      }),
    )

  test.each(['an assignment', 'a program'])(
    'gets the same responses whatever others do, seeing one athlete by %s',
    async (by) => {
      await allBut('coach', 'athletes.all')
      const reader = members.coach
      if (by === 'a program') {
        const own = await addProgram('Own program')
        await must(
          members.owner.ask('POST', at(`athletes/${athlete}/programs`), {
            programId: own,
            startsOn: days.today,
            endsOn: null,
          }),
        )
        await join(own, days.today, null)
      } else {
        await everything.owner.query('insert into athlete_assignments values ($1, $2, $3)', [
          world.organization,
          athlete,
          reader.id,
        ])
      }
      // Other programs with the other athletes: ended yesterday, beginning in the future, and never.
      const { rows } = await everything.owner.query(
        "select ((now() at time zone 'Pacific/Pago_Pago')::date - 1)::text as day",
      )
      const others = await Promise.all([
        addProgram('Planted ended'),
        addProgram('Planted coming'),
        addProgram('Planted'),
      ])
      for (const program of others) {
        for (const one of [world.parameters.athlete, athlete]) {
          await must(
            members.owner.ask('POST', at(`athletes/${one}/programs`), {
              programId: program,
              startsOn: days.today,
              endsOn: null,
            }),
          )
        }
      }
      await join(others[0] ?? '', days.today, rows[0].day)
      await join(others[1] ?? '', days.tomorrow, null)

      const deal = await addDeal(4_800_000)
      const [hidden, own] = [await readResponses(reader, world), await readResponses(reader, about(deal))]
      expect(own.deals).toContain('Jonah Okoye')
      expect(hidden.deal).toMatch(/^404/)
      const planted = (answers: Record<string, string>) =>
        Object.entries(answers).flatMap(([name, answer]) =>
          /Planted|Lind|Rowing|Diving|Golf/.test(answer) ? [name] : [],
        )
      expect([...planted(own), ...planted(hidden)]).toEqual([])
      for (const { gone, changes } of changesByOwner()) {
        const done: string[] = []
        for (const endpoint of changes) {
          const { code } = await caller.call(members.owner, endpoint, world)
          if (code === 'ok') done.push(endpoint.id)
        }
        expect(done).toEqual(
          expect.arrayContaining(
            gone
              ? ['removeDeal', 'removeProgram', 'removeProgramMember']
              : ['addAthlete', 'addDeal', 'changeDeal', 'addProgram', 'addAthleteProgram', 'addProgramMember'],
          ),
        )
        expect(differences(hidden, await readResponses(reader, world))).toEqual([])
        expect(differences(own, await readResponses(reader, about(deal)))).toEqual([])
      }
    },
  )
})

test('a company with a link gets the same responses for any fee, approval, note, internal date and other deal', {
  timeout,
}, async () => {
  const { owner } = everything
  const deal = await submit(await addDeal(4_800_000))
  for (const approver of [members.compliance, members.owner]) {
    const { stage } = await must<Deal>(members.owner.ask('GET', at(`deals/${deal.id}`)))
    if (stage !== 'in-review') break
    const decision = { number: 1, decision: 'approved', comment: null }
    await must(approver.ask('POST', at(`deals/${deal.id}/decisions`), decision))
  }
  const link = { purpose: 'signature', number: 1, name: 'Sofia', title: null, email: 'sofia@halden.example' }
  await must(members.agent.ask('POST', at(`deals/${deal.id}/links`), link))
  const { rows } = await owner.query("select details from outgoing_mail where kind = 'deal-signature-link'")
  const { token } = rows[0].details
  async function responses() {
    const answers: Record<string, string> = {}
    for (const endpoint of endpoints.filter(({ path }) => path.startsWith('/api/deal-links/'))) {
      const changed = (body: object) => ({ ...body, token })
      const { status, body } = await rollBack(() => caller.call(members.agent, endpoint, about(deal), { changed }))
      answers[endpoint.id] = `${status} ${withoutNewIds(body)}`
    }
    return answers
  }
  const before = await responses()
  expect(before.lookUpDealLink).toContain('Retainer')
  expect(Object.keys(before).length).toBeGreaterThanOrEqual(8)

  await must(members.agent.ask('POST', at(`deals/${deal.id}/notes`), { text: 'They would pay more.' }))
  await addDeal(60_000)
  // Frozen versions are immutable by a trigger.
  await owner.query("set local session_replication_role = 'replica'")
  const hidden = { fee: { flatMinor: 7 }, businessPurpose: 'Another purpose', keyDates: [] }
  const changed = await owner.query(
    `update deal_versions set terms = terms || $2, frozen = jsonb_set(frozen, '{terms}', frozen->'terms' || $2),
       hash = repeat('1', 64), conflict_reason = 'Another reason' where deal_id = $1`,
    [deal.id, hidden],
  )
  const commented = await owner.query("update deal_approvals set comment = 'Too cheap' where deal_id = $1", [deal.id])
  await owner.query("set local session_replication_role = 'origin'")
  expect([changed.rowCount, (commented.rowCount ?? 0) > 0]).toEqual([1, true])
  expect(differences(before, await responses())).toEqual([])
})
