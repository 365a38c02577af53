import { describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { goodPassword, platformForTests } from '../../../test/people.ts'
import { buildApp } from '../../app.ts'
import { hashOfSessionToken } from './session-token.ts'

const world = platformForTests({ atOnce: 10 })

const visitor = () => world.people.visitor()
const register = (email: string) => visitor().ask('POST', '/api/account/registration', { email })
const findLinkToken = async (email: string): Promise<string> =>
  (await world.people.mailTo(email, 'finish-registration')).token
const createAccount = (token: string, password = goodPassword, name = 'Amara Cole') =>
  visitor().ask('POST', '/api/account', { token, name, password })
const logIn = (email: string, password = goodPassword) =>
  visitor().ask('POST', '/api/account/login', { email, password })
const listMailTo = async (email: string) =>
  (await world.database.query('select kind from outgoing_mail where recipient = $1 order by id', [email])).rows.map(
    ({ kind }) => kind,
  )

describe('registration', () => {
  test('needs an address, then the mailed link, a name and a password, and logs in', async () => {
    expect((await register('amara@agency.example')).statusCode).toBe(202)
    const token = await findLinkToken('amara@agency.example')
    const lookup = await visitor().ask('POST', '/api/account/registration/lookup', { token })
    expect(lookup.json()).toEqual({ email: 'amara@agency.example' })
    const created = await createAccount(token)
    expect(created.statusCode).toBe(201)
    const amara = world.people.visitor(created.json().token)
    const { user, organizations } = (await amara.ask('GET', '/api/account')).json()
    expect(user).toMatchObject({ name: 'Amara Cole', email: 'amara@agency.example', staff: false })
    expect(organizations).toEqual([])
    expect((await logIn('amara@agency.example')).statusCode).toBe(200)
  })

  test('of an address with an account gets the same response, and mails the account holder', async () => {
    const first = await register('twice@agency.example')
    await createAccount(await findLinkToken('twice@agency.example'))
    const second = await register('twice@agency.example')
    expect([second.statusCode, second.payload]).toEqual([first.statusCode, first.payload])
    expect(await listMailTo('twice@agency.example')).toEqual(['finish-registration', 'already-registered'])
  })

  test('has the same response with and without an account, also concurrently', async () => {
    const known = await world.people.register()
    const times = (email: string) => Promise.all([1, 2, 3].map(() => register(email)))
    const answers = await Promise.all([times(known.email), times('at-once@agency.example')])
    expect(new Set(answers.flat().map(({ statusCode, payload }) => `${statusCode} ${payload}`)).size).toBe(1)
  })

  test('can be repeated; all links work until the account is created', async () => {
    await register('again@agency.example')
    const first = await findLinkToken('again@agency.example')
    await register('again@agency.example')
    const second = await findLinkToken('again@agency.example')
    expect((await createAccount(first)).statusCode).toBe(201)
    expect((await createAccount(second, 'the-stranger-chose-this-one')).json().code).toBe('link-expired')
    expect((await logIn('again@agency.example', 'the-stranger-chose-this-one')).statusCode).toBe(401)
  })

  test('accepts forty people at once without delaying other requests', async () => {
    const emails = Array.from({ length: 40 }, (_, index) => `crowd-${index}@agency.example`)
    const accepted = Promise.all(emails.map(register))
    // Answered while the registrations are in progress.
    const first = await Promise.race([
      accepted.then(() => 'registrations'),
      visitor()
        .ask('GET', '/api/plans')
        .then(({ statusCode }) => statusCode),
    ])
    expect(first).toBe(200)
    expect((await accepted).map(({ statusCode }) => statusCode)).toEqual(emails.map(() => 202))
    const links = await Promise.all(emails.map(findLinkToken))
    expect(new Set(links).size).toBe(40)
    const created = await Promise.all(links.slice(0, 8).map((link) => createAccount(link)))
    expect(created.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
  })

  test('writes link and mail in one transaction', async () => {
    await world.database.query(
      "alter table outgoing_mail add constraint no_room check (recipient <> 'full@agency.example')",
    )
    const answer = await register('full@agency.example')
    expect(answer.statusCode).toBe(500)
    const { rows } = await world.database.query("select from one_time_links where email = 'full@agency.example'")
    expect(rows).toEqual([])
    await world.database.query('alter table outgoing_mail drop constraint no_room')
  })

  test.each([
    ['password1234', 'breached'],
    ['qwertyuiop12', 'keyboard run'],
    ['amaracole2026', 'own name'],
    ['aaaaaaaaaaaaaaaaaaaa', 'repetition'],
  ])('rejects the password %s: %s', async (password) => {
    await register('weak@agency.example')
    const answer = await createAccount(await findLinkToken('weak@agency.example'), password)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([{ field: 'password', message: expect.stringContaining('easy to guess') }])
  })

  test('has a link that works once, expires after a day and cannot be forged', async () => {
    await register('once@agency.example')
    const token = await findLinkToken('once@agency.example')
    expect((await createAccount(`${token.slice(0, -4)}AAAA`)).json().code).toBe('link-expired')
    const answers = await Promise.all([createAccount(token), createAccount(token)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 410])
    expect((await createAccount(token)).json().code).toBe('link-expired')

    await register('late@agency.example')
    await world.database.query("update one_time_links set expires_at = expires_at - interval '24 hours'")
    expect((await createAccount(await findLinkToken('late@agency.example'))).json().code).toBe('link-expired')
  })
})

describe('log-in', () => {
  test('does not reveal whether an address has an account', async () => {
    await world.people.register('Known', 'known@agency.example')
    const wrong = await logIn('known@agency.example', 'not-the-password-at-all')
    const unknown = await logIn('unknown@agency.example', 'not-the-password-at-all')
    expect([unknown.statusCode, unknown.payload]).toEqual([wrong.statusCode, wrong.payload])
    expect(wrong.json().code).toBe('wrong-credentials')
  })

  test('with a password that is reset concurrently leaves no session', async () => {
    const someone = await world.people.register()
    await visitor().ask('POST', '/api/account/password-reset-mail', { email: someone.email })
    const { token } = await world.people.mailTo(someone.email, 'reset-password')
    const password = 'eleven-new-quiet-mountains'
    const [, ...logIns] = await Promise.all([
      visitor().ask('POST', '/api/account/password-reset', { token, password }),
      ...[1, 2, 3, 4, 5, 6].map(() => logIn(someone.email)),
    ])
    for (const answer of logIns.filter(({ statusCode }) => statusCode === 200)) {
      const { token } = answer.json()
      expect((await world.people.visitor(token).ask('GET', '/api/account')).statusCode).toBe(401)
    }
  })

  test('registration and reset mail have a minimum response time', async () => {
    const app = buildApp({ database: world.database, rateLimited: false, shortestAnswerMs: 150 })
    for (const url of ['registration', 'password-reset-mail']) {
      const started = performance.now()
      const payload = { email: 'slow@agency.example' }
      expect((await app.inject({ method: 'POST', url: `/api/account/${url}`, payload })).statusCode).toBe(202)
      expect(performance.now() - started).toBeGreaterThanOrEqual(149)
    }
    await app.close()
  })

  test('ignores the case of the address', async () => {
    await world.people.register('Case', 'case@agency.example')
    expect((await logIn('CASE@Agency.example')).statusCode).toBe(200)
  })

  test('lasts a day, or thirty with "stay signed in"', async () => {
    const { email } = await world.people.register()
    const days = async (staySignedIn: boolean) => {
      const payload = { email, password: goodPassword, staySignedIn }
      const { token } = (await visitor().ask('POST', '/api/account/login', payload)).json()
      const { rows } = await world.database.query(
        'select round(extract(epoch from expires_at - created_at) / 86400)::int as days from sessions where token_hash = $1',
        [hashOfSessionToken(token)],
      )
      return rows[0].days
    }
    expect(await days(false)).toBe(1)
    expect(await days(true)).toBe(30)
  })
})

describe('a session token', () => {
  test('ends with log-out, revocation from another device or a new password', async () => {
    const first = await world.people.register()
    const second = await world.people.logIn(first.email)
    const third = await world.people.logIn(first.email)
    const loadStatus = async (someone: typeof first) => (await someone.ask('GET', '/api/account')).statusCode

    expect((await second.ask('POST', '/api/account/logout')).statusCode).toBe(204)
    expect(await loadStatus(second)).toBe(401)

    const { sessions } = (await first.ask('GET', '/api/account/sessions')).json()
    expect(sessions).toHaveLength(2)
    const other = sessions.find((session: { current: boolean }) => !session.current)
    expect((await first.ask('DELETE', `/api/account/sessions/${other.id}`)).statusCode).toBe(204)
    expect(await loadStatus(third)).toBe(401)

    const fourth = await world.people.logIn(first.email)
    const changed = await first.ask('PUT', '/api/account/password', {
      currentPassword: goodPassword,
      newPassword: 'seven-other-quiet-mountains',
    })
    expect(await loadStatus(fourth)).toBe(401)
    expect(await loadStatus(first)).toBe(401)
    expect(await loadStatus(world.people.visitor(changed.json().token))).toBe(200)
    expect((await logIn(first.email)).statusCode).toBe(401)
  })

  test('comes with the key of the person, which is the same in all sessions, for drafts on devices', async () => {
    const keyOf = async (someone: typeof first) => (await someone.ask('GET', '/api/account')).json().draftKey
    const first = await world.people.register()
    const key = await keyOf(first)
    expect(Buffer.from(key, 'base64')).toHaveLength(32)
    expect(await keyOf(await world.people.logIn(first.email))).toBe(key)
    expect(await keyOf(await world.people.register())).not.toBe(key)
  })

  test('that replaces another after a password change keeps the device name', async () => {
    const someone = await world.people.register()
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const passwords = { currentPassword: goodPassword, newPassword: 'seven-other-quiet-mountains' }
    const changed = await someone.ask('PUT', '/api/account/password', passwords, { 'user-agent': firefox })
    const { sessions } = (await world.people.visitor(changed.json().token).ask('GET', '/api/account/sessions')).json()
    expect(sessions).toMatchObject([{ current: true, device: 'Firefox on Linux' }])
  })

  test('cannot end another person’s session', async () => {
    const one = await world.people.register()
    const two = await world.people.register()
    const { sessions } = (await two.ask('GET', '/api/account/sessions')).json()
    expect((await one.ask('DELETE', `/api/account/sessions/${sessions[0].id}`)).statusCode).toBe(404)
    expect((await two.ask('GET', '/api/account')).statusCode).toBe(200)
  })

  test('is stored as a hash, which does not work as a token', async () => {
    const someone = await world.people.register()
    const { rows } = await world.database.query('select token_hash from sessions where user_id = $1', [someone.id])
    expect(rows).toEqual([{ token_hash: hashOfSessionToken(someone.token ?? '') }])
    expect((await world.people.visitor(rows[0].token_hash).ask('GET', '/api/account')).statusCode).toBe(401)
  })

  test.each(['', 'Bearer ', 'Bearer nonsense', 'Basic abc', `Bearer ${'x'.repeat(5000)}`, "Bearer ' or 1=1"])(
    'is rejected if malformed: "%s"',
    async (authorization) => {
      const answer = await visitor().ask('GET', '/api/account', undefined, { authorization })
      expect(answer.statusCode).toBe(401)
      expect(answer.json().code).toBe('sign-in-required')
    },
  )

  test('is rejected after it expires', async () => {
    const someone = await world.people.register()
    await world.database.query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [
      someone.id,
    ])
    expect((await someone.ask('GET', '/api/account')).statusCode).toBe(401)
  })
})

describe('a password reset', () => {
  const requestReset = (email: string) => visitor().ask('POST', '/api/account/password-reset-mail', { email })
  const reset = (token: string, password: string) =>
    visitor().ask('POST', '/api/account/password-reset', { token, password })

  test('with the mailed link ends all sessions and works once', async () => {
    const someone = await world.people.register()
    expect((await requestReset(someone.email)).statusCode).toBe(202)
    const { token } = await world.people.mailTo(someone.email, 'reset-password')
    expect((await reset(token, 'password1234')).statusCode).toBe(422)
    expect((await reset(token, 'eleven-new-quiet-mountains')).json()).toEqual({ email: someone.email })
    expect((await someone.ask('GET', '/api/account')).statusCode).toBe(401)
    expect((await logIn(someone.email)).statusCode).toBe(401)
    expect((await logIn(someone.email, 'eleven-new-quiet-mountains')).statusCode).toBe(200)
    expect((await reset(token, 'twelve-new-quiet-mountains')).json().code).toBe('link-expired')
    expect(await listMailTo(someone.email)).toContain('security-notice')
  })

  test('has a link that expires after an hour', async () => {
    const someone = await world.people.register()
    await requestReset(someone.email)
    const { token } = await world.people.mailTo(someone.email, 'reset-password')
    await world.database.query(
      "update one_time_links set expires_at = expires_at - interval '1 hour' where user_id = $1",
      [someone.id],
    )
    expect((await reset(token, 'eleven-new-quiet-mountains')).json().code).toBe('link-expired')
    await runJob(world.app, world.serving, 'forget-expired-sessions-and-links')
    expect((await world.database.query('select from one_time_links where user_id = $1', [someone.id])).rows).toEqual([])
  })

  test('invalidates all older links', async () => {
    const someone = await world.people.register()
    await requestReset(someone.email)
    const { token: older } = await world.people.mailTo(someone.email, 'reset-password')
    await requestReset(someone.email)
    const { token: newer } = await world.people.mailTo(someone.email, 'reset-password')
    expect((await reset(newer, 'eleven-new-quiet-mountains')).statusCode).toBe(200)
    expect((await reset(older, 'twelve-new-quiet-mountains')).json().code).toBe('link-expired')
  })

  test('of an unknown address gets the same response and sends no mail', async () => {
    const someone = await world.people.register()
    const known = await requestReset(someone.email)
    const unknown = await requestReset('nobody@agency.example')
    expect([unknown.statusCode, unknown.payload]).toEqual([known.statusCode, known.payload])
    expect(await listMailTo('nobody@agency.example')).toEqual([])
  })

  test('stores one-time links only as hashes', async () => {
    const someone = await world.people.register()
    await requestReset(someone.email)
    const { token } = await world.people.mailTo(someone.email, 'reset-password')
    const { rows } = await world.database.query('select * from one_time_links')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

test('the account holder can read the audit events of the account', async () => {
  const someone = await world.people.register()
  await logIn(someone.email, 'not-the-password-at-all')
  await world.people.logIn(someone.email)
  const events = async (query = '') =>
    (await someone.ask('GET', `/api/account/activity${query}`)).json().rows.map(({ event }: { event: string }) => event)
  expect(await events()).toEqual(['logged-in', 'logged-in', 'registered'])
  expect(await events('?kind=failed-log-ins')).toEqual(['log-in-failed'])
})
