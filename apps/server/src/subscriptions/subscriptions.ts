import type { StaffSubscription, Subscription } from '@sherpa/contracts/subscription'
import type { Database, Queryable } from '../persistence/database.ts'
import { type Course, daysAfter, priceStart, TRIAL_NOTICE_DAYS } from './lifecycle.ts'

/** A subscription as its rules see it. */
export type SubscriptionRow = Course & {
  id: string
  organisation: string
  organisationName: string
  planId: string
  planName: string
  seats: number
  billingAnchor: Date | null
  periodNumber: number
  periodStart: Date | null
  nextPlanId: string | null
  nextPlanName: string | null
  nextSeats: number | null
  nextPriceCents: number | null
  /** The offer that the customer has yet to accept, if there is one. */
  offerId: string | null
  offerPlanId: string | null
  offerPriceCents: number | null
  offeredAt: Date | null
  billingEmail: string | null
}

const columns = `s.id, s.organisation_id as organisation, o.name as "organisationName", s.plan_id as "planId",
  p.name as "planName", s.seats, s.price_cents as "priceCents", s.status, s.trial_ends_at as "trialEndsAt",
  s.trial_notice_days as "trialNoticeDays",
  s.billing_anchor as "billingAnchor", s.period_number as "periodNumber", s.period_start as "periodStart",
  s.period_end as "periodEnd", s.past_due_since as "pastDueSince", s.cancel_at_period_end as "cancelAtPeriodEnd",
  s.next_plan_id as "nextPlanId", n.name as "nextPlanName", s.next_seats as "nextSeats",
  s.next_price_cents as "nextPriceCents", f.id as "offerId", f.plan_id as "offerPlanId",
  f.price_cents as "offerPriceCents", f.offered_at as "offeredAt", b.billing_email as "billingEmail"`

const from = `from subscriptions s join organisations o on o.id = s.organisation_id join plans p on p.id = s.plan_id
  left join plans n on n.id = s.next_plan_id left join billing_details b on b.organisation_id = s.organisation_id
  left join price_offers f on f.subscription_id = s.id and f.accepted_at is null and f.withdrawn_at is null`

const overdue = (now: string) =>
  `exists (select from invoices i where i.subscription_id = s.id and i.status = 'open' and i.due_at <= ${now}) as overdue`

/** The organisation's subscription that is not cancelled: the database allows one. Locked, until the transaction ends. */
export async function lockCurrent(client: Queryable, organisation: string, now: Date) {
  const { rows } = await client.query<SubscriptionRow>(
    `select ${columns}, ${overdue('$2')} ${from} where s.organisation_id = $1 and s.status <> 'cancelled' for update of s`,
    [organisation, now],
  )
  return rows[0]
}

export async function lockById(client: Queryable, id: string, now: Date) {
  const { rows } = await client.query<SubscriptionRow>(
    `select ${columns}, ${overdue('$2')} ${from} where s.id = $1 for update of s`,
    [id, now],
  )
  return rows[0]
}

/** Those for which time may have brought something about. */
export async function dueSubscriptions(database: Database, now: Date): Promise<string[]> {
  const { rows } = await database.query(
    `select s.id from subscriptions s where
       (s.status = 'trialing' and s.trial_ends_at <= $1 and (s.price_cents is not null or s.cancel_at_period_end))
       or (s.status = 'trialing' and s.trial_ends_at between $1 and $2 and not s.cancel_at_period_end
         and s.trial_notice_days is distinct from $3)
       or (s.status = 'active' and (s.period_end <= $1
         or exists (select from invoices i where i.subscription_id = s.id and i.status = 'open' and i.due_at <= $1)))
       or s.status = 'past_due'`,
    [now, daysAfter(now, TRIAL_NOTICE_DAYS[0]), TRIAL_NOTICE_DAYS.at(-1)],
  )
  return rows.map((row) => row.id)
}

