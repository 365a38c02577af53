import type { Plan } from '@sherpa/contracts/plan'
import { Refusal } from '@sherpa/contracts/problem'
import { audienceOf, type Purchase, type Subscription, TRIAL_DAYS } from '@sherpa/contracts/subscription'
import type { Member, Person } from '../../http/access.ts'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { turns } from '../../jobs/in-turn.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { organizationFacts, seatsTaken } from '../organizations/organizations.ts'
import { setBillingEmail } from './billing-details.ts'
import { priceNeededMail } from './billing-mail.ts'
import { daysAfter, upgradeCost } from './lifecycle.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { SignedAthletes } from './plan-limits.ts'
import { withdrawOutdatedOffer } from './price-offers.ts'
import { describe, hasTrial, lockCurrent, nothingNext, type SubscriptionRow, updateOf } from './subscriptions.ts'

export type SubscribeParts = {
  database: Database
  findPlan: (client: Queryable, id: string) => Promise<Plan | undefined>
  payments: PaymentProvider
  /** Where we hear that a customer waits for a price. */
  staffMailbox: string
  clock: () => Date
  /** Locks the organization, so that changes to it happen one after the other, and checks again whether the person still may. */
  lockForBilling: (client: Queryable, person: Person, organization: string) => Promise<unknown>
  signedAthletes: SignedAthletes
}

/** Invoices wait for one another's number anyway: those that wait must not keep all connections from everyone else meanwhile. */
const AT_ONCE = 4
const MOST_WAITING = 200

type Choice = Pick<Purchase, 'planId' | 'seats'>

