import * as z from 'zod/mini'
import { emailAddressOr } from './account.ts'
import { tax } from './billing-details.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import type { OrganizationKind } from './organization.ts'
import type { Plan } from './plan.ts'
import { requiredLine, requiredText } from './text.ts'

export const subscriptionStatuses = {
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Past due',
  canceled: 'Canceled',
} as const
export type SubscriptionStatus = keyof typeof subscriptionStatuses

export const TRIAL_DAYS = 14

export function audienceOf(kind: OrganizationKind): Plan['audience'] {
  return kind === 'agency' ? 'agency' : 'team'
}

const seatsMessage = 'Enter the number of seats'
const seats = z
  .int(seatsMessage)
  .check(z.minimum(1, seatsMessage), z.maximum(10_000, 'For more than 10,000 seats, contact us'))

const planChoice = {
  /** Optional for members of a single organization. */
  organization: z.optional(z.uuid()),
  planId: requiredText(100, 'Choose a plan'),
  seats,
}
export const purchase = z.strictObject({
  ...planChoice,
  /** Default: the current billing email, or the caller's address. */
  billingEmail: z.optional(emailAddressOr('Enter a billing email')),
})
export type Purchase = z.infer<typeof purchase>
export const subscriptionChange = z.strictObject(planChoice)
export const organizationChoice = z.strictObject({ organization: z.optional(z.uuid()) })

export const subscription = z.object({
  id: z.uuid(),
  organization: z.uuid(),
  planId: z.string(),
  planName: z.string(),
  seats: z.int(),
  /** Members other than athletes, and open invitations to become one. */
  seatsTaken: z.int(),
  /** Per seat and month; null until accepted. */
  priceCents: z.nullable(z.int()),
  status: z.enum(Object.keys(subscriptionStatuses) as SubscriptionStatus[]),
  trialEndsAt: z.iso.datetime(),
  /** The billing period; null during the trial. */
  period: z.nullable(z.object({ start: z.iso.datetime(), end: z.iso.datetime() })),
  cancelAtPeriodEnd: z.boolean(),
  /** Scheduled for the next period. Without a price it waits for one. */
  next: z.nullable(
    z.object({ planId: z.string(), planName: z.string(), seats: z.int(), priceCents: z.nullable(z.int()) }),
  ),
  /** Waiting for the customer's acceptance. */
  offer: z.nullable(
    z.object({
      id: z.uuid(),
      planName: z.string(),
      seats: z.int(),
      priceCents: z.int(),
      /** Null: on acceptance. */
      startsAt: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Null if that person's account was deleted and no owner is left. */
  billingEmail: z.nullable(z.string()),
})
export type Subscription = z.infer<typeof subscription>
export const currentSubscription = z.object({
  subscription: z.nullable(subscription),
  /** Whether a new plan starts with a trial. */
  trialAvailable: z.boolean(),
  /** End of the trial that started with the organization; null with a plan, or if there was none. */
  trialEndsAt: z.nullable(z.iso.datetime()),
  /** Also without a subscription. */
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
  subtotalCents: z.int(),
  tax: z.nullable(z.extend(tax, { cents: z.int() })),
  totalCents: z.int(),
})
export type Invoice = z.infer<typeof invoice>
export const invoiceStates = { open: 'Open', overdue: 'Overdue', paid: 'Paid' } as const
export type InvoiceState = keyof typeof invoiceStates
const invoiceState = z.enum(Object.keys(invoiceStates) as InvoiceState[])
export const invoicesQuery = listQuery(['issued', 'due', 'total'], {
  organization: z.optional(z.uuid()),
  status: z.optional(severalOf(invoiceState)),
})
export type InvoicesQuery = z.infer<typeof invoicesQuery>

export const staffInvoice = z.extend(invoice, {
  organization: z.string(),
  billingEmail: z.nullable(z.string()),
  /** Such as a bank transfer number. */
  paymentReference: z.nullable(z.string()),
})
export type StaffInvoice = z.infer<typeof staffInvoice>
export const staffInvoicesQuery = listQuery(['issued', 'due', 'total', 'paid'], {
  status: z.optional(severalOf(invoiceState)),
})
export type StaffInvoicesQuery = z.infer<typeof staffInvoicesQuery>
export const payment = z.strictObject({ reference: requiredLine(200, 'Enter a payment reference') })

export const priceStates = { missing: 'No price', offered: 'Offered', agreed: 'Accepted' } as const
export type PriceState = keyof typeof priceStates
export const staffSubscription = z.object({
  id: z.uuid(),
  organization: z.string(),
  planName: z.string(),
  seats: z.int(),
  billingEmail: z.nullable(z.string()),
  status: z.enum(Object.keys(subscriptionStatuses) as SubscriptionStatus[]),
  createdAt: z.iso.datetime(),
  trialEndsAt: z.iso.datetime(),
  /** Of the current or scheduled plan. */
  priceCents: z.nullable(z.int()),
  /** Null: the plan's list price. */
  acceptedAt: z.nullable(z.iso.datetime()),
  /** Waiting for acceptance. */
  offer: z.nullable(z.object({ priceCents: z.int(), offeredAt: z.iso.datetime() })),
  taxExempt: z.boolean(),
})
export type StaffSubscription = z.infer<typeof staffSubscription>
export const staffSubscriptionsQuery = listQuery(['created', 'organization'], {
  price: z.optional(severalOf(z.enum(Object.keys(priceStates) as PriceState[]))),
})
export type StaffSubscriptionsQuery = z.infer<typeof staffSubscriptionsQuery>
export const staffSubscriptionsPage = z.extend(listPage(staffSubscription), { tax: z.nullable(tax) })
const priceMessage = 'Enter an amount such as 49.50'
export const newPrice = z.strictObject({
  priceCents: z
    .int(priceMessage)
    .check(z.minimum(0, priceMessage), z.maximum(200_000, 'Enter at most $2,000 per seat / month')),
})
export const taxExemption = z.strictObject({ exempt: z.boolean() })

export function formatMoney(cents: number) {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
}

/** Such as "$49 per seat / month": cents are shown where there are any. */
export function formatPrice(priceCents: number) {
  const amount = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  })
  return `${amount.format(priceCents / 100)} per seat / month`
}
