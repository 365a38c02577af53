import type { SecondFactorSetup } from '@sherpa/contracts/account'
import { describe, expect, test } from 'vitest'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { totp } from '../../../test/totp.ts'

const world = platformForTests()

/** Moves the last used time step into the past, so that the current code is valid. */
const ageLastCode = ({ id }: Someone) =>
  world.database.query('update second_factors set last_step = last_step - 2 where user_id = $1', [id])

/** Registers a person with a second factor. */
async function registerWithSecondFactor(): Promise<{ someone: Someone; setup: SecondFactorSetup }> {
  const someone = await world.people.register()
  const setup = await world.people.setUpSecondFactor(someone)
  await ageLastCode(someone)
  return { someone, setup }
}

const startLogIn = async ({ email }: Someone): Promise<string> =>
  (await world.people.visitor().ask('POST', '/api/account/login', { email, password: goodPassword })).json().ticket
const finishLogIn = (ticket: string, code: string) =>
  world.people.visitor().ask('POST', '/api/account/login/second-factor', { ticket, code })
const incrementCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const listNotices = async ({ email }: Someone): Promise<string[]> => {
  const { rows } = await world.database.query(
    "select details->>'change' as change from outgoing_mail where recipient = $1 and kind = 'security-notice' order by id",
    [email],
  )
  return rows.map(({ change }) => change)
}

test('with a second factor, the password alone does not log in', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  expect((await someone.ask('GET', '/api/account')).json().user.secondFactor).toBe(true)
  const firstStep = await world.people
    .visitor()
    .ask('POST', '/api/account/login', { email: someone.email, password: goodPassword })
  expect(firstStep.json()).toEqual({ ticket: expect.any(String) })
  expect((await world.people.visitor(firstStep.json().ticket).ask('GET', '/api/account')).statusCode).toBe(401)

  expect((await finishLogIn(firstStep.json().ticket, incrementCode(totp(setup.secret)))).json().code).toBe('wrong-code')
  const completed = await finishLogIn(firstStep.json().ticket, totp(setup.secret))
  expect(completed.statusCode).toBe(200)
  expect((await world.people.visitor(completed.json().token).ask('GET', '/api/account')).statusCode).toBe(200)
})

test('the setup needs the password, and takes effect with the first code', async () => {
  const someone = await world.people.register()
  const wrong = await someone.ask('POST', '/api/account/second-factor', { password: 'not the password' })
  expect(wrong.json().errors).toEqual([{ field: 'password', message: 'Wrong password' }])
  await someone.ask('POST', '/api/account/second-factor', { password: goodPassword })
  const refused = await someone.ask('PUT', '/api/account/second-factor', { code: '000000' })
  expect(refused.statusCode).toBe(422)
  expect((await world.people.logIn(someone.email)).token).toBeTruthy()
})

test('an app code works once, even with another ticket', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  const [first, second] = [await startLogIn(someone), await startLogIn(someone)]
  const code = totp(setup.secret)
  const answers = await Promise.all([finishLogIn(first, code), finishLogIn(second, code)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  expect((await someone.ask('GET', '/api/account/sessions')).json().sessions).toHaveLength(2)
})

test('rejects the code of the setup, and codes older than the last used one', async () => {
  const someone = await world.people.register()
  const setup = (await someone.ask('POST', '/api/account/second-factor', { password: goodPassword })).json()
  const code = totp(setup.secret)
  expect((await someone.ask('PUT', '/api/account/second-factor', { code })).statusCode).toBe(200)
  expect((await finishLogIn(await startLogIn(someone), code)).json().code).toBe('wrong-code')

  await ageLastCode(someone)
  const [now, next] = [totp(setup.secret), totp(setup.secret, Date.now() + 30_000)]
  expect((await finishLogIn(await startLogIn(someone), next)).statusCode).toBe(200)
  expect((await finishLogIn(await startLogIn(someone), now)).json().code).toBe('wrong-code')
  expect((await finishLogIn(await startLogIn(someone), next)).json().code).toBe('wrong-code')
})

test('logging out everywhere ends log-ins before their second step', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  const ticket = await startLogIn(someone)
  expect((await someone.ask('POST', '/api/account/sessions/revocation')).statusCode).toBe(204)
  expect((await finishLogIn(ticket, totp(setup.secret))).json().code).toBe('link-expired')
})

