import { beforeEach, expect, test } from 'vitest'
import { allOperations } from '../../test/all-operations.ts'
import { goodPassword, platformForTests } from '../../test/people.ts'
import { createRateLimits, digest, forgetOldCounts } from './rate-limits.ts'

const world = platformForTests({ rateLimited: true, clock: () => now })

let now: Date

beforeEach(async () => {
  now = new Date('2026-11-15T09:04:00Z')
  await world.database.query('truncate rate_counts')
})

const ask = (url: string, payload: object, remoteAddress = '203.0.113.1') =>
  world.app.inject({ method: 'POST', url: `/api/account/${url}`, payload, remoteAddress })
const tryPassword = (email: string, from?: string) => ask('login', { email, password: 'a wrong password' }, from)

test('allows ten wrong passwords per address and network in 15 minutes', async () => {
  for (let attempt = 0; attempt < 10; attempt++) expect((await tryPassword('a@agency.example')).statusCode).toBe(401)
  const refused = await tryPassword('A@agency.example')
  expect(refused.json().code).toBe('rate-limited')
  expect(refused.headers['retry-after']).toBe(String(11 * 60))

  // Neither the owner elsewhere nor others on the network are locked out.
  expect((await tryPassword('a@agency.example', '198.51.100.7')).statusCode).toBe(401)
  expect((await tryPassword('b@agency.example')).statusCode).toBe(401)
  now = new Date('2026-11-15T09:15:00Z')
  expect((await tryPassword('a@agency.example')).statusCode).toBe(401)
})

test('attempts refused for one network do not count against the address', async () => {
  const owner = await world.people.register()
  await Promise.all(Array.from({ length: 90 }, () => tryPassword(owner.email)))
  await Promise.all(Array.from({ length: 90 }, () => tryPassword(owner.email, '203.0.113.2')))
  const payload = { email: owner.email, password: goodPassword }
  expect((await ask('login', payload, '198.51.100.7')).statusCode).toBe(200)
})

test('strangers cannot lock out a known device, which has its own limit', async () => {
  const owner = await world.people.register()
  const payload = { email: owner.email, password: goodPassword }
  const { device } = (await ask('login', payload, '198.51.100.7')).json()
  // As after a hundred attempts from ten networks.
  await world.database.query(
    'insert into rate_counts (bucket, period_start, count) values ($1, $2, 100) on conflict (bucket, period_start) do update set count = 100',
    [`logIn email ${digest(owner.email)}`, '2026-11-15T09:00:00Z'],
  )

  expect((await ask('login', payload, '198.51.100.9')).json().code).toBe('rate-limited')
  expect((await ask('login', { ...payload, device }, '198.51.100.9')).statusCode).toBe(200)
  // The log-in above and nine more.
  const guess = () => ask('login', { email: owner.email, password: 'a wrong password', device }, '198.51.100.9')
  for (let attempt = 0; attempt < 9; attempt++) expect((await guess()).statusCode).toBe(401)
  expect((await guess()).statusCode).toBe(429)
})

test('a device token does not bypass the network limit', async () => {
  const owner = await world.people.register()
  const payload = { email: owner.email, password: goodPassword }
  const { device } = (await ask('login', payload, '198.51.100.7')).json()
  await world.database.query(
    'insert into rate_counts (bucket, period_start, count) values ($1, $2, 100) on conflict (bucket, period_start) do update set count = 100',
    ['logIn network 198.51.100.7', '2026-11-15T09:00:00Z'],
  )
  expect((await ask('login', { ...payload, device }, '198.51.100.7')).statusCode).toBe(429)
  expect((await ask('login', { ...payload, device }, '198.51.100.9')).statusCode).toBe(200)
})

