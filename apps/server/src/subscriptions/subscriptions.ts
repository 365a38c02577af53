import type { StaffSubscription, Subscription } from '@sherpa/contracts/subscription'
import type { Database, Queryable } from '../persistence/database.ts'
import type { Course } from './lifecycle.ts'

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
  billingEmail: string
}

const columns = `s.id, s.organisation_id as organisation, o.name as "organisationName", s.plan_id as "planId",
  p.name as "planName", s.seats, s.price_cents as "priceCents", s.status, s.trial_ends_at as "trialEndsAt",
  s.billing_anchor as "billingAnchor", s.period_number as "periodNumber", s.period_start as "periodStart",
  s.period_end as "periodEnd", s.past_due_since as "pastDueSince", s.cancel_at_period_end as "cancelAtPeriodEnd",
  s.next_plan_id as "nextPlanId", n.name as "nextPlanName", s.next_seats as "nextSeats",
  s.next_price_cents as "nextPriceCents", s.billing_email as "billingEmail"`

const from = `from subscriptions s join organisations o on o.id = s.organisation_id join plans p on p.id = s.plan_id
  left join plans n on n.id = s.next_plan_id`

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
       or (s.status = 'active' and (s.period_end <= $1
         or exists (select from invoices i where i.subscription_id = s.id and i.status = 'open' and i.due_at <= $1)))
       or s.status = 'past_due'`,
    [now],
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

export async function describe(client: Queryable, row: SubscriptionRow): Promise<Subscription> {
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
        ? { planId: row.nextPlanId, planName: row.nextPlanName ?? '', seats: row.nextSeats }
        : null,
    billingEmail,
  }
}

export async function current(database: Queryable, organisation: string): Promise<Subscription | null> {
  const { rows } = await database.query<SubscriptionRow>(
    `select ${columns}, false as overdue ${from} where s.organisation_id = $1 and s.status <> 'cancelled'`,
    [organisation],
  )
  return rows[0] ? describe(database, rows[0]) : null
}

/** An organisation tries Sherpa once. */
export async function hasTrial(database: Queryable, organisation: string): Promise<boolean> {
  const { rowCount } = await database.query('select from subscriptions where organisation_id = $1 limit 1', [
    organisation,
  ])
  return rowCount === 0
}

/** For the staff: those that wait for a price first. */
export async function allForStaff(database: Database): Promise<StaffSubscription[]> {
  const { rows } = await database.query<SubscriptionRow>(
    `select ${columns}, false as overdue ${from} where s.status <> 'cancelled'
     order by (s.price_cents is not null and (s.next_plan_id is null or s.next_price_cents is not null)), s.created_at desc limit 200`,
  )
  return rows.map((row) => {
    const waiting = row.nextPlanId !== null && row.nextPriceCents === null
    return {
      id: row.id,
      organisation: row.organisationName,
      planName: (waiting && row.nextPlanName) || row.planName,
      seats: (waiting && row.nextSeats) || row.seats,
      billingEmail: row.billingEmail,
      priceCents: waiting ? null : row.priceCents,
      status: row.status,
      trialEndsAt: row.trialEndsAt.toISOString(),
    }
  })
}
