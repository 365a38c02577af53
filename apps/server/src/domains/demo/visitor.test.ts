import type { VisitorRequest } from '@sherpa/contracts/desk'
import ICAL from 'ical.js'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { quietLog, runJob } from '../../../test/jobs.ts'
import { composerWith } from '../../../test/mail.ts'
import { platformForTests, type Someone } from '../../../test/people.ts'
import { buildApp } from '../../app.ts'
import { createOutbox } from '../../mail/outbox.ts'
import type { OutgoingMail } from '../../mail/outgoing-mail.ts'

// Sending checks the real clock, so test dates are in the future.
const start = new Date(Date.now() + 24 * 60 * 60_000)
let now = start
const world = platformForTests({ clock: () => now })
let staff: Someone
let visitor: Someone
const HOUR = 60 * 60_000
const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString()
const secrets = [
  'Camille Rousseau',
  'camille@atelier.example',
  '+33 4 00 55',
  'Atelier Sport',
  'Forty players',
  'Call her',
]

beforeAll(async () => {
  staff = await world.people.registerStaff()
  visitor = world.people.visitor()
})
beforeEach(() => {
  now = start
})
afterEach(() =>
  world.database.query(
    'truncate demo_requests, demo_history, demo_notes, demo_links, outgoing_mail, desk_duty, audit_events, jobs, rate_counts cascade',
  ),
)

async function requestDemo(changes: object = {}) {
  const answer = await visitor.ask(
    'POST',
    '/api/demo/schedule',
    {
      full_name: 'Camille Rousseau',
      email: 'camille@atelier.example',
      phone: '+33 4 00 55',
      company: 'Atelier Sport',
      additional_info: 'Forty players',
      preferred_date_time: inHours(72),
      ...changes,
    },
    { 'time-zone': 'Europe/Paris' },
  )
  expect(answer.statusCode).toBe(201)
  return answer.json().id as string
}

/** Sends and returns queued mail. */
async function sendMail() {
  const sent: OutgoingMail[] = []
  const mailer = { send: async (mail: OutgoingMail) => void sent.push(mail), close: () => undefined }
  const composer = composerWith({ requestForMail: world.app.platform.requestForMail })
  const queue = createOutbox(world.serving, mailer, composer, quietLog)
  while ((await queue.processQueue()) > 0);
  return sent
}
const filterToVisitor = (mails: OutgoingMail[]) => mails.filter(({ to }) => to === 'camille@atelier.example')
const readToken = ({ text }: OutgoingMail) => /\/demo-request\/([\w-]+)/.exec(text)?.[1] ?? ''
const loadStatuses = async () =>
  Object.fromEntries(
    (await world.database.query('select kind, status from outgoing_mail order by id')).rows.map((row) => [
      row.kind,
      row.status,
    ]),
  )

/** A request with its mailed link. */
async function createWithLink(changes: object = {}) {
  const id = await requestDemo(changes)
  const [mail] = filterToVisitor(await sendMail())
  if (!mail) throw new Error('The visitor has no mail.')
  return { id, token: readToken(mail), mail }
}
const linkPath = (token: string, path = '') => `/api/demo/requests/${token}${path}`
const loadRequest = async (token: string): Promise<VisitorRequest> => (await visitor.ask('GET', linkPath(token))).json()
const change = (id: string, what: string, body: object) =>
  staff.ask('POST', `/api/staff/desk/requests/${id}/${what}`, body)
const confirm = (id: string, changes: object = {}) =>
  change(id, 'confirmation', {
    version: 1,
    assignee: staff.id,
    lengthMinutes: 45,
    meetingLink: 'https://meet.example/room',
    ...changes,
  })

function parseEntry({ ics }: OutgoingMail) {
  const calendar = new ICAL.Component(ICAL.parse(ics?.content ?? ''))
  const event = calendar.getFirstSubcomponent('vevent')
  const value = (name: string) => String(event?.getFirstPropertyValue(name))
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    uid: value('uid'),
    sequence: Number(value('sequence')),
    status: value('status'),
  }
}

