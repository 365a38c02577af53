import { type Tax, taxInWords } from '@sherpa/contracts/billing-details'
import { Refusal } from '@sherpa/contracts/problem'
import { formatPrice, type Subscription } from '@sherpa/contracts/subscription'
import type { Member, Person } from '../../http/access.ts'
import { type Database, enterOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { notifyPermitted } from '../notifications/notifications.ts'
import { findTax, mailToBilling } from './billing-details.ts'
import { priceAcceptedMail, priceOfferMail } from './billing-mail.ts'
import { computePriceStart } from './lifecycle.ts'
import {
  describeSubscription,
  findOrganizationId,
  lockById,
  lockCurrent,
  type SubscriptionRow,
  updateSubscription,
} from './subscriptions.ts'

export type PriceOfferParts = {
  database: Database
  /** Tax on invoices, if any. */
  tax: Tax | null
  clock: () => Date
  /** Locks the organization, then checks the permission again. */
  lockForBilling: (client: Queryable, person: Person, organization: string) => Promise<unknown>
  /** Carries out due transitions: an ended trial that waited for its price becomes active. */
  advance: (client: Queryable, organization: string, subscription: string) => Promise<unknown>
}

/** Staff offer a price, which takes effect when the customer accepts it. */
export function createPriceOfferService({ database, tax, clock, lockForBilling, advance }: PriceOfferParts) {
  return {
    /** For the current or next plan. Replaces an open offer. */
    async offer(staff: Person, subscription: string, priceCents: number) {
      await inTransaction(database, async (client) => {
        const organization = await findOrganizationId(client, 'subscriptions', subscription)
        if (!organization) throw new Refusal('not-found')
        await enterOrganization(client, organization)
        const row = await lockById(client, organization, subscription, clock())
        if (!row || row.status === 'canceled') throw new Refusal('not-found')
        await withdrawOffer(client, row, clock())
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
        await recordEvent(client, { event: 'price-offered', organization, details })
        await recordEvent(client, { event: 'price-offered', actor: staff.id, details })
        await notifyPermitted(client, 'billing.manage', { organization, kind: 'price-offered' })
        await mailToBilling(client, priceOfferMail, await loadTerms(client, row, priceCents))
      })
    },

    async accept(person: Person, { organization }: Member, offer: string): Promise<Subscription> {
      return inTransaction(database, async (client) => {
        await lockForBilling(client, person, organization)
        // Staff offer prices without the organization's lock, so read the offer after locking the subscription.
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
        // Idempotent for two members who accept concurrently.
        if (offered.accepted_at) return describeSubscription(client, row, clock())
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
        await recordEvent(client, { event: 'price-accepted', actor: person.id, organization, details })
        const terms = await loadTerms(client, row, row.offerPriceCents)
        await mailToBilling(client, priceAcceptedMail, { ...terms, acceptedBy: person.name })
        await advance(client, organization, row.id)
        return describeSubscription(client, (await lockCurrent(client, organization, clock())) ?? row, clock())
      })
    },
  }

  /** Terms for the offer and acceptance mails. */
  async function loadTerms(client: Queryable, row: SubscriptionRow, priceCents: number) {
    const { organization, organizationName } = row
    const appliedTax = await findTax(client, organization, tax)
    return {
      organization,
      organizationName,
      plan: row.nextPlanName ?? row.planName,
      seats: row.nextSeats ?? row.seats,
      priceCents,
      tax: appliedTax && taxInWords(appliedTax),
      startsAt: computePriceStart(row, clock())?.toISOString() ?? null,
    }
  }
}

export type PriceOffers = ReturnType<typeof createPriceOfferService>

/** Price of the first period during a trial, otherwise of the next period. */
async function setPrice(client: Queryable, row: SubscriptionRow, priceCents: number) {
  await run(
    client,
    row.status === 'trialing'
      ? updateSubscription(row).set({ price_cents: priceCents })
      : updateSubscription(row).set(({ fn }) => ({
          next_plan_id: fn.coalesce('next_plan_id', 'plan_id'),
          next_seats: fn.coalesce('next_seats', 'seats'),
          next_price_cents: priceCents,
        })),
  )
}

/** An offer is valid for one plan only. */
export async function withdrawOutdatedOffer(client: Queryable, row: SubscriptionRow, now: Date) {
  if (row.offerId && row.offerPlanId !== (row.nextPlanId ?? row.planId)) await withdrawOffer(client, row, now)
}

async function withdrawOffer(client: Queryable, { organization, offerId }: SubscriptionRow, now: Date) {
  await run(
    client,
    query
      .updateTable('price_offers')
      .set({ withdrawn_at: now })
      .where('organization_id', '=', organization)
      .where('id', '=', offerId),
  )
}
