import { expect, test } from 'vitest'
import { platformForTests } from '../../../test/people.ts'
import { queueMail } from '../../mail/outbox.ts'
import { inOrganization, inTransaction } from '../../persistence/database.ts'
import { ownerNoticeMail } from '../organizations/owner-notice-mail.ts'

const world = platformForTests()

test('a sample organization has data, belongs to its creator and is removed completely', async () => {
  const [owner, stranger] = [await world.people.register(), await world.people.register()]
  const own = await world.people.createOrganization(owner)
  const made = await owner.ask('POST', '/api/organizations/sample')
  expect(made.statusCode).toBe(201)
  const { id } = made.json()
  expect((await owner.ask('GET', `/api/organizations/${id}`)).json()).toMatchObject({
    sample: true,
    people: { members: { count: 4 } },
  })
  const roster = (await owner.ask('GET', `/api/organizations/${id}/athletes`)).json()
  expect(roster.total).toEqual({ count: 60, exact: true })
  expect((await owner.ask('POST', '/api/organizations/sample')).json().code).toBe('sample-exists')

  expect((await stranger.ask('DELETE', `/api/organizations/${id}/sample`)).statusCode).toBe(404)
  expect((await owner.ask('DELETE', `/api/organizations/${own}/sample`)).json().code).toBe('not-a-sample')
  expect((await owner.ask('DELETE', `/api/organizations/${id}/sample`)).statusCode).toBe(204)
  const left = await world.database.query(
    `select (select count(*) from athletes) + (select count(*) from memberships where organization_id = $1)
       + (select count(*) from audit_events where organization_id = $1)
       + (select count(*) from users where email like '%@sample.sherpa.example') as rows`,
    [id],
  )
  expect(left.rows).toEqual([{ rows: '0' }])
  expect((await owner.ask('GET', '/api/account')).json().organizations).toMatchObject([{ id: own }])
})

test('a sample organization sends no mail to others and no invitations', async () => {
  const owner = await world.people.register()
  const { id } = (await owner.ask('POST', '/api/organizations/sample')).json()
  const invitation = { email: 'victim@example.com', role: 'agent' }
  const refused = await owner.ask('POST', `/api/organizations/${id}/invitations`, invitation)
  expect(refused.json().code).toBe('sample-stays-inside')
  const details = { organization: 'Sample', action: 'deal-signed', by: 'Me', at: 'today' } as const
  await inOrganization(id, () =>
    inTransaction(world.serving, async (client) => {
      for (const recipient of ['victim@example.com', owner.email]) {
        await queueMail(client, ownerNoticeMail, {
          recipient,
          details: { ...details, name: 'You', organizationId: id },
        })
      }
    }),
  )
  const { rows } = await world.database.query("select recipient from outgoing_mail where kind = 'owner-notice'")
  expect(rows.map(({ recipient }) => recipient)).toEqual([owner.email])
})
