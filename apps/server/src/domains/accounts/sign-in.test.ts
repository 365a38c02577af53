import { describe, expect, test } from 'vitest'
import { runJob } from '../../../test/jobs.ts'
import { goodPassword, platformForTests } from '../../../test/people.ts'
import { buildApp } from '../../app.ts'
import { hashOfSessionToken } from './session-token.ts'

const world = platformForTests()

const visitor = () => world.people.visitor()
const register = (email: string) => visitor().ask('POST', '/api/account/registration', { email })
const linkTo = async (email: string): Promise<string> => (await world.people.mailTo(email, 'finish-registration')).token
const create = (token: string, password = goodPassword, name = 'Amara Cole') =>
  visitor().ask('POST', '/api/account', { token, name, password })
const logIn = (email: string, password = goodPassword) =>
  visitor().ask('POST', '/api/account/login', { email, password })
const mailsTo = async (email: string) =>
  (await world.database.query('select kind from outgoing_mail where recipient = $1 order by id', [email])).rows.map(
    ({ kind }) => kind,
  )

describe('registering', () => {
  test('takes an address; the link that is mailed to it, a name and a password make the account and log in', async () => {
    expect((await register('amara@agency.example')).statusCode).toBe(202)
    const token = await linkTo('amara@agency.example')
    const looked = await visitor().ask('POST', '/api/account/registration/lookup', { token })
    expect(looked.json()).toEqual({ email: 'amara@agency.example' })
    const created = await create(token)
    expect(created.statusCode).toBe(201)
    const amara = world.people.visitor(created.json().token)
    const { user, organizations } = (await amara.ask('GET', '/api/account')).json()
    expect(user).toMatchObject({ name: 'Amara Cole', email: 'amara@agency.example', staff: false })
    expect(organizations).toEqual([])
    expect((await logIn('amara@agency.example')).statusCode).toBe(200)
  })

  test('with an address that has an account is answered alike, and only its owner is told', async () => {
    const first = await register('twice@agency.example')
    await create(await linkTo('twice@agency.example'))
    const second = await register('twice@agency.example')
    expect([second.statusCode, second.payload]).toEqual([first.statusCode, first.payload])
    expect(await mailsTo('twice@agency.example')).toEqual(['finish-registration', 'already-registered'])
  })

  test('several times at once is answered alike, whether or not the address has an account', async () => {
    const known = await world.people.register()
    const times = (email: string) => Promise.all([1, 2, 3].map(() => register(email)))
    const answers = await Promise.all([times(known.email), times('at-once@agency.example')])
    expect(new Set(answers.flat().map(({ statusCode, payload }) => `${statusCode} ${payload}`)).size).toBe(1)
  })

  test('an address again leaves the first link valid, and the account that is made ends all of them', async () => {
    await register('again@agency.example')
    const first = await linkTo('again@agency.example')
    await register('again@agency.example')
    const second = await linkTo('again@agency.example')
    expect((await create(first)).statusCode).toBe(201)
    expect((await create(second, 'the-stranger-chose-this-one')).json().code).toBe('link-expired')
    expect((await logIn('again@agency.example', 'the-stranger-chose-this-one')).statusCode).toBe(401)
  })

  test('forty people at once are all accepted and all get their email, and nobody else waits for them', async () => {
    const emails = Array.from({ length: 40 }, (_, index) => `crowd-${index}@agency.example`)
    const accepted = Promise.all(emails.map(register))
    // Answered while the forty are still under way.
    const first = await Promise.race([
      accepted.then(() => 'the crowd'),
      visitor()
        .ask('GET', '/api/plans')
        .then(({ statusCode }) => statusCode),
    ])
    expect(first).toBe(200)
    expect((await accepted).map(({ statusCode }) => statusCode)).toEqual(emails.map(() => 202))
    const links = await Promise.all(emails.map(linkTo))
    expect(new Set(links).size).toBe(40)
    const created = await Promise.all(links.slice(0, 8).map((link) => create(link)))
    expect(created.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
  })

  test('the link and the mail are written together: without the one there is no other', async () => {
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
    ['password1234', 'a breach'],
    ['qwertyuiop12', 'a keyboard run'],
    ['amaracole2026', 'their own name'],
    ['aaaaaaaaaaaaaaaaaaaa', 'a repetition'],
  ])('with %s is refused: %s', async (password) => {
    await register('weak@agency.example')
    const answer = await create(await linkTo('weak@agency.example'), password)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([{ field: 'password', message: expect.stringContaining('easy to guess') }])
  })

  test('a link works once, for a day, and not when it was tampered with', async () => {
    await register('once@agency.example')
    const token = await linkTo('once@agency.example')
    expect((await create(`${token.slice(0, -4)}AAAA`)).json().code).toBe('link-expired')
    const answers = await Promise.all([create(token), create(token)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 410])
    expect((await create(token)).json().code).toBe('link-expired')

    await register('late@agency.example')
    await world.database.query("update one_time_links set expires_at = expires_at - interval '24 hours'")
    expect((await create(await linkTo('late@agency.example'))).json().code).toBe('link-expired')
  })
})

describe('logging in', () => {
  test('tells nothing about whether an address has an account', async () => {
    await world.people.register('Known', 'known@agency.example')
    const wrong = await logIn('known@agency.example', 'not-the-password-at-all')
    const unknown = await logIn('unknown@agency.example', 'not-the-password-at-all')
    expect([unknown.statusCode, unknown.payload]).toEqual([wrong.statusCode, wrong.payload])
    expect(wrong.json().code).toBe('wrong-credentials')
  })

  test('with a password that is replaced at that moment leaves nobody signed in', async () => {
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

  test('registering and asking for mail are answered no sooner than they were told to', async () => {
    const app = buildApp({ database: world.database, rateLimited: false, shortestAnswerMs: 150 })
    for (const url of ['registration', 'password-reset-mail']) {
      const started = performance.now()
      const payload = { email: 'slow@agency.example' }
      expect((await app.inject({ method: 'POST', url: `/api/account/${url}`, payload })).statusCode).toBe(202)
      expect(performance.now() - started).toBeGreaterThanOrEqual(149)
    }
    await app.close()
  })

  test('takes the address in any case', async () => {
    await world.people.register('Case', 'case@agency.example')
    expect((await logIn('CASE@Agency.example')).statusCode).toBe(200)
  })

  test('lasts a day, or thirty for whoever wants to stay signed in', async () => {
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

describe('a token', () => {
  test('is worth nothing once its session was ended: by logging out, from another device, or by a new password', async () => {
    const first = await world.people.register()
    const second = await world.people.logIn(first.email)
    const third = await world.people.logIn(first.email)
    const works = async (someone: typeof first) => (await someone.ask('GET', '/api/account')).statusCode

    expect((await second.ask('POST', '/api/account/logout')).statusCode).toBe(204)
    expect(await works(second)).toBe(401)

    const { sessions } = (await first.ask('GET', '/api/account/sessions')).json()
    expect(sessions).toHaveLength(2)
    const other = sessions.find((session: { current: boolean }) => !session.current)
    expect((await first.ask('DELETE', `/api/account/sessions/${other.id}`)).statusCode).toBe(204)
    expect(await works(third)).toBe(401)

    const fourth = await world.people.logIn(first.email)
    const changed = await first.ask('PUT', '/api/account/password', {
      currentPassword: goodPassword,
      newPassword: 'seven-other-quiet-mountains',
    })
    expect(await works(fourth)).toBe(401)
    expect(await works(first)).toBe(401)
    expect(await works(world.people.visitor(changed.json().token))).toBe(200)
    expect((await logIn(first.email)).statusCode).toBe(401)
  })

  test('that a new password has replaced is still on the same device', async () => {
    const someone = await world.people.register()
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const passwords = { currentPassword: goodPassword, newPassword: 'seven-other-quiet-mountains' }
    const changed = await someone.ask('PUT', '/api/account/password', passwords, { 'user-agent': firefox })
    const { sessions } = (await world.people.visitor(changed.json().token).ask('GET', '/api/account/sessions')).json()
    expect(sessions).toMatchObject([{ current: true, device: 'Firefox on Linux' }])
  })

  test('cannot end somebody else’s session', async () => {
    const one = await world.people.register()
    const two = await world.people.register()
    const { sessions } = (await two.ask('GET', '/api/account/sessions')).json()
    expect((await one.ask('DELETE', `/api/account/sessions/${sessions[0].id}`)).statusCode).toBe(404)
    expect((await two.ask('GET', '/api/account')).statusCode).toBe(200)
  })

  test('is not to be read in the database, and what is there opens nothing', async () => {
    const someone = await world.people.register()
    const { rows } = await world.database.query('select token_hash from sessions where user_id = $1', [someone.id])
    expect(rows).toEqual([{ token_hash: hashOfSessionToken(someone.token ?? '') }])
    expect((await world.people.visitor(rows[0].token_hash).ask('GET', '/api/account')).statusCode).toBe(401)
  })

  test.each(['', 'Bearer ', 'Bearer nonsense', 'Basic abc', `Bearer ${'x'.repeat(5000)}`, "Bearer ' or 1=1"])(
    'that reads "%s" lets nobody in',
    async (authorization) => {
      const answer = await visitor().ask('GET', '/api/account', undefined, { authorization })
      expect(answer.statusCode).toBe(401)
      expect(answer.json().code).toBe('sign-in-required')
    },
  )

  test('that has expired lets nobody in', async () => {
    const someone = await world.people.register()
    await world.database.query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [
      someone.id,
    ])
    expect((await someone.ask('GET', '/api/account')).statusCode).toBe(401)
  })
})

describe('a forgotten password', () => {
  const forget = (email: string) => visitor().ask('POST', '/api/account/password-reset-mail', { email })
  const reset = (token: string, password: string) =>
    visitor().ask('POST', '/api/account/password-reset', { token, password })

  test('is replaced with the link from the mail, which ends all sessions and works once', async () => {
    const someone = await world.people.register()
    expect((await forget(someone.email)).statusCode).toBe(202)
    const { token } = await world.people.mailTo(someone.email, 'reset-password')
    expect((await reset(token, 'password1234')).statusCode).toBe(422)
    expect((await reset(token, 'eleven-new-quiet-mountains')).statusCode).toBe(204)
    expect((await someone.ask('GET', '/api/account')).statusCode).toBe(401)
    expect((await logIn(someone.email)).statusCode).toBe(401)
    expect((await logIn(someone.email, 'eleven-new-quiet-mountains')).statusCode).toBe(200)
    expect((await reset(token, 'twelve-new-quiet-mountains')).json().code).toBe('link-expired')
    expect(await mailsTo(someone.email)).toContain('security-notice')
  })

  test('has a link that expires after an hour', async () => {
    const someone = await world.people.register()
    await forget(someone.email)
    const { token } = await world.people.mailTo(someone.email, 'reset-password')
    await world.database.query(
      "update one_time_links set expires_at = expires_at - interval '1 hour' where user_id = $1",
      [someone.id],
    )
    expect((await reset(token, 'eleven-new-quiet-mountains')).json().code).toBe('link-expired')
    await runJob(world.app, world.serving, 'forget-expired-sessions-and-links')
    expect((await world.database.query('select from one_time_links where user_id = $1', [someone.id])).rows).toEqual([])
  })

  test('makes every older link and half-done log-in worthless', async () => {
    const someone = await world.people.register()
    await forget(someone.email)
    const { token: older } = await world.people.mailTo(someone.email, 'reset-password')
    await forget(someone.email)
    const { token: newer } = await world.people.mailTo(someone.email, 'reset-password')
    expect((await reset(newer, 'eleven-new-quiet-mountains')).statusCode).toBe(204)
    expect((await reset(older, 'twelve-new-quiet-mountains')).json().code).toBe('link-expired')
  })

  test('of an address without an account is answered alike, and mails nobody', async () => {
    const someone = await world.people.register()
    const known = await forget(someone.email)
    const unknown = await forget('nobody@agency.example')
    expect([unknown.statusCode, unknown.payload]).toEqual([known.statusCode, known.payload])
    expect(await mailsTo('nobody@agency.example')).toEqual([])
  })

  test('one-time links are not to be read in the database', async () => {
    const someone = await world.people.register()
    await forget(someone.email)
    const { token } = await world.people.mailTo(someone.email, 'reset-password')
    const { rows } = await world.database.query('select * from one_time_links')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

test('what happens to an account is on record, and its owner can read it', async () => {
  const someone = await world.people.register()
  await logIn(someone.email, 'not-the-password-at-all')
  await world.people.logIn(someone.email)
  const events = async (query = '') =>
    (await someone.ask('GET', `/api/account/activity${query}`)).json().rows.map(({ event }: { event: string }) => event)
  expect(await events()).toEqual(['logged-in', 'logged-in', 'registered'])
  expect(await events('?kind=failed-log-ins')).toEqual(['log-in-failed'])
})
