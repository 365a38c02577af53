import type { Plan } from '@sherpa/contracts/plan'
import { Refusal } from '@sherpa/contracts/problem'
import { audienceOf, type Purchase, type Subscription, TRIAL_DAYS } from '@sherpa/contracts/subscription'
import type { Member, Person } from '../../http/access.ts'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { turns } from '../../jobs/in-turn.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { countTakenSeats, endTrial, publicOrganizations } from '../organizations/organizations.ts'
import { setBillingEmail } from './billing-details.ts'
import { priceNeededMail } from './billing-mail.ts'
import { addDays, prorateUpgrade } from './lifecycle.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { SignedAthletes } from './plan-limits.ts'
import { withdrawOutdatedOffer } from './price-offers.ts'
import {
  describeSubscription,
  findRunningTrial,
  hasTrial,
  lockCurrent,
  noNextTerms,
  type SubscriptionRow,
  updateSubscription,
} from './subscriptions.ts'

export type SubscribeParts = {
  database: Database
  findPlan: (client: Queryable, id: string) => Promise<Plan | undefined>
  payments: PaymentProvider
  /** Notified when a customer needs a price. */
  staffMailbox: string
  clock: () => Date
  /** Locks the organization, then checks the permission again. */
  lockForBilling: (client: Queryable, person: Person, organization: string) => Promise<unknown>
  countSignedAthletes: SignedAthletes
}

/** Invoice numbers serialize purchases anyway, so waiting ones must not exhaust the connection pool. */
const MAX_CONCURRENT = 4
const MAX_WAITING = 200

type Choice = Pick<Purchase, 'planId' | 'seats'>

