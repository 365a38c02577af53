import { randomUUID } from 'node:crypto'
import type { subscriptionOperations } from '@sherpa/contracts/subscription-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof subscriptionOperations> = {
  async parameters(owner, { organization, staff }) {
    const [subscription, offer, invoice] = [randomUUID(), randomUUID(), randomUUID()]
    await owner.query(
      `insert into subscriptions (id, organization_id, plan_id, seats, trial_ends_at)
       values ($1, $2, 'agency-professional', 9, now() + interval '9 days')`,
      [subscription, organization],
    )
    await owner.query(
      `insert into price_offers (id, organization_id, subscription_id, plan_id, price_cents, offered_at, offered_by)
       values ($1, $2, $3, 'agency-professional', 4900, now(), $4)`,
      [offer, organization, subscription, staff],
    )
    await owner.query(
      `insert into invoices (id, number, subscription_id, organization_id, billed_to, billing_email, lines, total_cents, issued_at, due_at)
       values ($1, $2, $3, $4, 'Ridgeline', 'books@agency.example', '[]', 100, now(), now())`,
      [invoice, `SH-${invoice}`, subscription, organization],
    )
    return { subscription, offer, invoice }
  },
  bodies: {
    purchaseSubscription: ({ organization }) => ({ organization, planId: 'agency-professional', seats: 9 }),
    changeSubscription: ({ organization }) => ({ organization, planId: 'agency-professional', seats: 10 }),
    cancelSubscription: ({ organization }) => ({ organization }),
    resumeSubscription: ({ organization }) => ({ organization }),
    acceptPrice: ({ organization }) => ({ organization }),
    changeBillingDetails: () => ({
      billingEmail: 'new@agency.example',
      legalName: 'Ridgeline, LLC',
      addressLine1: '12 Lakeside Avenue',
      city: 'Dublin',
      country: 'IE',
    }),
  },
}
