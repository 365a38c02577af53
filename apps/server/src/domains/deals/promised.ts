import type { DealTerms } from '@sherpa/contracts/deal'
import { computeKeyDate, type KeyDateFacts, type KeyDateRule, lapsesAt } from '@sherpa/contracts/key-date'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { todayIn } from '../organizations/organizations.ts'
import { promisedPayments } from './terms.ts'

type SignedDeal = { organization_id: string; id: string; athlete_id: string }

/**
 * Writes down what a version that was just signed promises: payments, deliverables and key dates. What was there before under the same
 * term keeps its id, with the proofs and receipts that hang on it; what is no longer promised is canceled.
 */
export async function writeDownPromises(client: Queryable, deal: SignedDeal, terms: DealTerms, signedAt: Date) {
  await writePayments(client, deal, terms, signedAt)
  await writeDeliverables(client, deal, terms)
  await writeKeyDates(client, deal, terms.keyDates, await factsOf(client, deal.organization_id, terms, signedAt))
  await refreshNextDue(client, deal.organization_id, deal.id)
}

async function writePayments(client: Queryable, deal: SignedDeal, terms: DealTerms, signedAt: Date) {
  await cancelPayments(client, deal)
  const payments = promisedPayments(terms, await todayIn(client, deal.organization_id, signedAt))
  for (const { ruleId, number, title, kind, day, condition, amountMinor, inKind } of payments) {
    const promised = {
      title,
      kind,
      due_on: day,
      condition,
      in_kind: inKind,
      currency: terms.currency,
      amount_minor: String(amountMinor),
      state: condition ? 'conditional' : 'expected',
    } as const
    await run(
      client,
      query
        .insertInto('payments')
        .values({ ...keysOf(deal, ruleId), position: number, ...promised })
        .onConflict((same) =>
          same.columns(['organization_id', 'deal_id', 'rule_id', 'position']).doUpdateSet({
            ...promised,
            // A condition that was met stays met, and the day that was agreed on for it stays.
            state: sql`case when payments.met_on is not null then 'expected' else excluded.state end`,
            due_on: sql`case when payments.met_on is not null then payments.due_on else excluded.due_on end`,
            due_before_met: sql`case when payments.met_on is not null then excluded.due_on end`,
          }),
        ),
    )
  }
}

async function writeDeliverables(client: Queryable, deal: SignedDeal, { deliverables }: DealTerms) {
  await run(
    client,
    query
      .updateTable('deliverables')
      .set({ state: 'canceled' })
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      // What was done was owed.
      .where('state', 'in', ['planned', 'returned']),
  )
  for (const { id, title, platform, count, dueOn, disclosureTag } of deliverables) {
    for (let position = 1; position <= count; position++) {
      const promised = {
        title: count > 1 ? `${title} (${position} of ${count})` : title,
        platform,
        disclosure_tag: disclosureTag,
        due_on: dueOn,
      }
      await run(
        client,
        query
          .insertInto('deliverables')
          .values({ ...keysOf(deal, id), position, ...promised, state: 'planned' })
          .onConflict((same) =>
            same.columns(['organization_id', 'deal_id', 'rule_id', 'position']).doUpdateSet({
              ...promised,
              state: sql`case when deliverables.state = 'canceled' then 'planned' else deliverables.state end`,
            }),
          ),
      )
    }
  }
}

/** What the dates of a deal are computed from. */
async function factsOf(
  client: Queryable,
  organization: string,
  { startsOn, endsOn }: Pick<DealTerms, 'startsOn' | 'endsOn'>,
  signedAt: Date,
): Promise<KeyDateFacts> {
  return {
    signedAt: signedAt.toISOString(),
    termStart: startsOn,
    termEnd: endsOn,
    corrections: await correctionsOf(client, organization),
  }
}

/** Days of leagues that the organization has corrected. */
export async function correctionsOf(client: Queryable, organization: string): Promise<KeyDateFacts['corrections']> {
  const corrections = await rowsOf(
    client,
    query.selectFrom('league_corrections').select(['event', 'day']).where('organization_id', '=', organization),
  )
  return Object.fromEntries(corrections.map(({ event, day }) => [event, day]))
}

async function writeKeyDates(client: Queryable, deal: SignedDeal, rules: readonly KeyDateRule[], facts: KeyDateFacts) {
  await run(
    client,
    query
      .updateTable('key_dates')
      .set({ canceled: true })
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('done_at', 'is', null),
  )
  for (const rule of rules) {
    const date = columnsOfDate(rule, facts)
    const written = { title: rule.title, kind: rule.kind, rule: JSON.stringify(rule), canceled: false, ...date }
    await run(
      client,
      query
        .insertInto('key_dates')
        .values({ ...keysOf(deal, rule.id), ...written })
        .onConflict((same) =>
          same.columns(['organization_id', 'deal_id', 'rule_id']).doUpdateSet({
            ...written,
            version: sql`key_dates.version + 1`,
            moved_from: sql`case when key_dates.day is distinct from excluded.day then key_dates.day else key_dates.moved_from end`,
            moved_because: sql`case when key_dates.day is distinct from excluded.day then 'amended' else key_dates.moved_because end`,
            moved_at: sql`case when key_dates.day is distinct from excluded.day then now() else key_dates.moved_at end`,
          }),
        ),
    )
  }
}

/** The day, and when it is over; or what is not known yet. */
export function columnsOfDate(rule: KeyDateRule, facts: KeyDateFacts) {
  const date = computeKeyDate(rule, facts)
  if ('missing' in date) return { day: null, lapses_at: null, missing: date.missing }
  const day = 'day' in date ? date.day : date.instant.slice(0, 10)
  return { day, lapses_at: new Date(lapsesAt(date)), missing: null }
}

/** The earliest of what is still to be done, for lists. */
export async function refreshNextDue(client: Queryable, organization: string, deal: string) {
  await client.query(
    `update deals d set next_due_on = least(
       (select min(day) from key_dates k where k.organization_id = d.organization_id and k.deal_id = d.id and k.done_at is null
         and not k.canceled),
       (select min(due_on) from deliverables l where l.organization_id = d.organization_id and l.deal_id = d.id
         and l.state in ('planned', 'returned')))
     where d.organization_id = $1 and d.id = $2`,
    [organization, deal],
  )
}

/** From the day on which a deal is terminated nothing more falls due under it. What was due before is still owed. */
export async function cancelPaymentsAfter(
  client: Queryable,
  { organization, deal, day }: { organization: string; deal: string; day: string },
) {
  await run(
    client,
    query
      .updateTable('payments')
      .set({ state: 'canceled' })
      .where('organization_id', '=', organization)
      .where('deal_id', '=', deal)
      .where(sql<boolean>`(state = 'conditional' or coalesce(due_on, met_on) > ${day}::date)`),
  )
}

async function cancelPayments(client: Queryable, deal: SignedDeal) {
  await run(
    client,
    query
      .updateTable('payments')
      .set({ state: 'canceled' })
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id),
  )
}

function keysOf(deal: SignedDeal, rule: string) {
  return {
    organization_id: deal.organization_id,
    id: newId(),
    deal_id: deal.id,
    athlete_id: deal.athlete_id,
    rule_id: rule,
  }
}
