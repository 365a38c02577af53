import { type Tax, taxInWords } from '@sherpa/contracts/billing-details'
import { Refusal } from '@sherpa/contracts/problem'
import { formatPrice, type Subscription } from '@sherpa/contracts/subscription'
import type { Member, Person } from '../../http/access.ts'
import { type Database, enterOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { notifyAllWhoMay } from '../notifications/notifications.ts'
import { mailToBilling, taxFor } from './billing-details.ts'
import { priceAcceptedMail, priceOfferMail } from './billing-mail.ts'
import { priceStart } from './lifecycle.ts'
import { describe, lockById, lockCurrent, organizationOf, type SubscriptionRow, updateOf } from './subscriptions.ts'

export type PriceOfferParts = {
  database: Database
  /** The tax that is added to invoices, if any. */
  tax: Tax | null
  clock: () => Date
  /** Locks the organization, so that changes to it happen one after the other, and checks again whether the person still may. */
  lockForBilling: (client: Queryable, person: Person, organization: string) => Promise<unknown>
  /** Takes the steps that have become due: a trial that waited for its price is over now. */
  bringUpToDate: (client: Queryable, organization: string, subscription: string) => Promise<unknown>
}

/** Our staff offers a price, and the customer accepts it. Until then nothing changes. */
export function priceOffers({ database, tax, clock, lockForBilling, bringUpToDate }: PriceOfferParts) {
  return {
    /** For the plan that the customer has, or wants next. It replaces an offer that is still open. */
    async offer(staff: Person, subscription: string, priceCents: number) {
      await inTransaction(database, async (client) => {
        const organization = await organizationOf(client, 'subscriptions', subscription)
        if (!organization) throw new Refusal('not-found')
        await enterOrganization(client, organization)
        const row = await lockById(client, organization, subscription, clock())
        if (!row || row.status === 'canceled') throw new Refusal('not-found')
        await withdraw(client, row, clock())
        await run(
          client,
          query.insertInto('price_offers').values({
            organization_id: organization,
            subscription_id: row.id,
            plan_id: row.nextPlanId ?? row.planId,
            price_cents: priceCents,
            offered_at: clock(),
            offered_by: staff.id,
          }),
        )
        const details = formatPrice(priceCents)
        await noteEvent(client, { event: 'price-offered', organization, details })
        await noteEvent(client, { event: 'price-offered', actor: staff.id, details })
        await notifyAllWhoMay(client, 'billing.manage', { organization, kind: 'price-offered' })
        await mailToBilling(client, priceOfferMail, await termsOf(client, row, priceCents))
      })
    },

    async accept(person: Person, { organization }: Member, offer: string): Promise<Subscription> {
      return inTransaction(database, async (client) => {
        await lockForBilling(client, person, organization)
        // Our staff offers without a lock on the organization: what is offered is read after that of the subscription.
        const row = await lockCurrent(client, organization, clock())
        const offered = await rowOf(
          client,
          query
            .selectFrom('price_offers')
            .select('accepted_at')
            .where('organization_id', '=', organization)
            .where('id', '=', offer),
        )
        if (!offered) throw new Refusal('not-found')
        if (!row) throw new Refusal('not-subscribed')
        // Two colleagues may press the button: the second finds it done.
        if (offered.accepted_at) return describe(client, row, clock())
        if (row.offerId !== offer || row.offerPriceCents === null) throw new Refusal('offer-replaced')
        await run(
          client,
          query
            .updateTable('price_offers')
            .set({ accepted_at: clock(), accepted_by: person.id })
            .where('organization_id', '=', organization)
            .where('id', '=', offer),
        )
        await setPrice(client, row, row.offerPriceCents)
        const details = formatPrice(row.offerPriceCents)
        await noteEvent(client, { event: 'price-accepted', actor: person.id, organization, details })
        const accepted = await termsOf(client, row, row.offerPriceCents)
        await mailToBilling(client, priceAcceptedMail, { ...accepted, acceptedBy: person.name })
        await bringUpToDate(client, organization, row.id)
        return describe(client, (await lockCurrent(client, organization, clock())) ?? row, clock())
      })
    },
  }

  /** What a price means for the customer, for the mail that offers it and the one that confirms it. */
  async function termsOf(client: Queryable, row: SubscriptionRow, priceCents: number) {
    const { organization, organizationName } = row
    const added = await taxFor(client, organization, tax)
    return {
      organization,
      organizationName,
      plan: row.nextPlanName ?? row.planName,
      seats: row.nextSeats ?? row.seats,
      priceCents,
      tax: added && taxInWords(added),
      startsAt: priceStart(row, clock())?.toISOString() ?? null,
    }
  }
}

export type PriceOffers = ReturnType<typeof priceOffers>

/** During the trial it is the price of the first period; later, of the next one. */
async function setPrice(client: Queryable, row: SubscriptionRow, priceCents: number) {
  await run(
    client,
    row.status === 'trialing'
      ? updateOf(row).set({ price_cents: priceCents })
      : updateOf(row).set(({ fn }) => ({
          next_plan_id: fn.coalesce('next_plan_id', 'plan_id'),
          next_seats: fn.coalesce('next_seats', 'seats'),
          next_price_cents: priceCents,
        })),
  )
}

/** An offer is for one plan: whoever changes to another one gets another offer. */
export async function withdrawOutdatedOffer(client: Queryable, row: SubscriptionRow, now: Date) {
  if (row.offerId && row.offerPlanId !== (row.nextPlanId ?? row.planId)) await withdraw(client, row, now)
}

async function withdraw(client: Queryable, { organization, offerId }: SubscriptionRow, now: Date) {
  await run(
    client,
    query
      .updateTable('price_offers')
      .set({ withdrawn_at: now })
      .where('organization_id', '=', organization)
      .where('id', '=', offerId),
  )
}
