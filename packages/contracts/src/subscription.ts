import * as z from 'zod/mini'
import { emailAddressOr } from './account.ts'
import type { OrganisationKind } from './organisation.ts'
import type { Plan } from './plan.ts'
import { requiredLine, requiredText } from './text.ts'

export const subscriptionStatuses = {
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Payment overdue',
  cancelled: 'Canceled',
} as const
export type SubscriptionStatus = keyof typeof subscriptionStatuses

export const TRIAL_DAYS = 14

/** Which plans are meant for which organisations. */
export function audienceOf(kind: OrganisationKind): Plan['audience'] {
  return kind === 'agency' ? 'agency' : 'team'
}

const seatsMessage = 'Please enter how many people will use it'
const seats = z
  .int(seatsMessage)
  .check(z.minimum(1, seatsMessage), z.maximum(10_000, 'For more than 10,000 people, please talk to us'))

const planChoice = {
  /** May be left out by someone who belongs to one organisation only. */
  organisation: z.optional(z.uuid()),
  planId: requiredText(100, 'Please choose a plan'),
  seats,
  /** Where invoices go; without it, to whoever subscribes. */
  billingEmail: z.optional(emailAddressOr('Please enter where invoices go')),
}
export const purchase = z.strictObject(planChoice)
export type Purchase = z.infer<typeof purchase>
export const subscriptionChange = z.strictObject(planChoice)
export const organisationChoice = z.strictObject({ organisation: z.optional(z.uuid()) })

export const subscription = z.object({
  id: z.uuid(),
  organisation: z.uuid(),
  planId: z.string(),
  planName: z.string(),
  seats: z.int(),
  /** Members other than athletes, and open invitations to become one. */
  seatsTaken: z.int(),
  /** For a seat and a month; null until it has been agreed. */
  priceCents: z.nullable(z.int()),
  status: z.enum(Object.keys(subscriptionStatuses) as SubscriptionStatus[]),
  trialEndsAt: z.iso.datetime(),
  /** What has been paid for, or is being: null during the trial. */
  period: z.nullable(z.object({ start: z.iso.datetime(), end: z.iso.datetime() })),
  cancelAtPeriodEnd: z.boolean(),
  /** A smaller plan, or fewer seats, from the next period on. */
  next: z.nullable(z.object({ planId: z.string(), planName: z.string(), seats: z.int() })),
  billingEmail: z.string(),
})
export type Subscription = z.infer<typeof subscription>
export const currentSubscription = z.object({
  subscription: z.nullable(subscription),
  /** Whether a plan that is chosen now begins with a trial. */
  trialAvailable: z.boolean(),
  /** As in the subscription, for whoever has none yet. */
  seatsTaken: z.int(),
})

export const invoiceLine = z.object({
  description: z.string(),
  quantity: z.int(),
  unitCents: z.int(),
  totalCents: z.int(),
})
export type InvoiceLine = z.infer<typeof invoiceLine>

export const invoice = z.object({
  id: z.uuid(),
  number: z.string(),
  status: z.enum(['open', 'paid']),
  issuedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  paidAt: z.nullable(z.iso.datetime()),
  lines: z.array(invoiceLine),
  totalCents: z.int(),
})
export type Invoice = z.infer<typeof invoice>
export const invoiceList = z.object({ invoices: z.array(invoice) })

export const staffInvoiceList = z.object({
  invoices: z.array(
    z.extend(invoice, {
      organisation: z.string(),
      billingEmail: z.string(),
      /** Such as the number of a bank transfer. */
      paymentReference: z.nullable(z.string()),
    }),
  ),
})
export type StaffInvoice = z.infer<typeof staffInvoiceList>['invoices'][number]
export const payment = z.strictObject({ reference: requiredLine(200, 'Please say how it was paid') })

export const staffSubscriptionList = z.object({
  subscriptions: z.array(
    z.object({
      id: z.uuid(),
      organisation: z.string(),
      planName: z.string(),
      seats: z.int(),
      billingEmail: z.string(),
      priceCents: z.nullable(z.int()),
      status: z.enum(Object.keys(subscriptionStatuses) as SubscriptionStatus[]),
      trialEndsAt: z.iso.datetime(),
    }),
  ),
})
export type StaffSubscription = z.infer<typeof staffSubscriptionList>['subscriptions'][number]
const priceMessage = 'Please enter the price in cents'
export const agreedPrice = z.strictObject({
  priceCents: z
    .int(priceMessage)
    .check(z.minimum(0, priceMessage), z.maximum(200_000, 'This is more than we ever ask for a seat and a month')),
})

export function formatMoney(cents: number) {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
}