/** Members other than athletes, and those who are invited to be one. */
export const seatsTaken = (client: Queryable, organisation: string) => countPeople(client, organisation, "<> 'athlete'")
export const athletesTaken = (client: Queryable, organisation: string) =>
  countPeople(client, organisation, "= 'athlete'")

async function countPeople(client: Queryable, organisation: string, whose: string): Promise<number> {
  const { rows } = await client.query(
    `select (select count(*) from memberships where organisation_id = $1 and role ${whose})::int
       + (select count(*) from invitations where organisation_id = $1 and role ${whose} and expires_at > now())::int as taken`,
    [organisation],
  )
  return rows[0].taken
}

export async function describe(client: Queryable, row: SubscriptionRow, now: Date): Promise<Subscription> {
  const { id, organisation, planId, planName, seats, priceCents, status, cancelAtPeriodEnd, billingEmail } = row
  return {
    id,
    organisation,
    planId,
    planName,
    seats,
    seatsTaken: await seatsTaken(client, organisation),
    priceCents,
    status,
    trialEndsAt: row.trialEndsAt.toISOString(),
    period:
      row.periodStart && row.periodEnd
        ? { start: row.periodStart.toISOString(), end: row.periodEnd.toISOString() }
        : null,
    cancelAtPeriodEnd,
    next:
      row.nextPlanId && row.nextSeats
        ? {
            planId: row.nextPlanId,
            planName: row.nextPlanName ?? '',
            seats: row.nextSeats,
            priceCents: row.nextPriceCents,
          }
        : null,
    offer:
      row.offerId && row.offerPriceCents !== null
        ? {
            id: row.offerId,
            planName: row.nextPlanName ?? planName,
            seats: row.nextSeats ?? seats,
            priceCents: row.offerPriceCents,
            startsAt: priceStart(row, now)?.toISOString() ?? null,
          }
        : null,
    billingEmail,
  }
}

export async function current(database: Queryable, organisation: string, now: Date): Promise<Subscription | null> {
  const { rows } = await database.query<SubscriptionRow>(
    `select ${columns}, false as overdue ${from} where s.organisation_id = $1 and s.status <> 'cancelled'`,
    [organisation],
  )
  return rows[0] ? describe(database, rows[0], now) : null
}

/** An organisation tries Sherpa once. */
export async function hasTrial(database: Queryable, organisation: string): Promise<boolean> {
  const { rowCount } = await database.query('select from subscriptions where organisation_id = $1 limit 1', [
    organisation,
  ])
  return rowCount === 0
}

/** For the staff: those that wait for a price first, then those that wait for the customer. */
export async function allForStaff(database: Database): Promise<StaffSubscription[]> {
  const { rows } = await database.query<SubscriptionRow & { acceptedAt: Date | null; taxExempt: boolean }>(
    `select ${columns}, false as overdue, t.organisation_id is not null as "taxExempt",
       (select max(a.accepted_at) from price_offers a
        where a.subscription_id = s.id and a.plan_id = coalesce(s.next_plan_id, s.plan_id)) as "acceptedAt"
     ${from} left join tax_exemptions t on t.organisation_id = s.organisation_id where s.status <> 'cancelled'
     order by (case when s.next_plan_id is null then s.price_cents else s.next_price_cents end is not null),
       (f.id is not null), s.created_at desc limit 200`,
  )
  return rows.map((row) => ({
    id: row.id,
    organisation: row.organisationName,
    planName: row.nextPlanName ?? row.planName,
    seats: row.nextSeats ?? row.seats,
    billingEmail: row.billingEmail,
    status: row.status,
    trialEndsAt: row.trialEndsAt.toISOString(),
    priceCents: row.nextPlanId ? row.nextPriceCents : row.priceCents,
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    offer:
      row.offerPriceCents !== null && row.offeredAt
        ? { priceCents: row.offerPriceCents, offeredAt: row.offeredAt.toISOString() }
        : null,
    taxExempt: row.taxExempt,
  }))
}
