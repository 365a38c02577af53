import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { platformForTests } from '../../../test/people.ts'
import { monthly, signedDeal } from '../../../test/signed-deal.ts'

const world = platformForTests({ clock: () => new Date('2026-11-16T15:00:00Z') })

test('follows a new organization from its first draft to its first payment', async () => {
  const owner = await world.people.register('Olive Owner')
  const organization = await world.people.createOrganization(owner)
  const coach = await world.people.registerMember(organization, 'Cory Coach', 'coach')
  const at = (path: string) => `/api/organizations/${organization}/${path}`
  const progress = async () => (await owner.ask('GET', at('finances/setup'))).json()
  const none = { hasDeal: false, hasSignedDeal: false, hasPayment: false, openDeal: null }
  expect(await progress()).toEqual(none)
  expect((await coach.ask('GET', at('finances/setup'))).statusCode).toBe(403)

  const facts = { givenName: 'Jonah', familyName: 'Okoye', level: 'pro', stage: 'signed' }
  const athlete = (await owner.ask('POST', at('athletes'), facts)).json().id
  const company = (await owner.ask('POST', at('companies'), { name: 'Halden', kind: 'brand' })).json().id
  const draft = (await owner.ask('POST', at('deals'), { athleteId: athlete, companyId: company, kind: 'nil' })).json()
  expect(await progress()).toEqual({ ...none, hasDeal: true, openDeal: draft.id })

  await owner.ask('DELETE', at(`deals/${draft.id}`))
  expect(await progress()).toEqual(none)

  const { payments } = await signedDeal(world.database, {
    organization,
    athlete,
    company,
    terms: { payments: [monthly(100_000)] },
  })
  const signed = { ...none, hasDeal: true, hasSignedDeal: true }
  expect(await progress()).toEqual(signed)

  const receipt = {
    receivedOn: '2026-11-02',
    payer: 'Halden',
    companyId: company,
    reference: null,
    currency: 'USD',
    amountMinor: 100_000,
    note: null,
    allocations: [{ paymentId: payments[0], amountMinor: 100_000 }],
    bankLineId: null,
  }
  const key = { 'idempotency-key': randomUUID() }
  const { id } = (await owner.ask('POST', at('finances/receipts'), receipt, key)).json()
  expect(await progress()).toEqual({ ...signed, hasPayment: true })
  await owner.ask('POST', at(`finances/receipts/${id}/reversal`), { reason: 'Wrong account' })
  expect(await progress()).toEqual(signed)
})
