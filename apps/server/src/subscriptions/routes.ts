import { Refusal } from '@sherpa/contracts/problem'
import {
  currentSubscription,
  invoiceList,
  organisationChoice,
  purchase,
  subscription,
  subscriptionChange,
} from '@sherpa/contracts/subscription'
import type { DefineEndpoint } from '../http/endpoint.ts'
import { idempotencyKey, idempotencyKeyOf } from '../http/idempotency-key.ts'
import type { Database } from '../persistence/database.ts'
import type { InvoiceFiles } from './invoice-files.ts'
import type { Invoices } from './invoices.ts'
import type { PriceOffers } from './price-offers.ts'
import type { Subscribing } from './subscribe.ts'
import { current, hasTrial, seatsTaken } from './subscriptions.ts'

export type SubscriptionParts = {
  database: Database
  subscribing: Subscribing
  priceOffers: PriceOffers
  invoices: Invoices
  invoiceFiles: InvoiceFiles
  clock: () => Date
  onMail: () => void
}

/** Each may send an invoice. */
const changes = { person: 10 }

/** These calls name their organisation in the query or the body; whoever belongs to one only may leave it out. */
export function subscriptionRoutes(
  endpoint: DefineEndpoint,
  { database, subscribing, priceOffers, invoices, invoiceFiles, clock, onMail }: SubscriptionParts,
) {
  endpoint(
    {
      method: 'GET',
      path: '/api/subscriptions/current',
      operation: 'currentSubscription',
      summary: 'The organisation’s subscription, if it has one',
      access: 'billing.view',
      query: organisationChoice,
      limits: 'none',
      answer: { status: 200, about: 'The subscription, or null', schema: currentSubscription },
    },
    async ({ member: { organisation } }) => {
      const subscription = await current(database, organisation, clock())
      if (subscription) return { subscription, trialAvailable: false, seatsTaken: subscription.seatsTaken }
      return {
        subscription,
        trialAvailable: await hasTrial(database, organisation),
        seatsTaken: await seatsTaken(database, organisation),
      }
    },
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/subscriptions/purchase',
      operation: 'purchaseSubscription',
      summary: 'Choose a plan and seats. It begins with a trial',
      access: 'billing.manage',
      body: purchase,
      limits: changes,
      headers: [idempotencyKey],
      answer: { status: 201, about: 'The subscription', schema: subscription },
      refusals: { 409: 'There is a subscription already, or the key was used for another choice' },
    },
    async ({ person, member, body: { organisation: _, ...choice }, request }) => {
      const answer = await subscribing.purchase(person, member, choice, idempotencyKeyOf(request))
      onMail()
      return answer
    },
  )

  endpoint(
    {
      method: 'PATCH',
      path: '/api/subscriptions/current',
      operation: 'changeSubscription',
      summary: 'Another plan or number of seats: more at once, less from the next period on',
      access: 'billing.manage',
      body: subscriptionChange,
      limits: changes,
      answer: { status: 200, about: 'The subscription as it is now', schema: subscription },
      refusals: { 409: 'There is no subscription' },
    },
    async ({ person, member, body }) => {
      const answer = await subscribing.change(person, member, body)
      onMail()
      return answer
    },
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/subscriptions/cancellation',
      operation: 'cancelSubscription',
      summary: 'Cancel at the end of the trial or the period',
      access: 'billing.manage',
      body: organisationChoice,
      limits: changes,
      answer: { status: 200, about: 'The subscription as it is now', schema: subscription },
      refusals: { 409: 'There is no subscription' },
    },
    ({ person, member }) => subscribing.cancel(person, member),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/subscriptions/resumption',
      operation: 'resumeSubscription',
      summary: 'Take a cancellation back',
      access: 'billing.manage',
      body: organisationChoice,
      limits: changes,
      answer: { status: 200, about: 'The subscription as it is now', schema: subscription },
      refusals: { 409: 'There is no subscription' },
    },
    ({ person, member }) => subscribing.resume(person, member),
  )

  endpoint(
    {
      method: 'POST',
      path: '/api/subscriptions/offers/:offer/acceptance',
      operation: 'acceptPrice',
      summary: 'Accept the price that our staff offers',
      access: 'billing.manage',
      body: organisationChoice,
      limits: changes,
      answer: { status: 200, about: 'The subscription as it is now', schema: subscription },
      refusals: { 409: 'There is a newer offer, or none' },
    },
    async ({ person, member, parameter }) => {
      const answer = await priceOffers.accept(person, member, parameter('offer'))
      onMail()
      return answer
    },
  )

  endpoint(
    {
      method: 'GET',
      path: '/api/invoices',
      operation: 'invoices',
      summary: 'The organisation’s invoices, the newest first',
      access: 'billing.view',
      query: organisationChoice,
      limits: 'none',
      answer: { status: 200, about: 'The invoices', schema: invoiceList },
    },
    async ({ member }) => ({ invoices: await invoices.ofOrganisation(member.organisation) }),
  )

  endpoint(
    {
      method: 'GET',
      path: '/api/invoices/:invoice/pdf',
      operation: 'invoicePdf',
      summary: 'An invoice to print and keep',
      access: 'billing.view',
      query: organisationChoice,
      limits: { person: 60 },
      answer: { status: 200, about: 'The document', type: 'application/pdf' },
    },
    async ({ member, parameter, reply }) => {
      const id = parameter('invoice')
      const number = await invoices.numberOf(member.organisation, id)
      if (!number) throw new Refusal('not-found')
      return reply
        .header('Content-Disposition', `attachment; filename="${number}.pdf"`)
        .type('application/pdf')
        .send(await invoiceFiles.fileOf(id))
    },
  )
}
