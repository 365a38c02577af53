import { demoAnswer } from '@sherpa/contracts/demo-request'
import { problem } from '@sherpa/contracts/problem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
// Apps must not import apps, but this test compares the formatting of site and server.
import { timestampWithOffset } from '../../../../site/app/behaviors/local-time'
import { freshDatabase } from '../../../test/fresh-database.ts'
import { buildApp } from '../../app.ts'
import { network } from '../../http/rate-limits.ts'

const now = new Date('2026-11-15T14:00:00Z')
let fresh: Awaited<ReturnType<typeof freshDatabase>>
let app: ReturnType<typeof buildApp>
let mailNotifications = 0

beforeAll(async () => {
  fresh = await freshDatabase()
  app = buildApp({ database: fresh.database, clock: () => now, onMail: () => mailNotifications++ })
})
afterAll(async () => {
  await app.close()
  await fresh.drop()
})
beforeEach(async () => {
  mailNotifications = 0
  await fresh.database.query(
    'truncate demo_requests, audit_events, idempotency_keys, outgoing_mail, rate_counts cascade',
  )
})

const complete = {
  full_name: 'Amara Cole',
  email: 'amara@agency.example',
  phone: '',
  company: 'Ridgeline',
  preferred_date_time: '2026-11-16T10:30:00-05:00',
  additional_info: '',
}

