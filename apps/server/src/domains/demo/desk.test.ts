import { randomUUID } from 'node:crypto'
import { type DemoState, type DeskRequest, type DeskRow, demoStates, nextStates } from '@sherpa/contracts/desk'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { platformForTests, type Someone } from '../../../test/people.ts'

let now = new Date('2026-11-16T15:00:00Z')
const world = platformForTests({ atOnce: 10, clock: () => now })
let nadia: Someone
let ben: Someone

const DESK = '/api/staff/desk'
const HOUR = 60 * 60_000
const meetingLink = 'https://meet.example/room'
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString()

beforeAll(async () => {
  nadia = await world.people.registerStaff()
  ben = await world.people.registerStaff()
  await world.database.query("update users set name = 'Nadia Boateng' where id = $1", [nadia.id])
  await world.database.query("update users set name = 'Ben Abara' where id = $1", [ben.id])
})
beforeEach(() => {
  now = new Date('2026-11-16T15:00:00Z')
})
afterEach(() =>
  world.database.query(
    'truncate demo_requests, demo_history, demo_notes, outgoing_mail, desk_duty, audit_events cascade',
  ),
)

/** Sends the form of the site. */
async function requestDemo(changes: object = {}) {
  const answer = await world.people.visitor().ask(
    'POST',
    '/api/demo/schedule',
    {
      full_name: 'Camille Rousseau',
      email: 'camille@atelier.example',
      company: 'Atelier Sport',
      preferred_date_time: inHours(48),
      ...changes,
    },
    { 'time-zone': 'Europe/Paris' },
  )
  expect(answer.statusCode).toBe(201)
  return answer.json().id as string
}

const loadRequest = async (id: string): Promise<DeskRequest> =>
  (await nadia.ask('GET', `${DESK}/requests/${id}`)).json()
const list = async (query = ''): Promise<DeskRow[]> => (await nadia.ask('GET', `${DESK}/requests?${query}`)).json().rows
const change = (id: string, path: string, body: object, by = nadia) =>
  by.ask('POST', `${DESK}/requests/${id}/${path}`, body)
const confirmation = (changes: object = {}) => ({
  version: 1,
  assignee: nadia.id,
  lengthMinutes: 30,
  meetingLink,
  ...changes,
})
const confirm = (id: string, changes: object = {}) => change(id, 'confirmation', confirmation(changes))
const listQueuedKinds = async (id: string) =>
  (await world.database.query('select kind from outgoing_mail where demo_request_id = $1 order by id', [id])).rows.map(
    ({ kind }) => kind,
  )
const setOnDuty = (colleague: Someone, duty = true) =>
  nadia.ask('PUT', `${DESK}/colleagues/${colleague.id}/duty`, { onDuty: duty })

test('a new request is on the desk with its response deadline', async () => {
  const id = await requestDemo()
  expect(await list()).toEqual([
    expect.objectContaining({
      id,
      name: 'Camille Rousseau',
      state: 'requested',
      version: 1,
      assignee: null,
      dueAt: '2026-11-16T19:00:00.000Z',
      answeredAt: null,
      timeZone: 'Europe/Paris',
      lengthMinutes: 30,
    }),
  ])
  const request = await loadRequest(id)
  expect(request.next).toEqual(nextStates.requested)
  expect(request.history).toEqual([
    expect.objectContaining({ event: 'created', by: 'visitor', from: null, to: 'requested' }),
  ])
  expect(request.mails.map(({ title, state }) => [title, state])).toEqual([
    ['Internal notification', 'queued'],
    ['Request received', 'queued'],
  ])
  expect(request.erasedOn).toBe('2028-11-15T15:00:00.000Z')
})

test('a confirmation meets the deadline, assigns a colleague and mails the visitor', async () => {
  const id = await requestDemo()
  now = new Date(now.getTime() + HOUR)
  const answer = await confirm(id, { message: 'See you then.' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    state: 'confirmed',
    version: 2,
    assignee: { id: nadia.id, name: 'Nadia Boateng' },
    answeredAt: now.toISOString(),
  })
  const request = await loadRequest(id)
  expect(request.meetingLink).toBe(meetingLink)
  expect(request.history[0]).toMatchObject({
    event: 'confirmed',
    by: 'staff',
    colleague: { id: nadia.id, name: 'Nadia Boateng' },
    from: 'requested',
    to: 'confirmed',
    demoAt: request.demoAt,
  })
  expect(await listQueuedKinds(id)).toContain('demo-confirmed')
})

