import type { SecondFactorSetup } from '@sherpa/contracts/account'
import { describe, expect, test } from 'vitest'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { totp } from '../../../test/totp.ts'

const world = platformForTests()

/** Codes that were used a minute ago: now the app shows others. */
const aMinuteLater = ({ id }: Someone) =>
  world.database.query('update second_factors set last_step = last_step - 2 where user_id = $1', [id])

/** Someone who set up a second factor a minute ago. */
async function protectedPerson(): Promise<{ someone: Someone; setup: SecondFactorSetup }> {
  const someone = await world.people.register()
  const setup = await world.people.setUpSecondFactor(someone)
  await aMinuteLater(someone)
  return { someone, setup }
}

const firstStep = async ({ email }: Someone): Promise<string> =>
  (await world.people.visitor().ask('POST', '/api/account/login', { email, password: goodPassword })).json().ticket
const secondStep = (ticket: string, code: string) =>
  world.people.visitor().ask('POST', '/api/account/login/second-factor', { ticket, code })
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const noticesTo = async ({ email }: Someone): Promise<string[]> => {
  const { rows } = await world.database.query(
    "select details->>'change' as change from outgoing_mail where recipient = $1 and kind = 'security-notice' order by id",
    [email],
  )
  return rows.map(({ change }) => change)
}

test('once it is set up, the password alone signs nobody in', async () => {
  const { someone, setup } = await protectedPerson()
  expect((await someone.ask('GET', '/api/account')).json().user.secondFactor).toBe(true)
  const firstStep = await world.people
    .visitor()
    .ask('POST', '/api/account/login', { email: someone.email, password: goodPassword })
  expect(firstStep.json()).toEqual({ ticket: expect.any(String) })
  expect((await world.people.visitor(firstStep.json().ticket).ask('GET', '/api/account')).statusCode).toBe(401)

  expect((await secondStep(firstStep.json().ticket, otherCode(totp(setup.secret)))).json().code).toBe('wrong-code')
  const whole = await secondStep(firstStep.json().ticket, totp(setup.secret))
  expect(whole.statusCode).toBe(200)
  expect((await world.people.visitor(whole.json().token).ask('GET', '/api/account')).statusCode).toBe(200)
})

test('it does not count before a code has confirmed it, and setting it up takes the password', async () => {
  const someone = await world.people.register()
  const wrong = await someone.ask('POST', '/api/account/second-factor', { password: 'not the password' })
  expect(wrong.json().errors).toEqual([{ field: 'password', message: 'Wrong password' }])
  await someone.ask('POST', '/api/account/second-factor', { password: goodPassword })
  const refused = await someone.ask('PUT', '/api/account/second-factor', { code: '000000' })
  expect(refused.statusCode).toBe(422)
  expect((await world.people.logIn(someone.email)).token).toBeTruthy()
})