const post = (changes: object = {}, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/demo/schedule', payload: { ...complete, ...changes }, headers })

const selectAll = async (table: string) => (await fresh.database.query(`select * from ${table}`)).rows

/** Error code and field errors. */
const readRefusal = (answer: { json: () => unknown }) => {
  const { code, errors = [] } = problem.parse(answer.json())
  return [code, ...errors.map(({ field, message }) => `${field}: ${message}`)]
}

describe('an accepted request', () => {
  test('returns id, reference and status', async () => {
    const answer = await post()
    expect(answer.statusCode).toBe(201)
    expect(demoAnswer.parse(answer.json()).status).toBe('received')
    expect(mailNotifications).toBe(1)
  })

  test('is stored with its audit event and two queued mails', async () => {
    const { id, reference } = (await post({}, { 'time-zone': 'America/New_York' })).json()
    expect(await selectAll('demo_requests')).toMatchObject([
      {
        id,
        reference,
        full_name: 'Amara Cole',
        phone: null,
        preferred_at: new Date('2026-11-16T15:30:00Z'),
        offset_minutes: -300,
        time_zone: 'America/New_York',
        state: 'requested',
      },
    ])
    expect(await selectAll('audit_events')).toMatchObject([{ subject_id: id, event: 'received' }])
    expect((await selectAll('outgoing_mail')).map(({ kind, status }) => [kind, status])).toEqual([
      ['confirmation', 'queued'],
      ['staff-notice', 'queued'],
    ])
  })

  test('may omit optional fields, and its text is trimmed and normalized', async () => {
    const { full_name, email, preferred_date_time } = complete
    const payload = { full_name: '  Zoe\u0308 Ok\u2019oye ', email, preferred_date_time }
    expect((await app.inject({ method: 'POST', url: '/api/demo/schedule', payload })).statusCode).toBe(201)
    expect(full_name).toBe('Amara Cole')
    expect((await selectAll('demo_requests'))[0].full_name).toBe('Zo\u00eb Ok\u2019oye')
  })

  test.each([
    ['2026-11-16T15:30:00Z', 0],
    ['2026-11-16T21:00:00+05:30', 330],
    ['2026-11-16T12:00:00-03:30', -210],
  ])('accepts the time format %s', async (preferred_date_time, offset_minutes) => {
    expect((await post({ preferred_date_time })).statusCode).toBe(201)
    expect(await selectAll('demo_requests')).toMatchObject([
      { preferred_at: new Date('2026-11-16T15:30:00Z'), offset_minutes },
    ])
  })

  test('with an unknown time zone keeps only the offset', async () => {
    await post({}, { 'time-zone': 'Mars/Olympus' })
    expect((await selectAll('demo_requests'))[0].time_zone).toBeNull()
  })
})

describe('the preferred time', () => {
  const machineZone = process.env.TZ
  afterEach(() => {
    if (machineZone === undefined) delete process.env.TZ
    else process.env.TZ = machineZone
  })

  test.each([
    'America/New_York',
    'America/Los_Angeles',
    'America/Phoenix',
    'America/St_Johns',
    'Europe/London',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Asia/Tokyo',
    'Australia/Sydney',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'UTC',
  ])('in %s is stored exactly, also around daylight saving changes', async (zone) => {
    for (const instant of [
      '2027-03-14T06:30:00Z',
      '2027-03-28T01:30:00Z',
      '2027-10-31T00:30:00Z',
      '2027-11-07T05:30:00Z',
      '2027-11-07T06:30:00Z',
    ]) {
      process.env.TZ = zone
      const preferred_date_time = timestampWithOffset(new Date(instant))
      expect(
        (await post({ preferred_date_time, email: `${instant}@agency.example` }, { 'time-zone': zone })).statusCode,
      ).toBe(201)
      const { rows } = await fresh.database.query('select preferred_at from demo_requests where email = $1', [
        `${instant}@agency.example`,
      ])
      expect(rows[0].preferred_at).toEqual(new Date(instant))
    }
  })
})

describe('an invalid request', () => {
  test.each([
    [{ full_name: '   ' }, 'full_name: Full name is required'],
    [{ full_name: undefined }, 'full_name: Full name is required'],
    [{ email: '' }, 'email: Email address is required'],
    [{ email: 'amara@agency' }, 'email: Please enter a valid email address'],
    [{ preferred_date_time: '' }, 'preferred_date_time: Please select a preferred date and time'],
    [{ preferred_date_time: '2026-11-16 10:30' }, 'preferred_date_time: Please select a preferred date and time'],
    [
      { preferred_date_time: '2026-11-15T13:54:00Z' },
      'preferred_date_time: Please select a date and time that has not passed',
    ],
    [
      { preferred_date_time: '2027-11-18T14:00:00Z' },
      'preferred_date_time: Please select a date and time within the next year',
    ],
    [{ phone: 'x'.repeat(51) }, 'phone: Please use at most 50 characters'],
    [{ additional_info: 'a\0b' }, 'additional_info: Please remove the invisible characters'],
    [{ admin: true }, 'admin: This field is not known'],
  ])('with %o is rejected: %s', async (changes, message) => {
    const answer = await post(changes)
    expect(answer.statusCode).toBe(422)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(readRefusal(answer)).toEqual(['invalid-fields', message])
    expect(await selectAll('demo_requests')).toEqual([])
  })

  test('lists all invalid fields in form order', async () => {
    expect(readRefusal(await post({ full_name: '', email: 'x', preferred_date_time: '' }))).toEqual([
      'invalid-fields',
      'full_name: Full name is required',
      'email: Please enter a valid email address',
      'preferred_date_time: Please select a preferred date and time',
    ])
  })

  test('tolerates a clock that is five minutes slow', async () => {
    expect((await post({ preferred_date_time: '2026-11-15T13:56:00Z' })).statusCode).toBe(201)
  })

  test.each([
    ['{"full_name":', 'application/json', 400, 'malformed-request'],
    ['', 'application/json', 400, 'malformed-request'],
    ['{"__proto__":{"x":1}}', 'application/json', 400, 'malformed-request'],
    ['[]', 'application/json', 422, 'invalid-fields'],
    ['full_name=x', 'application/x-www-form-urlencoded', 415, 'unsupported-media-type'],
    [JSON.stringify({ full_name: 'x'.repeat(70_000) }), 'application/json', 413, 'payload-too-large'],
  ])('with the body %.20s as %s gets status %i', async (payload, type, status, code) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/demo/schedule',
      payload,
      headers: { 'content-type': type },
    })
    expect(answer.statusCode).toBe(status)
    expect(problem.parse(answer.json()).code).toBe(code)
    expect(answer.payload).not.toMatch(/node_modules|at \w+ \(/)
  })
})