test('turning on a second factor ends all other sessions, and wrong codes are logged', async () => {
  const someone = await world.people.register()
  const elsewhere = await world.people.logIn(someone.email)
  const setup = (await someone.ask('POST', '/api/account/second-factor', { password: goodPassword })).json()
  const on = await someone.ask('PUT', '/api/account/second-factor', { code: totp(setup.secret) })
  expect((await elsewhere.ask('GET', '/api/account')).statusCode).toBe(401)
  await finishLogIn(await startLogIn(someone), incrementCode(totp(setup.secret)))
  const { rows: events } = (
    await world.people.visitor(on.json().token).ask('GET', '/api/account/activity?kind=failed-log-ins')
  ).json()
  expect(events[0]).toMatchObject({ event: 'log-in-failed', details: 'Second step' })
})

test('a recovery code works once and has no ambiguous characters', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  for (const code of setup.recoveryCodes) expect(code).toMatch(/^[2-9a-hj-km-np-tv-z]{5}-[2-9a-hj-km-np-tv-z]{5}$/)
  const [code = ''] = setup.recoveryCodes
  expect((await finishLogIn(await startLogIn(someone), code)).statusCode).toBe(200)
  expect((await finishLogIn(await startLogIn(someone), code)).json().code).toBe('wrong-code')
})

test('a recovery code is accepted in uppercase and without its dash', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  const [first = '', second = '', third = ''] = setup.recoveryCodes
  expect((await finishLogIn(await startLogIn(someone), first.toUpperCase())).statusCode).toBe(200)
  expect((await finishLogIn(await startLogIn(someone), ` ${second.replace('-', '')} `)).statusCode).toBe(200)
  expect((await finishLogIn(await startLogIn(someone), second)).json().code).toBe('wrong-code')
  expect((await renewCodes(someone, third.replace('-', '').toUpperCase())).statusCode).toBe(200)
})

describe('with a second factor', () => {
  const message = 'Enter the 6-digit code from your app, or a recovery code'

  test('changing the password needs a code, which a rejected password does not use up', async () => {
    const { someone, setup } = await registerWithSecondFactor()
    const change = (code?: string, newPassword = 'seven-lanterns-over-quiet-water') =>
      someone.ask('PUT', '/api/account/password', { currentPassword: goodPassword, newPassword, code })
    expect((await change()).json().errors).toEqual([{ field: 'code', message }])
    expect((await change('12345')).json().errors).toEqual([{ field: 'code', message }])
    expect((await change(incrementCode(incrementCode(totp(setup.secret))))).json().errors[0]).toMatchObject({
      field: 'code',
      message: 'Wrong code. Enter the current code from your app, or an unused recovery code',
    })
    const [code = ''] = setup.recoveryCodes
    expect((await change(code, 'passwordpassword')).json().errors[0].field).toBe('newPassword')
    expect((await change(code)).statusCode).toBe(200)
  })

  test('changing the email address needs a code', async () => {
    const { someone, setup } = await registerWithSecondFactor()
    const request = (code?: string) =>
      someone.ask('POST', '/api/account/email-change', { email: `new-${someone.email}`, password: goodPassword, code })
    expect((await request()).json().errors).toEqual([{ field: 'code', message }])
    expect(await world.people.mailTo(`new-${someone.email}`, 'confirm-new-email')).toBeUndefined()
    expect((await request(totp(setup.secret))).statusCode).toBe(202)
  })
})

const renewCodes = (someone: Someone, code: string | undefined, password = goodPassword) =>
  someone.ask('POST', '/api/account/second-factor/recovery-codes', { password, code })

test('new recovery codes replace the old ones, and the account holder is notified', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  const renewed = await renewCodes(someone, totp(setup.secret))
  const [code = ''] = renewed.json().recoveryCodes
  expect((await finishLogIn(await startLogIn(someone), setup.recoveryCodes[1] ?? '')).statusCode).toBe(401)
  expect((await finishLogIn(await startLogIn(someone), code)).statusCode).toBe(200)
  expect(await listNotices(someone)).toEqual(['second-factor-on', 'recovery-codes-renewed', 'recovery-code-used'])
})

test('renewing recovery codes needs an app code or an unused recovery code', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  const [first = '', second = ''] = setup.recoveryCodes
  const errorOf = async (answer: ReturnType<typeof renewCodes>) => (await answer).json().errors?.[0].field
  expect(await errorOf(renewCodes(someone, undefined))).toBe('code')
  expect(await errorOf(renewCodes(someone, incrementCode(incrementCode(totp(setup.secret)))))).toBe('code')
  expect((await finishLogIn(await startLogIn(someone), first)).statusCode).toBe(200)
  expect(await errorOf(renewCodes(someone, first))).toBe('code')
  expect(await listNotices(someone)).toEqual(['second-factor-on', 'recovery-code-used'])
  // A wrong password does not use up the code.
  expect(await errorOf(renewCodes(someone, second, 'not the password'))).toBe('password')
  expect((await renewCodes(someone, second)).json().recoveryCodes).toHaveLength(10)
  expect((await renewCodes(await world.people.register(), second)).json().code).toBe('not-found')
})