describe('two concurrent colleagues', () => {
  test('conflict: the second gets the current request and changes nothing', async () => {
    const id = await requestDemo()
    const [first, second] = await Promise.all([confirm(id), change(id, 'cancellation', { version: 1 }, ben)])
    const [won, lost] = first.statusCode === 200 ? [first, second] : [second, first]
    expect(won.statusCode).toBe(200)
    expect([lost.statusCode, lost.json().code]).toEqual([409, 'changed-meanwhile'])
    expect(lost.json().present).toEqual(won.json())
    expect((await loadRequest(id)).history).toHaveLength(2)
  })
})

/** Sets the state directly, without the rules. */
async function setState(id: string, state: DemoState) {
  await world.database.query(
    `update demo_requests set state = $2, assignee_id = $3, starts_at = $4::timestamptz,
       ends_at = $4::timestamptz + interval '30 minutes' where id = $1`,
    [id, state, nadia.id, inHours(-2)],
  )
}

const operations: [name: string, to: DemoState, states: DemoState[], body: () => object][] = [
  ['confirmation', 'confirmed', ['requested', 'rescheduled'], () => confirmation()],
  ['new-time', 'confirmed', ['confirmed'], () => ({ version: 1, startsAt: inHours(30) })],
  ['cancellation', 'canceled', ['requested', 'rescheduled', 'confirmed'], () => ({ version: 1 })],
  ['held', 'held', ['confirmed'], () => ({ version: 1 })],
  ['no-show', 'no-show', ['confirmed'], () => ({ version: 1 })],
  ['release', 'requested', ['quarantined'], () => ({ version: 1 })],
  ['rejection', 'rejected', ['quarantined'], () => ({ version: 1 })],
]

describe.each(operations)('%s', (name, to, states, body) => {
  test.each(Object.keys(demoStates) as DemoState[])('from %s', async (from) => {
    const id = await requestDemo()
    await setState(id, from)
    const answer = await change(id, name, body())
    if (states.includes(from)) {
      expect([answer.statusCode, answer.json().state]).toEqual([200, to])
      expect((await loadRequest(id)).history[0]).toMatchObject({ from, to, by: 'staff' })
    } else {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'move-not-possible'])
      expect(answer.json().detail).toMatch(/^This is not possible: /)
      expect((await loadRequest(id)).version).toBe(1)
    }
  })
})

test('a future demo cannot be marked as held or no-show', async () => {
  const id = await requestDemo()
  await confirm(id)
  for (const outcome of ['held', 'no-show']) {
    expect((await change(id, outcome, { version: 2 })).json().code).toBe('demo-not-begun')
  }
  now = new Date(inHours(48))
  expect((await change(id, 'held', { version: 2 })).json().state).toBe('held')
})

test('releasing a quarantined request sends its mail, rejecting does not', async () => {
  const suspicious = { company: 'https://evil.example' }
  const [genuine, spam] = [
    await requestDemo(suspicious),
    await requestDemo({ ...suspicious, email: 'spam@evil.example' }),
  ]
  expect(await list('state=quarantined')).toHaveLength(2)
  await change(genuine, 'release', { version: 1 })
  await change(spam, 'rejection', { version: 1 })
  expect(await listQueuedKinds(genuine)).toEqual(['staff-notice', 'confirmation'])
  expect(await listQueuedKinds(spam)).toEqual(['staff-notice'])
})

