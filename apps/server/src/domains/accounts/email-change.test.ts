import { expect, test } from 'vitest'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { interleave } from '../../../test/wait-for-locks.ts'

const world = platformForTests()

const requestChange = (someone: Someone, email: string, password = goodPassword) =>
  someone.ask('POST', '/api/account/email-change', { email, password })
const confirm = (token: string) =>
  world.people.visitor().ask('POST', '/api/account/email-change/confirmation', { token })
const loadEmail = async (someone: Someone) => (await someone.ask('GET', '/api/account')).json().user.email
const findToken = async (email: string, kind: 'approve-new-email' | 'confirm-new-email'): Promise<string> =>
  (await world.people.mailTo(email, kind)).token

test('an address changes after both mailboxes confirm, in either order', async () => {
  for (const newFirst of [true, false]) {
    const someone = await world.people.register()
    const email = `new-${newFirst}@agency.example`
    expect((await requestChange(someone, email)).statusCode).toBe(202)
    const tokens = [await findToken(someone.email, 'approve-new-email'), await findToken(email, 'confirm-new-email')]
    const [first = '', second = ''] = newFirst ? tokens.reverse() : tokens
    expect((await confirm(first)).json()).toEqual({ changed: false, email })
    expect(await loadEmail(someone)).toBe(someone.email)
    expect((await confirm(first)).json().code).toBe('link-expired')
    expect((await confirm(second)).json()).toEqual({ changed: true, email })
    expect(await loadEmail(someone)).toBe(email)
    expect((await world.people.logIn(email)).id).toBe(someone.id)
    expect(await world.people.mailTo(someone.email, 'security-notice')).toMatchObject({ change: 'email-changed' })
  }
})

test('a change needs the password and a different address', async () => {
  const someone = await world.people.register()
  expect((await requestChange(someone, 'x@agency.example', 'not the password')).json().errors).toMatchObject([
    { field: 'password' },
  ])
  expect((await requestChange(someone, someone.email)).json().errors).toMatchObject([{ field: 'email' }])
})

test('an address with an account gets the same response and cannot be taken', async () => {
  const [someone, other] = [await world.people.register(), await world.people.register()]
  const freeAddress = await requestChange(someone, 'free@agency.example')
  const takenAddress = await requestChange(someone, other.email)
  expect([takenAddress.statusCode, takenAddress.payload]).toEqual([freeAddress.statusCode, freeAddress.payload])
  expect(await world.people.mailTo(other.email, 'confirm-new-email')).toBeUndefined()
  expect(await world.people.mailTo(other.email, 'already-registered')).toBeTruthy()

  // Registered between request and confirmation.
  await requestChange(someone, 'later@agency.example')
  await world.people.register('Later', 'later@agency.example')
  await confirm(await findToken(someone.email, 'approve-new-email'))
  expect((await confirm(await findToken('later@agency.example', 'confirm-new-email'))).json().code).toBe(
    'account-exists',
  )
  expect(await loadEmail(someone)).toBe(someone.email)
})

test('of two people who confirm one address at once, the second is told that it has an account', async () => {
  const people = [await world.people.register(), await world.people.register()]
  const tokens: string[] = []
  for (const someone of people) {
    await requestChange(someone, 'shared@agency.example')
    await confirm(await findToken(someone.email, 'approve-new-email'))
    tokens.push(await findToken('shared@agency.example', 'confirm-new-email'))
  }
  const answers: object[] = []
  const confirmNext = async () => answers.push((await confirm(tokens.pop() ?? '')).json())
  await interleave(world.database, 'users', confirmNext, confirmNext)
  // The first to finish has the address.
  expect(answers).toMatchObject([{ changed: true }, { code: 'account-exists' }])
})

test('rejects a request that waited for a concurrent password change', async () => {
  const someone = await world.people.register()
  const passwordChange = await world.database.connect()
  try {
    await passwordChange.query('begin')
    await passwordChange.query('select from users where id = $1 for no key update', [someone.id])
    const waiting = requestChange(someone, 'stranger@agency.example')
    await expect
      .poll(async () => (await world.database.query('select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0)
    await passwordChange.query('delete from sessions where user_id = $1', [someone.id])
    await passwordChange.query('commit')
    expect((await waiting).statusCode).toBe(401)
  } finally {
    passwordChange.release()
  }
  expect(await world.people.mailTo('stranger@agency.example', 'confirm-new-email')).toBeUndefined()
})

test('links end with a new request and after a day', async () => {
  const someone = await world.people.register()
  await requestChange(someone, 'one@agency.example')
  const older = await findToken('one@agency.example', 'confirm-new-email')
  await requestChange(someone, 'two@agency.example')
  expect((await confirm(older)).json().code).toBe('link-expired')
  const newer = await findToken('two@agency.example', 'confirm-new-email')
  await world.database.query("update email_changes set expires_at = expires_at - interval '24 hours'")
  expect((await confirm(newer)).json().code).toBe('link-expired')
})

test('a new password cancels a pending change of address, whether changed or reset', async () => {
  const newPassword = 'seven-other-quiet-mountains'
  const ways = {
    change: (someone: Someone) =>
      someone.ask('PUT', '/api/account/password', { currentPassword: goodPassword, newPassword }),
    async reset({ email }: Someone) {
      await world.people.visitor().ask('POST', '/api/account/password-reset-mail', { email })
      const { token } = await world.people.mailTo(email, 'reset-password')
      return world.people.visitor().ask('POST', '/api/account/password-reset', { token, password: newPassword })
    },
  }
  for (const [way, choosePassword] of Object.entries(ways)) {
    const someone = await world.people.register()
    const email = `stranger-${way}@agency.example`
    await requestChange(someone, email)
    const tokens = [await findToken(someone.email, 'approve-new-email'), await findToken(email, 'confirm-new-email')]
    expect((await choosePassword(someone)).statusCode).toBeLessThan(300)
    expect(await world.people.mailTo(someone.email, 'security-notice')).toMatchObject({ change: 'password-changed' })
    for (const token of tokens) expect((await confirm(token)).json().code).toBe('link-expired')
    expect((await world.people.logIn(someone.email, newPassword)).id).toBe(someone.id)
  }
})
