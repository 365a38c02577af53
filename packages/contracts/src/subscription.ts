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

/** Which plans are meant for which organizations. */
export function audienceOf(kind: OrganizationKind): Plan['audience'] {
  return kind === 'agency' ? 'agency' : 'team'
}

const seatsMessage = 'Enter the number of seats'
const seats = z
  .int(seatsMessage)
  .check(z.minimum(1, seatsMessage), z.maximum(10_000, 'For more than 10,000 seats, please talk to us'))

const planChoice = {
  /** May be left out by someone who belongs to one organization only. */
  organization: z.optional(z.uuid()),
  planId: requiredText(100, 'Choose a plan'),
  seats,
}
export const purchase = z.strictObject({
  ...planChoice,
  /** Without it, the organization's billing email stays what it is; if there is none, it becomes that of whoever subscribes. */
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
  /** For a seat and a month; null until the customer has accepted one. */
  priceCents: z.nullable(z.int()),
  status: z.enum(Object.keys(subscriptionStatuses) as SubscriptionStatus[]),
  trialEndsAt: z.iso.datetime(),
  /** What has been paid for, or is being: null during the trial. */
  period: z.nullable(z.object({ start: z.iso.datetime(), end: z.iso.datetime() })),
  cancelAtPeriodEnd: z.boolean(),
  /** Another plan, number of seats or price, from the next period on. A plan without a price waits for one. */
  next: z.nullable(
    z.object({ planId: z.string(), planName: z.string(), seats: z.int(), priceCents: z.nullable(z.int()) }),
  ),
  /** A price that waits for the customer to accept it. */
  offer: z.nullable(
    z.object({
      id: z.uuid(),
      planName: z.string(),
      seats: z.int(),
      priceCents: z.int(),
      /** Null: as soon as it is accepted. */
      startsAt: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Null when the person whose address it was has deleted their account, and no owner is left. */
  billingEmail: z.nullable(z.string()),
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
  subtotalCents: z.int(),
  tax: z.nullable(z.extend(tax, { cents: z.int() })),
  totalCents: z.int(),
})
export type Invoice = z.infer<typeof invoice>
/** An open invoice that should have been paid by now is overdue. */
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
  /** Such as the number of a bank transfer. */
  paymentReference: z.nullable(z.string()),
})
export type StaffInvoice = z.infer<typeof staffInvoice>
export const staffInvoicesQuery = listQuery(['issued', 'due', 'total', 'paid'], {
  status: z.optional(severalOf(invoiceState)),
})
export type StaffInvoicesQuery = z.infer<typeof staffInvoicesQuery>
export const payment = z.strictObject({ reference: requiredLine(200, 'Enter a payment reference') })

/** How far the price of a subscription is. */
export const priceStates = { missing: 'No price', offered: 'Offered', agreed: 'Has a price' } as const
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
  /** Of the plan that the customer has or wants next; null until there is one. */
  priceCents: z.nullable(z.int()),
  /** When the customer accepted that price; null for the plan's list price. */
  acceptedAt: z.nullable(z.iso.datetime()),
  /** What the customer has yet to accept. */
  offer: z.nullable(z.object({ priceCents: z.int(), offeredAt: z.iso.datetime() })),
  taxExempt: z.boolean(),
})
export type StaffSubscription = z.infer<typeof staffSubscription>
export const staffSubscriptionsQuery = listQuery(['created', 'organization'], {
  price: z.optional(severalOf(z.enum(Object.keys(priceStates) as PriceState[]))),
})
export type StaffSubscriptionsQuery = z.infer<typeof staffSubscriptionsQuery>
/** With the tax that is added to invoices, if any. */
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
