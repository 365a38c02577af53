import { Refusal } from '@sherpa/contracts/problem'
import { subscriptionOperations } from '@sherpa/contracts/subscription-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import { countTakenSeats } from '../organizations/organizations.ts'
import type { InvoiceFiles } from './invoice-files.ts'
import type { Invoices } from './invoices.ts'
import type { PriceOffers } from './price-offers.ts'
import type { Subscribing } from './subscribe.ts'
import { findCurrent, findRunningTrial, hasTrial } from './subscriptions.ts'

export type SubscriptionParts = {
  database: Database
  subscribing: Subscribing
  priceOffers: PriceOffers
  invoices: Invoices
  invoiceFiles: InvoiceFiles
  clock: () => Date
  onMail: () => void
}

/** Each change may send an invoice. */
const changes = { person: 10 }

/** The organization is in the query or body, and optional for members of only one. */
export function subscriptionRoutes(
  endpoint: DefineEndpoint,
  { database, subscribing, priceOffers, invoices, invoiceFiles, clock, onMail }: SubscriptionParts,
) {
  endpoint(
    subscriptionOperations.currentSubscription,
    { limits: 'none' },
    async ({ person, member: { organization } }) => {
      const subscription = await findCurrent(database, organization, clock())
      if (subscription) {
        return { subscription, trialAvailable: false, trialEndsAt: null, seatsTaken: subscription.seatsTaken }
      }
      const trialEndsAt = await findRunningTrial(database, organization)
      return {
        subscription,
        trialAvailable: trialEndsAt ? trialEndsAt > clock() : await hasTrial(database, organization, person.id),
        trialEndsAt: trialEndsAt?.toISOString() ?? null,
        seatsTaken: await countTakenSeats(database, organization),
      }
    },
  )

  endpoint(
    subscriptionOperations.purchaseSubscription,
    { limits: changes, refusals: { 409: 'Already subscribed, or the key was used for another request' } },
    async ({ person, member, body, idempotency }) => {
      const answer = await subscribing.purchase(person, member, body, idempotency)
      onMail()
      return answer
    },
  )

  endpoint(
    subscriptionOperations.changeSubscription,
    { limits: changes, refusals: { 409: 'Not subscribed' } },
    async ({ person, member, body }) => {
      const answer = await subscribing.change(person, member, body)
      onMail()
      return answer
    },
  )

  endpoint(
    subscriptionOperations.cancelSubscription,
    { limits: changes, refusals: { 409: 'Not subscribed' } },
    ({ person, member }) => subscribing.cancel(person, member),
  )

  endpoint(
    subscriptionOperations.resumeSubscription,
    { limits: changes, refusals: { 409: 'Not subscribed' } },
    ({ person, member }) => subscribing.resume(person, member),
  )

  endpoint(
    subscriptionOperations.acceptPrice,
    { limits: changes, refusals: { 409: 'The offer was replaced or withdrawn' } },
    async ({ person, member, parameter }) => {
      const answer = await priceOffers.accept(person, member, parameter('offer'))
      onMail()
      return answer
    },
  )

  endpoint(subscriptionOperations.invoices, { limits: 'none' }, ({ member, query }) =>
    invoices.list(member.organization, query),
  )

  endpoint(subscriptionOperations.invoicePdf, { limits: { person: 60 } }, async ({ member, parameter, reply }) => {
    const id = parameter('invoice')
    const number = await invoices.findNumber(member.organization, id)
    if (!number) throw new Refusal('not-found')
    return reply
      .header('Content-Disposition', `attachment; filename="${number}.pdf"`)
      .type('application/pdf')
      .send(await invoiceFiles.load(id))
  })
}
