import { randomUUID } from 'node:crypto'
import type { NoteReaders } from '@sherpa/contracts/athlete'
import type { KeyDateRule } from '@sherpa/contracts/key-date'
import { type LiveMessage, liveTopics } from '@sherpa/contracts/live'
import Fastify from 'fastify'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { platformForTests, type Someone } from '../../test/people.ts'
import { monthly, signedDeal } from '../../test/signed-deal.ts'
import type { Gate, Member, Person } from '../http/access.ts'
import type { Database } from '../persistence/database.ts'
import { liveUpdates } from './live-updates.ts'

const world = platformForTests()
let address: string
let owner: Someone
let agent: Someone
let organization: string

beforeAll(async () => {
  address = await world.app.listen({ port: 0 })
})

beforeEach(async () => {
  owner = await world.people.register('Zoe Quist')
  organization = await world.people.createOrganization(owner)
  agent = await world.people.register('Ada Agent')
  await world.people.join(owner, organization, agent, 'agent')
})

/** A window that watches: what it has heard so far, and whether its stream is over. */
async function watch(someone: Someone, path = `/api/organizations/${organization}/live`) {
  const leaving = new AbortController()
  const answer = await fetch(address + path, {
    headers: { authorization: `Bearer ${someone.token}` },
    signal: leaving.signal,
  })
  const heard: LiveMessage[] = []
  const window = { status: answer.status, heard, over: false, leave: () => leaving.abort(), answer }
  const text = answer.body?.pipeThrough(new TextDecoderStream())
  const listen = async () => {
    let rest = ''
    for await (const part of text ?? []) {
      const events = (rest + part).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) if (event.startsWith('data: ')) heard.push(JSON.parse(event.slice(6)))
    }
  }
  if (answer.status === 200) {
    void listen()
      .catch(() => undefined)
      .finally(() => {
        window.over = true
      })
  }
  return window
}

const topicsOf = (heard: LiveMessage[]) => heard.flatMap((message) => (message.type === 'changed' ? message.topic : []))
const inAWeek = () => new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString()
const at = (path: string) => `/api/organizations/${organization}${path}`

test('says which records changed, and not what is in them', async () => {
  const window = await watch(owner)
  expect(window.answer.headers.get('content-type')).toBe('text/event-stream')
  await owner.ask('PATCH', at(`/people/${agent.id}`), { role: 'coach' })
  await expect.poll(() => topicsOf(window.heard)).toEqual(expect.arrayContaining(['members', 'activity']))
  expect(window.heard).toContainEqual({
    type: 'changed',
    topic: 'members',
    ids: [agent.id],
    added: false,
    spreadMs: 500,
  })
  expect(JSON.stringify(window.heard)).not.toMatch(/Ada|coach/)
  window.leave()
})

test('a corrected day of a league is heard of although it moves no key date', async () => {
  const window = await watch(owner)
  await agent.ask('PUT', at('/league-events/mlb-world-series-end-2027'), { day: '2027-11-03' })
  await expect.poll(() => topicsOf(window.heard)).toContain('league-days')
  window.leave()
})

test('a person hears only of their organization, and only what their role may see', async () => {
  const elsewhere = await world.people.createOrganization(await world.people.register('Other Owner'))
  const [ofOwner, ofAgent] = [await watch(owner), await watch(agent)]
  await world.database.query("insert into permission_settings values ($1, 'coach', 'people.view', false)", [elsewhere])
  await owner.ask('PATCH', at(''), { name: 'New Name', kind: 'agency' })
  await expect.poll(() => topicsOf(ofOwner.heard).sort()).toEqual(['activity', 'organization'])
  await expect.poll(() => topicsOf(ofAgent.heard)).toEqual(['organization'])
  ofOwner.leave()
  ofAgent.leave()
})