const listEvents = async (someone: Someone) =>
  (await someone.ask('GET', '/api/account/activity')).json().rows.map(({ event }: { event: string }) => event)
const countCodesLeft = async (someone: Someone) =>
  (await someone.ask('GET', '/api/account/second-factor')).json().recoveryCodesLeft

test('a log-in with a recovery code has its own audit event and notifies the account holder', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  expect(await countCodesLeft(someone)).toBe(10)
  expect((await finishLogIn(await startLogIn(someone), setup.recoveryCodes[0] ?? '')).statusCode).toBe(200)
  expect((await listEvents(someone))[0]).toBe('logged-in-with-recovery-code')
  expect(await listNotices(someone)).toEqual(['second-factor-on', 'recovery-code-used'])
  expect(await countCodesLeft(someone)).toBe(9)
  await finishLogIn(await startLogIn(someone), totp(setup.secret))
  expect((await listEvents(someone))[0]).toBe('logged-in')
  expect(await countCodesLeft(await world.people.register())).toBeNull()
})

test('the third wrong code of a log-in attempt notifies the account holder once', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  const wrong = incrementCode(incrementCode(totp(setup.secret)))
  for (const tries of [2, 2]) {
    const ticket = await startLogIn(someone)
    for (let n = 0; n < tries; n++) await finishLogIn(ticket, wrong)
  }
  expect(await listNotices(someone)).toEqual(['second-factor-on'])
  const ticket = await startLogIn(someone)
  for (let n = 0; n < 5; n++) await finishLogIn(ticket, n % 2 ? wrong : 'abcde-fghjk')
  expect(await listNotices(someone)).toEqual(['second-factor-on', 'second-step-failed'])
})

describe('the link to reject a second factor', () => {
  const rejectFactor = (token: string) =>
    world.people.visitor().ask('POST', '/api/account/second-factor/rejection', { token })
  const findLinkToken = async ({ email }: Someone): Promise<string> =>
    (await world.people.mailTo(email, 'security-notice')).token

  test('removes the factor, the password and all sessions, works once and mails a reset link', async () => {
    const { someone } = await registerWithSecondFactor()
    const token = await findLinkToken(someone)
    const waiting = await startLogIn(someone)
    expect((await rejectFactor(token)).statusCode).toBe(204)
    expect((await someone.ask('GET', '/api/account')).statusCode).toBe(401)
    expect((await finishLogIn(waiting, '123456')).json().code).toBe('link-expired')
    const logIn = (password: string) =>
      world.people.visitor().ask('POST', '/api/account/login', { email: someone.email, password })
    expect((await logIn(goodPassword)).json().code).toBe('wrong-credentials')
    expect((await rejectFactor(token)).json().code).toBe('link-expired')

    const reset = await world.people.mailTo(someone.email, 'reset-password')
    const password = 'seven-lanterns-over-quiet-water'
    const body = { token: reset.token, password }
    expect((await world.people.visitor().ask('POST', '/api/account/password-reset', body)).statusCode).toBe(200)
    const back = await world.people.logIn(someone.email, password)
    expect((await back.ask('GET', '/api/account')).json().user.secondFactor).toBe(false)
    expect(await listEvents(back)).toContain('second-factor-rejected')
  })

  test('survives a password change and expires after seven days', async () => {
    const { someone, setup } = await registerWithSecondFactor()
    const token = await findLinkToken(someone)
    const change = { currentPassword: goodPassword, newPassword: 'seven-lanterns-over-quiet-water' }
    const code = totp(setup.secret)
    expect((await someone.ask('PUT', '/api/account/password', { ...change, code })).statusCode).toBe(200)
    const age = (interval: string) =>
      world.database.query('update one_time_links set expires_at = expires_at - $2::interval where user_id = $1', [
        someone.id,
        interval,
      ])
    await age('6 days 23 hours')
    const later = await registerWithSecondFactor()
    expect((await rejectFactor(token)).statusCode).toBe(204)
    const expired = await findLinkToken(later.someone)
    await world.database.query(
      "update one_time_links set expires_at = expires_at - interval '7 days' where user_id = $1",
      [later.someone.id],
    )
    expect((await rejectFactor(expired)).json().code).toBe('link-expired')
  })
})

test('deleting the account needs the second factor', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  const remove = (proof: object) => someone.ask('POST', '/api/account/deletion', proof)
  expect((await remove({ password: goodPassword })).json().errors[0].field).toBe('code')
  expect((await remove({ code: incrementCode(incrementCode(totp(setup.secret))) })).json().errors[0].field).toBe('code')
  expect((await remove({ code: totp(setup.secret) })).statusCode).toBe(204)
})

