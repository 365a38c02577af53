import { staffSubscriptionsPage } from '@sherpa/contracts/subscription'
import { describe, expect, test } from 'vitest'
import { customerForTests } from '../../../test/customer.ts'
import { allAtOnce, waitForLocks } from '../../../test/wait-for-locks.ts'

const customer = customerForTests({
  atOnce: 4,
  invoicing: {
    issuer: { name: 'Sherpa', addressLines: [], taxId: null, bankDetails: [], paymentInstructions: '' },
    tax: { name: 'sales tax', rateMillionths: 82_500 },
  },
})
const { world, people, buy, change, offer, accept, pass, payNewest, subscribed, invoices } = customer

const findOpenOffer = async () => {
  const open = (await customer.subscription())?.offer
  if (!open) throw new Error('There is no offer.')
  return open
}
const loadStaffRow = async () =>
  staffSubscriptionsPage.parse((await people.staff.ask('GET', '/api/staff/subscriptions')).json()).rows[0]
const listMail = async (kind: string) => {
  const { rows } = await world.database.query(
    'select recipient, details from outgoing_mail where kind = $1 order by id',
    [kind],
  )
  return rows
}
const listEvents = async () => {
  const { rows } = await world.database.query(
    'select event, actor_id as actor from audit_events where organization_id = $1 order by id',
    [people.organization],
  )
  return rows
}

describe('a price offer', () => {
  test('that replaces another during its acceptance rejects the acceptance', async () => {
    const { id } = (await buy()).json()
    await offer(id, 4900)
    const { id: first } = await findOpenOffer()
    const client = await world.database.connect()
    await client.query('begin')
    await client.query('select from subscriptions where id = $1 for update', [id])
    const offered = offer(id, 5900)
    await waitForLocks(world.database, 1)
    const accepted = accept(first)
    await waitForLocks(world.database, 2)
    await client.query('commit')
    client.release()
    expect((await offered).statusCode).toBe(204)
    expect((await accepted).json()).toMatchObject({ status: 409, code: 'offer-replaced' })
    expect(await findOpenOffer()).toMatchObject({ priceCents: 5900 })
  })

  test('is mailed to the billing email, and has no effect until accepted', async () => {
    const { id } = (await buy({ billingEmail: 'books@agency.example' })).json()
    expect((await offer(id, 4900)).statusCode).toBe(204)
    expect(await customer.subscription()).toMatchObject({
      status: 'trialing',
      priceCents: null,
      offer: { planName: 'Agency Professional', seats: 5, priceCents: 4900, startsAt: '2026-11-29T09:00:00.000Z' },
    })
    expect(await listMail('price-offer')).toEqual([
      {
        recipient: 'books@agency.example',
        details: {
          organization: people.organization,
          organizationName: 'Ridgeline',
          plan: 'Agency Professional',
          seats: 5,
          priceCents: 4900,
          tax: '8.25% sales tax',
          startsAt: '2026-11-29T09:00:00.000Z',
        },
      },
    ])
    await pass(30)
    expect(await customer.subscription()).toMatchObject({ status: 'trialing', offer: { startsAt: null } })
    expect(await invoices()).toEqual([])
  })

  test('takes effect when a member who manages billing accepts it', async () => {
    const { id } = (await buy()).json()
    await offer(id, 4900)
    const accepted = await accept((await findOpenOffer()).id)
    expect(accepted.json()).toMatchObject({ status: 'trialing', priceCents: 4900, offer: null })
    expect(await listMail('price-accepted')).toMatchObject([
      { details: { priceCents: 4900, acceptedBy: people.owner.name } },
    ])
    await pass(14)
    expect(await customer.subscription()).toMatchObject({ status: 'active', priceCents: 4900 })
    expect((await customer.newestInvoice()).subtotalCents).toBe(24_500)
    expect(await listEvents()).toEqual(
      expect.arrayContaining([
        { event: 'price-offered', actor: null },
        { event: 'price-accepted', actor: people.owner.id },
      ]),
    )
  })

  test('is visible with billing.view and can be accepted with billing.manage', async () => {
    const { id } = (await buy()).json()
    await offer(id, 4900)
    await world.people.join(people.owner, people.organization, people.other, 'compliance')
    const seen = await people.other.ask('GET', `/api/subscriptions/current?organization=${people.organization}`)
    expect(seen.json().subscription.offer.priceCents).toBe(4900)
    const refused = await accept((await findOpenOffer()).id, people.organization, people.other)
    expect(refused.json().code).toBe('not-permitted')
    const elsewhere = await world.people.createOrganization(people.other)
    expect((await accept((await findOpenOffer()).id, elsewhere, people.other)).json().code).toBe('not-found')
  })

  test('can be replaced until accepted, with a new mail', async () => {
    const { id } = (await buy()).json()
    await offer(id, 49_000)
    const mistaken = await findOpenOffer()
    await offer(id, 4900)
    expect((await accept(mistaken.id)).json().code).toBe('offer-replaced')
    expect((await customer.subscription())?.priceCents).toBeNull()
    expect((await accept((await findOpenOffer()).id)).json().priceCents).toBe(4900)
    expect((await listMail('price-offer')).map(({ details }) => details.priceCents)).toEqual([49_000, 4900])
  })

  test('is accepted only once, also concurrently', async () => {
    const { id } = (await buy()).json()
    await pass(20)
    await offer(id, 4900)
    const open = await findOpenOffer()
    const fiveTimes = Array.from({ length: 5 }, () => () => accept(open.id))
    const answers = await Promise.all(await allAtOnce(world.database, 'subscriptions', fiveTimes))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await invoices()).toHaveLength(1)
    expect((await listEvents()).filter(({ event }) => event === 'price-accepted')).toHaveLength(1)
  })

  test('applies from the next period of an active subscription', async () => {
    const { id } = await subscribed()
    await payNewest()
    await offer(id, 2000)
    expect((await findOpenOffer()).startsAt).toBe('2026-12-29T09:00:00.000Z')
    expect((await accept((await findOpenOffer()).id)).json()).toMatchObject({
      priceCents: 1000,
      next: { seats: 5, priceCents: 2000 },
    })
    await pass(31)
    expect(await customer.subscription()).toMatchObject({ priceCents: 2000, next: null })
    expect((await customer.newestInvoice()).subtotalCents).toBe(10_000)
  })

  test('is void after a change of plan, but not of seats', async () => {
    const { id } = (await buy()).json()
    await offer(id, 4900)
    const first = await findOpenOffer()
    expect((await change({ seats: 8 })).json().offer).toMatchObject({ id: first.id, seats: 8 })
    expect((await change({ planId: 'agency-enterprise', seats: 8 })).json().offer).toBeNull()
    expect((await accept(first.id)).json().code).toBe('offer-replaced')
    expect(await listMail('price-needed')).toHaveLength(2)
  })
})