test('whoever may not see money hears the same of a deal, whatever its amounts are', async () => {
  const coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
  await world.database.query("insert into permission_settings values ($1, 'coach', 'deals.view', true)", [organization])
  const facts = { givenName: 'Jonah', familyName: 'Okoye', level: 'college', stage: 'signed' }
  const athlete = (await owner.ask('POST', at('/athletes'), facts)).json()
  const company = (await owner.ask('POST', at('/companies'), { name: 'Halden', kind: 'brand' })).json()
  const body = { athleteId: athlete.id, companyId: company.id, kind: 'nil' }
  const deal = (await owner.ask('POST', at('/deals'), body)).json()
  const ofCoach = await watch(coach)
  const heardOf = async (version: number, amountMinor: number) => {
    const schedule = { kind: 'signing', offset: { amount: 0, unit: 'days' } }
    const payment = { id: company.id, kind: 'base', title: 'Fee', amountMinor, inKind: false, schedule }
    const changes = { terms: { payments: [payment] } }
    expect((await owner.ask('PATCH', at(`/deals/${deal.id}`), { version, changes })).statusCode).toBe(200)
    // Messages arrive in their order.
    await owner.ask('PATCH', at(''), { name: `After ${version}`, kind: 'agency' })
    await expect.poll(() => topicsOf(ofCoach.heard)).toContain('organization')
    return ofCoach.heard.splice(0)
  }
  const small = await heardOf(1, 60_000)
  expect(topicsOf(small)).toContain('deals')
  expect(await heardOf(2, 9_000_000)).toEqual(small)
  ofCoach.leave()
})

test('of notifications only the person hears whose they are', async () => {
  const [ofOwner, ofAgent] = [await watch(owner), await watch(agent)]
  await world.people.join(owner, organization, await world.people.register('New Coach'), 'coach')
  const { rows } = (await owner.ask('GET', at('/notifications'))).json()
  const change = { type: 'changed', topic: 'notifications', ids: [rows[0].id], added: false, spreadMs: 500 }
  await expect.poll(() => ofOwner.heard).toContainEqual(change)
  // Messages arrive in their order: before this one, the other would have come.
  await owner.ask('PATCH', at(''), { name: 'Later', kind: 'agency' })
  await expect.poll(() => topicsOf(ofAgent.heard)).toContain('organization')
  expect(topicsOf(ofAgent.heard)).not.toContain('notifications')
  ofOwner.leave()
  ofAgent.leave()
})

test('our staff hears of demo requests, of what is written about them and of their mail; nobody else does', async () => {
  const staff = await world.people.registerStaff()
  const [ofStaff, ofOwner] = [await watch(staff, '/api/staff/live'), await watch(owner)]
  const body = { full_name: 'Zoë Cole', email: 'zoe@agency.example', preferred_date_time: inAWeek() }
  const { id } = (await world.people.visitor().ask('POST', '/api/demo/schedule', body)).json()
  const changed = expect.objectContaining({ type: 'changed', topic: 'requests', ids: [id] })
  await expect.poll(() => ofStaff.heard).toEqual([changed])
  await staff.ask('POST', `/api/staff/desk/requests/${id}/notes`, { text: 'Call them first.' })
  await expect.poll(() => ofStaff.heard).toEqual([changed, changed])
  await staff.ask('POST', `/api/staff/desk/requests/${id}/cancellation`, { version: 1 })
  await expect.poll(() => ofStaff.heard).toEqual([changed, changed, changed])
  await world.database.query(
    "update outgoing_mail set status = 'sent' where demo_request_id = $1 and kind = 'confirmation'",
    [id],
  )
  await expect.poll(() => ofStaff.heard).toHaveLength(4)
  await owner.ask('PATCH', at(''), { name: 'New Name', kind: 'agency' })
  await expect.poll(() => topicsOf(ofOwner.heard).sort()).toEqual(['activity', 'organization'])
  ofStaff.leave()
  ofOwner.leave()
})

test('whoever is removed hears so, and nothing more', async () => {
  const window = await watch(agent)
  await owner.ask('DELETE', at(`/people/${agent.id}`))
  await expect.poll(() => window.over).toBe(true)
  expect(window.heard.at(-1)).toEqual({ type: 'ended' })
  expect((await watch(agent)).status).toBe(404)
})

test('whoever is logged out hears so, and nothing more', async () => {
  const window = await watch(agent)
  await agent.ask('POST', '/api/account/logout')
  await expect.poll(() => window.over).toBe(true)
  expect(window.heard.at(-1)).toEqual({ type: 'ended' })
})