test('a ticket allows five attempts', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  const ticket = await startLogIn(someone)
  const wrong = incrementCode(incrementCode(totp(setup.secret)))
  for (let attempt = 0; attempt < 5; attempt++) expect((await finishLogIn(ticket, wrong)).statusCode).toBe(401)
  expect((await finishLogIn(ticket, totp(setup.secret))).json().code).toBe('link-expired')
})

test('ten wrong codes end their log-in attempts but do not lock the account', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  const wrong = incrementCode(incrementCode(totp(setup.secret)))
  const tickets = [await startLogIn(someone), await startLogIn(someone)]
  for (const ticket of tickets) {
    for (let attempt = 0; attempt < 5; attempt++) expect((await finishLogIn(ticket, wrong)).statusCode).toBe(401)
  }
  const [locked = ''] = tickets
  expect((await finishLogIn(locked, totp(setup.secret))).json().code).toBe('link-expired')
  expect((await finishLogIn(await startLogIn(someone), totp(setup.secret))).statusCode).toBe(200)
})

test.each([
  'x',
  'nonsense',
  Buffer.from('sherpa.two_factor=forged.AAAA').toString('base64url'),
  Buffer.from('a\r\nb: c').toString('base64url'),
  Buffer.from('two_factor=%').toString('base64url'),
  Buffer.from('two_factor=%E0%A4%A').toString('base64url'),
  Buffer.from('two_factor=a%00b.c').toString('base64url'),
  Buffer.from('two_factor=a.b; dont_remember=%').toString('base64url'),
])('rejects a forged ticket: %s', async (ticket) => {
  expect((await finishLogIn(ticket, '123456')).json()).toMatchObject({ status: 410, code: 'link-expired' })
})

test('turning it off needs password and code; then the password is enough to log in', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  const remove = (password: string, code: string) =>
    someone.ask('POST', '/api/account/second-factor/removal', { password, code })
  expect((await remove(goodPassword, incrementCode(totp(setup.secret)))).json().errors[0].field).toBe('code')
  expect((await remove(goodPassword, '')).statusCode).toBe(422)
  expect((await remove('not the password', setup.recoveryCodes[0] ?? '')).json().errors[0].field).toBe('password')
  const off = await remove(goodPassword, totp(setup.secret))
  expect(off.statusCode).toBe(200)
  expect((await world.people.visitor(off.json().token).ask('GET', '/api/account')).json().user.secondFactor).toBe(false)
  expect((await world.people.logIn(someone.email)).token).toBeTruthy()
  expect(await listNotices(someone)).toEqual(['second-factor-on', 'second-factor-off'])
})

test('a recovery code can turn it off', async () => {
  const { someone, setup } = await registerWithSecondFactor()
  const body = { password: goodPassword, code: setup.recoveryCodes[0] }
  expect((await someone.ask('POST', '/api/account/second-factor/removal', body)).statusCode).toBe(200)
  expect((await world.people.logIn(someone.email)).token).toBeTruthy()
})

test('secrets and recovery codes are encrypted in the database', async () => {
  const { setup } = await registerWithSecondFactor()
  const { rows } = await world.database.query('select * from second_factors')
  expect(JSON.stringify(rows)).not.toContain(setup.secret)
  expect(JSON.stringify(rows)).not.toContain(setup.recoveryCodes[0])
})

describe('an irreversible action', () => {
  const prepareErasure = async ({ someone }: Awaited<ReturnType<typeof registerWithSecondFactor>>) => {
    const organization = await world.people.createOrganization(someone)
    const athletes = `/api/organizations/${organization}/athletes`
    const newAthlete = { givenName: 'Kaia', familyName: 'Nakamura', level: 'college', stage: 'prospect' }
    const { id } = (await someone.ask('POST', athletes, newAthlete)).json()
    return (proof: object) => someone.ask('POST', `${athletes}/${id}/erasure`, proof)
  }

  test('needs a code instead of the password', async () => {
    const person = await registerWithSecondFactor()
    const erase = await prepareErasure(person)
    const byPassword = await erase({ password: goodPassword })
    expect(byPassword.json().errors).toEqual([
      { field: 'code', message: 'Enter the 6-digit code from your app, or a recovery code' },
    ])
    const wrong = await erase({ code: incrementCode(incrementCode(totp(person.setup.secret))) })
    expect(wrong.json().errors[0].field).toBe('code')
    expect((await erase({ code: totp(person.setup.secret) })).statusCode).toBe(204)
  })

  test('accepts a recovery code', async () => {
    const person = await registerWithSecondFactor()
    const erase = await prepareErasure(person)
    expect((await erase({ code: person.setup.recoveryCodes[0] })).statusCode).toBe(204)
  })
})
