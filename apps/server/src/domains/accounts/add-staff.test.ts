import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { totp } from '../../../test/totp.ts'

const secret = 'a secret of more than thirty-two characters'
const world = platformForTests({ secret })

/** The command as it is run, on the test's database. */
async function add(email: string) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../add-staff.ts'), email],
    {
      env: { ...process.env, DATABASE_URL: world.url, AUTH_SECRET: secret, PLATFORM_URL: 'https://app.sherpa.example' },
    },
  )
  const [, token = ''] = /https:\/\/app\.sherpa\.example\/reset-password\?token=(\S+)/.exec(stdout) ?? []
  return { stdout, token }
}

const choose = (token: string, password: string) =>
  world.people.visitor().ask('POST', '/api/account/password-reset', { token, password })

const invoices = (someone: Someone) => someone.ask('GET', '/api/staff/invoices')

test('makes an account; its one-time link leads to a password, and a second factor to the staff’s screens', async () => {
  const { stdout, token } = await add('rosa@sherpa.example')
  expect(stdout).toContain('rosa@sherpa.example is now one of our staff.')
  expect((await choose(token, goodPassword)).statusCode).toBe(204)
  expect((await choose(token, goodPassword)).statusCode).toBe(410)
  const rosa = await world.people.logIn('rosa@sherpa.example')
  expect((await invoices(rosa)).json().code).toBe('second-factor-required')
  const setup = (await rosa.ask('POST', '/api/account/second-factor', { password: goodPassword })).json()
  const on = await rosa.ask('PUT', '/api/account/second-factor', { code: totp(setup.secret) })
  expect((await invoices(world.people.visitor(on.json().token))).json()).toMatchObject({ rows: [] })
})

test('whoever registered the address before, and did not confirm it, does not become staff', async () => {
  const email = 'boss@sherpa.example'
  await world.people.visitor().ask('POST', '/api/account/registration', { email })
  const { token } = await world.people.mailTo(email, 'finish-registration')
  await add(email)
  const stranger = { token, name: 'Stranger', password: goodPassword }
  expect((await world.people.visitor().ask('POST', '/api/account', stranger)).json().code).toBe('link-expired')
})

test('promotes someone who has an account, and ends the sessions that it had', async () => {
  const someone = await world.people.register('Known', 'known@sherpa.example')
  expect((await invoices(someone)).statusCode).toBe(404)
  expect((await add('KNOWN@sherpa.example')).stdout).toContain('registered, and now one of our staff')
  expect((await someone.ask('GET', '/api/account')).statusCode).toBe(401)
})

test('a session that began before someone was staff is not a staff session', async () => {
  const someone = await world.people.registerStaff()
  expect((await invoices(someone)).statusCode).toBe(200)
  await world.database.query("update users set staff_since = now() + interval '1 second' where id = $1", [someone.id])
  expect((await invoices(someone)).json().code).toBe('sign-in-required')
})

test('without an address says how it is used', async () => {
  await expect(add('nonsense')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('npm run staff:add') })
})
