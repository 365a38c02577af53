import { randomUUID } from 'node:crypto'
import type { NoteReaders } from '@sherpa/contracts/contact-log'
import type { KeyDateRule } from '@sherpa/contracts/key-date'
import { type LiveMessage, type LiveTopic, liveTopics } from '@sherpa/contracts/live'
import { permissionsOf } from '@sherpa/contracts/organization'
import Fastify from 'fastify'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { platformForTests, type Someone } from '../../test/people.ts'
import { monthly, signedDeal } from '../../test/signed-deal.ts'
import type { Gate, Member, Person } from '../http/access.ts'
import { createLiveAudience } from '../live-scope.ts'
import type { Database } from '../persistence/database.ts'
import { createLiveUpdates } from './live-updates.ts'

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

/** Opens a stream and collects its messages. */
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

test('announces ids of changed records without content', async () => {
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

test('announces a corrected league event that moves no key date', async () => {
  const window = await watch(owner)
  await agent.ask('PUT', at('/league-events/mlb-world-series-end-2027'), { day: '2027-11-03' })
  await expect.poll(() => topicsOf(window.heard)).toContain('league-days')
  window.leave()
})

test('announces only topics of the own organization and role', async () => {
  const elsewhere = await world.people.createOrganization(await world.people.register('Other Owner'))
  const [ofOwner, ofAgent] = [await watch(owner), await watch(agent)]
  // Announcements of the preparation may still arrive. Messages arrive in order.
  await owner.ask('PATCH', at(''), { name: 'Old Name', kind: 'agency' })
  for (const { heard } of [ofOwner, ofAgent]) {
    await expect.poll(() => topicsOf(heard)).toContain('organization')
    heard.length = 0
  }
  await world.database.query("insert into permission_settings values ($1, 'coach', 'people.view', false)", [elsewhere])
  await owner.ask('PATCH', at(''), { name: 'New Name', kind: 'agency' })
  await expect.poll(() => topicsOf(ofOwner.heard).sort()).toEqual(['activity', 'organization'])
  await expect.poll(() => topicsOf(ofAgent.heard)).toEqual(['organization'])
  ofOwner.leave()
  ofAgent.leave()
})

test('announces only activity that the member may list', async () => {
  const coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
  await world.database.query("insert into permission_settings values ($1, 'coach', 'activity.view', true)", [
    organization,
  ])
  const ofCoach = await watch(coach)
  const facts = { givenName: 'Jonah', familyName: 'Okoye', level: 'college', stage: 'signed' }
  await owner.ask('POST', at('/athletes'), facts)
  await owner.ask('PATCH', at(''), { name: 'New Name', kind: 'agency' })
  await expect.poll(() => topicsOf(ofCoach.heard)).toEqual(expect.arrayContaining(['organization', 'activity']))
  const heard = ofCoach.heard.flatMap((message) =>
    message.type === 'changed' && message.topic === 'activity' ? (message.ids ?? []) : [],
  )
  const { rows } = (await coach.ask('GET', at('/activity'))).json()
  expect(rows.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(heard))
  ofCoach.leave()
})

test('without money.view, announcements of a deal do not depend on amounts', async () => {
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
    // Marker: messages arrive in order.
    await owner.ask('PATCH', at(''), { name: `After ${version}`, kind: 'agency' })
    await expect.poll(() => topicsOf(ofCoach.heard)).toContain('organization')
    return ofCoach.heard.splice(0)
  }
  const small = await heardOf(1, 60_000)
  expect(topicsOf(small)).toContain('deals')
  expect(await heardOf(2, 9_000_000)).toEqual(small)
  ofCoach.leave()
})

test('announces notifications to their recipient only', async () => {
  const [ofOwner, ofAgent] = [await watch(owner), await watch(agent)]
  await world.people.join(owner, organization, await world.people.register('New Coach'), 'coach')
  const { rows } = (await owner.ask('GET', at('/notifications'))).json()
  const change = { type: 'changed', topic: 'notifications', ids: [rows[0].id], added: false, spreadMs: 500 }
  await expect.poll(() => ofOwner.heard).toContainEqual(change)
  // Marker: messages arrive in order, so the other would have come first.
  await owner.ask('PATCH', at(''), { name: 'Later', kind: 'agency' })
  await expect.poll(() => topicsOf(ofAgent.heard)).toContain('organization')
  expect(topicsOf(ofAgent.heard)).not.toContain('notifications')
  ofOwner.leave()
  ofAgent.leave()
})

test('announces demo requests, their notes and mail to staff only', async () => {
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

test('ends the stream of a removed member', async () => {
  const window = await watch(agent)
  await owner.ask('DELETE', at(`/people/${agent.id}`))
  await expect.poll(() => window.over).toBe(true)
  expect(window.heard.at(-1)).toEqual({ type: 'ended' })
  expect((await watch(agent)).status).toBe(404)
})

test('ends the stream of a logged-out session', async () => {
  const window = await watch(agent)
  await agent.ask('POST', '/api/account/logout')
  await expect.poll(() => window.over).toBe(true)
  expect(window.heard.at(-1)).toEqual({ type: 'ended' })
})

test('ends the stream of a session that ended in another cell', async () => {
  const window = await watch(agent)
  const client = await world.database.connect()
  // As the worker of logical replication deletes it.
  await client.query("begin; set local session_replication_role = 'replica'")
  await client.query('delete from sessions where user_id = $1', [agent.id])
  await client.query('commit')
  client.release()
  await expect.poll(() => window.over).toBe(true)
  expect(window.heard.at(-1)).toEqual({ type: 'ended' })
})

test('ends the streams of an organization that moves to another cell', async () => {
  const [ofOwner, ofAgent] = [await watch(owner), await watch(agent)]
  await world.database.query("update organizations set cell = 'b' where id = $1", [organization])
  await expect.poll(() => [ofOwner.over, ofAgent.over]).toEqual([true, true])
  expect((await watch(agent)).status).toBe(421)
})

test('a revoked permission announces the access change and stops its topics', async () => {
  const window = await watch(agent)
  await owner.ask('PUT', at('/permissions'), { role: 'agent', permission: 'people.view', allowed: false })
  await expect.poll(() => window.heard.map(({ type }) => type)).toContain('access-changed')
  const before = topicsOf(window.heard).length
  await owner.ask('POST', at('/invitations'), { email: 'new@club.example', role: 'coach' })
  await owner.ask('PATCH', at(''), { name: 'Again New', kind: 'agency' })
  await expect.poll(() => topicsOf(window.heard).slice(before)).toEqual(['organization'])
  window.leave()
})

test('a bulk change is one message without ids', async () => {
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

test('after a lost database connection, streams are told to refetch and get the next change', async () => {
  const window = await watch(owner)
  await world.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen live_updates' and datname = current_database()",
  )
  await expect.poll(() => window.heard.map(({ type }) => type), { timeout: 5000 }).toContain('refresh')
  await owner.ask('PATCH', at(''), { name: 'After the gap', kind: 'agency' })
  await expect.poll(() => topicsOf(window.heard)).toContain('organization')
  window.leave()
})

describe('a stream that is opened while the database is unreachable', () => {
  const person = { id: randomUUID(), token: 'a-token', sessionId: randomUUID() } as Person
  const member = { organization: randomUUID(), role: 'owner', permissions: ['people.view'] } as unknown as Member

  /** Opens a stream on a separate server with failing parts. */
  async function openWith(parts: Partial<Parameters<typeof createLiveUpdates>[0]>) {
    const live = createLiveUpdates({
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

  test('ends if its access cannot be checked, so that the client reconnects', async () => {
    const admit = () => Promise.reject(new Error('Connection terminated unexpectedly'))
    const answer = await openWith({ gate: { admit } as unknown as Gate })
    expect(await answer.text()).toBe('')
  })

  test('is told to refetch once the server listens again', async () => {
    let tries = 0
    const connect = () => (tries++ === 0 ? Promise.reject(new Error('Connection refused')) : world.serving.connect())
    const { body } = await openWith({ database: { connect } as unknown as Database })
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (text.includes('"refresh"')) break
    }
    expect(tries).toBe(2)
  })
})

test('limits streams per person', async () => {
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

test('a change reaches each of many streams once', async () => {
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

test('announces invoices and subscriptions of all organizations to staff only', async () => {
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

test('every topic has an announcing table, and every announced topic exists', async () => {
  const { rows } = await world.database.query<{ topic: string }>(
    `select distinct (regexp_match(pg_get_triggerdef(oid), 'announce_\\w+\\(''([^'']+)'''))[1] as topic from pg_trigger
     where tgfoid in ('announce_change'::regproc, 'announce_to_staff'::regproc) order by 1`,
  )
  // These have their own functions.
  const topics = [
    ...rows.map(({ topic }) => topic),
    'availability',
    'organization',
    'notifications',
    'requests',
    'tasks',
  ]
  expect(topics.sort()).toEqual(Object.keys(liveTopics).sort())
})

test('a member who sees some athletes is told of no other record, whatever its topic', () => {
  const permissions = permissionsOf('agent', []).filter((permission) => permission !== 'athletes.all')
  const viewer = {
    person: agent,
    member: { organization, role: 'agent', permissions, lacksSecondFactor: false },
  } as const
  const audienceOf = createLiveAudience(world.database)
  const topics = Object.keys(liveTopics) as LiveTopic[]
  // Whoever has the permission of these sees all their records.
  expect(topics.filter((topic) => !audienceOf(topic, viewer))).toEqual([
    'organization',
    'members',
    'invitations',
    'permissions',
    'subscription',
    'invoices',
    'programs',
    'companies',
    'league-days',
    'imports',
    'archives',
    'notifications',
    'views',
  ])
})

test('announces money only with money.view and for athletes in scope', async () => {
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

test('announces tasks to people who see them, and to those who lose them', async () => {
  const coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
  const add = async (by: Someone, task: object): Promise<{ id: string; version: number }> =>
    (await by.ask('POST', at('/tasks'), task)).json()
  const facts = { givenName: 'Mina', familyName: 'Vale', level: 'pro', stage: 'signed' }
  const athlete = (await owner.ask('POST', at('/athletes'), facts)).json().id
  const about = { kind: 'athlete', id: athlete }
  const company = (await agent.ask('POST', at('/companies'), { name: 'Halden', kind: 'brand' })).json().id
  const [ofOwner, ofAgent, ofCoach] = [await watch(owner), await watch(agent), await watch(coach)]
  const tasksIn = ({ heard }: { heard: LiveMessage[] }) =>
    heard.flatMap((message) => (message.type === 'changed' && message.topic === 'tasks' ? message.ids : []))
  const own = await add(agent, { title: 'Private' })
  const hidden = await add(agent, { title: 'About a company', about: { kind: 'company', id: company } })
  const open = await add(agent, { title: 'About an athlete', about, assigneeId: coach.id })
  // Announcements of different transactions may overtake each other.
  const inAnyOrder = (ids: (string | null)[]) => ids.toSorted()
  await expect.poll(() => inAnyOrder(tasksIn(ofAgent))).toEqual(inAnyOrder([own.id, hidden.id, open.id]))
  await expect.poll(() => inAnyOrder(tasksIn(ofOwner))).toEqual(inAnyOrder([hidden.id, open.id]))
  await expect.poll(() => tasksIn(ofCoach)).toEqual([open.id])
  const given = await add(agent, { title: 'Given', assigneeId: coach.id })
  await expect.poll(() => tasksIn(ofCoach)).toEqual([open.id, given.id])
  await agent.ask('PATCH', at(`/tasks/${given.id}`), { version: given.version, changes: { assigneeId: agent.id } })
  await expect.poll(() => tasksIn(ofCoach)).toEqual([open.id, given.id, given.id])
  await agent.ask('DELETE', at(`/tasks/${open.id}`))
  await expect.poll(() => tasksIn(ofCoach).at(-1)).toBe(open.id)
  await expect.poll(() => inAnyOrder(tasksIn(ofOwner))).toEqual(inAnyOrder([hidden.id, open.id, open.id]))
  await agent.ask('DELETE', at(`/tasks/${hidden.id}`))
  await expect.poll(() => tasksIn(ofOwner).at(-1)).toBe(hidden.id)
  // Marker: messages arrive in order.
  await owner.ask('PATCH', at(''), { name: 'Later', kind: 'agency' })
  await expect.poll(() => topicsOf(ofCoach.heard)).toContain('organization')
  expect(tasksIn(ofCoach)).not.toContain(hidden.id)
  for (const window of [ofOwner, ofAgent, ofCoach]) window.leave()
})

test('announces deliverables, key dates and companies in scope only', async () => {
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

test('announces changed away times to members without deals.view, and no other change of a deliverable', async () => {
  const coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
  const facts = { givenName: 'Jonah', familyName: 'Okoye', level: 'college', stage: 'signed' }
  const athlete = (await owner.ask('POST', at('/athletes'), facts)).json().id
  const company = (await owner.ask('POST', at('/companies'), { name: 'Halden', kind: 'brand' })).json().id
  const post = {
    id: crypto.randomUUID(),
    title: 'Post',
    platform: null,
    count: 1,
    dueOn: '2026-12-01',
    disclosureTag: null,
  }
  const shoot = { ...post, id: crypto.randomUUID(), away: { from: '10:00', until: '12:00' } }
  await signedDeal(world.database, { organization, athlete, company, terms: { deliverables: [post] } })
  const window = await watch(coach)
  await signedDeal(world.database, { organization, athlete, company, terms: { deliverables: [shoot] } })
  await world.database.query("update deliverables set state = 'submitted' where organization_id = $1", [organization])
  // Marker: messages arrive in order.
  await owner.ask('PATCH', at(''), { name: 'After', kind: 'agency' })
  await expect.poll(() => topicsOf(window.heard)).toContain('organization')
  const heard = window.heard.filter((message) => message.type === 'changed' && message.topic !== 'organization')
  expect(heard).toEqual([{ type: 'changed', topic: 'availability', ids: [athlete], added: false, spreadMs: 500 }])
  window.leave()
})

test('announces a deal to its athlete once it is shared or approved', async () => {
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
  await owner.ask('POST', at(`/deals/${approved.id}/decisions`), { number: 1, decision: 'approved', comment: null })
  await expect.poll(() => [...dealsHeard(ofPlayer)]).toEqual([shared.id, approved.id])
  for (const window of [ofOwner, ofPlayer]) window.leave()
})

describe('a note', () => {
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

  /** Names of people whose stream announced the athlete during `work`, before a marker that reaches everyone. */
  async function heardOf(work: () => ReturnType<Someone['ask']>): Promise<string[]> {
    for (const { heard } of windows) heard.length = 0
    expect((await work()).statusCode).toBeLessThan(300)
    const times = ({ heard }: { heard: LiveMessage[] }) =>
      topicsOf(heard).filter((topic) => topic === 'athletes').length
    await world.database.query('update athletes set stage = stage where id = $1', [athlete])
    await expect.poll(() => windows.every((window) => times(window) > 0)).toBe(true)
    return windows.filter((window) => times(window) > 1).map(({ name }) => name)
  }

  const write = (readers: NoteReaders, kind = 'call') =>
    agent.ask('POST', at(`/athletes/${athlete}/notes`), { kind, text: 'Knee', readers })

  test.each(['note', 'call'])('is announced to its readers only: %s', async (kind) => {
    expect(await heardOf(() => write('team', kind))).toEqual(['owner', 'agent', 'support', 'coach'])
    expect(await heardOf(() => write('deals', kind))).toEqual(['owner', 'agent', 'support'])
    expect(await heardOf(() => write('money', kind))).toEqual(['owner', 'agent'])
    expect(await heardOf(() => write('me', kind))).toEqual([])
  })

  test('that is narrowed or removed is announced to its previous readers', async () => {
    const { id } = (await write('team')).json()
    const path = at(`/athletes/${athlete}/notes/${id}`)
    expect(await heardOf(() => agent.ask('PATCH', path, { version: 1, changes: { readers: 'deals' } }))).toContain(
      'coach',
    )
    const removed = await heardOf(() => agent.ask('DELETE', path))
    expect(removed).toEqual(['owner', 'agent', 'support'])
    const own = (await write('me')).json().id
    expect(await heardOf(() => agent.ask('DELETE', at(`/athletes/${athlete}/notes/${own}`)))).toEqual([])
  })

  test('leaves the athlete’s version unchanged for others', async () => {
    const versionFor = async (someone: Someone) =>
      (await someone.ask('GET', at(`/athletes/${athlete}`))).json().version as number
    const before = await versionFor(owner)
    await write('deals')
    expect(await versionFor(owner)).toBe(before)
  })
})

test('concurrently opened streams count against the limit', async () => {
  const windows = await Promise.all(Array.from({ length: 40 }, () => watch(agent)))
  expect(windows.filter(({ status }) => status === 200)).toHaveLength(20)
  for (const window of windows) window.leave()
})

describe('programs', () => {
  async function makeProgram() {
    const coach = await world.people.registerMember(organization, 'Tunde Bello', 'coach')
    await owner.ask('PUT', at('/permissions'), { role: 'coach', permission: 'athletes.all', allowed: false })
    const program = (
      await owner.ask('POST', at('/programs'), { name: 'Hidden program', sport: null, gender: null })
    ).json()
    const athlete = (
      await owner.ask('POST', at('/athletes'), {
        givenName: 'Kaia',
        familyName: 'Hidden',
        level: 'college',
        stage: 'signed',
        lookedAfterBy: [],
      })
    ).json()
    return { coach, program: program.id as string, athlete: athlete.id as string }
  }
  const days = { startsOn: '2024-01-01', endsOn: null }

  test('refresh the windows of members whose athletes change, without naming them', async () => {
    const { coach, program, athlete } = await makeProgram()
    const window = await watch(coach)
    const refreshes = () => window.heard.filter(({ type }) => type === 'refresh').length
    const membership = { programId: program, userId: coach.id, ...days }
    const { id } = (await owner.ask('POST', at('/program-members'), membership)).json()
    await expect.poll(refreshes).toBe(1)
    const added = await owner.ask('POST', at(`/athletes/${athlete}/programs`), { programId: program, ...days })
    await expect.poll(refreshes).toBe(2)
    const ended = { startsOn: '2024-01-01', endsOn: '2024-12-31' }
    await owner.ask('PUT', at(`/athletes/${athlete}/programs/${added.json().id}`), ended)
    await expect.poll(refreshes).toBe(3)
    // The athlete is hidden again, so nothing may name them from here on.
    const before = window.heard.length
    await owner.ask('PUT', at(`/program-members/${id}`), ended)
    await expect.poll(refreshes).toBe(4)
    expect(JSON.stringify(window.heard.slice(before))).not.toMatch(new RegExp(`Hidden|${athlete}|${program}`))
    window.leave()
  })

  test('of others stay unnoticed', async () => {
    const { coach, program, athlete } = await makeProgram()
    const window = await watch(coach)
    await owner.ask('POST', at(`/athletes/${athlete}/programs`), { programId: program, ...days })
    await owner.ask('POST', at('/program-members'), { programId: program, userId: agent.id, ...days })
    await owner.ask('PATCH', at(`/programs/${program}`), { archived: true })
    // A later change that they see arrives first.
    await owner.ask('PATCH', at(`/people/${agent.id}`), { role: 'coach' })
    await expect.poll(() => topicsOf(window.heard)).toContain('members')
    expect(window.heard.filter(({ type }) => type === 'refresh')).toEqual([])
    expect(JSON.stringify(window.heard)).not.toMatch(new RegExp(`${athlete}|${program}`))
    window.leave()
  })
})