describe('a repeated request', () => {
  const key = { 'idempotency-key': 'key-0001' }

  test('with its key gets the first response, also concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({}, key)))
    expect(new Set(answers.map((answer) => answer.payload)).size).toBe(1)
    expect(answers.every((answer) => answer.statusCode === 201)).toBe(true)
    expect(await selectAll('demo_requests')).toHaveLength(1)
    expect(await selectAll('outgoing_mail')).toHaveLength(2)
  })

  test('with its key and other content is rejected', async () => {
    await post({}, key)
    const answer = await post({ full_name: 'Someone Else', email: 'else@agency.example' }, key)
    expect(answer.statusCode).toBe(409)
    expect(readRefusal(answer)).toEqual(['idempotency-key-reused'])
    expect(await selectAll('demo_requests')).toHaveLength(1)
  })

  test('without a key is recognized by email and time for a few minutes', async () => {
    const first = await post()
    const second = await post({ email: 'AMARA@agency.example', additional_info: 'Also this' })
    expect(second.json()).toEqual(first.json())
    expect(await selectAll('demo_requests')).toHaveLength(1)
  })

  test('with a second key is recognized, and that key is stored for it', async () => {
    const first = await post({}, key)
    const second = { 'idempotency-key': 'key-0002' }
    expect((await post({}, second)).json()).toEqual(first.json())
    await fresh.database.query("update demo_requests set created_at = created_at - interval '1 hour'")
    expect((await post({}, second)).json()).toEqual(first.json())
    expect((await post({ full_name: 'Someone Else' }, second)).statusCode).toBe(409)
    expect(await selectAll('demo_requests')).toHaveLength(1)
  })

  test('with its key gets the first response even if its time has passed', async () => {
    const soon = { preferred_date_time: '2026-11-15T14:01:00Z' }
    const first = await post(soon, key)
    const later = buildApp({ database: fresh.database, clock: () => new Date(now.getTime() + 3_600_000) })
    const again = { method: 'POST', url: '/api/demo/schedule', payload: { ...complete, ...soon } } as const
    expect((await later.inject({ ...again, headers: key })).json()).toEqual(first.json())
    expect((await later.inject({ ...again, headers: { 'idempotency-key': 'key-0009' } })).statusCode).toBe(422)
    await later.close()
  })

  test('for another time is a new request', async () => {
    await post()
    await post({ preferred_date_time: '2026-11-17T10:30:00-05:00' })
    expect(await selectAll('demo_requests')).toHaveLength(2)
  })

  test('with a key that is too short is rejected', async () => {
    expect(readRefusal(await post({}, { 'idempotency-key': 'x' }))[0]).toBe('invalid-fields')
  })
})

describe('rate limits', () => {
  const at = (hour: number) => ({ preferred_date_time: `2026-11-17T${String(hour).padStart(2, '0')}:00:00Z` })

  test('allow six requests per hour and email across servers', async () => {
    const other = buildApp({ database: fresh.database, clock: () => now })
    const servers = [app, other]
    const statuses = []
    for (let hour = 0; hour < 7; hour++) {
      const server = servers[hour % 2] ?? app
      const payload = { ...complete, ...at(hour) }
      statuses.push((await server.inject({ method: 'POST', url: '/api/demo/schedule', payload })).statusCode)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429])
    await other.close()
  })

  test('send Retry-After and do not count repeated requests', async () => {
    for (let hour = 0; hour < 6; hour++) await post(at(hour))
    expect((await post(at(3))).statusCode).toBe(201)
    const answer = await post(at(9))
    expect(readRefusal(answer)).toEqual(['rate-limited'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3600)
  })

  test('allow thirty requests per hour and network address', async () => {
    const statuses = []
    for (let turn = 0; turn < 31; turn++)
      statuses.push((await post({ email: `visitor-${turn}@agency.example` })).statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })

  test('cannot be bypassed with X-Forwarded-For', async () => {
    for (let hour = 0; hour < 31; hour++) {
      await post({ email: `v${hour}@agency.example` }, { 'x-forwarded-for': `198.51.100.${hour}` })
    }
    expect((await selectAll('rate_counts')).filter(({ bucket }) => bucket.startsWith('address'))).toHaveLength(1)
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001::3:4:5:6:7:8', '2001:0:3:4::/64'],
  ['::1', '0:0:0:0::/64'],
])('the network address %s is counted as %s', (address, counted) => {
  expect(network(address)).toBe(counted)
})

describe('a suspicious request', () => {
  test.each([
    [{ full_name: 'Win now\r\nBcc: all@agency.example' }, 'line break in a single-line field'],
    [{ email: 'eve<victim@agency.example>' }, 'unusual email address'],
    [{ email: '\u202avictim@agency.example' }, 'unusual email address'],
    [{ email: 'eve?bcc=all@x.example' }, 'unusual email address'],
    [{ email: 'eve&bcc@x.example' }, 'unusual email address'],
    [{ email: 'eve%0abcc@x.example' }, 'unusual email address'],
    [{ company: 'https://spam.example' }, 'link in a name'],
    [{ additional_info: 'http://a http://b http://c http://d' }, 'many links'],
  ])('such as %o is quarantined, and the visitor gets no mail', async (changes, reason) => {
    const answer = await post(changes)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().status).toBe('received')
    expect(await selectAll('demo_requests')).toMatchObject([{ state: 'quarantined', quarantine_reason: reason }])
    expect((await selectAll('outgoing_mail')).map(({ kind }) => kind)).toEqual(['staff-notice'])
  })
})
