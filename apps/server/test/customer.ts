import { listPage } from '@sherpa/contracts/list'
import {
  currentSubscription,
  type Invoice,
  invoice,
  type Subscription,
  subscription,
} from '@sherpa/contracts/subscription'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { AppParts } from '../src/app.ts'
import type { DatabaseNeeds } from './fresh-database.ts'
import { BILLING, runJob } from './jobs.ts'
import { platformForTests, type Someone } from './people.ts'

const DAY_MS = 86_400_000
const BEGINNING = '2026-11-15T09:00:00Z'

/** Agency with owner, staff and a fake clock, for billing tests. Each test starts without a subscription. */
export function customerForTests(parts: Pick<AppParts, 'invoicing' | 'renderPdf'> & DatabaseNeeds = {}) {
  let now = new Date(BEGINNING)
  const world = platformForTests({ clock: () => now, ...parts })
  const people = {} as { owner: Someone; other: Someone; staff: Someone; organization: string }

  beforeAll(async () => {
    const [owner, other, staff] = await Promise.all([
      world.people.register(),
      world.people.register(),
      world.people.registerStaff(),
    ])
    Object.assign(people, { owner, other, staff })
  })
  beforeEach(async () => {
    now = new Date(BEGINNING)
    await world.database.query('truncate organizations, invoice_numbers, idempotency_keys, outgoing_mail cascade')
    people.organization = await world.people.createOrganization(people.owner)
  })

  const choice = (changes: object = {}) => ({
    organization: people.organization,
    planId: 'agency-professional',
    seats: 5,
    ...changes,
  })

  const customer = {
    world,
    people,
    now: () => now,
    /** Advances the clock without running jobs. */
    wait(days: number) {
      now = new Date(now.getTime() + days * DAY_MS)
    },
    /** Runs the billing job. */
    advance: () => runJob(world.app, world.serving, BILLING),
    /** Advances the clock and runs the jobs. */
    async pass(days: number) {
      customer.wait(days)
      await customer.advance()
    },

    buy: (changes: object = {}, key?: string) =>
      people.owner.ask('POST', '/api/subscriptions/purchase', choice(changes), key ? { 'idempotency-key': key } : {}),
    change: (changes: object) => people.owner.ask('PATCH', '/api/subscriptions/current', choice(changes)),
    cancel: () => people.owner.ask('POST', '/api/subscriptions/cancellation', { organization: people.organization }),
    resume: () => people.owner.ask('POST', '/api/subscriptions/resumption', { organization: people.organization }),
    async subscription(): Promise<Subscription | null> {
      const answer = await people.owner.ask('GET', `/api/subscriptions/current?organization=${people.organization}`)
      return currentSubscription.parse(answer.json()).subscription
    },

    offer: (id: string, priceCents: number) =>
      people.staff.ask('PUT', `/api/staff/subscriptions/${id}/offer`, { priceCents }),
    accept: (offer: string, organization = people.organization, person = people.owner) =>
      person.ask('POST', `/api/subscriptions/offers/${offer}/acceptance`, { organization }),
    /** Offers a price as staff and accepts it as customer. */
    async agree(id: string, priceCents: number) {
      expect((await customer.offer(id, priceCents)).statusCode).toBe(204)
      const offer = (await customer.subscription())?.offer
      if (!offer) throw new Error('There is no offer.')
      const accepted = await customer.accept(offer.id)
      expect(accepted.statusCode).toBe(200)
      return subscription.parse(accepted.json())
    },

    async invoices(): Promise<Invoice[]> {
      const answer = await people.owner.ask('GET', `/api/invoices?organization=${people.organization}`)
      // The fake clock stands still, so several may have the same issue time.
      const { rows } = listPage(invoice).parse(answer.json())
      return rows.toSorted((one, other) => (one.number < other.number ? 1 : -1))
    },
    async newestInvoice(): Promise<Invoice> {
      const [newest] = await customer.invoices()
      if (!newest) throw new Error('There is no invoice.')
      return newest
    },
    pay: (invoice: Invoice) =>
      people.staff.ask('POST', `/api/staff/invoices/${invoice.id}/payment`, { reference: 'Transfer 7' }),
    async payNewest() {
      expect((await customer.pay(await customer.newestInvoice())).statusCode).toBe(204)
    },

    /** Queued mail except invitations, oldest first. */
    async mails(): Promise<{ kind: string; recipient: string }[]> {
      const { rows } = await world.database.query(
        "select kind, recipient from outgoing_mail where kind <> 'invitation' order by id",
      )
      return rows
    },

    /** Subscription in its first paid period, at 10 dollars a seat. */
    async subscribed(): Promise<Subscription> {
      const bought = subscription.parse((await customer.buy()).json())
      await customer.agree(bought.id, 1000)
      await customer.pass(14)
      return bought
    },
  }
  return customer
}
