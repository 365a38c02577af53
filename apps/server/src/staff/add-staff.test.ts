import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { goodPassword, platformForTests } from '../../test/people.ts'

const secret = 'a secret of more than thirty-two characters'
const world = platformForTests({ secret })

/** The command as it is run, on the test's database. */
async function add(email: string) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../add-staff.ts'), email],
    {
      env: { ...process.env, DATABASE_URL: world.url, AUTH_SECRET: secret, PLATFORM_URL: 'https://app.sherpa.example' },
    },
  )
  const [, token = ''] = /https:\/\/app\.sherpa\.example\/reset-password\?token=(\S+)/.exec(stdout) ?? []
  return { stdout, token }
}

const choose = (token: string, password: string) =>
  world.people.visitor().ask('POST', '/api/account/password-reset', { token, password })

test('makes an account, and its one-time link leads to a password and the staff’s rooms', async () => {
  const { stdout, token } = await add('rosa@sherpa.example')
  expect(stdout).toContain('rosa@sherpa.example is now one of our staff.')
  expect((await choose(token, goodPassword)).statusCode).toBe(204)
  expect((await choose(token, goodPassword)).statusCode).toBe(410)
  const rosa = await world.people.logIn('rosa@sherpa.example')
  expect((await rosa.ask('GET', '/api/staff/invoices')).json()).toEqual({ invoices: [] })
})

test('whoever registered the address before, and did not confirm it, does not become one of us', async () => {
  const email = 'boss@sherpa.example'
  await world.people
    .visitor()
    .ask('POST', '/api/account/registration', { name: 'Stranger', email, password: goodPassword })
  await add(email)
  const stranger = await world.people.visitor().ask('POST', '/api/account/login', { email, password: goodPassword })
  expect(stranger.json().code).toBe('wrong-credentials')
})

test('promotes someone who has an account', async () => {
  const someone = await world.people.register('Known', 'known@sherpa.example')
  expect((await someone.ask('GET', '/api/staff/invoices')).statusCode).toBe(404)
  expect((await add('KNOWN@sherpa.example')).stdout).toContain('registered, and now one of our staff')
  expect((await someone.ask('GET', '/api/staff/invoices')).statusCode).toBe(200)
})

test('without an address says how it is used', async () => {
  await expect(add('nonsense')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('npm run staff:add') })
})