test('a device token expires with a new password and after 90 days, and a log-in renews it', async () => {
  const owner = await world.people.register()
  const payload = { email: owner.email, password: goodPassword }
  /** Whether the device has its own count. */
  const isKnown = async (device: string) => {
    await world.database.query('truncate rate_counts')
    await ask('login', { email: owner.email, password: 'a wrong password', device })
    const { rows } = await world.database.query("select from rate_counts where bucket like 'logIn email % device %'")
    return rows.length === 1
  }
  const { device } = (await ask('login', payload)).json()
  now = new Date('2027-02-13T09:00:00Z')
  expect(await isKnown(device)).toBe(true)
  const { device: renewed } = (await ask('login', { ...payload, device })).json()
  now = new Date('2027-02-13T09:04:00Z')
  expect(await isKnown(device)).toBe(false)
  expect(await isKnown(renewed)).toBe(true)

  const passwords = { currentPassword: goodPassword, newPassword: 'seven-other-quiet-mountains' }
  expect((await owner.ask('PUT', '/api/account/password', passwords)).statusCode).toBe(200)
  expect(await isKnown(renewed)).toBe(false)
})

test('second-factor codes are limited per person, with a separate limit for a known device', async () => {
  const owner = await world.people.register()
  const setup = await world.people.setUpSecondFactor(owner)
  const firstStep = async () =>
    (await ask('login', { email: owner.email, password: goodPassword }, '198.51.100.7')).json().ticket
  const secondStep = async (code: string, more = {}) =>
    ask('login/second-factor', { ticket: await firstStep(), code, ...more }, '198.51.100.7')
  const { device } = (await secondStep(setup.recoveryCodes[0] ?? '')).json()
  await world.database.query("update rate_counts set count = 30 where bucket like 'second step person %'")

  expect((await secondStep(setup.recoveryCodes[1] ?? '')).statusCode).toBe(429)
  expect((await secondStep(setup.recoveryCodes[1] ?? '', { device })).statusCode).toBe(200)
})

test('invalid bodies count for every public operation', async () => {
  const operations = (await allOperations()).filter(({ access, body }) => access === 'anyone' && body)
  expect(operations.length).toBeGreaterThan(10)
  for (const { name, method, path } of operations) {
    const url = `/api${path.replace(/:\w+/g, 'x')}`
    await world.app.inject({ method, url, payload: {}, remoteAddress: '203.0.113.1' })
    await world.app.inject({
      method,
      url,
      payload: '{',
      headers: { 'content-type': 'application/json' },
      remoteAddress: '203.0.113.1',
    })
    const { rows } = await world.database.query('select count from rate_counts where bucket = $1', [
      `${name} network 203.0.113.1`,
    ])
    expect({ name, rows }).toEqual({ name, rows: [{ count: 2 }] })
  }
})