test('a role that loses a permission hears that its access changed, and no more of what it may not see', async () => {
  const window = await watch(agent)
  await owner.ask('PUT', at('/permissions'), { role: 'agent', permission: 'people.view', allowed: false })
  await expect.poll(() => window.heard.map(({ type }) => type)).toContain('access-changed')
  const before = topicsOf(window.heard).length
  await owner.ask('POST', at('/invitations'), { email: 'new@club.example', role: 'coach' })
  await owner.ask('PATCH', at(''), { name: 'Again New', kind: 'agency' })
  await expect.poll(() => topicsOf(window.heard).slice(before)).toEqual(['organization'])
  window.leave()
})

test('a change of very many records is one message without ids', async () => {
  const window = await watch(owner)
  await world.database.query(
    `insert into invitations (id, organization_id, email, role, token_hash, sent_at, expires_at)
     select gen_random_uuid(), $1, n || '@club.example', 'coach', sha256(n::text::bytea), now(), now() + interval '1 day'
     from generate_series(1, 300) n`,
    [organization],
  )
  await expect
    .poll(() => window.heard)
    .toContainEqual({ type: 'changed', topic: 'invitations', ids: null, added: true, spreadMs: 500 })
  window.leave()
})

test('after the database was away, windows are told to ask again, and hear the next change', async () => {
  const window = await watch(owner)
  await world.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen live_updates' and datname = current_database()",
  )
  await expect.poll(() => window.heard.map(({ type }) => type), { timeout: 5000 }).toContain('refresh')
  await owner.ask('PATCH', at(''), { name: 'After the gap', kind: 'agency' })
  await expect.poll(() => topicsOf(window.heard)).toContain('organization')
  window.leave()
})

describe('a stream that is opened while the database is away', () => {
  const person = { id: randomUUID(), token: 'a-token', sessionId: randomUUID() } as Person
  const member = { organization: randomUUID(), role: 'owner', permissions: ['people.view'] } as unknown as Member

  /** A stream on a server of its own, with some parts that fail. */
  async function openWith(parts: Partial<Parameters<typeof liveUpdates>[0]>) {
    const live = liveUpdates({
      database: world.serving,
      gate: { admit: async () => ({ person, member }) } as unknown as Gate,
      expiryOf: async () => new Date(Date.now() + 60_000),
      clock: () => new Date(),
      isAmong: () => true,
      log: { error: () => undefined },
      ...parts,
    })
    const app = Fastify()
    app.addHook('preClose', live.stop)
    app.get('/live', (_request, reply) => live.open(reply, person, member))
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(() => app.close())
    return fetch(`${url}/live`)
  }

  test('ends if its access cannot be checked, so that its window comes back', async () => {
    const admit = () => Promise.reject(new Error('Connection terminated unexpectedly'))
    const answer = await openWith({ gate: { admit } as unknown as Gate })
    expect(await answer.text()).toBe('')
  })

  test('is told to ask again once changes are heard of', async () => {
    let tries = 0
    const connect = () => (tries++ === 0 ? Promise.reject(new Error('Connection refused')) : world.serving.connect())
    const { body } = await openWith({ database: { connect } as unknown as Database })
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (text.includes('"refresh"')) break
    }
    expect(tries).toBe(2)
  })
})

test('one person cannot open streams without end', async () => {
  const windows = await Promise.all(Array.from({ length: 20 }, () => watch(agent)))
  expect(windows.every(({ status }) => status === 200)).toBe(true)
  const refused = await watch(agent)
  expect([refused.status, refused.answer.headers.get('retry-after')]).toEqual([429, '60'])
  for (const window of windows) window.leave()
  await expect
    .poll(async () => {
      const again = await watch(agent)
      again.leave()
      return again.status
    })
    .toBe(200)
})

