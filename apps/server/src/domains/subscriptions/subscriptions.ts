import type { ListPage } from '@sherpa/contracts/list'
import type {
  PriceState,
  StaffSubscription,
  StaffSubscriptionsQuery,
  Subscription,
} from '@sherpa/contracts/subscription'
import { type InferResult, sql } from 'kysely'
import type { Database, Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import {
  countTakenSeats,
  publicMembershipsOfAll,
  publicOrganizations,
  publicOrganizationsOfAll,
} from '../organizations/organizations.ts'
import { publicPlans } from '../plans/plans.ts'
import { addDays, computePriceStart, GRACE_DAYS, TRIAL_NOTICE_DAYS } from './lifecycle.ts'

/** Rows of one tenant, or of all tenants, each with its open offer. */
const subscriptionRows = (all: '' | 'all_' = '') =>
  query
    .selectFrom(`${all}subscriptions as s` as const)
    .innerJoin((all ? publicOrganizationsOfAll : publicOrganizations).as('o'), 'o.id', 's.organization_id')
    .innerJoin(publicPlans.as('p'), 'p.id', 's.plan_id')
    .leftJoin(publicPlans.as('n'), 'n.id', 's.next_plan_id')
    .leftJoin(`${all}billing_details as b` as const, 'b.organization_id', 's.organization_id')
    .leftJoin(`${all}price_offers as f` as const, (join) =>
      join
        .onRef('f.organization_id', '=', 's.organization_id')
        .onRef('f.subscription_id', '=', 's.id')
        .on('f.accepted_at', 'is', null)
        .on('f.withdrawn_at', 'is', null),
    )
    .select([
      's.id',
      's.organization_id as organization',
      'o.name as organizationName',
      's.plan_id as planId',
      'p.name as planName',
      's.seats',
      's.price_cents as priceCents',
      's.status',
      's.trial_ends_at as trialEndsAt',
      's.trial_notice_days as trialNoticeDays',
      's.billing_anchor as billingAnchor',
      's.period_number as periodNumber',
      's.period_start as periodStart',
      's.period_end as periodEnd',
      's.past_due_since as pastDueSince',
      's.cancel_at_period_end as cancelAtPeriodEnd',
      's.next_plan_id as nextPlanId',
      'n.name as nextPlanName',
      's.next_seats as nextSeats',
      's.next_price_cents as nextPriceCents',
      'f.id as offerId',
      'f.plan_id as offerPlanId',
      'f.price_cents as offerPriceCents',
      'f.offered_at as offeredAt',
      'b.billing_email as billingEmail',
    ])

/** Without the state of invoices. */
type BasicSubscriptionRow = InferResult<ReturnType<typeof subscriptionRows>>[number]

const selectWithOverdue = (organization: string, now: Date) =>
  subscriptionRows()
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('invoices as i')
          .whereRef('i.organization_id', '=', 's.organization_id')
          .whereRef('i.subscription_id', '=', 's.id')
          .where('i.status', '=', 'open')
          .where('i.due_at', '<=', now),
      )
        .$castTo<boolean>()
        .as('overdue'),
    )
    .where('s.organization_id', '=', organization)

/** Input of the life-cycle rules. */
export type SubscriptionRow = InferResult<ReturnType<typeof selectWithOverdue>>[number]

/** Locks the subscription that is not canceled. A constraint allows one. */
export function lockCurrent(client: Queryable, organization: string, now: Date) {
  return lockOne(client, organization, now, selectForUpdate(organization).where('status', '<>', 'canceled'))
}

export function lockById(client: Queryable, organization: string, id: string, now: Date) {
  return lockOne(client, organization, now, selectForUpdate(organization).where('id', '=', id))
}

const selectForUpdate = (organization: string) =>
  query.selectFrom('subscriptions').select('id').where('organization_id', '=', organization).forUpdate()

/** Reads after locking: a single statement would join stale offers and invoices. */
async function lockOne(
  client: Queryable,
  organization: string,
  now: Date,
  lock: ReturnType<typeof selectForUpdate>,
): Promise<SubscriptionRow | undefined> {
  const locked = await rowOf(client, lock)
  return locked && rowOf(client, selectWithOverdue(organization, now).where('s.id', '=', locked.id))
}

/** The caller adds the changes. */
export function updateSubscription({ organization, id }: Pick<SubscriptionRow, 'organization' | 'id'>) {
  return query.updateTable('subscriptions').where('organization_id', '=', organization).where('id', '=', id)
}

/** Clears the change for the next period. */
export const noNextTerms = { next_plan_id: null, next_seats: null, next_price_cents: null }

/** Tenant of a subscription or invoice, for staff requests without a tenant. */
export async function findOrganizationId(
  client: Queryable,
  table: 'subscriptions' | 'invoices',
  id: string,
): Promise<string | undefined> {
  const row = await rowOf(
    client,
    query
      .selectFrom(`all_${table}` as const)
      .select('organization_id')
      .where('id', '=', id),
  )
  return row?.organization_id
}

