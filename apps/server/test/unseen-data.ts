import type { Deal } from '@sherpa/contracts/deal'
import { isGrantable, type Permission, permissionsOf, type Role } from '@sherpa/contracts/organization'
import { beforeAll, expect } from 'vitest'
import { tenantTables } from '../src/persistence/tenant-catalog.ts'
import type { Endpoint, World } from './every-endpoint.ts'
import { goodPassword, type Someone } from './people.ts'
import { addSignedCopy } from './signed-copy.ts'
import { sweepForTests } from './sweep.ts'

/*
 * Noninterference: hidden data must not influence any response. Every endpoint is called twice, and only hidden data changes
 * in between. The responses must be identical. Endpoints come from the OpenAPI document, amounts from column and field names
 * (`amount_minor`, `rateMillionths`), so new ones are covered automatically.
 */

const now = new Date('2026-11-16T15:00:00Z')

export function unseenData() {
  const { sweep, members, rollBack } = sweepForTests({ clock: () => now })
  const at = (path: string) => `/api/organizations/${sweep.world.organization}/${path}`
  const jonah = {} as { id: string }

  beforeAll(async () => {
    const facts = {
      givenName: 'Jonah',
      familyName: 'Okoye',
      birthDate: '2004-03-03',
      level: 'college',
      stage: 'signed',
    }
    Object.assign(jonah, await must(members.owner.ask('POST', at('athletes'), facts)))
    await sweep.owner.query('update athletes set user_id = $1 where id = $2', [members.athlete.id, jonah.id])
    // The first read of companies creates the organization's own.
    await must(members.owner.ask('GET', at('companies')))
  })

  /** Grants the role every permission except these. */
  async function allBut(role: Role, ...denied: Permission[]) {
    for (const permission of permissionsOf('owner', []).filter((one) => isGrantable(role, one))) {
      await sweep.owner.query('insert into permission_settings values ($1, $2, $3, $4)', [
        sweep.world.organization,
        role,
        permission,
        !denied.includes(permission),
      ])
    }
  }

  /** Responses of all reads. */
  function readResponses(someone: Someone, place: World, queriesOf = everyQuery) {
    // Exports are audited, so reads are rolled back, too.
    return rollBack(() => readAll(someone, place, queriesOf))
  }
  async function readAll(someone: Someone, place: World, queriesOf: typeof everyQuery) {
    const answers: Record<string, string> = {}
    for (const endpoint of sweep.endpoints.filter(({ method, isStream, path }) => isRead(method, path) && !isStream)) {
      for (const query of ['', ...queriesOf(endpoint)]) {
        const { status, body } = await sweep.caller.call(someone, endpoint, place, query ? { query } : {})
        answers[`${endpoint.id}${query}`] = `${status} ${body}`
      }
    }
    return answers
  }

  /** Responses of all writes, each rolled back before the next. */
  async function writeResponses(someone: Someone, place: World): Promise<Record<string, string>> {
    const answers: Record<string, string> = {}
    for (const endpoint of sweep.endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'anyone')) {
      const { status, body } = await rollBack(() => sweep.caller.call(someone, endpoint, place))
      answers[endpoint.id] = `${status} ${withoutNewIds(body)}`
    }
    return answers
  }

  /** Mail to the person, with ids masked. */
  async function readMail({ email }: Someone): Promise<string[]> {
    const { rows } = await sweep.owner.query(
      'select kind, details from outgoing_mail where recipient = $1 order by id',
      [email],
    )
    return rows.map((row) => withoutNewIds(JSON.stringify(row)))
  }

  /** Changes all amounts; the largest becomes the smallest. Returns the number of changed rows per table. */
  async function changeAllAmounts(): Promise<Record<string, number>> {
    const { owner } = sweep
    const changed: Record<string, number> = {}
    // Without triggers, so that only amounts change.
    await owner.query("set local session_replication_role = 'replica'")
    for (const { table, column } of await tenantTables(owner)) {
      const { rows, fields } = await owner.query(`select ctid, t.* from ${table} t where ${column} = $1`, [
        sweep.world.organization,
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

  /** Lets this colleague see Jonah only. */
  async function limitToJonah(reader: Someone, by: 'assignment' | 'program') {
    if (by === 'assignment') {
      await sweep.owner.query('insert into athlete_assignments values ($1, $2, $3)', [
        sweep.world.organization,
        jonah.id,
        reader.id,
      ])
      return
    }
    const facts = { name: 'Own program', sport: null, gender: null }
    const { id: programId } = await must<{ id: string }>(members.owner.ask('POST', at('programs'), facts))
    const since = { programId, startsOn: '2000-01-01', endsOn: null }
    await must(members.owner.ask('POST', at(`athletes/${jonah.id}/programs`), since))
    await must(members.owner.ask('POST', at('program-members'), { ...since, userId: reader.id }))
  }

  /**
   * An athlete with records of each kind, all with words that searches for Jonah Okoye could meet. The company is known to
   * everyone.
   */
  async function plantRecords() {
    const facts = { givenName: 'Zelda', familyName: 'Oyelaran', level: 'college', stage: 'signed', school: 'Planted' }
    const { id } = await must<{ id: string }>(members.owner.ask('POST', at('athletes'), facts))
    const by = (path: string, body: object, headers = {}) =>
      must<Deal>(members.owner.ask('POST', at(path), body, headers))
    await by(`athletes/${id}/notes`, { kind: 'call', text: 'Planted note of Okoye' })
    const deal = await addDeal(7_700_000, id)
    const title = 'Zelda meets Okoyesson'
    const path = at(`deals/${deal.id}`)
    const renamed = await must<Deal>(members.owner.ask('PATCH', path, { version: deal.version, changes: { title } }))
    await submit(renamed)
    await addDeal(100_000, id)
    for (const about of [{ kind: 'athlete', id }, { kind: 'deal', id: deal.id }, null])
      await by('tasks', { title, about, day: '2026-11-16', assigneeId: members.owner.id })
    await by(`athletes/${id}/agreements`, {
      startsOn: '2026-01-01',
      endsOn: null,
      scope: ['nil'],
      agents: [],
      note: null,
      fees: { nil: { rateMillionths: 150_000 } },
    })
    const expense = {
      spentOn: '2026-11-02',
      category: 'travel',
      vendor: 'Planted Air',
      currency: 'USD',
      amountMinor: 50_000,
      athleteId: id,
      dealId: null,
      paidBy: 'organization',
      recoupRate: null,
      note: null,
    }
    await by('finances/expenses', expense, { 'idempotency-key': crypto.randomUUID() })
  }

  /**
   * Jonah reports a deal with a new company, a colleague asks its payor, and both disclosures are open: the report to the
   * clearinghouse and one to a state. Names and amounts match `plantedReports`.
   */
  async function plantReports(): Promise<{ place: World; token: string }> {
    const report = {
      company: 'Qorvex Beverages',
      purpose: 'Qorvex promotes the winter blend to students of the campus on Instagram',
      amountMinor: 7_654_300,
      agreedOn: '2026-11-12',
      link: 'https://qorvex.example',
    }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const { id: deal } = await must<{ id: string }>(members.athlete.ask('POST', at('reported-deals'), report, key))
    const list = await must<{ rows: { id: string; version: number }[] }>(
      members.agent.ask('GET', at(`disclosures?deal=${deal}`)),
    )
    const [{ id: disclosure, version } = { id: '', version: 0 }] = list.rows
    const payor = { version, name: 'Vex Marlowe', email: 'vex@qorvex.example' }
    await must(members.agent.ask('POST', at(`disclosures/${disclosure}/attestation`), payor))
    const state = {
      kind: 'other',
      athleteId: jonah.id,
      title: 'Qorvex state report',
      authority: 'Qorvex board',
      dueOn: '2026-11-20',
    }
    await must(members.agent.ask('POST', at('disclosures'), state, { 'idempotency-key': crypto.randomUUID() }))
    const { rows } = await sweep.owner.query("select details from outgoing_mail where kind = 'payor-request'")
    const parameters = { ...sweep.world.parameters, athlete: jonah.id, deal, disclosure, reportedDeal: deal }
    return { place: { ...sweep.world, parameters }, token: rows.at(-1).details.token }
  }

  async function addDeal(amountMinor: number, athleteId = jonah.id): Promise<Deal> {
    return must(
      members.agent.ask('POST', at('deals'), {
        athleteId,
        companyId: sweep.world.organization,
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

  /** A signed deal with a large amount, a draft with a small one, and an agreement with a fee. */
  async function addAmounts(): Promise<World> {
    const large = await addDeal(4_800_000)
    await addDeal(60_000)
    await must(
      members.owner.ask('POST', at(`athletes/${jonah.id}/agreements`), {
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
    return about(large)
  }

  /** Sample parameters of this deal. */
  const about = (deal: Deal): World => ({
    ...sweep.world,
    parameters: { ...sweep.world.parameters, deal: deal.id, athlete: deal.athlete.id },
  })

  return {
    sweep,
    members,
    jonah,
    at,
    about,
    rollBack,
    allBut,
    readResponses,
    writeResponses,
    readMail,
    changeAllAmounts,
    addAmounts,
    addDeal,
    limitToJonah,
    plantRecords,
    plantReports,
    submit,
    approveAndSign,
  }
}

/** Names of `plantReports`, and its amount as number and in words. */
export const plantedReports = { names: /qorvex|vex marlowe/i, amounts: /7654300|76,543/ }

/** Answers that match, by operation. */
export const naming = (answers: Record<string, string>, what: RegExp) =>
  Object.keys(answers).filter((name) => what.test(answers[name] ?? ''))

/** Awaits a response that must succeed. */
export async function must<Answer>(answering: ReturnType<Someone['ask']>): Promise<Answer> {
  const answer = await answering
  expect([answer.statusCode, answer.statusCode < 400 ? '' : answer.body]).toEqual([expect.any(Number), ''])
  return answer.statusCode === 204 ? (undefined as Answer) : answer.json()
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
/** Each list in each sort order, searched, and filtered by hidden data. */
const everyQuery = ({ sorts, searched, asks }: Endpoint): string[] => [
  ...sorts.map((sort) => `?sort=${sort}`),
  ...(searched ? ['?search=okoye', '?search=48'] : []),
  ...hiddenFilters.filter(([name]) => asks.includes(name)).map(([name, value]) => `?${name}=${value}`),
]
/** Each list, searched for words of Jonah Okoye and of planted records: whole, begun, inside, misspelled. */
export const searches = ({ searched, sorts, asks }: Endpoint): string[] => [
  ...(searched || asks.includes('search')
    ? ['okoye', 'oye', 'okoey', 'oko', 'obrien', 'zelda', 'zleda', 'eld', 'jonah+oye'].map(
        (words) => `?search=${words}`,
      )
    : []),
  ...sorts.map((sort) => `?sort=${sort}`),
]
const isRead = (method: string, path: string) =>
  method === 'GET' && path.startsWith('/api/organizations/{organization}')

/** Masks generated ids and signed addresses, and sorts lists: new ids change the order of simultaneous events. */
export function withoutNewIds(text: string) {
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

/** Masks versions, which show only that a record changed. */
export const masked = (answers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      withoutNewIds(answer.slice(4).replaceAll(/"version":\d+/g, '"version":0')),
    ]),
  )

/** Differing responses, with an excerpt around the first difference. */
export function differences(before: Record<string, string>, after: Record<string, string>) {
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
export function withAmounts<Value>(value: Value, change: (amount: number) => number): Value {
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

const payment = (amountMinor: number, id: string) => ({
  id,
  kind: 'base',
  title: 'Retainer',
  amountMinor,
  inKind: false,
  schedule: { kind: 'repeated', every: 'month', from: '2026-12-01', times: 3, amountIs: 'total' },
})
