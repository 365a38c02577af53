import type { StaffSubscription, Subscription } from '@sherpa/contracts/subscription'
import type { Database, Queryable } from '../../persistence/database.ts'
import { type Course, daysAfter, priceStart, TRIAL_NOTICE_DAYS } from './lifecycle.ts'

/** A subscription as its rules see it. */
export type SubscriptionRow = Course & {
  id: string
  organization: string
  organizationName: string
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

const columns = `s.id, s.organization_id as organization, o.name as "organizationName", s.plan_id as "planId",
  p.name as "planName", s.seats, s.price_cents as "priceCents", s.status, s.trial_ends_at as "trialEndsAt",
  s.trial_notice_days as "trialNoticeDays",
  s.billing_anchor as "billingAnchor", s.period_number as "periodNumber", s.period_start as "periodStart",
  s.period_end as "periodEnd", s.past_due_since as "pastDueSince", s.cancel_at_period_end as "cancelAtPeriodEnd",
  s.next_plan_id as "nextPlanId", n.name as "nextPlanName", s.next_seats as "nextSeats",
  s.next_price_cents as "nextPriceCents", f.id as "offerId", f.plan_id as "offerPlanId",
  f.price_cents as "offerPriceCents", f.offered_at as "offeredAt", b.billing_email as "billingEmail"`

/** Within the organization, or from the views of all of them. */
const fromTables = (all: '' | 'all_' = '') => `from ${all}subscriptions s
  join ${all}organizations o on o.id = s.organization_id join plans p on p.id = s.plan_id
  left join plans n on n.id = s.next_plan_id left join ${all}billing_details b on b.organization_id = s.organization_id
  left join ${all}price_offers f on f.organization_id = s.organization_id and f.subscription_id = s.id
    and f.accepted_at is null and f.withdrawn_at is null`
const from = fromTables()

const overdue = (now: string) =>
  `exists (select from invoices i where i.subscription_id = s.id and i.status = 'open' and i.due_at <= ${now}) as overdue`

/** The organization's subscription that is not canceled: the database allows one. Locked, until the transaction ends. */
export async function lockCurrent(client: Queryable, organization: string, now: Date) {
  const { rows } = await client.query<SubscriptionRow>(
    `select ${columns}, ${overdue('$2')} ${from} where s.organization_id = $1 and s.status <> 'canceled' for update of s`,
    [organization, now],
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

/** In which organization a subscription or an invoice is: for our staff, who name it alone. */
export async function organizationOf(
  client: Queryable,
  table: 'subscriptions' | 'invoices',
  id: string,
): Promise<string | undefined> {
  const { rows } = await client.query(`select organization_id as organization from all_${table} where id = $1`, [id])
  return rows[0]?.organization
}

/** Those for which time may have brought something about. */
export async function dueSubscriptions(database: Database, now: Date): Promise<{ organization: string; id: string }[]> {
  const { rows } = await database.query(
    `select s.organization_id as organization, s.id from all_subscriptions s where
       (s.status = 'trialing' and s.trial_ends_at <= $1 and (s.price_cents is not null or s.cancel_at_period_end))
       or (s.status = 'trialing' and s.trial_ends_at between $1 and $2 and not s.cancel_at_period_end
         and s.trial_notice_days is distinct from $3)
       or (s.status = 'active' and (s.period_end <= $1
         or exists (select from all_invoices i where i.organization_id = s.organization_id and i.subscription_id = s.id
           and i.status = 'open' and i.due_at <= $1)))
       or s.status = 'past_due'`,
    [now, daysAfter(now, TRIAL_NOTICE_DAYS[0]), TRIAL_NOTICE_DAYS.at(-1)],
  )
  return rows
}

/** Members other than athletes, and those who are invited to be one. */
export const seatsTaken = (client: Queryable, organization: string) => countPeople(client, organization, "<> 'athlete'")
export const athletesTaken = (client: Queryable, organization: string) =>
  countPeople(client, organization, "= 'athlete'")

async function countPeople(client: Queryable, organization: string, whose: string): Promise<number> {
  const { rows } = await client.query(
    `select (select count(*) from memberships where organization_id = $1 and role ${whose})::int
       + (select count(*) from invitations where organization_id = $1 and role ${whose} and expires_at > now())::int as taken`,
    [organization],
  )
  return rows[0].taken
}

export async function describe(client: Queryable, row: SubscriptionRow, now: Date): Promise<Subscription> {
  const { id, organization, planId, planName, seats, priceCents, status, cancelAtPeriodEnd, billingEmail } = row
  return {
    id,
    organization,
    planId,
    planName,
    seats,
    seatsTaken: await seatsTaken(client, organization),
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

export async function current(database: Queryable, organization: string, now: Date): Promise<Subscription | null> {
  const { rows } = await database.query<SubscriptionRow>(
    `select ${columns}, false as overdue ${from} where s.organization_id = $1 and s.status <> 'canceled'`,
    [organization],
  )
  return rows[0] ? describe(database, rows[0], now) : null
}

/** An organization tries Sherpa once. */
export async function hasTrial(database: Queryable, organization: string): Promise<boolean> {
  const { rowCount } = await database.query('select from subscriptions where organization_id = $1 limit 1', [
    organization,
  ])
  return rowCount === 0
}

/** For the staff: those that wait for a price first, then those that wait for the customer. */
export async function allForStaff(database: Database): Promise<StaffSubscription[]> {
  const { rows } = await database.query<SubscriptionRow & { acceptedAt: Date | null; taxExempt: boolean }>(
    `select ${columns}, false as overdue, t.organization_id is not null as "taxExempt",
       (select max(a.accepted_at) from all_price_offers a
        where a.organization_id = s.organization_id and a.subscription_id = s.id and a.plan_id = coalesce(s.next_plan_id, s.plan_id)) as "acceptedAt"
     ${fromTables('all_')} left join all_tax_exemptions t on t.organization_id = s.organization_id where s.status <> 'canceled'
     order by (case when s.next_plan_id is null then s.price_cents else s.next_price_cents end is not null),
       (f.id is not null), s.created_at desc limit 200`,
  )
  return rows.map((row) => ({
    id: row.id,
    organization: row.organizationName,
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