describe('validation', () => {
  test.each([
    [{ meetingLink: 'http://meet.example/room' }, 'meetingLink'],
    [{ meetingLink: 'javascript:alert(1)' }, 'meetingLink'],
    [{ lengthMinutes: 5 }, 'lengthMinutes'],
    [{ startsAt: '2026-11-16T14:00:00Z' }, 'startsAt'],
    [{ startsAt: '2028-11-16T14:00:00Z' }, 'startsAt'],
    [{ assignee: 'somebody' }, 'assignee'],
  ])('rejects %j', async (changes, field) => {
    const answer = await confirm(await requestDemo(), changes)
    expect([answer.statusCode, answer.json().errors?.[0]?.field]).toEqual([422, field])
  })

  test('rejects a customer as assignee', async () => {
    const customer = await world.people.register()
    expect((await confirm(await requestDemo(), { assignee: customer.id })).json().errors[0].field).toBe('assignee')
    expect((await setOnDuty(customer)).statusCode).toBe(404)
  })
})

describe('assignment', () => {
  const roundRobin = { assignee: 'in-turn' }
  const otherVisitor = (number: number) => ({ email: `v${number}@agency.example` })

  test('is round robin among colleagues on duty', async () => {
    await setOnDuty(nadia)
    await setOnDuty(ben)
    const assigned: string[] = []
    for (const number of [1, 2, 3, 4]) {
      const id = await requestDemo(otherVisitor(number))
      assigned.push((await confirm(id, { ...roundRobin, startsAt: inHours(24 + number) })).json().assignee.id)
    }
    expect(new Set(assigned.slice(0, 2))).toEqual(new Set([nadia.id, ben.id]))
    expect(assigned.slice(2)).toEqual(assigned.slice(0, 2))
  })

  test('skips busy and off-duty colleagues, and fails if none is left', async () => {
    const [one, two] = [await requestDemo(otherVisitor(1)), await requestDemo(otherVisitor(2))]
    expect((await confirm(one, roundRobin)).json().code).toBe('nobody-on-duty')
    await setOnDuty(nadia)
    expect((await confirm(one, roundRobin)).json().assignee.id).toBe(nadia.id)
    expect((await confirm(two, roundRobin)).json().code).toBe('nobody-free')
    await setOnDuty(ben)
    expect((await confirm(two, roundRobin)).json().assignee.id).toBe(ben.id)
  })

  test('rejects a manual double booking, but allows back-to-back demos', async () => {
    const [one, two, three] = [
      await requestDemo(otherVisitor(1)),
      await requestDemo(otherVisitor(2)),
      await requestDemo(otherVisitor(3)),
    ]
    await confirm(one, { startsAt: inHours(30) })
    expect((await confirm(two, { startsAt: inHours(30.25) })).json().code).toBe('colleague-busy')
    expect((await confirm(two, { startsAt: inHours(30.5) })).statusCode).toBe(200)
    await confirm(three, { startsAt: inHours(40) })
    expect((await change(three, 'new-time', { version: 2, startsAt: inHours(30) })).json().code).toBe('colleague-busy')
    await change(one, 'cancellation', { version: 2 })
    expect((await change(three, 'new-time', { version: 2, startsAt: inHours(30) })).statusCode).toBe(200)
  })

  test('gives each colleague one of 50 concurrent confirmations for the same time', async () => {
    await setOnDuty(nadia)
    await setOnDuty(ben)
    const ids = await Promise.all(Array.from({ length: 50 }, (_, number) => requestDemo(otherVisitor(number))))
    const startsAt = inHours(24)
    const answers = await Promise.all(
      ids.map((id, number) =>
        confirm(id, { startsAt, assignee: number % 3 === 0 ? 'in-turn' : number % 3 === 1 ? nadia.id : ben.id }),
      ),
    )
    const confirmed = answers.filter(({ statusCode }) => statusCode === 200)
    expect(new Set(confirmed.map((answer) => answer.json().assignee.id))).toEqual(new Set([nadia.id, ben.id]))
    expect(confirmed).toHaveLength(2)
    const refusals = new Set(answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code))
    for (const code of refusals) expect(['colleague-busy', 'nobody-free']).toContain(code)
    expect(await list('state=confirmed')).toHaveLength(2)
  })

  test('distributes 50 concurrent confirmations for different times evenly', async () => {
    await setOnDuty(nadia)
    await setOnDuty(ben)
    const ids = await Promise.all(Array.from({ length: 50 }, (_, number) => requestDemo(otherVisitor(number))))
    const answers = await Promise.all(
      ids.map((id, number) => confirm(id, { ...roundRobin, startsAt: inHours(24 + number) })),
    )
    const nadias = answers.filter((answer) => answer.json().assignee?.id === nadia.id)
    expect([answers.filter(({ statusCode }) => statusCode === 200).length, nadias.length]).toEqual([50, 25])
  })

  test('has a database constraint against double booking', async () => {
    const [one, two] = [await requestDemo(otherVisitor(1)), await requestDemo(otherVisitor(2))]
    await setState(one, 'confirmed')
    await expect(setState(two, 'confirmed')).rejects.toMatchObject({ code: '23P01', constraint: 'one_demo_at_a_time' })
  })
})