test('staff can search and sort subscriptions by organization', async () => {
  await buy()
  const { organization } = (await loadStaffRow()) ?? {}
  for (const [query, count] of [
    [`search=${encodeURIComponent(organization ?? '')}`, 1],
    ['search=Nobody', 0],
    ['sort=organization', 1],
  ] as const) {
    const answer = await people.staff.ask('GET', `/api/staff/subscriptions?${query}`)
    expect(answer.statusCode, query).toBe(200)
    expect(answer.json().rows).toHaveLength(count)
  }
})

test('staff see whether a price is missing, offered or accepted', async () => {
  const { id } = (await buy()).json()
  expect(await loadStaffRow()).toMatchObject({ priceCents: null, acceptedAt: null, offer: null })
  await offer(id, 4900)
  expect(await loadStaffRow()).toMatchObject({
    priceCents: null,
    offer: { priceCents: 4900, offeredAt: '2026-11-15T09:00:00.000Z' },
  })
  customer.wait(1)
  await accept((await findOpenOffer()).id)
  expect(await loadStaffRow()).toMatchObject({ priceCents: 4900, acceptedAt: '2026-11-16T09:00:00.000Z', offer: null })
})

describe('the end of a trial', () => {
  const listNotices = async () => (await listMail('trial-ending')).map(({ details }) => details)

  test('is announced 7 days and 1 day before, once each across servers', async () => {
    await buy({ billingEmail: 'books@agency.example' })
    const advance = () => Promise.all([1, 2, 3].map(() => customer.advance()))
    const counts: number[] = []
    for (let day = 0; day < 16; day++) {
      await advance()
      counts.push((await listNotices()).length)
      customer.wait(1)
    }
    expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2])
    expect((await listMail('trial-ending'))[0].recipient).toBe('books@agency.example')
  })

  test('is announced with the current price or offer', async () => {
    const { id } = (await buy()).json()
    await pass(7)
    expect((await listNotices()).at(-1)).toMatchObject({
      endsAt: '2026-11-29T09:00:00.000Z',
      priceCents: null,
      offerPriceCents: null,
    })
    await offer(id, 4900)
    await pass(6)
    expect((await listNotices()).at(-1)).toMatchObject({
      priceCents: null,
      offerPriceCents: 4900,
      tax: '8.25% sales tax',
    })
  })

  test('is announced once after downtime', async () => {
    await buy()
    await pass(13.5)
    await pass(0.1)
    expect(await listNotices()).toHaveLength(1)
  })

  test('is not announced after a cancellation, unless resumed', async () => {
    await buy()
    await customer.cancel()
    await pass(8)
    expect(await listNotices()).toEqual([])
    await customer.resume()
    await pass(1)
    expect(await listNotices()).toHaveLength(1)
  })
})