test('a change reaches every one of a great many windows once', async () => {
  const watchers = [owner, agent, await world.people.register('Third Person')]
  await world.people.join(owner, organization, watchers[2] as Someone, 'coach')
  const windows = (
    await Promise.all(watchers.map((one) => Promise.all(Array.from({ length: 20 }, () => watch(one)))))
  ).flat()
  await owner.ask('PATCH', at(''), { name: 'First', kind: 'agency' })
  await owner.ask('PATCH', at(''), { name: 'Second', kind: 'agency' })
  const ofOrganization = (heard: LiveMessage[]) => topicsOf(heard).filter((topic) => topic === 'organization')
  await expect.poll(() => windows.every(({ heard }) => ofOrganization(heard).length === 2)).toBe(true)
  for (const window of windows) window.leave()
})

test('our staff hears of invoices and subscriptions of all organizations, others nothing', async () => {
  const staff = await world.people.registerStaff()
  const window = await watch(staff, '/api/staff/live')
  const choice = { organization, planId: 'agency-professional', seats: 5 }
  expect((await owner.ask('POST', '/api/subscriptions/purchase', choice)).statusCode).toBe(201)
  await owner.ask('PATCH', at(''), { name: 'Not for staff', kind: 'agency' })
  await expect.poll(() => topicsOf(window.heard)).toContain('subscription')
  expect(topicsOf(window.heard)).not.toContain('organization')
  expect((await watch(owner, '/api/staff/live')).status).toBe(404)
  window.leave()
})

test('each topic is announced by a table, and each table announces a topic that there is', async () => {
  const { rows } = await world.database.query<{ topic: string }>(
    `select distinct (regexp_match(pg_get_triggerdef(oid), 'announce_\\w+\\(''([^'']+)'''))[1] as topic from pg_trigger
     where tgfoid in ('announce_change'::regproc, 'announce_to_staff'::regproc) order by 1`,
  )
  // These are announced by functions of their own.
  const topics = [...rows.map(({ topic }) => topic), 'organization', 'notifications', 'requests']
  expect(topics.sort()).toEqual(Object.keys(liveTopics).sort())
})

test('of money, who looks after some athletes hears only what is theirs, and who sees no money hears nothing', async () => {
  const coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
  await world.database.query("insert into permission_settings values ($1, 'agent', 'athletes.all', false)", [
    organization,
  ])
  const company = crypto.randomUUID()
  await world.database.query(
    "insert into companies (organization_id, id, name, kind) values ($1, $2, 'Halden', 'brand')",
    [organization, company],
  )
  const [own, other] = [crypto.randomUUID(), crypto.randomUUID()]
  await world.database.query(
    `insert into athletes (organization_id, id, given_name, family_name, level, stage)
     values ($1, $2, 'Mina', 'Vale', 'pro', 'signed'), ($1, $3, 'Jonah', 'Okoye', 'pro', 'signed')`,
    [organization, own, other],
  )
  await world.database.query(
    'insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)',
    [organization, own, agent.id],
  )
  const book = async (athlete: string) => {
    const terms = { payments: [monthly(100)] }
    const { payments } = await signedDeal(world.database, { organization, athlete, company, terms })
    return () =>
      owner.ask(
        'POST',
        at('/finances/receipts'),
        {
          receivedOn: '2026-01-05',
          payer: 'Halden',
          companyId: null,
          reference: null,
          currency: 'USD',
          amountMinor: 100,
          note: null,
          allocations: [{ paymentId: payments[0], amountMinor: 100 }],
          bankLineId: null,
        },
        { 'idempotency-key': crypto.randomUUID() },
      )
  }
  const [bookOther, bookOwn] = [await book(other), await book(own)]
  const [ofOwner, ofAgent, ofCoach] = [await watch(owner), await watch(agent), await watch(coach)]
  const money = ['entries', 'payments', 'receipts']
  await bookOther()
  await expect.poll(() => topicsOf(ofOwner.heard).sort()).toEqual(expect.arrayContaining(money))
  await bookOwn()
  await expect.poll(() => topicsOf(ofAgent.heard).sort()).toEqual(money)
  await owner.ask('PATCH', at(''), { name: 'Later', kind: 'agency' })
  await expect.poll(() => topicsOf(ofCoach.heard)).toEqual(['organization'])
  for (const window of [ofOwner, ofAgent, ofCoach]) window.leave()
})