/** Subscriptions with a due transition. */
export function listDueSubscriptions(database: Database, now: Date) {
  const notices = TRIAL_NOTICE_DAYS.map(
    (days) =>
      sql`(s.trial_ends_at <= ${addDays(now, days)} and (s.trial_notice_days is null or s.trial_notice_days > ${days}))`,
  )
  const overdue = sql`exists (select from all_invoices i where i.organization_id = s.organization_id
    and i.subscription_id = s.id and i.status = 'open' and i.due_at <= ${now})`
  return rowsOf(
    database,
    query
      .selectFrom('all_subscriptions as s')
      .select(['s.organization_id as organization', 's.id'])
      .where(
        sql<boolean>`((s.status = 'trialing' and s.trial_ends_at <= ${now} and (s.price_cents is not null or s.cancel_at_period_end))
          or (s.status = 'trialing' and s.trial_ends_at > ${now} and not s.cancel_at_period_end
            and (${sql.join(notices, sql` or `)}))
          or (s.status = 'active' and (s.period_end <= ${now} or ${overdue}))
          or (s.status = 'past_due' and (s.past_due_since <= ${addDays(now, -GRACE_DAYS)}
            or (s.cancel_at_period_end and s.period_end <= ${now}) or not ${overdue})))`,
      ),
  )
}

export async function describeSubscription(
  client: Queryable,
  row: BasicSubscriptionRow,
  now: Date,
): Promise<Subscription> {
  const { id, organization, planId, planName, seats, priceCents, status, cancelAtPeriodEnd, billingEmail } = row
  return {
    id,
    organization,
    planId,
    planName,
    seats,
    seatsTaken: await countTakenSeats(client, organization),
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
            startsAt: computePriceStart(row, now)?.toISOString() ?? null,
          }
        : null,
    billingEmail,
  }
}

export async function findCurrent(database: Queryable, organization: string, now: Date): Promise<Subscription | null> {
  const row = await rowOf(
    database,
    subscriptionRows().where('s.organization_id', '=', organization).where('s.status', '<>', 'canceled'),
  )
  return row ? describeSubscription(database, row, now) : null
}

/** The trial that started with the organization, while it has no plan. */
export async function findRunningTrial(database: Queryable, organization: string): Promise<Date | null> {
  const row = await rowOf(
    database,
    query.selectFrom(publicOrganizations.as('o')).select('o.trial_ends_at').where('o.id', '=', organization),
  )
  return row?.trial_ends_at ?? null
}

/** One trial per organization, owner and purchaser. */
export async function hasTrial(database: Queryable, organization: string, person: string): Promise<boolean> {
  const people = sql`(select m.user_id from ${publicMembershipsOfAll} m where m.organization_id = ${organization} and m.role = 'owner'
    union select ${person}::uuid)`
  const owned = sql`(select m.organization_id from ${publicMembershipsOfAll} m where m.role = 'owner' and m.user_id in ${people})`
  const subscription = query
    .selectFrom('all_subscriptions')
    .select('organization_id as id')
    .where(
      sql<boolean>`(organization_id = ${organization} or subscribed_by in ${people} or organization_id in ${owned})`,
    )
  const trial = query
    .selectFrom(publicOrganizationsOfAll.as('o'))
    .select('o.id')
    .where(sql<boolean>`(o.trial_of in ${people} or (o.trial_ends_at is not null and o.id in ${owned}))`)
  return !(await rowOf(database, subscription.unionAll(trial).limit(1)))
}

/** Without canceled subscriptions. */
export async function listForStaff(
  database: Database,
  { price, ...paging }: StaffSubscriptionsQuery,
): Promise<ListPage<StaffSubscription>> {
  const state = sql<PriceState>`case when f.id is not null then 'offered'
    when case when s.next_plan_id is null then s.price_cents else s.next_price_cents end is null then 'missing' else 'agreed' end`
  const rows = () => {
    const all = subscriptionRows('all_')
      .leftJoin('all_tax_exemptions as t', 't.organization_id', 's.organization_id')
      .select((eb) => [
        's.created_at as createdAt',
        eb('t.organization_id', 'is not', null).$castTo<boolean>().as('taxExempt'),
        eb
          .selectFrom('all_price_offers as a')
          .select(({ fn }) => fn.max('a.accepted_at').as('latest'))
          .whereRef('a.organization_id', '=', 's.organization_id')
          .whereRef('a.subscription_id', '=', 's.id')
          .whereRef('a.plan_id', '=', ({ fn }) => fn.coalesce('s.next_plan_id', 's.plan_id'))
          .as('acceptedAt'),
      ])
      .where('s.status', '<>', 'canceled')
    return price ? all.where(state, 'in', price) : all
  }
  const page = await listRows(
    database,
    {
      table: 'all_subscriptions',
      rows,
      sorts: {
        created: { column: 's.created_at', type: 'timestamptz' },
        organization: { column: 'o.folded', type: 'text' },
      },
      sort: '-created',
      id: { column: 's.id', type: 'uuid' },
      search: { column: 'o.folded' },
    },
    paging,
  )
  return { ...page, rows: page.rows.map(toStaffSubscription) }
}

type StaffRow = BasicSubscriptionRow & { createdAt: Date; taxExempt: boolean; acceptedAt: Date | null }

function toStaffSubscription(row: StaffRow): StaffSubscription {
  return {
    id: row.id,
    organization: row.organizationName,
    planName: row.nextPlanName ?? row.planName,
    seats: row.nextSeats ?? row.seats,
    billingEmail: row.billingEmail,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    trialEndsAt: row.trialEndsAt.toISOString(),
    priceCents: row.nextPlanId ? row.nextPriceCents : row.priceCents,
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
    offer:
      row.offerPriceCents !== null && row.offeredAt
        ? { priceCents: row.offerPriceCents, offeredAt: row.offeredAt.toISOString() }
        : null,
    taxExempt: row.taxExempt,
  }
}