test('all mail to the visitor has the same link, of which only a hash is stored', async () => {
  const { id, token, mail } = await createWithLink()
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(mail.html).toContain(token)
  await confirm(id)
  const [confirmed] = filterToVisitor(await sendMail())
  expect(confirmed && readToken(confirmed)).toBe(token)
  const { rows } = await world.database.query('select encode(token_hash, $1) as hash from demo_links', ['escape'])
  expect(rows).toHaveLength(1)
  expect(rows[0].hash).not.toContain(token)
})

test('a resent mail has a new message id and the same text', async () => {
  const { id, mail } = await createWithLink()
  const { mails } = (await staff.ask('GET', `/api/staff/desk/requests/${id}`)).json()
  for (const { id: known } of mails) await change(id, 'mails', { mail: known })
  const again = await sendMail()
  expect(again).toHaveLength(2)
  for (const { messageId } of again) expect(messageId).toMatch(/^<mail-[0-9a-f-]{36}@/)
  expect(filterToVisitor(again)[0]?.text).toBe(mail.text)
})

test('the link shows the current request', async () => {
  const { id, token } = await createWithLink()
  expect(await loadRequest(token)).toMatchObject({
    name: 'Camille Rousseau',
    state: 'requested',
    lengthMinutes: 30,
    meetingLink: null,
    host: null,
    mayPropose: true,
    mayCancel: true,
  })
  expect((await loadRequest(token)).answerBy).not.toBeNull()
  await confirm(id)
  expect(await loadRequest(token)).toMatchObject({
    state: 'confirmed',
    lengthMinutes: 45,
    meetingLink: 'https://meet.example/room',
    host: 'Staff Member',
    answerBy: null,
  })
})

test('an unknown link is not found', async () => {
  await createWithLink()
  for (const token of ['x', 'A'.repeat(43), '%00', '..'])
    expect((await visitor.ask('GET', linkPath(token))).statusCode).toBe(404)
})

test('guessing links is rate limited', async () => {
  const app = buildApp({ database: world.serving, clock: () => now })
  const statusesOf = async (method: 'GET' | 'POST', what: string, times: number) =>
    new Set(
      await Promise.all(
        Array.from(
          { length: times },
          async () => (await app.inject({ method, url: linkPath('A'.repeat(43), what) })).statusCode,
        ),
      ),
    )
  expect(await statusesOf('POST', '/cancellation', 20)).toEqual(new Set([404]))
  expect(await statusesOf('POST', '/cancellation', 1)).toEqual(new Set([429]))
  expect(await statusesOf('GET', '', 120)).toEqual(new Set([404]))
  expect(await statusesOf('GET', '', 1)).toEqual(new Set([429]))
  await app.close()
})

test('all calendar versions share a UID with rising sequence, and end with CANCEL', async () => {
  const { id, token, mail } = await createWithLink()
  const mails = [mail]
  const next = async () => mails.push(...filterToVisitor(await sendMail()))
  await confirm(id)
  await next()
  await change(id, 'new-time', { version: 2, startsAt: inHours(80) })
  await next()
  await visitor.ask('POST', linkPath(token, '/proposal'), { startsAt: inHours(90) })
  await next()
  await confirm(id, { version: 4 })
  await next()
  await change(id, 'cancellation', { version: 5, message: 'We are ill.' })
  await next()
  const entries = mails.map(parseEntry)
  expect(new Set(entries.map(({ uid }) => uid)).size).toBe(1)
  expect(entries.map(({ sequence, method, status }) => [sequence, method, status])).toEqual([
    [0, 'REQUEST', 'TENTATIVE'],
    [1, 'REQUEST', 'CONFIRMED'],
    [2, 'REQUEST', 'CONFIRMED'],
    [3, 'REQUEST', 'TENTATIVE'],
    [4, 'REQUEST', 'CONFIRMED'],
    [5, 'CANCEL', 'CANCELLED'],
  ])
  expect(mails.at(-1)?.text).toContain('> We are ill.')
  const file = await visitor.ask('GET', linkPath(token, '/calendar'))
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8; method=CANCEL'])
  expect(file.body).toContain('SEQUENCE:5')
})