test('a code of the app works once, even with another ticket', async () => {
  const { someone, setup } = await protectedPerson()
  const [first, second] = [await firstStep(someone), await firstStep(someone)]
  const code = totp(setup.secret)
  const answers = await Promise.all([secondStep(first, code), secondStep(second, code)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  expect((await someone.ask('GET', '/api/account/sessions')).json().sessions).toHaveLength(2)
})

test('the code that confirmed the set-up does not log in, and neither does an earlier one after a later one', async () => {
  const someone = await world.people.register()
  const setup = (await someone.ask('POST', '/api/account/second-factor', { password: goodPassword })).json()
  const code = totp(setup.secret)
  expect((await someone.ask('PUT', '/api/account/second-factor', { code })).statusCode).toBe(200)
  expect((await secondStep(await firstStep(someone), code)).json().code).toBe('wrong-code')

  await aMinuteLater(someone)
  const [now, next] = [totp(setup.secret), totp(setup.secret, Date.now() + 30_000)]
  expect((await secondStep(await firstStep(someone), next)).statusCode).toBe(200)
  expect((await secondStep(await firstStep(someone), now)).json().code).toBe('wrong-code')
  expect((await secondStep(await firstStep(someone), next)).json().code).toBe('wrong-code')
})

test('logging out everywhere ends log-ins that wait for their second step', async () => {
  const { someone, setup } = await protectedPerson()
  const ticket = await firstStep(someone)
  expect((await someone.ask('POST', '/api/account/sessions/revocation')).statusCode).toBe(204)
  expect((await secondStep(ticket, totp(setup.secret))).json().code).toBe('link-expired')
})

test('turning it on ends all other sessions, and wrong codes are on record', async () => {
  const someone = await world.people.register()
  const elsewhere = await world.people.logIn(someone.email)
  const setup = (await someone.ask('POST', '/api/account/second-factor', { password: goodPassword })).json()
  const on = await someone.ask('PUT', '/api/account/second-factor', { code: totp(setup.secret) })
  expect((await elsewhere.ask('GET', '/api/account')).statusCode).toBe(401)
  await secondStep(await firstStep(someone), otherCode(totp(setup.secret)))
  const { rows: events } = (
    await world.people.visitor(on.json().token).ask('GET', '/api/account/activity?kind=failed-log-ins')
  ).json()
  expect(events[0]).toMatchObject({ event: 'log-in-failed', details: 'Second step' })
})

test('a recovery code works once, and has no letters that are mistaken for others', async () => {
  const { someone, setup } = await protectedPerson()
  for (const code of setup.recoveryCodes) expect(code).toMatch(/^[2-9a-hj-km-np-tv-z]{5}-[2-9a-hj-km-np-tv-z]{5}$/)
  const [code = ''] = setup.recoveryCodes
  expect((await secondStep(await firstStep(someone), code)).statusCode).toBe(200)
  expect((await secondStep(await firstStep(someone), code)).json().code).toBe('wrong-code')
})

test('a recovery code is accepted in capitals and without its dash', async () => {
  const { someone, setup } = await protectedPerson()
  const [first = '', second = '', third = ''] = setup.recoveryCodes
  expect((await secondStep(await firstStep(someone), first.toUpperCase())).statusCode).toBe(200)
  expect((await secondStep(await firstStep(someone), ` ${second.replace('-', '')} `)).statusCode).toBe(200)
  expect((await secondStep(await firstStep(someone), second)).json().code).toBe('wrong-code')
  expect((await renew(someone, third.replace('-', '').toUpperCase())).statusCode).toBe(200)
})

describe('with a second factor', () => {
  const message = 'Enter the 6-digit code from your app, or a recovery code'

  test('the password changes only with a code, which a weak new password does not use up', async () => {
    const { someone, setup } = await protectedPerson()
    const change = (code?: string, newPassword = 'seven-lanterns-over-quiet-water') =>
      someone.ask('PUT', '/api/account/password', { currentPassword: goodPassword, newPassword, code })
    expect((await change()).json().errors).toEqual([{ field: 'code', message }])
    expect((await change('12345')).json().errors).toEqual([{ field: 'code', message }])
    expect((await change(otherCode(otherCode(totp(setup.secret))))).json().errors[0]).toMatchObject({
      field: 'code',
      message: 'Wrong code. Enter the current code from your app, or an unused recovery code',
    })
    const [code = ''] = setup.recoveryCodes
    expect((await change(code, 'passwordpassword')).json().errors[0].field).toBe('newPassword')
    expect((await change(code)).statusCode).toBe(200)
  })

  test('another email address is asked for only with a code', async () => {
    const { someone, setup } = await protectedPerson()
    const request = (code?: string) =>
      someone.ask('POST', '/api/account/email-change', { email: `new-${someone.email}`, password: goodPassword, code })
    expect((await request()).json().errors).toEqual([{ field: 'code', message }])
    expect(await world.people.mailTo(`new-${someone.email}`, 'confirm-new-email')).toBeUndefined()
    expect((await request(totp(setup.secret))).statusCode).toBe(202)
  })
})

const renew = (someone: Someone, code: string | undefined, password = goodPassword) =>
  someone.ask('POST', '/api/account/second-factor/recovery-codes', { password, code })

test('new recovery codes replace the old ones, and their owner is told', async () => {
  const { someone, setup } = await protectedPerson()
  const renewed = await renew(someone, totp(setup.secret))
  const [code = ''] = renewed.json().recoveryCodes
  expect((await secondStep(await firstStep(someone), setup.recoveryCodes[1] ?? '')).statusCode).toBe(401)
  expect((await secondStep(await firstStep(someone), code)).statusCode).toBe(200)
  expect(await noticesTo(someone)).toEqual(['second-factor-on', 'recovery-codes-renewed', 'recovery-code-used'])
})

test('password and session alone renew no recovery codes: it takes a code of the app, or an unused recovery code', async () => {
  const { someone, setup } = await protectedPerson()
  const [first = '', second = ''] = setup.recoveryCodes
  const errorOf = async (answer: ReturnType<typeof renew>) => (await answer).json().errors?.[0].field
  expect(await errorOf(renew(someone, undefined))).toBe('code')
  expect(await errorOf(renew(someone, otherCode(otherCode(totp(setup.secret)))))).toBe('code')
  expect((await secondStep(await firstStep(someone), first)).statusCode).toBe(200)
  expect(await errorOf(renew(someone, first))).toBe('code')
  expect(await noticesTo(someone)).toEqual(['second-factor-on', 'recovery-code-used'])
  // A wrong password uses no code up.
  expect(await errorOf(renew(someone, second, 'not the password'))).toBe('password')
  expect((await renew(someone, second)).json().recoveryCodes).toHaveLength(10)
  expect((await renew(await world.people.register(), second)).json().code).toBe('not-found')
})

const eventsOf = async (someone: Someone) =>
  (await someone.ask('GET', '/api/account/activity')).json().rows.map(({ event }: { event: string }) => event)
const codesLeft = async (someone: Someone) =>
  (await someone.ask('GET', '/api/account/second-factor')).json().recoveryCodesLeft

test('a log-in with a recovery code is an event of its own, and its owner is notified', async () => {
  const { someone, setup } = await protectedPerson()
  expect(await codesLeft(someone)).toBe(10)
  expect((await secondStep(await firstStep(someone), setup.recoveryCodes[0] ?? '')).statusCode).toBe(200)
  expect((await eventsOf(someone))[0]).toBe('logged-in-with-recovery-code')
  expect(await noticesTo(someone)).toEqual(['second-factor-on', 'recovery-code-used'])
  expect(await codesLeft(someone)).toBe(9)
  await secondStep(await firstStep(someone), totp(setup.secret))
  expect((await eventsOf(someone))[0]).toBe('logged-in')
  expect(await codesLeft(await world.people.register())).toBeNull()
})

test('the third wrong code of a log-in attempt notifies the owner, once', async () => {
  const { someone, setup } = await protectedPerson()
  const wrong = otherCode(otherCode(totp(setup.secret)))
  for (const tries of [2, 2]) {
    const ticket = await firstStep(someone)
    for (let n = 0; n < tries; n++) await secondStep(ticket, wrong)
  }
  expect(await noticesTo(someone)).toEqual(['second-factor-on'])
  const ticket = await firstStep(someone)
  for (let n = 0; n < 5; n++) await secondStep(ticket, n % 2 ? wrong : 'abcde-fghjk')
  expect(await noticesTo(someone)).toEqual(['second-factor-on', 'second-step-failed'])
})

describe('the link in the notice of a second factor that a stranger turned on', () => {
  const reject = (token: string) =>
    world.people.visitor().ask('POST', '/api/account/second-factor/rejection', { token })
  const linkTo = async ({ email }: Someone): Promise<string> =>
    (await world.people.mailTo(email, 'security-notice')).token

  test('removes it, ends all sessions and the password, and leads to a new one, once', async () => {
    const { someone } = await protectedPerson()
    const token = await linkTo(someone)
    const waiting = await firstStep(someone)
    expect((await reject(token)).statusCode).toBe(204)
    expect((await someone.ask('GET', '/api/account')).statusCode).toBe(401)
    expect((await secondStep(waiting, '123456')).json().code).toBe('link-expired')
    const logIn = (password: string) =>
      world.people.visitor().ask('POST', '/api/account/login', { email: someone.email, password })
    expect((await logIn(goodPassword)).json().code).toBe('wrong-credentials')
    expect((await reject(token)).json().code).toBe('link-expired')

    const reset = await world.people.mailTo(someone.email, 'reset-password')
    const password = 'seven-lanterns-over-quiet-water'
    const body = { token: reset.token, password }
    expect((await world.people.visitor().ask('POST', '/api/account/password-reset', body)).statusCode).toBe(204)
    const back = await world.people.logIn(someone.email, password)
    expect((await back.ask('GET', '/api/account')).json().user.secondFactor).toBe(false)
    expect(await eventsOf(back)).toContain('second-factor-rejected')
  })

  test('survives a change of the password, and lasts for seven days', async () => {
    const { someone, setup } = await protectedPerson()
    const token = await linkTo(someone)
    const change = { currentPassword: goodPassword, newPassword: 'seven-lanterns-over-quiet-water' }
    const code = totp(setup.secret)
    expect((await someone.ask('PUT', '/api/account/password', { ...change, code })).statusCode).toBe(200)
    const age = (interval: string) =>
      world.database.query('update one_time_links set expires_at = expires_at - $2::interval where user_id = $1', [
        someone.id,
        interval,
      ])
    await age('6 days 23 hours')
    const later = await protectedPerson()
    expect((await reject(token)).statusCode).toBe(204)
    const expired = await linkTo(later.someone)
    await world.database.query(
      "update one_time_links set expires_at = expires_at - interval '7 days' where user_id = $1",
      [later.someone.id],
    )
    expect((await reject(expired)).json().code).toBe('link-expired')
  })
})

test('deleting the account asks for the second factor', async () => {
  const { someone, setup } = await protectedPerson()
  const remove = (proof: object) => someone.ask('POST', '/api/account/deletion', proof)
  expect((await remove({ password: goodPassword })).json().errors[0].field).toBe('code')
  expect((await remove({ code: otherCode(otherCode(totp(setup.secret))) })).json().errors[0].field).toBe('code')
  expect((await remove({ code: totp(setup.secret) })).statusCode).toBe(204)
})

test('a ticket is good for five tries', async () => {
  const { someone, setup } = await protectedPerson()
  const ticket = await firstStep(someone)
  const wrong = otherCode(otherCode(totp(setup.secret)))
  for (let attempt = 0; attempt < 5; attempt++) expect((await secondStep(ticket, wrong)).statusCode).toBe(401)
  expect((await secondStep(ticket, totp(setup.secret))).json().code).toBe('link-expired')
})

test('ten wrong codes lock these log-in attempts, not the person', async () => {
  const { someone, setup } = await protectedPerson()
  const wrong = otherCode(otherCode(totp(setup.secret)))
  const tickets = [await firstStep(someone), await firstStep(someone)]
  for (const ticket of tickets) {
    for (let attempt = 0; attempt < 5; attempt++) expect((await secondStep(ticket, wrong)).statusCode).toBe(401)
  }
  const [locked = ''] = tickets
  expect((await secondStep(locked, totp(setup.secret))).json().code).toBe('link-expired')
  expect((await secondStep(await firstStep(someone), totp(setup.secret))).statusCode).toBe(200)
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
])('a ticket that is not ours (%s) gets nobody in', async (ticket) => {
  expect((await secondStep(ticket, '123456')).json()).toMatchObject({ status: 410, code: 'link-expired' })
})

test('turned off, with the password and a code of it, the password is enough again', async () => {
  const { someone, setup } = await protectedPerson()
  const remove = (password: string, code: string) =>
    someone.ask('POST', '/api/account/second-factor/removal', { password, code })
  expect((await remove(goodPassword, otherCode(totp(setup.secret)))).json().errors[0].field).toBe('code')
  expect((await remove(goodPassword, '')).statusCode).toBe(422)
  expect((await remove('not the password', setup.recoveryCodes[0] ?? '')).json().errors[0].field).toBe('password')
  const off = await remove(goodPassword, totp(setup.secret))
  expect(off.statusCode).toBe(200)
  expect((await world.people.visitor(off.json().token).ask('GET', '/api/account')).json().user.secondFactor).toBe(false)
  expect((await world.people.logIn(someone.email)).token).toBeTruthy()
  expect(await noticesTo(someone)).toEqual(['second-factor-on', 'second-factor-off'])
})

test('a recovery code turns it off as well', async () => {
  const { someone, setup } = await protectedPerson()
  const body = { password: goodPassword, code: setup.recoveryCodes[0] }
  expect((await someone.ask('POST', '/api/account/second-factor/removal', body)).statusCode).toBe(200)
  expect((await world.people.logIn(someone.email)).token).toBeTruthy()
})

test('secrets and recovery codes are encrypted in the database', async () => {
  const { setup } = await protectedPerson()
  const { rows } = await world.database.query('select * from second_factors')
  expect(JSON.stringify(rows)).not.toContain(setup.secret)
  expect(JSON.stringify(rows)).not.toContain(setup.recoveryCodes[0])
})

describe('whoever has a second factor', () => {
  const strongAction = async ({ someone }: Awaited<ReturnType<typeof protectedPerson>>) => {
    const organization = await world.people.createOrganization(someone)
    const athletes = `/api/organizations/${organization}/athletes`
    const newOne = { givenName: 'Kaia', familyName: 'Nakamura', level: 'college', stage: 'prospect' }
    const { id } = (await someone.ask('POST', athletes, newOne)).json()
    return (proof: object) => someone.ask('POST', `${athletes}/${id}/erasure`, proof)
  }

  test('proves again who they are with a code, not with the password', async () => {
    const person = await protectedPerson()
    const erase = await strongAction(person)
    const byPassword = await erase({ password: goodPassword })
    expect(byPassword.json().errors).toEqual([
      { field: 'code', message: 'Enter the 6-digit code from your app, or a recovery code' },
    ])
    const wrong = await erase({ code: otherCode(otherCode(totp(person.setup.secret))) })
    expect(wrong.json().errors[0].field).toBe('code')
    expect((await erase({ code: totp(person.setup.secret) })).statusCode).toBe(204)
  })

  test('can use a recovery code for it', async () => {
    const person = await protectedPerson()
    const erase = await strongAction(person)
    expect((await erase({ code: person.setup.recoveryCodes[0] })).statusCode).toBe(204)
  })
})