/** Customer actions: purchase, change, cancel, resume. */
export function createSubscriptionService(parts: SubscribeParts) {
  const { database, findPlan, payments, staffMailbox, clock, lockForBilling, countSignedAthletes } = parts
  const runLimited = turns({ atOnce: MAX_CONCURRENT, mostWaiting: MAX_WAITING })
  return {
    async purchase(
      person: Person,
      { organization }: Member,
      choice: Purchase,
      idempotency: Idempotency | undefined,
    ): Promise<Subscription> {
      return runTransaction(async (client) => {
        await lockForBilling(client, person, organization)
        return answerOnce(client, idempotency, async () => {
          if (await lockCurrent(client, organization, clock())) throw new Refusal('already-subscribed')
          const plan = await requireSuitablePlan(client, organization, choice)
          const now = clock()
          const running = await findRunningTrial(client, organization)
          const trial = running ?? ((await hasTrial(client, organization, person.id)) ? addDays(now, TRIAL_DAYS) : now)
          if (running) await endTrial(client, organization)
          await run(
            client,
            query.insertInto('subscriptions').values({
              organization_id: organization,
              plan_id: plan.id,
              seats: choice.seats,
              price_cents: plan.priceCents,
              subscribed_by: person.id,
              trial_ends_at: trial > now ? trial : now,
              created_at: now,
            }),
          )
          await setBillingEmail(client, organization, { given: choice.billingEmail, fallback: person.email })
          const row = await requireCurrent(client, organization)
          await recordEvent(client, { event: 'subscribed', actor: person.id, organization, details: formatTerms(row) })
          if (plan.priceCents === null) await notifyStaff(client, row, plan, choice.seats)
          return describeSubscription(client, row, now)
        })
      })
    },

    /** Immediate during a trial. Later, upgrades are immediate and prorated; downgrades start with the next period. */
    async change(person: Person, { organization }: Member, choice: Choice): Promise<Subscription> {
      return changeCurrent(person, organization, async (client, row) => {
        const plan = await requireSuitablePlan(client, organization, choice)
        const { seats } = choice
        const isSamePlan = plan.id === row.planId
        if (isSamePlan && seats === row.seats && row.nextPlanId === null) return
        // A price accepted for the next period stays valid.
        const acceptedNextPrice = plan.id === row.nextPlanId ? row.nextPriceCents : null
        const price = isSamePlan ? row.priceCents : (acceptedNextPrice ?? plan.priceCents)
        if (row.status === 'trialing') await changeNow(client, row, { plan: plan.id, seats, price })
        else await changeDuringPeriod(client, row, plan, seats, price)
        await withdrawOutdatedOffer(client, await requireCurrent(client, organization), clock())
        const isOffered = plan.id === row.offerPlanId
        if (price === null && !isSamePlan && !isOffered) await notifyStaff(client, row, plan, seats)
        await recordEvent(client, {
          event: 'plan-changed',
          actor: person.id,
          organization,
          details: `${formatTerms(row)} → ${formatTerms({ planName: plan.name, seats })}`,
        })
      })
    },

    async cancel(person: Person, { organization }: Member): Promise<Subscription> {
      return changeCurrent(person, organization, async (client, row) => {
        await run(client, updateSubscription(row).set({ cancel_at_period_end: true }))
        await recordEvent(client, { event: 'subscription-canceled', actor: person.id, organization })
      })
    },

    async resume(person: Person, { organization }: Member): Promise<Subscription> {
      return changeCurrent(person, organization, async (client, row) => {
        await run(client, updateSubscription(row).set({ cancel_at_period_end: false }))
        await recordEvent(client, { event: 'subscription-resumed', actor: person.id, organization })
      })
    },
  }

  function changeCurrent(
    person: Person,
    organization: string,
    work: (client: Queryable, row: SubscriptionRow) => Promise<void>,
  ) {
    return runTransaction(async (client) => {
      await lockForBilling(client, person, organization)
      await work(client, await requireCurrent(client, organization))
      return describeSubscription(client, await requireCurrent(client, organization), clock())
    })
  }

  function runTransaction<Result>(work: (client: Queryable) => Promise<Result>) {
    return runLimited(() => inTransaction(database, work))
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
    const cost = price !== null && period && prorateUpgrade(before, { priceCents: price, seats }, period, clock())
    const isUpgrade = cost && cost.perPeriod > 0
    if (isUpgrade) await changeNow(client, row, { plan: plan.id, seats, price })
    const isSamePlan = plan.id === row.planId
    const acceptedPrice = isSamePlan && row.nextPlanId === plan.id ? row.nextPriceCents : null
    const nextPrice = acceptedPrice === row.priceCents ? null : acceptedPrice
    if (nextPrice !== null) await changeNext(client, row, { plan: plan.id, seats, price: nextPrice })
    else if (isUpgrade || (isSamePlan && seats === row.seats)) await changeNext(client, row, undefined)
    else await changeNext(client, row, { plan: plan.id, seats, price })
    if (!isUpgrade || cost.cents <= 0) return
    const line = {
      description: `Change to ${formatTerms({ planName: plan.name, seats })}, for ${cost.daysLeft} of ${cost.days} days`,
      quantity: 1,
      unitCents: cost.cents,
      totalCents: cost.cents,
    }
    await payments.charge(client, { subscription: row.id, organization: row.organization, lines: [line] }, clock())
  }

  async function requireSuitablePlan(
    client: Queryable,
    organization: string,
    { planId, seats }: Choice,
  ): Promise<Plan> {
    const createError = (field: string, message: string) =>
      new Refusal('invalid-fields', { errors: [{ field, message }] })
    const plan = planId.includes('\0') ? undefined : await findPlan(client, planId)
    const { kind } = await oneRowOf(
      client,
      query.selectFrom(publicOrganizations.as('o')).select('kind').where('id', '=', organization),
    )
    if (!plan || plan.audience !== audienceOf(kind)) {
      throw createError('planId', 'Choose a plan for your type of organization')
    }
    if (plan.limits.seats !== null && seats > plan.limits.seats) {
      throw createError(
        'seats',
        `${plan.name} includes up to ${plan.limits.seats} seats. Choose a larger plan for more`,
      )
    }
    const usedSeats = await countTakenSeats(client, organization)
    if (seats < usedSeats)
      throw createError(
        'seats',
        `Your members and pending invitations use ${usedSeats} seats. Choose at least ${usedSeats}`,
      )
    const athletes = await countSignedAthletes(client, organization)
    if (plan.limits.athletes !== null && athletes > plan.limits.athletes) {
      throw createError(
        'planId',
        `${plan.name} includes up to ${plan.limits.athletes} signed athletes. You have ${athletes}`,
      )
    }
    return plan
  }

  async function notifyStaff(client: Queryable, { organizationName }: SubscriptionRow, plan: Plan, seats: number) {
    await queueMail(client, priceNeededMail, {
      recipient: staffMailbox,
      details: { organization: organizationName, plan: plan.name, seats },
    })
  }
}

export type Subscribing = ReturnType<typeof createSubscriptionService>

type Terms = { plan: string; seats: number; price: number | null }

async function changeNow(client: Queryable, row: SubscriptionRow, { plan, seats, price }: Terms) {
  await run(client, updateSubscription(row).set({ plan_id: plan, seats, price_cents: price }))
}

async function changeNext(client: Queryable, row: SubscriptionRow, next: Terms | undefined) {
  const changed = next ? { next_plan_id: next.plan, next_seats: next.seats, next_price_cents: next.price } : noNextTerms
  await run(client, updateSubscription(row).set(changed))
}

function formatTerms({ planName, seats }: { planName: string; seats: number }) {
  return `${planName}, ${seats} ${seats === 1 ? 'seat' : 'seats'}`
}
