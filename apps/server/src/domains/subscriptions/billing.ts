import { type Tax, taxInWords } from '@sherpa/contracts/billing-details'
import { Refusal } from '@sherpa/contracts/problem'
import type { InvoiceLine } from '@sherpa/contracts/subscription'
import type { Person } from '../../http/access.ts'
import { spokenDay } from '../../mail/zoned-time.ts'
import { type Database, enterOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { notifyPermitted } from '../notifications/notifications.ts'
import { findTax, mailToBilling } from './billing-details.ts'
import { paymentOverdueMail, paymentReceivedMail, trialEndingMail } from './billing-mail.ts'
import { addMonths, findDueTrialNotice, nextStep, type Step } from './lifecycle.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { findOrganizationId, lockById, noNextTerms, type SubscriptionRow, updateSubscription } from './subscriptions.ts'

/** Steps per run. Years of backlog take several runs. */
const MAX_STEPS = 36

/** Transitions of subscriptions caused by time and payments. */
export function createBillingService({
  database,
  payments,
  tax,
  clock,
}: {
  database: Database
  payments: PaymentProvider
  /** Tax on invoices, if any. */
  tax: Tax | null
  clock: () => Date
}) {
  return {
    async markPaid(staff: Person, invoice: string, reference: string) {
      await inTransaction(database, async (client) => {
        const organization = await findOrganizationId(client, 'invoices', invoice)
        if (!organization) throw new Refusal('not-found')
        await enterOrganization(client, organization)
        const paid = await rowOf(
          client,
          query
            .updateTable('invoices')
            .set({ status: 'paid', paid_at: clock(), paid_by: staff.id, payment_reference: reference })
            .where('organization_id', '=', organization)
            .where('id', '=', invoice)
            .where('status', '=', 'open')
            .returning(['number', 'total_cents', 'subscription_id']),
        )
        if (!paid) throw new Refusal('invoice-settled')
        await recordEvent(client, { event: 'invoice-paid', organization, details: paid.number })
        await recordEvent(client, { event: 'marked-paid', actor: staff.id, details: paid.number })
        await mailToBilling(client, paymentReceivedMail, {
          organization,
          number: paid.number,
          totalCents: paid.total_cents,
        })
        await advance(client, organization, paid.subscription_id)
      })
    },

    advance,
  }

  /** Carries out all due transitions of a subscription. */
  async function advance(client: Queryable, organization: string, id: string) {
    const now = clock()
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const row = await lockById(client, organization, id, now)
      const step = row && nextStep(row, now)
      if (!row || !step) return
      await applyStep(client, row, step, now)
    }
  }

  async function applyStep(client: Queryable, row: SubscriptionRow, step: Step, now: Date) {
    const { organization } = row
    switch (step) {
      case 'announce-trial-end':
        return announceTrialEnd(client, row, now)
      case 'begin-first-period':
        return beginPeriod(client, row, { anchor: now, number: 0 }, now)
      case 'begin-next-period':
        return beginPeriod(client, row, { anchor: row.billingAnchor ?? now, number: row.periodNumber + 1 }, now)
      case 'mark-past-due':
        await run(client, updateSubscription(row).set({ status: 'past_due', past_due_since: now }))
        await recordEvent(client, { event: 'payment-overdue', organization })
        return remind(client, row, now)
      case 'clear-past-due':
        await run(client, updateSubscription(row).set({ status: 'active', past_due_since: null }))
        return
      case 'cancel':
        return endSubscription(client, organization, now)
    }
  }

  /** Records the notice in the same transaction, so that it is sent once across servers. */
  async function announceTrialEnd(client: Queryable, row: SubscriptionRow, now: Date) {
    const { organization, organizationName, priceCents, offerPriceCents, seats } = row
    await run(client, updateSubscription(row).set({ trial_notice_days: findDueTrialNotice(row, now) ?? null }))
    const appliedTax = await findTax(client, organization, tax)
    await mailToBilling(client, trialEndingMail, {
      organization,
      organizationName,
      plan: row.planName,
      seats,
      priceCents,
      offerPriceCents,
      tax: appliedTax && taxInWords(appliedTax),
      endsAt: row.trialEndsAt.toISOString(),
    })
  }

  /** Periods are contiguous. A change for the next period takes effect if its price was accepted. */
  async function beginPeriod(
    client: Queryable,
    row: SubscriptionRow,
    { anchor, number }: { anchor: Date; number: number },
    now: Date,
  ) {
    const { nextPlanId, nextSeats, nextPriceCents } = row
    const hasChange = nextPlanId !== null && nextSeats !== null && nextPriceCents !== null
    const terms = hasChange
      ? { plan: nextPlanId, name: row.nextPlanName, seats: nextSeats, price: nextPriceCents }
      : { plan: row.planId, name: row.planName, seats: row.seats, price: row.priceCents }
    const start = addMonths(anchor, number)
    const end = addMonths(anchor, number + 1)
    await run(
      client,
      updateSubscription(row).set({
        status: 'active',
        billing_anchor: anchor,
        period_number: number,
        period_start: start,
        period_end: end,
        plan_id: terms.plan,
        seats: terms.seats,
        price_cents: terms.price,
        ...(hasChange && noNextTerms),
      }),
    )
    const quantity = terms.seats
    const unitCents = terms.price ?? 0
    if (quantity * unitCents === 0) return
    const line: InvoiceLine = {
      description: `${terms.name}, ${spokenDay(start.toISOString())} to ${spokenDay(end.toISOString())}`,
      quantity,
      unitCents,
      totalCents: quantity * unitCents,
    }
    await payments.charge(client, { subscription: row.id, organization: row.organization, lines: [line] }, now)
  }

  async function remind(client: Queryable, { id, organization }: SubscriptionRow, now: Date) {
    const overdue = await rowsOf(
      client,
      query
        .selectFrom('invoices')
        .select(['number', 'total_cents as totalCents'])
        .where('organization_id', '=', organization)
        .where('subscription_id', '=', id)
        .where('status', '=', 'open')
        .where('due_at', '<=', now),
    )
    for (const invoice of overdue) {
      await mailToBilling(client, paymentOverdueMail, { organization, ...invoice })
      await notifyPermitted(client, 'billing.manage', {
        organization,
        kind: 'invoice-overdue',
        details: { invoice: invoice.number },
      })
    }
  }
}

export async function endSubscription(client: Queryable, organization: string, now: Date) {
  const ended = await run(
    client,
    query
      .updateTable('subscriptions')
      .set({ status: 'canceled', canceled_at: now, ...noNextTerms })
      .where('organization_id', '=', organization)
      .where('status', '<>', 'canceled'),
  )
  if (ended) await recordEvent(client, { event: 'subscription-ended', organization })
}