test('of deliverables, key dates and companies, people hear only what they see', async () => {
  await world.database.query("insert into permission_settings values ($1, 'agent', 'athletes.all', false)", [
    organization,
  ])
  const player = await world.people.registerMember(organization, 'Mina Vale', 'athlete')
  const [own, other, halden, tarn] = Array.from({ length: 4 }, () => crypto.randomUUID())
  await world.database.query(
    "insert into companies (organization_id, id, name, kind) values ($1, $2, 'Halden', 'brand'), ($1, $3, 'Tarn', 'brand')",
    [organization, halden, tarn],
  )
  await world.database.query(
    `insert into athletes (organization_id, id, given_name, family_name, level, stage, user_id)
     values ($1, $2, 'Mina', 'Vale', 'pro', 'signed', $4), ($1, $3, 'Jonah', 'Okoye', 'pro', 'signed', null)`,
    [organization, own, other, player.id],
  )
  await world.database.query(
    'insert into athlete_assignments (organization_id, athlete_id, user_id) values ($1, $2, $3)',
    [organization, own, agent.id],
  )
  const post = { title: 'Post', platform: null, count: 1, dueOn: '2026-12-01', disclosureTag: null }
  const notice: Omit<KeyDateRule, 'id'> = {
    kind: 'notice',
    title: 'Notice',
    effect: '',
    anchor: { kind: 'day', day: '2026-12-01' },
    offset: { amount: 0, unit: 'days' },
    zone: 'America/New_York',
    reminders: [],
  }
  const work = async (athlete = '', company = '') => {
    const terms = {
      deliverables: [{ ...post, id: crypto.randomUUID() }],
      keyDates: [{ ...notice, id: crypto.randomUUID() }],
    }
    await signedDeal(world.database, { organization, athlete, company, terms })
  }
  await Promise.all([work(own, halden), work(other, tarn)])
  const windows = [await watch(owner), await watch(agent), await watch(player)]
  await world.database.query('update deliverables set version = version + 1 where organization_id = $1', [organization])
  await world.database.query('update key_dates set version = version + 1 where organization_id = $1', [organization])
  await world.database.query('update companies set name = name where organization_id = $1', [organization])
  const heardOf = (index: number, topic: string) =>
    windows[index]?.heard.flatMap((message) =>
      message.type === 'changed' && message.topic === topic ? [message.ids?.length] : [],
    )
  for (const [topic, ...counts] of [
    ['deliverables', 2, 1, 1],
    ['key-dates', 2, 1, 1],
    ['companies', 2, 2, 1],
  ] as const) {
    for (const [index, count] of counts.entries()) await expect.poll(() => heardOf(index, topic)).toEqual([count])
  }
  for (const window of windows) window.leave()
})

