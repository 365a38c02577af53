import { expect, test } from 'vitest'
import { quietLog } from '../../../test/jobs.ts'
import { composerWith } from '../../../test/mail.ts'
import { goodPassword, platformForTests } from '../../../test/people.ts'
import { createOutbox } from '../../mail/outbox.ts'
import type { OutgoingMail } from '../../mail/outgoing-mail.ts'

const world = platformForTests()

/** Dumps all rows of all tables. */
async function dumpDatabase() {
  const { rows: tables } = await world.database.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const contents = await Promise.all(
    tables.map(({ name }) => world.database.query(`select to_jsonb(t)::text as row from ${name} t`)),
  )
  return contents.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
}

test('account deletion removes name and address everywhere, and keeps required records', async () => {
  const leaver = await world.people.register('Unmistakable Leaver', 'leaver@unmistakable.example')
  const owner = await world.people.register('Remaining Owner')
  const shared = await world.people.createOrganization(owner, 'Shared')
  await world.people.join(owner, shared, leaver, 'agent')
  const own = await world.people.createOrganization(leaver, 'Own')
  await leaver.ask('POST', '/api/subscriptions/purchase', { organization: own, planId: 'agency-starter', seats: 2 })
  await leaver.ask('POST', `/api/organizations/${shared}/invitations`, { email: 'x@agency.example', role: 'coach' })
  await owner.ask('POST', '/api/subscriptions/purchase', {
    organization: shared,
    planId: 'agency-starter',
    seats: 3,
    billingEmail: leaver.email,
  })
  expect(await dumpDatabase()).toMatch(/unmistakable/i)
  await world.people.setUpSecondFactor(leaver)

  const wrong = await leaver.ask('POST', '/api/account/deletion', { code: 'not3a-code3' })
  expect(wrong.statusCode).toBe(422)
  expect((await leaver.ask('POST', '/api/account/deletion', leaver.proof())).statusCode).toBe(204)

  // The last mail goes to the old address after the deletion, and is then deleted.
  const sent: { to: string; subject: string }[] = []
  const mailer = { send: async (mail: OutgoingMail) => void sent.push({ to: String(mail.to), subject: mail.subject }) }
  const queue = createOutbox(world.serving, mailer, composerWith(world.app.platform), quietLog)
  while ((await queue.processQueue()) > 0);
  expect(sent.filter(({ to }) => to === leaver.email)).toEqual([
    { to: leaver.email, subject: 'Your Sherpa account was deleted' },
  ])
  expect(await dumpDatabase()).not.toMatch(/unmistakable/i)
  expect((await leaver.ask('GET', '/api/account')).statusCode).toBe(401)
  const again = await world.people
    .visitor()
    .ask('POST', '/api/account/login', { email: leaver.email, password: goodPassword })
  expect(again.json().code).toBe('wrong-credentials')

  const { rows: members } = (await owner.ask('GET', `/api/organizations/${shared}/people`)).json()
  expect(members).toHaveLength(1)
  const { subscription } = (await owner.ask('GET', `/api/subscriptions/current?organization=${shared}`)).json()
  expect(subscription.billingEmail).toBe(owner.email)
  const { rows } = await world.database.query('select status from subscriptions where organization_id = $1', [own])
  expect(rows).toEqual([{ status: 'canceled' }])
  const { rows: events } = (await owner.ask('GET', `/api/organizations/${shared}/activity`)).json()
  expect(events).toContainEqual(expect.objectContaining({ event: 'joined', actor: null }))
})

test('the last owner must hand over the organization first', async () => {
  const owner = await world.people.register()
  const heir = await world.people.register()
  const organization = await world.people.createOrganization(owner)
  await world.people.join(owner, organization, heir, 'coach')
  await world.people.setUpSecondFactor(owner)
  const refused = await owner.ask('POST', '/api/account/deletion', owner.proof())
  expect(refused.json().code).toBe('last-owner')
  expect((await owner.ask('GET', '/api/account')).statusCode).toBe(200)

  const handover = await owner.ask('POST', `/api/organizations/${organization}/ownership`, {
    person: heir.id,
    role: 'agent',
  })
  expect(handover.statusCode).toBe(204)
  expect((await owner.ask('POST', '/api/account/deletion', owner.proof())).statusCode).toBe(204)
  expect((await heir.ask('GET', '/api/account')).json().organizations[0].role).toBe('owner')
})

test('mail to similar addresses is still sent', async () => {
  const leaver = await world.people.register('Short', 'info@short.co')
  const other = await world.people.register('Long', 'info@short.com')
  await world.people.visitor().ask('POST', '/api/account/password-reset-mail', { email: other.email })
  expect((await leaver.ask('POST', '/api/account/deletion', { password: goodPassword })).statusCode).toBe(204)
  expect(await world.people.mailTo(other.email, 'reset-password')).toBeTruthy()
})

test('an account with a placeholder-like address does not block a deletion', async () => {
  const someone = await world.people.register()
  await world.people.register('In the way', `deleted-${someone.id}@sherpa.invalid`)
  expect((await someone.ask('POST', '/api/account/deletion', { password: goodPassword })).statusCode).toBe(204)
  const { rows } = await world.database.query('select email from users where id = $1', [someone.id])
  expect(rows).toEqual([{ email: null }])
})

test('the address can be registered again', async () => {
  const someone = await world.people.register('First', 'again@agency.example')
  await someone.ask('POST', '/api/account/deletion', { password: goodPassword })
  const { id } = await world.people.register('Second', 'again@agency.example')
  expect(id).not.toBe(someone.id)
})