test('a proposed time frees the old one and gets a new deadline', async () => {
  const { id, token } = await createWithLink()
  await confirm(id)
  await sendMail()
  now = new Date(inHours(5))
  const proposed = inHours(60)
  const answer = await visitor.ask('POST', linkPath(token, '/proposal'), { startsAt: proposed })
  expect(answer.json()).toMatchObject({ state: 'rescheduled', demoAt: proposed, meetingLink: null })
  const row = (await staff.ask('GET', `/api/staff/desk/requests/${id}`)).json()
  expect(row).toMatchObject({ state: 'rescheduled', askedAt: now.toISOString(), answeredAt: null, version: 3 })
  expect(new Date(row.dueAt) > now).toBe(true)
  expect(row.history[0]).toMatchObject({ event: 'proposed', by: 'visitor', colleague: null, demoAt: proposed })
  const mails = await sendMail()
  expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining(['camille@atelier.example', staff.email]))
  // A double submit has no effect.
  await visitor.ask('POST', linkPath(token, '/proposal'), { startsAt: proposed })
  expect(await sendMail()).toEqual([])
  const other = await requestDemo({ email: 'other@x.example' })
  expect((await confirm(other)).statusCode).toBe(200)
})

test('a proposal before the first answer keeps the deadline', async () => {
  const { id, token } = await createWithLink()
  const before = (await staff.ask('GET', `/api/staff/desk/requests/${id}`)).json().dueAt
  now = new Date(inHours(2))
  await visitor.ask('POST', linkPath(token, '/proposal'), { startsAt: inHours(60) })
  expect((await staff.ask('GET', `/api/staff/desk/requests/${id}`)).json().dueAt).toBe(before)
})

test('rejects a past time', async () => {
  const { token } = await createWithLink()
  const answer = await visitor.ask('POST', linkPath(token, '/proposal'), { startsAt: inHours(-1) })
  expect([answer.statusCode, answer.json().errors[0].field]).toEqual([422, 'startsAt'])
})

test('GET cancels nothing; a cancellation is idempotent', async () => {
  const { id, token } = await createWithLink()
  await confirm(id)
  expect((await visitor.ask('GET', linkPath(token, '/cancellation'))).statusCode).toBe(404)
  expect((await loadRequest(token)).state).toBe('confirmed')
  for (const _ of [1, 2]) {
    expect((await visitor.ask('POST', linkPath(token, '/cancellation'))).json()).toMatchObject({
      state: 'canceled',
      mayCancel: false,
      mayPropose: false,
    })
  }
  expect((await visitor.ask('POST', linkPath(token, '/proposal'), { startsAt: inHours(60) })).json().code).toBe(
    'move-not-possible',
  )
  const mails = await sendMail()
  expect(mails.map(({ subject }) => subject.replace(/SH-\w+/, 'SH'))).toEqual(
    expect.arrayContaining(['Your Sherpa demo is canceled (SH)', 'Demo request SH: canceled by the visitor']),
  )
  const [canceled] = filterToVisitor(mails).filter(({ subject }) => subject.includes('canceled'))
  expect(canceled?.text).toContain('\nYour Sherpa demo is canceled\n')
  expect(canceled?.text).toContain('View your request:')
  // The outdated confirmation is skipped.
  expect((await loadStatuses())['demo-confirmed']).toBe('skipped')
})

test('unanswered proposals are limited', async () => {
  const { id, token } = await createWithLink()
  const propose = async (hours: number) =>
    (await visitor.ask('POST', linkPath(token, '/proposal'), { startsAt: inHours(hours) })).json()
  for (const hours of [50, 51, 52, 53, 54]) expect(await propose(hours)).toMatchObject({ state: 'rescheduled' })
  expect(await propose(55)).toMatchObject({ status: 409, code: 'too-many-proposals' })
  expect((await sendMail()).length).toBe(10)
  const { version } = (await staff.ask('GET', `/api/staff/desk/requests/${id}`)).json()
  expect((await confirm(id, { version })).statusCode).toBe(200)
  expect(await propose(56)).toMatchObject({ state: 'rescheduled' })
})