describe('the list of requests', () => {
  test('is searched by name, email, company and reference', async () => {
    const id = await requestDemo({ full_name: 'Zoë Vögeli', email: 'z@berg.example', company: 'Gipfel AG' })
    await requestDemo()
    const { reference } = await loadRequest(id)
    for (const words of ['zoe vogeli', 'berg.example', 'gipfel', reference.toLowerCase()]) {
      expect([words, (await list(`search=${encodeURIComponent(words)}`)).map((row) => row.id)]).toEqual([words, [id]])
    }
  })

  test('is filtered by state, assignee, deadline and time, and sorted', async () => {
    const [early, assigned, late] = [
      await requestDemo({ email: 'a@x.example', preferred_date_time: inHours(10) }),
      await requestDemo({ email: 'b@x.example', preferred_date_time: inHours(30) }),
      await requestDemo({ email: 'c@x.example', preferred_date_time: inHours(20) }),
    ]
    await nadia.ask('PUT', `${DESK}/requests/${assigned}/assignee`, { version: 1, assignee: ben.id })
    const ids = async (query: string) => (await list(query)).map(({ id }) => id)
    expect(await ids(`assignee=${ben.id}`)).toEqual([assigned])
    expect((await ids('assignee=none&sort=time')).length).toBe(2)
    expect((await ids(`assignee=none,${ben.id}`)).length).toBe(3)
    expect(await ids('sort=time')).toEqual([early, late, assigned])
    expect(await ids('sort=-time')).toEqual([assigned, late, early])
    expect(await ids(`from=${inHours(15)}&until=${inHours(25)}`)).toEqual([late])
    expect(await ids('time=today')).toEqual([early])
    expect(await ids('time=this-week&sort=time')).toEqual([early, late, assigned])
    expect(await ids('time=next-week')).toEqual([])
    expect(await ids('time=past')).toEqual([])
    expect((await ids('promise=today')).length).toBe(3)

    await confirm(early)
    now = new Date(inHours(5))
    await change(late, 'cancellation', { version: 1 })
    expect(await ids('promise=kept')).toEqual([early])
    expect(await ids('promise=missed')).toEqual([late])
    expect(await ids('promise=overdue')).toEqual([assigned])
    expect((await ids('promise=kept,overdue')).length).toBe(2)
    expect(await ids('state=confirmed')).toEqual([early])
    now = new Date(inHours(6))
    expect(await ids('time=past')).toEqual([early])
  })
})

test('a request lists others of the same person and company', async () => {
  const first = await requestDemo()
  const samePerson = await requestDemo({ company: 'Other', preferred_date_time: inHours(50) })
  const sameCompany = await requestDemo({ email: 'x@y.example', company: 'ATELIER sport' })
  await requestDemo({ email: 'stranger@y.example', company: 'Else' })
  expect(new Set((await loadRequest(first)).earlier.map(({ id }) => id))).toEqual(new Set([samePerson, sameCompany]))
})

test('notes have their author', async () => {
  const id = await requestDemo()
  expect((await change(id, 'notes', { text: 'Call them first.' }, ben)).statusCode).toBe(204)
  expect((await loadRequest(id)).notes).toEqual([
    expect.objectContaining({ text: 'Call them first.', author: { id: ben.id, name: 'Ben Abara' } }),
  ])
})

