import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Person } from '../../../http/access.ts'
import { openDatabase } from '../../../persistence/database.ts'
import { isDatabaseUnavailable } from '../../../persistence/database-unavailable.ts'
import { type Authentication, createAuthentication } from './authentication.ts'
import { createTicket } from './log-in-ticket.ts'

const secret = 'for sessions that nobody has, of some length'
// No server listens on this port.
const unreachable = createAuthentication({
  database: openDatabase('postgres://127.0.0.1:1/none'),
  secrets: [secret],
  platformUrl: 'http://localhost:3001',
})
const person = { id: 'c0a8012e-0000-4000-8000-000000000001', token: 'a-token' } as Person
const signature = encodeURIComponent(createHmac('sha256', secret).update('2fa-waiting').digest('base64'))
const ticket = createTicket(new Headers({ 'set-cookie': `sherpa.two_factor=2fa-waiting.${signature}; Path=/` }))

const calls: Record<string, (authentication: Authentication) => Promise<unknown>> = {
  logIn: ({ logIn }) => logIn({ email: 'amara@agency.example', password: 'some password', staySignedIn: true }, {}),
  findOwner: ({ findOwner }) => findOwner(ticket),
  countWrongCodes: ({ countWrongCodes }) => countWrongCodes(ticket),
  finishLogIn: ({ finishLogIn }) => finishLogIn({ ticket, code: '123456' }, {}),
  'finishLogIn with a recovery code': ({ finishLogIn }) => finishLogIn({ ticket, code: 'abcde-fghjk' }, {}),
  openSession: ({ openSession }) => openSession(person.id, true, {}),
  requirePassword: ({ requirePassword }) => requirePassword(person, 'some password', 'password'),
  beginSecondFactor: ({ beginSecondFactor }) => beginSecondFactor(person, 'some password'),
  turnOnSecondFactor: ({ turnOnSecondFactor }) => turnOnSecondFactor(person, '123456', {}),
  turnOffSecondFactor: ({ turnOffSecondFactor }) => turnOffSecondFactor(person, 'some password', {}),
  renewRecoveryCodes: ({ renewRecoveryCodes }) => renewRecoveryCodes(person, 'some password'),
  spendRecoveryCode: ({ spendRecoveryCode }) => spendRecoveryCode(person, 'abcde-fghjk'),
  listRecoveryCodes: ({ listRecoveryCodes }) => listRecoveryCodes(person.id),
  loadAppSecret: ({ loadAppSecret }) => loadAppSecret(person.id),
}

test('every method is tested', () => {
  const testedMethods = new Set(Object.keys(calls).map((name) => name.split(' ')[0]))
  expect(testedMethods).toEqual(new Set(Object.keys(unreachable)))
})

test.each(Object.entries(calls))('%s reports an unreachable database, not wrong credentials', async (_name, call) => {
  const error = await call(unreachable).then(
    () => undefined,
    (error) => error,
  )
  expect(error).toSatisfy(isDatabaseUnavailable)
})