describe('personal data of a visitor', () => {
  test('is exported from all requests with the same email address', async () => {
    const { id, token } = await createWithLink()
    await requestDemo({ email: 'CAMILLE@atelier.example', preferred_date_time: inHours(80) })
    await requestDemo({ email: 'other@x.example' })
    await change(id, 'notes', { text: 'Call her' })
    const { requests } = (await visitor.ask('GET', linkPath(token, '/export'))).json()
    expect(requests).toHaveLength(2)
    const json = JSON.stringify(requests)
    // Notes of staff are internal.
    for (const secret of secrets) expect([secret, json.includes(secret)]).toEqual([secret, secret !== 'Call her'])
    expect(json).not.toContain('other@x.example')
  })

  test('is erased everywhere; an anonymous request stays for statistics', async () => {
    const { id, token } = await createWithLink()
    const other = await requestDemo({ email: 'other@x.example', full_name: 'Someone Else' })
    await change(id, 'notes', { text: 'Call her' })
    await confirm(id, { message: 'Dear Camille Rousseau' })
    await world.database.query(
      "update outgoing_mail set reason = 'no camille@atelier.example here' where status = 'sent'",
    )
    expect((await visitor.ask('POST', linkPath(token, '/erasure'), { sure: true })).statusCode).toBe(204)

    const { rows: tables } = await world.database.query(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    for (const { name } of tables) {
      const { rows } = await world.database.query(`select to_jsonb(t)::text as text from ${name} t`)
      const text = rows.map((row) => row.text).filter((row: string) => !row.includes(other))
      for (const secret of secrets) {
        expect([name, secret, text.some((row: string) => row.toLowerCase().includes(secret.toLowerCase()))]).toEqual([
          name,
          secret,
          false,
        ])
      }
    }
    const row = (await staff.ask('GET', `/api/staff/desk/requests/${id}`)).json()
    expect(row).toMatchObject({ state: 'canceled', name: '', email: '', phone: null, company: null, notes: [] })
    expect(row.history.map((event: { event: string }) => event.event)).toEqual([
      'erased',
      'canceled',
      'confirmed',
      'created',
    ])
    expect(filterToVisitor(await sendMail())).toEqual([])
    const figures = (await staff.ask('GET', '/api/staff/desk/figures')).json()
    expect(figures.states).toEqual([
      { state: 'canceled', count: 1 },
      { state: 'requested', count: 1 },
    ])
    for (const [method, what, body] of [
      ['GET', ''],
      ['GET', '/export'],
      ['GET', '/calendar'],
      ['POST', '/cancellation'],
      ['POST', '/erasure', { sure: true }],
    ] as const) {
      const answer = await visitor.ask(method, linkPath(token, what), body)
      expect([what, answer.statusCode, answer.json().code]).toEqual([what, 410, 'data-erased'])
    }
    expect((await change(id, 'notes', { text: 'Call her' })).json().code).toBe('move-not-possible')
  })

  test('is erased after the retention period', async () => {
    const [old, young] = [await requestDemo(), await requestDemo({ email: 'young@x.example' })]
    await world.database.query("update demo_requests set created_at = created_at - interval '731 days' where id = $1", [
      old,
    ])
    await runJob(world.app, world.serving, 'erase-old-demo-requests')
    const rows = await Promise.all([old, young].map((id) => staff.ask('GET', `/api/staff/desk/requests/${id}`)))
    expect(rows.map((row) => [row.json().email, row.json().state])).toEqual([
      ['', 'canceled'],
      ['young@x.example', 'requested'],
    ])
    expect(rows[0]?.json().history[0]).toMatchObject({ event: 'erased', by: 'system' })
  })
})

describe('reminders', () => {
  const sendReminders = async () => {
    await runJob(world.app, world.serving, 'remind-of-demos')
    return filterToVisitor(await sendMail()).filter(({ subject }) => subject.startsWith('Reminder'))
  }

  test('are sent a day and an hour before, once each', async () => {
    const { id } = await createWithLink()
    await confirm(id)
    await sendMail()
    const counts: number[] = []
    // The demo is 72 hours away.
    for (const hours of [47, 2, 1, 21.5, 1]) {
      now = new Date(inHours(hours))
      counts.push((await sendReminders()).length)
    }
    expect(counts).toEqual([0, 1, 0, 1, 0])
  })

  test('are skipped if the demo was canceled or moved after queueing', async () => {
    const { id } = await createWithLink()
    await confirm(id)
    await sendMail()
    now = new Date(inHours(49))
    await runJob(world.app, world.serving, 'remind-of-demos')
    await change(id, 'new-time', { version: 2, startsAt: inHours(60) })
    expect(filterToVisitor(await sendMail()).map(({ subject }) => subject.slice(0, 31))).toEqual([
      'Your Sherpa demo has a new time',
    ])
    expect((await loadStatuses())['demo-day-reminder']).toBe('skipped')
  })

  test('are not sent for a demo confirmed less than a day before', async () => {
    const { id } = await createWithLink({ preferred_date_time: inHours(20) })
    await confirm(id)
    expect(await sendReminders()).toEqual([])
  })
})

describe('half an hour before the response deadline', () => {
  const sendWarnings = async () => {
    await runJob(world.app, world.serving, 'warn-of-due-demo-requests')
    return (await sendMail()).filter(({ subject }) => subject.startsWith('Please answer'))
  }
  const moveNearDeadline = async (id: string) => {
    const { dueAt } = (await staff.ask('GET', `/api/staff/desk/requests/${id}`)).json()
    now = new Date(new Date(dueAt).getTime() - HOUR / 2)
  }

  test('our mailbox is warned once', async () => {
    const { id } = await createWithLink()
    await moveNearDeadline(id)
    now = new Date(now.getTime() - 60_000)
    expect(await sendWarnings()).toEqual([])
    await moveNearDeadline(id)
    expect((await sendWarnings()).map(({ to }) => to)).toEqual(['staff@sherpa.example'])
    expect(await sendWarnings()).toEqual([])
  })

  test('the assignee is warned instead, if there is one', async () => {
    const { id } = await createWithLink()
    await staff.ask('PUT', `/api/staff/desk/requests/${id}/assignee`, { version: 1, assignee: staff.id })
    await moveNearDeadline(id)
    expect((await sendWarnings()).map(({ to }) => to)).toEqual([staff.email])
  })

  test('the warning is skipped after an answer, even if queued', async () => {
    const { id } = await createWithLink()
    await moveNearDeadline(id)
    await runJob(world.app, world.serving, 'warn-of-due-demo-requests')
    await confirm(id)
    expect((await sendMail()).filter(({ subject }) => subject.startsWith('Please answer'))).toEqual([])
    expect((await loadStatuses())['demo-due-soon']).toBe('skipped')
  })
})

describe('the page behind the link', () => {
  const form = (time: string) => fields(`time=${encodeURIComponent(time)}`)
  const fields = (payload = '') => ({ payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  const open = (token: string, query = '') => world.app.inject(`/demo-request/${token}${query}`)

  test('shows the request without scripts and is not indexed', async () => {
    const { token } = await createWithLink({ full_name: 'Eve <script>alert(1)</script>' })
    const page = await open(token)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain('Eve &lt;script&gt;')
    expect(page.body).not.toContain('<script')
    expect(page.body).toContain('(Europe/Paris')
  })

  test('changes nothing on GET; its forms do', async () => {
    const { id, token } = await createWithLink()
    await open(token)
    expect((await loadRequest(token)).state).toBe('requested')
    const proposed = await world.app.inject({
      method: 'POST',
      url: `/demo-request/${token}/proposal`,
      ...form(`${inHours(200).slice(0, 10)}T16:30`),
    })
    expect([proposed.statusCode, proposed.headers.location]).toEqual([303, `/demo-request/${token}?done=proposed`])
    const { state, demoAt } = await loadRequest(token)
    expect(state).toBe('rescheduled')
    // In Paris, with or without daylight saving time.
    expect(new Date(demoAt).toLocaleTimeString('en-US', { timeZone: 'Europe/Paris' })).toBe('4:30:00 PM')
    const canceled = await world.app.inject({ method: 'POST', url: `/demo-request/${token}/cancellation` })
    expect(canceled.statusCode).toBe(303)
    expect((await open(token, '?done=canceled')).body).toContain('Your demo is canceled.')
    const { rows } = await world.database.query('select state from demo_requests where id = $1', [id])
    expect(rows[0].state).toBe('canceled')
  })

  test('shows a flash message only while it is true', async () => {
    const { id, token } = await createWithLink()
    await visitor.ask('POST', linkPath(token, '/proposal'), { startsAt: inHours(60) })
    expect((await open(token, '?done=proposed')).body).toContain('We will answer your proposal by email.')
    await confirm(id, { version: 2 })
    const page = (await open(token, '?done=proposed')).body
    expect(page).toContain('Your demo is confirmed.')
    expect(page).not.toContain('We will answer your proposal')
  })

  test('uses the font of the hosted site', async () => {
    const font = {
      plain: { body: Buffer.from(''), etag: '""', headers: { 'Content-Type': 'font/woff2' } },
      ranges: false,
    }
    const site = { files: new Map([['/assets/our-type-1a2b.woff2', font]]), notFound: font }
    const app = buildApp({ database: world.serving, site })
    onTestFinished(() => app.close())
    const page = await app.inject(`/demo-request/${'A'.repeat(43)}`)
    expect(page.body).toContain('src:url("/assets/our-type-1a2b.woff2")')
    expect(page.headers['content-security-policy']).toContain("font-src 'self'")
  })

  test('explains why a change is not possible', async () => {
    const { token } = await createWithLink()
    await visitor.ask('POST', linkPath(token, '/cancellation'))
    const answer = await world.app.inject({
      method: 'POST',
      url: `/demo-request/${token}/proposal`,
      ...form(`${inHours(200).slice(0, 10)}T16:30`),
    })
    expect([answer.statusCode, answer.body.includes('This is not possible: this demo is canceled')]).toEqual([
      409,
      true,
    ])
  })

  test('explains an invalid time and keeps the input', async () => {
    const { token } = await createWithLink()
    for (const time of ['2020-01-01T10:00', 'soon', '']) {
      const answer = await world.app.inject({ method: 'POST', url: `/demo-request/${token}/proposal`, ...form(time) })
      expect([time, answer.statusCode]).toEqual([time, 422])
      expect(answer.body).toContain('role="alert"')
      expect(answer.body).toContain(`value="${time}`)
    }
  })

  test('accepts only form bodies', async () => {
    const { token } = await createWithLink()
    for (const payload of [{ time: 1 }, { time: null }, { time: ['a'] }, [], 'text']) {
      const headers = { 'content-type': 'application/json' }
      const url = `/demo-request/${token}/proposal`
      const answer = await world.app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) })
      expect([payload, answer.statusCode]).toEqual([payload, 415])
    }
    expect((await open(token, '?done=constructor')).statusCode).toBe(200)
  })

  test('looks up an unknown request once', async () => {
    const injectSpy = vi.spyOn(world.app, 'inject')
    onTestFinished(() => injectSpy.mockRestore())
    const url = `/demo-request/${'A'.repeat(43)}/proposal`
    const answer = await world.app.inject({ method: 'POST', url, ...form('2030-01-01T10:00') })
    expect([answer.statusCode, answer.headers['x-robots-tag']]).toEqual([404, 'noindex, nofollow'])
    // The visitor's call and the page's own.
    expect(injectSpy).toHaveBeenCalledTimes(2)
  })

  test('reports unknown and erased requests', async () => {
    expect((await open('A'.repeat(43))).statusCode).toBe(404)
    const { token } = await createWithLink()
    const url = `/demo-request/${token}/erasure`
    // The server validates the checkbox, too.
    for (const sure of [undefined, 'sure=no']) {
      const answer = await world.app.inject({ method: 'POST', url, ...fields(sure) })
      expect([answer.statusCode, answer.body.includes('Tick the box to confirm')]).toEqual([422, true])
    }
    expect((await visitor.ask('POST', linkPath(token, '/erasure'), { sure: false })).statusCode).toBe(422)
    expect((await visitor.ask('GET', linkPath(token))).statusCode).toBe(200)
    expect((await world.app.inject({ method: 'POST', url, ...fields('sure=yes') })).statusCode).toBe(303)
    const page = await open(token, '?done=erased')
    expect([page.statusCode, page.body.includes('This request was erased')]).toEqual([410, true])
  })
})
