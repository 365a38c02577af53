import { Refusal } from '@sherpa/contracts/problem'
import type { InvoiceLine } from '@sherpa/contracts/subscription'
import { noteEvent } from '../audit/audit-events.ts'
import type { Person } from '../http/access.ts'
import { queueMail } from '../mail/outbox.ts'
import { spokenDay } from '../mail/platform-mail.ts'
import { type Database, inTransaction, type Queryable } from '../persistence/database.ts'
import { monthsAfter, nextStep, type Step } from './lifecycle.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { dueSubscriptions, lockById, type SubscriptionRow } from './subscriptions.ts'

/** A subscription that was left alone for years is brought up to date over several rounds. */
const MOST_STEPS = 36

type BillingLog = { error: (details: object, message: string) => void }

/** What time and payments do to subscriptions. */
export function billing({
  database,
  payments,
  clock,
  log,
}: {
  database: Database
  payments: PaymentProvider
  clock: () => Date
  log: BillingLog
}) {
  return {
    /** Moves on every subscription that is due; tells how many it looked at and moved. */
    async advance(): Promise<number> {
      let moved = 0
      for (const id of await dueSubscriptions(database, clock())) {
        try {
          if (await inTransaction(database, (client) => bringUpToDate(client, id))) moved++
        } catch (error) {
          // One that cannot go on must not keep the others from it.
          log.error({ err: error, subscription: id }, 'subscription not moved on; it will be tried again')
        }
      }
      return moved
    },

    async markPaid(staff: Person, invoice: string, reference: string) {
      await inTransaction(database, async (client) => {
        const { rows } = await client.query(
          `update invoices set status = 'paid', paid_at = $2, paid_by = $3, payment_reference = $4
           where id = $1 and status = 'open'
           returning number, total_cents, subscription_id, organisation_id, billing_email`,
          [invoice, clock(), staff.id, reference],
        )
        const [paid] = rows
        if (!paid) {
          const { rowCount } = await client.query('select from invoices where id = $1', [invoice])
          throw new Refusal(rowCount ? 'invoice-settled' : 'not-found')
        }
        const organisation = paid.organisation_id
        await noteEvent(client, { event: 'invoice-paid', organisation, details: paid.number })
        await noteEvent(client, { event: 'marked-paid', actor: staff.id, details: paid.number })
        await queueMail(client, {
          kind: 'payment-received',
          recipient: paid.billing_email,
          details: { organisation, number: paid.number, totalCents: paid.total_cents },
        })
        await bringUpToDate(client, paid.subscription_id)
      })
    },

    /** For what waits for a price; else for the periods to come. */
    async agreePrice(staff: Person, subscription: string, priceCents: number) {
      await inTransaction(database, async (client) => {
        const row = await lockById(client, subscription, clock())
        if (!row || row.status === 'cancelled') throw new Refusal('not-found')
        if (row.status === 'trialing') {
          await client.query('update subscriptions set price_cents = $2 where id = $1', [row.id, priceCents])
        } else {
          await client.query(
            `update subscriptions set next_plan_id = coalesce(next_plan_id, plan_id), next_seats = coalesce(next_seats, seats),
               next_price_cents = $2 where id = $1`,
            [row.id, priceCents],
          )
        }
        await noteEvent(client, { event: 'price-agreed', organisation: row.organisation })
        await noteEvent(client, { event: 'price-agreed', actor: staff.id })
        await bringUpToDate(client, row.id)
      })
    },
  }

  async function bringUpToDate(client: Queryable, id: string): Promise<boolean> {
    const now = clock()
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const row = await lockById(client, id, now)
      const step = row && nextStep(row, now)
      if (!row || !step) return steps > 0
      await take(client, row, step, now)
    }
    return true
  }

  async function take(client: Queryable, row: SubscriptionRow, step: Step, now: Date) {
    const { organisation } = row
    switch (step) {
      case 'begin-first-period':
        return beginPeriod(client, row, { anchor: now, number: 0 }, now)
      case 'begin-next-period':
        return beginPeriod(client, row, { anchor: row.billingAnchor ?? now, number: row.periodNumber + 1 }, now)
      case 'mark-past-due':
        await client.query("update subscriptions set status = 'past_due', past_due_since = $2 where id = $1", [
          row.id,
          now,
        ])
        await noteEvent(client, { event: 'payment-overdue', organisation })
        return remind(client, row, now)
      case 'clear-past-due':
        await client.query("update subscriptions set status = 'active', past_due_since = null where id = $1", [row.id])
        return
      case 'cancel':
        return endSubscription(client, organisation, now)
    }
  }

  /** Periods follow one another without a gap; what was wished for meanwhile takes effect, if its price is agreed. */
  async function beginPeriod(
    client: Queryable,
    row: SubscriptionRow,
    { anchor, number }: { anchor: Date; number: number },
    now: Date,
  ) {
    const changes = row.nextPlanId !== null && row.nextPriceCents !== null
    const terms = changes
      ? { plan: row.nextPlanId, name: row.nextPlanName, seats: row.nextSeats, price: row.nextPriceCents }
      : { plan: row.planId, name: row.planName, seats: row.seats, price: row.priceCents }
    const start = monthsAfter(anchor, number)
    const end = monthsAfter(anchor, number + 1)
    await client.query(
      `update subscriptions set status = 'active', billing_anchor = $2, period_number = $3, period_start = $4, period_end = $5,
         plan_id = $6, seats = $7, price_cents = $8 ${changes ? ', next_plan_id = null, next_seats = null, next_price_cents = null' : ''}
       where id = $1`,
      [row.id, anchor, number, start, end, terms.plan, terms.seats, terms.price],
    )
    const quantity = terms.seats ?? 0
    const unitCents = terms.price ?? 0
    if (quantity * unitCents === 0) return
    const line: InvoiceLine = {
      description: `${terms.name}, ${spokenDay(start.toISOString())} to ${spokenDay(end.toISOString())}`,
      quantity,
      unitCents,
      totalCents: quantity * unitCents,
    }
    await payments.charge(client, { ...customerOf(row), lines: [line] }, now)
  }

  async function remind(client: Queryable, { id, organisation, billingEmail }: SubscriptionRow, now: Date) {
    const { rows } = await client.query(
      `select number, total_cents as "totalCents" from invoices where subscription_id = $1 and status = 'open' and due_at <= $2`,
      [id, now],
    )
    for (const invoice of rows) {
      await queueMail(client, {
        kind: 'payment-overdue',
        recipient: billingEmail,
        details: { organisation, ...invoice },
      })
    }
  }
}

export function customerOf({ id, organisation, organisationName, billingEmail }: SubscriptionRow) {
  return { subscription: id, organisation, billedTo: organisationName, billingEmail }
}

export async function endSubscription(client: Queryable, organisation: string, now: Date) {
  const { rowCount } = await client.query(
    `update subscriptions set status = 'cancelled', cancelled_at = $2, next_plan_id = null, next_seats = null,
       next_price_cents = null where organisation_id = $1 and status <> 'cancelled'`,
    [organisation, now],
  )
  if (rowCount) await noteEvent(client, { event: 'subscription-ended', organisation })
}