test('repeated invalid bodies get 429 before the body is read', async () => {
  const send = () =>
    world.app.inject({
      method: 'POST',
      url: '/api/demo/schedule',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
  const statuses: number[] = []
  for (let time = 0; time < 130; time++) statuses.push((await send()).statusCode)
  expect(statuses).toEqual([...Array(100).fill(400), ...Array(30).fill(429)])
})

test('invalid bodies of a signed-in person count, too', async () => {
  const someone = await world.people.register()
  for (let time = 0; time < 60; time++) {
    expect((await someone.ask('PATCH', '/api/account', { name: '' })).statusCode).toBe(422)
  }
  expect((await someone.ask('PATCH', '/api/account', { name: '' })).statusCode).toBe(429)
})

test('a device token of another address or a forged one is ignored', async () => {
  const [owner, attacker] = [await world.people.register(), await world.people.register()]
  const { device } = (await ask('login', { email: attacker.email, password: goodPassword }, '198.51.100.7')).json()
  for (const forged of [device, 'made.up', `${device}x`]) {
    await world.database.query('truncate rate_counts')
    const guess = () => ask('login', { email: owner.email, password: 'a wrong password', device: forged })
    for (let attempt = 0; attempt < 10; attempt++) await guess()
    expect((await guess()).statusCode).toBe(429)
    // Counted like any other attempt for the address and network.
    expect((await tryPassword(owner.email)).statusCode).toBe(429)
  }
})

test('strangers cannot exhaust the password-reset mail of a known device', async () => {
  const owner = await world.people.register()
  const { device } = (await ask('login', { email: owner.email, password: goodPassword }, '198.51.100.7')).json()
  const forget = (from: string, more = {}) => ask('password-reset-mail', { email: owner.email, ...more }, from)
  await Promise.all(Array.from({ length: 14 }, (_, index) => forget(`203.0.113.${index}`)))
  expect((await forget('198.51.100.9')).statusCode).toBe(429)
  expect((await forget('198.51.100.9', { device })).statusCode).toBe(202)
})

test('mail to one address is limited per network and in total', async () => {
  for (const url of ['registration', 'password-reset-mail']) {
    const count = async (from: (turn: number) => string) => {
      const turns = Array.from({ length: 14 }, (_, turn) => ask(url, { email: 'm@agency.example' }, from(turn)))
      return (await Promise.all(turns)).filter(({ statusCode }) => statusCode === 202).length
    }
    expect(await count(() => '203.0.113.9')).toBe(4)
    expect(await count((turn) => `198.51.100.${turn}`)).toBe(8)
  }
})

test('a person sends at most 60 invitations, and an address gets at most five', async () => {
  const owner = await world.people.register()
  const organization = await world.people.createOrganization(owner)
  const invite = (email: string) =>
    owner.ask('POST', `/api/organizations/${organization}/invitations`, { email, role: 'coach', replace: true })
  for (let time = 0; time < 5; time++) expect((await invite('often@agency.example')).statusCode).toBe(201)
  expect((await invite('often@agency.example')).statusCode).toBe(429)
  const others = await Promise.all(Array.from({ length: 60 }, (_, index) => invite(`one-${index}@agency.example`)))
  // Five were sent to the address above, and the refused sixth counted, too.
  expect(others.filter(({ statusCode }) => statusCode === 201)).toHaveLength(54)
})

test('password confirmations of a signed-in person are limited', async () => {
  const someone = await world.people.register()
  const guess = () => someone.ask('POST', '/api/account/deletion', { password: 'a wrong password' })
  for (let attempt = 0; attempt < 10; attempt++) expect((await guess()).statusCode).toBe(422)
  expect((await guess()).statusCode).toBe(429)
})

test('every operation that changes an account is limited', async () => {
  const { paths } = (await world.app.inject('/api/openapi.json')).json()
  const unlimited = Object.entries<Record<string, { responses: object }>>(paths)
    .filter(([path]) => path.startsWith('/api/account'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({ path, method, responses })),
    )
    .filter(({ method, responses }) => method !== 'get' && !('429' in responses))
  expect(unlimited).toEqual([])
})

test('a request refused by one bucket does not count in later ones', async () => {
  const limits = createRateLimits(world.serving, { enabled: true, clock: () => now })
  const count = () =>
    limits.count([
      { bucket: 'narrow', limit: 2 },
      { bucket: 'wide', limit: 9 },
    ])
  await count()
  await count()
  await expect(count()).rejects.toMatchObject({ code: 'rate-limited' })
  const { rows } = await world.database.query('select bucket, count from rate_counts order by bucket')
  expect(rows).toEqual([
    { bucket: 'narrow', count: 3 },
    { bucket: 'wide', count: 2 },
  ])
})

test('deletes counts of expired periods', async () => {
  await world.database.query(
    `insert into rate_counts select kind || hours, now() - make_interval(hours => hours), 1
     from unnest(array[1, 4, 24, 26]) hours, unnest(array['', 'daily ']) kind`,
  )
  await forgetOldCounts(world.serving)
  const { rows } = await world.database.query('select bucket from rate_counts order by period_start, bucket')
  expect(rows.map(({ bucket }) => bucket)).toEqual(['daily 24', 'daily 4', '1', 'daily 1'])
})

test('identity proofs share one limit across operations and factors', async () => {
  const owner = await world.people.register()
  await world.people.createOrganization(owner)
  await world.people.assumeSecondFactor(owner, false)
  const wrong = 'a wrong password'
  const tries = [
    () => owner.ask('PUT', '/api/account/password', { currentPassword: wrong, newPassword: goodPassword }),
    () => owner.ask('POST', '/api/account/email-change', { email: 'other@agency.example', password: wrong }),
    () => owner.ask('POST', '/api/account/second-factor', { password: wrong }),
    () => owner.ask('PUT', '/api/account/second-factor', { code: '123456' }),
  ]
  const codes: number[] = []
  for (let attempt = 0; attempt < 12; attempt++) codes.push((await tries[attempt % tries.length]?.())?.statusCode ?? 0)
  expect(codes.slice(0, 10)).not.toContain(429)
  expect(codes.slice(10)).toEqual([429, 429])
})
