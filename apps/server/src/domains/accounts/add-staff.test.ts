// slow: starts commands as processes; represented by apps/server/src/domains/accounts/sign-in.test.ts
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { goodPassword, platformForTests, type Someone } from '../../../test/people.ts'
import { totp } from '../../../test/totp.ts'
import { registerServer } from '../../persistence/servers.ts'

const secret = 'a secret of more than thirty-two characters'
const world = platformForTests({ secrets: [secret] })

/** Runs the command on the test database. */
async function runCommand(
  email: string,
  settings: Record<string, string> = { PLATFORM_URL: 'https://app.sherpa.example' },
) {
  const { PLATFORM_URL: _, ...unset } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../add-staff.ts'), email],
    { env: { ...unset, DATABASE_URL: world.url, AUTH_SECRET: secret, ...settings } },
  )
  const [, token = ''] = /https:\/\/app\.sherpa\.example\/reset-password\?token=([\w-]+)/.exec(stdout) ?? []
  return { stdout, token }
}

const choosePassword = (token: string, password: string) =>
  world.people.visitor().ask('POST', '/api/account/password-reset', { token, password })

const listInvoices = (someone: Someone) => someone.ask('GET', '/api/staff/invoices')

test('creates an account with a one-time link; staff screens need a second factor', async () => {
  const { stdout, token } = await runCommand('rosa@sherpa.example')
  expect(stdout).toContain('rosa@sherpa.example is now one of our staff.')
  expect((await choosePassword(token, goodPassword)).statusCode).toBe(200)
  expect((await choosePassword(token, goodPassword)).statusCode).toBe(410)
  const rosa = await world.people.logIn('rosa@sherpa.example')
  expect((await listInvoices(rosa)).json().code).toBe('second-factor-required')
  const setup = (await rosa.ask('POST', '/api/account/second-factor', { password: goodPassword })).json()
  const on = await rosa.ask('PUT', '/api/account/second-factor', { code: totp(setup.secret) })
  expect((await listInvoices(world.people.visitor(on.json().token))).json()).toMatchObject({ rows: [] })
})

test('without an address of its own, the link leads to the port on which the server runs', async () => {
  const server = { id: crypto.randomUUID(), connections: 1, platformUrl: 'http://localhost:4001' }
  await registerServer(world.database, server, '0173_platform_url_of_servers.sql')
  expect((await runCommand('ines@sherpa.example', {})).stdout).toContain('http://localhost:4001/reset-password?token=')
})

test('the first page asks a new colleague for their name', async () => {
  const { stdout, token } = await runCommand('nadia@sherpa.example')
  expect(stdout).toMatch(/token=[\w-]+&name$/m)
  const answer = { token, password: goodPassword, name: 'Nadia Boateng' }
  expect((await world.people.visitor().ask('POST', '/api/account/password-reset', answer)).statusCode).toBe(200)
  const nadia = await world.people.logIn('nadia@sherpa.example')
  expect((await nadia.ask('GET', '/api/account')).json().user.name).toBe('Nadia Boateng')
  expect((await runCommand('nadia@sherpa.example')).stdout).not.toContain('&name')
})

test('an unfinished earlier registration of the address does not become staff', async () => {
  const email = 'boss@sherpa.example'
  await world.people.visitor().ask('POST', '/api/account/registration', { email })
  const { token } = await world.people.mailTo(email, 'finish-registration')
  await runCommand(email)
  const stranger = { token, name: 'Stranger', password: goodPassword }
  expect((await world.people.visitor().ask('POST', '/api/account', stranger)).json().code).toBe('link-expired')
})

test('promotes an existing account and ends its sessions', async () => {
  const someone = await world.people.register('Known', 'known@sherpa.example')
  expect((await listInvoices(someone)).statusCode).toBe(404)
  expect((await runCommand('KNOWN@sherpa.example')).stdout).toContain('registered, and now one of our staff')
  expect((await someone.ask('GET', '/api/account')).statusCode).toBe(401)
})

test('a session from before the promotion is not a staff session', async () => {
  const someone = await world.people.registerStaff()
  expect((await listInvoices(someone)).statusCode).toBe(200)
  await world.database.query("update users set staff_since = now() + interval '1 second' where id = $1", [someone.id])
  expect((await listInvoices(someone)).json().code).toBe('sign-in-required')
})

test('prints its usage without a valid address', async () => {
  await expect(runCommand('nonsense')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm run staff:add'),
  })
})