/** What a customer does with the subscription: choose, change, cancel, resume. */
export function subscribing(parts: SubscribeParts) {
  const { database, findPlan, payments, staffMailbox, clock, lockForBilling, signedAthletes } = parts
  const inTurn = turns({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING })
  return {
    async purchase(
      person: Person,
      { organization }: Member,
      choice: Purchase,
      idempotency: Idempotency | undefined,
    ): Promise<Subscription> {
      return transaction(async (client) => {
        await lockForBilling(client, person, organization)
        return answerOnce(client, idempotency, async () => {
          if (await lockCurrent(client, organization, clock())) throw new Refusal('already-subscribed')
          const plan = await suitablePlan(client, organization, choice)
          const now = clock()
          await run(
            client,
            query.insertInto('subscriptions').values({
              organization_id: organization,
              plan_id: plan.id,
              seats: choice.seats,
              price_cents: plan.priceCents,
              subscribed_by: person.id,
              trial_ends_at: (await hasTrial(client, organization, person.id)) ? daysAfter(now, TRIAL_DAYS) : now,
              created_at: now,
            }),
          )
          await setBillingEmail(client, organization, { given: choice.billingEmail, fallback: person.email })
          const row = await requireCurrent(client, organization)
          await noteEvent(client, { event: 'subscribed', actor: person.id, organization, details: terms(row) })
          if (plan.priceCents === null) await askForPrice(client, row, plan, choice.seats)
          return describe(client, row, now)
        })
      })
    },

    /** During the trial at once. Later, what costs more at once, for the days that are left; what costs less, from the next period on. */
    async change(person: Person, { organization }: Member, choice: Choice): Promise<Subscription> {
      return changing(person, organization, async (client, row) => {
        const plan = await suitablePlan(client, organization, choice)
        const { seats } = choice
        const samePlan = plan.id === row.planId
        if (samePlan && seats === row.seats && row.nextPlanId === null) return
        // A price that was accepted for the next period stays accepted.
        const agreedNext = plan.id === row.nextPlanId ? row.nextPriceCents : null
        const price = samePlan ? row.priceCents : (agreedNext ?? plan.priceCents)
        if (row.status === 'trialing') await changeNow(client, row, { plan: plan.id, seats, price })
        else await changeDuringPeriod(client, row, plan, seats, price)
        await withdrawOutdatedOffer(client, await requireCurrent(client, organization), clock())
        const isOffered = plan.id === row.offerPlanId
        if (price === null && !samePlan && !isOffered) await askForPrice(client, row, plan, seats)
        await noteEvent(client, {
          event: 'plan-changed',
          actor: person.id,
          organization,
          details: `${terms(row)} → ${terms({ planName: plan.name, seats })}`,
        })
      })
    },

    async cancel(person: Person, { organization }: Member): Promise<Subscription> {
      return changing(person, organization, async (client, row) => {
        await run(client, updateOf(row).set({ cancel_at_period_end: true }))
        await noteEvent(client, { event: 'subscription-canceled', actor: person.id, organization })
      })
    },

    async resume(person: Person, { organization }: Member): Promise<Subscription> {
      return changing(person, organization, async (client, row) => {
        await run(client, updateOf(row).set({ cancel_at_period_end: false }))
        await noteEvent(client, { event: 'subscription-resumed', actor: person.id, organization })
      })
    },
  }

  function changing(
    person: Person,
    organization: string,
    work: (client: Queryable, row: SubscriptionRow) => Promise<void>,
  ) {
    return transaction(async (client) => {
      await lockForBilling(client, person, organization)
      await work(client, await requireCurrent(client, organization))
      return describe(client, await requireCurrent(client, organization), clock())
    })
  }

  function transaction<Result>(work: (client: Queryable) => Promise<Result>) {
    return inTurn(() => inTransaction(database, work))
  }

  async function requireCurrent(client: Queryable, organization: string) {
    const row = await lockCurrent(client, organization, clock())
    if (!row) throw new Refusal('not-subscribed')
    return row
  }

  async function changeDuringPeriod(
    client: Queryable,
    row: SubscriptionRow,
    plan: Plan,
    seats: number,
    price: number | null,
  ) {
    const before = { priceCents: row.priceCents ?? 0, seats: row.seats }
    const period = row.periodStart && row.periodEnd && { start: row.periodStart, end: row.periodEnd }
    const cost = price !== null && period && upgradeCost(before, { priceCents: price, seats }, period, clock())
    const isUpgrade = cost && cost.perPeriod > 0
    if (isUpgrade) await changeNow(client, row, { plan: plan.id, seats, price })
    const samePlan = plan.id === row.planId
    const agreed = samePlan && row.nextPlanId === plan.id ? row.nextPriceCents : null
    const nextPrice = agreed === row.priceCents ? null : agreed
    if (nextPrice !== null) await changeNext(client, row, { plan: plan.id, seats, price: nextPrice })
    else if (isUpgrade || (samePlan && seats === row.seats)) await changeNext(client, row, undefined)
    else await changeNext(client, row, { plan: plan.id, seats, price })
    if (!isUpgrade || cost.cents <= 0) return
    const line = {
      description: `Change to ${terms({ planName: plan.name, seats })}, for ${cost.daysLeft} of ${cost.days} days`,
      quantity: 1,
      unitCents: cost.cents,
      totalCents: cost.cents,
    }
    await payments.charge(client, { subscription: row.id, organization: row.organization, lines: [line] }, clock())
  }

  async function suitablePlan(client: Queryable, organization: string, { planId, seats }: Choice): Promise<Plan> {
    const wrong = (field: string, message: string) => new Refusal('invalid-fields', { errors: [{ field, message }] })
    const plan = planId.includes('\0') ? undefined : await findPlan(client, planId)
    const { kind } = await oneRowOf(
      client,
      query.selectFrom(organizationFacts.as('o')).select('kind').where('id', '=', organization),
    )
    if (!plan || plan.audience !== audienceOf(kind)) {
      throw wrong('planId', 'Choose a plan for your type of organization')
    }
    if (plan.limits.seats !== null && seats > plan.limits.seats) {
      throw wrong('seats', `${plan.name} includes up to ${plan.limits.seats} seats. Choose a larger plan for more`)
    }
    const taken = await seatsTaken(client, organization)
    if (seats < taken)
      throw wrong('seats', `Your members and pending invitations use ${taken} seats. Choose at least ${taken}`)
    const athletes = await signedAthletes(client, organization)
    if (plan.limits.athletes !== null && athletes > plan.limits.athletes) {
      throw wrong('planId', `${plan.name} includes up to ${plan.limits.athletes} signed athletes. You have ${athletes}`)
    }
    return plan
  }

  async function askForPrice(client: Queryable, { organizationName }: SubscriptionRow, plan: Plan, seats: number) {
    await queueMail(client, priceNeededMail, {
      recipient: staffMailbox,
      details: { organization: organizationName, plan: plan.name, seats },
    })
  }
}

export type Subscribing = ReturnType<typeof subscribing>

type Terms = { plan: string; seats: number; price: number | null }

async function changeNow(client: Queryable, row: SubscriptionRow, { plan, seats, price }: Terms) {
  await run(client, updateOf(row).set({ plan_id: plan, seats, price_cents: price }))
}

async function changeNext(client: Queryable, row: SubscriptionRow, next: Terms | undefined) {
  const changed = next ? { next_plan_id: next.plan, next_seats: next.seats, next_price_cents: next.price } : nothingNext
  await run(client, updateOf(row).set(changed))
}

function terms({ planName, seats }: { planName: string; seats: number }) {
  return `${planName}, ${seats} ${seats === 1 ? 'seat' : 'seats'}`
}