test('resending sends queued mail immediately and queues other mail again', async () => {
  const id = await requestDemo()
  const mail = (await loadRequest(id)).mails.find(({ toVisitor }) => toVisitor)
  await world.database.query("update outgoing_mail set next_attempt_at = now() + interval '1 hour'")
  await change(id, 'mails', { mail: mail?.id })
  const { rows } = await world.database.query(
    'select next_attempt_at <= now() as due from outgoing_mail where id = $1',
    [mail?.id],
  )
  expect(rows).toEqual([{ due: true }])
  await world.database.query("update outgoing_mail set status = 'failed'")
  await change(id, 'mails', { mail: mail?.id })
  expect(await listQueuedKinds(id)).toHaveLength(3)
  expect((await change(id, 'mails', { mail: randomUUID() })).statusCode).toBe(404)
  const other = await requestDemo({ email: 'other@x.example' })
  expect((await change(other, 'mails', { mail: mail?.id })).statusCode).toBe(404)
})

test('valid mail can be resent with its original message', async () => {
  const id = await requestDemo()
  await confirm(id, { message: 'Bring your questions.' })
  await world.database.query("update outgoing_mail set status = 'sent'")
  const mayResend = async () => (await loadRequest(id)).mails.map(({ title, mayResend }) => [title, mayResend])
  expect(await mayResend()).toEqual([
    ['Demo confirmed', true],
    ['Internal notification', true],
    ['Request received', false],
  ])
  const [confirmed, , received] = (await loadRequest(id)).mails
  expect((await change(id, 'mails', { mail: received?.id })).json().code).toBe('mail-outdated')
  expect((await change(id, 'mails', { mail: confirmed?.id })).statusCode).toBe(204)
  const { rows } = await world.database.query("select details from outgoing_mail where status = 'queued'")
  expect(rows).toEqual([{ details: { message: 'Bring your questions.', again: true } }])
})

test('colleagues are listed with duty and open requests', async () => {
  await setOnDuty(ben)
  const id = await requestDemo()
  await nadia.ask('PUT', `${DESK}/requests/${id}/assignee`, { version: 1, assignee: ben.id })
  const { colleagues } = (await nadia.ask('GET', `${DESK}/colleagues`)).json()
  expect(colleagues).toEqual([
    { id: ben.id, name: 'Ben Abara', email: ben.email, onDuty: true, open: 1 },
    { id: nadia.id, name: 'Nadia Boateng', email: nadia.email, onDuty: false, open: 0 },
  ])
})

test('the report counts states, days, met deadlines and outcomes', async () => {
  const empty = (await nadia.ask('GET', `${DESK}/figures`)).json()
  expect([empty.keptPercent, empty.medianMinutesToAnswer, empty.days.length]).toEqual([null, null, 30])
  const [quick, slow, open] = [
    await requestDemo({ email: 'a@x.example', preferred_date_time: inHours(6) }),
    await requestDemo({ email: 'b@x.example' }),
    await requestDemo({ email: 'c@x.example' }),
  ]
  expect(open).not.toBe(slow)
  now = new Date(inHours(1))
  await confirm(quick)
  now = new Date(inHours(4))
  await change(slow, 'cancellation', { version: 1 })
  now = new Date(inHours(2))
  await change(quick, 'held', { version: 2 })
  expect((await nadia.ask('GET', `${DESK}/figures`)).json()).toMatchObject({
    states: [
      { state: 'canceled', count: 1 },
      { state: 'held', count: 1 },
      { state: 'requested', count: 1 },
    ],
    overdue: 1,
    keptPercent: 33.3,
    medianMinutesToAnswer: 180,
    outcomes: { held: 1, noShow: 0, canceled: 1 },
    companyTimeZone: 'America/New_York',
  })
  const { days } = (await nadia.ask('GET', `${DESK}/figures`)).json()
  expect(days.at(-1)).toEqual({ day: '2026-11-16', requests: 3 })
  expect(days[0]).toEqual({ day: '2026-10-18', requests: 0 })
})
