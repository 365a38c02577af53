import { expect, test } from 'vitest'
import { composeMail, queued } from '../../../test/mail.ts'
import { platformForTests } from '../../../test/people.ts'
import { ownerNoticeMail } from './owner-notice-mail.ts'

// Already November 17 in Auckland.
const world = platformForTests({ clock: () => new Date('2026-11-16T11:30:00Z') })

test('owner notices use the organization’s time zone', async () => {
  const owner = await world.people.register('Amara Cole')
  const organization = await world.people.createOrganization(owner)
  const path = `/api/organizations/${organization}`
  await owner.ask('PATCH', path, { name: 'Ridgeline', kind: 'agency', timeZone: 'Pacific/Auckland' })
  const facts = { givenName: 'Kaia', familyName: 'Nakamura', level: 'pro', stage: 'prospect' }
  const { id } = (await owner.ask('POST', `${path}/athletes`, facts)).json()
  await world.people.assumeSecondFactor(owner, false)
  expect((await owner.ask('POST', `${path}/athletes/${id}/erasure`, owner.proof())).statusCode).toBe(204)
  const details = await world.people.mailTo(owner.email, 'owner-notice')
  expect((await composeMail(queued(ownerNoticeMail, details))).text).toContain('November 17, 2026')
  // Queued by an earlier release.
  const earlier = { ...details, at: '2026-11-16T11:30:00.000Z' }
  expect((await composeMail(queued(ownerNoticeMail, earlier))).text).toContain('November 16, 2026')
})