test('of deals, athletes hear once a deal is shared or approved', async () => {
  const player = await world.people.registerMember(organization, 'Mina Vale', 'athlete')
  const facts = { givenName: 'Mina', familyName: 'Vale', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
  const athlete = (await owner.ask('POST', at('/athletes'), facts)).json().id
  await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
  const company = (await owner.ask('POST', at('/companies'), { name: 'Halden', kind: 'brand' })).json().id
  const add = async () => {
    const terms = { startsOn: '2026-08-03', businessPurpose: 'Fall line', payments: [monthly(100)] }
    const deal = { athleteId: athlete, companyId: company, kind: 'nil', terms }
    return (await agent.ask('POST', at('/deals'), deal)).json()
  }
  const [ofOwner, ofPlayer] = [await watch(owner), await watch(player)]
  const dealsHeard = ({ heard }: { heard: LiveMessage[] }) =>
    new Set(heard.flatMap((message) => (message.type === 'changed' && message.topic === 'deals' ? message.ids : [])))
  const [shared, approved] = [await add(), await add()]
  for (const { id, version } of [shared, approved]) {
    await agent.ask('PATCH', at(`/deals/${id}`), { version, changes: { terms: { usageRights: 'Worldwide' } } })
  }
  const submitted = await agent.ask('POST', at(`/deals/${approved.id}/review`), { version: approved.version + 1 })
  expect(submitted.body).toContain('in-review')
  await expect.poll(() => dealsHeard(ofOwner).size).toBe(2)
  await agent.ask('POST', at(`/deals/${shared.id}/sharing`), { version: shared.version + 1 })
  await expect.poll(() => [...dealsHeard(ofPlayer)]).toEqual([shared.id])
  await owner.ask('POST', at(`/deals/${approved.id}/decisions`), { number: 1, decision: 'approved', word: null })
  await expect.poll(() => [...dealsHeard(ofPlayer)]).toEqual([shared.id, approved.id])
  for (const window of [ofOwner, ofPlayer]) window.leave()
})

describe('of a note', () => {
  let athlete: string
  let windows: { name: string; heard: LiveMessage[]; leave: () => void }[]

  beforeEach(async () => {
    const [coach, support, player] = [
      await world.people.registerMember(organization, 'Cory Coach', 'coach'),
      await world.people.registerMember(organization, 'Sam Okafor', 'support-staff'),
      await world.people.registerMember(organization, 'Mina Vale', 'athlete'),
    ]
    const facts = { givenName: 'Mina', familyName: 'Vale', birthDate: '2004-03-03', level: 'college', stage: 'signed' }
    athlete = (await owner.ask('POST', at('/athletes'), facts)).json().id
    await world.database.query('update athletes set user_id = $1 where id = $2', [player.id, athlete])
    windows = []
    for (const [name, someone] of Object.entries({ owner, agent, support, coach, player })) {
      windows.push({ name, ...(await watch(someone)) })
    }
    onTestFinished(() => {
      for (const window of windows) window.leave()
    })
  })

  /** Whose windows heard of the athlete because of `work`: what comes after it is heard by all who see athletes. */
  async function heardOf(work: () => ReturnType<Someone['ask']>): Promise<string[]> {
    for (const { heard } of windows) heard.length = 0
    expect((await work()).statusCode).toBeLessThan(300)
    const times = ({ heard }: { heard: LiveMessage[] }) =>
      topicsOf(heard).filter((topic) => topic === 'athletes').length
    await world.database.query('update athletes set stage = stage where id = $1', [athlete])
    await expect.poll(() => windows.every((window) => times(window) > 0)).toBe(true)
    return windows.filter((window) => times(window) > 1).map(({ name }) => name)
  }

  const write = (readers: NoteReaders) =>
    agent.ask('POST', at(`/athletes/${athlete}/notes`), { kind: 'note', text: 'Knee', readers })

  test('only those hear who read it', async () => {
    expect(await heardOf(() => write('team'))).toEqual(['owner', 'agent', 'support', 'coach'])
    expect(await heardOf(() => write('deals'))).toEqual(['owner', 'agent', 'support'])
    expect(await heardOf(() => write('money'))).toEqual(['owner', 'agent'])
    expect(await heardOf(() => write('me'))).toEqual([])
  })

  test('that is narrowed or removed, those hear who read it before', async () => {
    const { id } = (await write('team')).json()
    const path = at(`/athletes/${athlete}/notes/${id}`)
    expect(await heardOf(() => agent.ask('PUT', `${path}/readers`, { readers: 'deals' }))).toContain('coach')
    const removed = await heardOf(() => agent.ask('DELETE', path))
    expect(removed).toEqual(['owner', 'agent', 'support'])
    const own = (await write('me')).json().id
    expect(await heardOf(() => agent.ask('DELETE', at(`/athletes/${athlete}/notes/${own}`)))).toEqual([])
  })

  test('others keep the version that they have', async () => {
    const versionFor = async (someone: Someone) =>
      (await someone.ask('GET', at(`/athletes/${athlete}`))).json().version as number
    const before = await versionFor(owner)
    await write('deals')
    expect(await versionFor(owner)).toBe(before)
  })
})

test('windows that are opened all at once count as well', async () => {
  const windows = await Promise.all(Array.from({ length: 40 }, () => watch(agent)))
  expect(windows.filter(({ status }) => status === 200)).toHaveLength(20)
  for (const window of windows) window.leave()
})
