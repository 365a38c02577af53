import { alternativesOf } from '@sherpa/contracts/contract-years'
import { dayIn } from '@sherpa/contracts/days'
import type { DealTerms } from '@sherpa/contracts/deal'
import { END_OF_DEAL_TITLE } from '@sherpa/contracts/end-of-deal'
import { computeKeyDate, type KeyDateFacts, type KeyDateRule, lapsesAt } from '@sherpa/contracts/key-date'
import {
  installmentsOf,
  isSeasonPay,
  type PaymentObligation,
  paymentObligations,
} from '@sherpa/contracts/payment-obligations'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { loadTimeZone } from '../organizations/organizations.ts'
import { loadSchedules } from './installments.ts'
import { clausesFromSigning } from './terms.ts'

type SignedDeal = { organization_id: string; id: string; athlete_id: string }
type Signed = {
  terms: DealTerms
  signedAt: Date
  /** The version that was in force until now. */
  before: DealTerms | null
  /** By default the signing. */
  now?: Date
}
/** Signing date that each clause counts from, by rule id. */
type CountedFrom = ReadonlyMap<string, Date>

/**
 * Materializes payments, deliverables and key dates of a newly signed version. Rows of existing clauses keep their id,
 * proofs and receipts; rows of removed clauses are canceled.
 */
export async function materializeObligations(client: Queryable, deal: SignedDeal, signed: Signed) {
  const { terms, signedAt, before, now = signedAt } = signed
  const countedFrom = await resolveSigningDates(client, deal, { terms, signedAt, before })
  await writePayments(client, deal, terms, countedFrom)
  await writeDeliverables(client, deal, terms)
  await writeKeyDates(client, deal, terms, countedFrom, now)
  await refreshNextDue(client, deal.organization_id, deal.id)
}

/** Writes the payments of these rules again, after their paydays changed. */
export async function rewritePayments(client: Queryable, deal: SignedDeal, terms: DealTerms, rules: readonly string[]) {
  await writePayments(client, deal, terms, await loadSigningDates(client, deal), rules)
}

/** Clauses that the amendment leaves unchanged keep their signing date. */
async function resolveSigningDates(client: Queryable, deal: SignedDeal, { terms, signedAt, before }: Signed) {
  return carryOverSigningDates(before, terms, before ? await loadSigningDates(client, deal) : new Map(), signedAt)
}

function carryOverSigningDates(
  before: DealTerms | null,
  terms: DealTerms,
  known: CountedFrom,
  signedAt: Date,
): CountedFrom {
  const former = before ? clausesFromSigning(before) : new Map<string, string>()
  return new Map(
    [...clausesFromSigning(terms)].map(([rule, clause]) => {
      const isSame = former.get(rule) === clause
      return [rule, (isSame && known.get(rule)) || signedAt] as const
    }),
  )
}

/**
 * Recomputes guaranteed amounts, and days that count from a signing, over all signed versions. Canceled, met and done
 * rows keep their state.
 */
export async function recountObligations(
  client: Queryable,
  deal: SignedDeal,
  signed: readonly Pick<Signed, 'terms' | 'signedAt'>[],
) {
  let countedFrom: CountedFrom = new Map()
  for (const [index, { terms, signedAt }] of signed.entries()) {
    countedFrom = carryOverSigningDates(signed[index - 1]?.terms ?? null, terms, countedFrom, signedAt)
  }
  const terms = signed.at(-1)?.terms
  if (!terms) return
  const zone = await loadTimeZone(client, deal.organization_id)
  const expanded = await expandPay(client, deal, terms, (rule) => dayOf(countedFrom.get(rule), zone))
  for (const { ruleId, number, day, guaranteedMinor } of expanded.flatMap(({ payments }) => payments)) {
    await client.query(
      `update payments set counted_from = $5::timestamptz, guaranteed_minor = $6,
         due_on = case when met_on is null and $5::timestamptz is not null then $7::date else due_on end
       where organization_id = $1 and deal_id = $2 and rule_id = $3 and position = $4`,
      [deal.organization_id, deal.id, ruleId, number, countedFrom.get(ruleId) ?? null, guaranteedMinor, day],
    )
  }
  const facts = { termStart: terms.startsOn, termEnd: terms.endsOn, corrections: {} }
  for (const rule of terms.keyDates.filter(({ anchor }) => anchor.kind === 'signing')) {
    const from = countedFrom.get(rule.id)
    const { day, lapses_at } = computeDateColumns(rule, { ...facts, signedAt: from?.toISOString() ?? null })
    await client.query(
      `update key_dates set counted_from = $4, day = case when done_at is null then $5::date else day end,
         lapses_at = case when done_at is null then $6::timestamptz else lapses_at end
       where organization_id = $1 and deal_id = $2 and rule_id = $3`,
      [deal.organization_id, deal.id, rule.id, from, day, lapses_at],
    )
  }
  await refreshNextDue(client, deal.organization_id, deal.id)
}

async function loadSigningDates(client: Queryable, { organization_id, id }: SignedDeal) {
  const { rows } = await client.query<{ rule_id: string; counted_from: Date }>(
    `select rule_id, counted_from from payments where organization_id = $1 and deal_id = $2 and counted_from is not null
     union all
     select rule_id, counted_from from key_dates where organization_id = $1 and deal_id = $2 and counted_from is not null`,
    [organization_id, id],
  )
  return new Map(rows.map(({ rule_id, counted_from }) => [rule_id, counted_from]))
}

/** Writes the payments of a version, or of some of its rules. Payments keep their id and receipts; what is left is canceled. */
async function writePayments(
  client: Queryable,
  deal: SignedDeal,
  terms: DealTerms,
  countedFrom: CountedFrom,
  rules?: readonly string[],
) {
  const ofRules = query
    .updateTable('payments')
    .set({ state: 'canceled' })
    .where('organization_id', '=', deal.organization_id)
    .where('deal_id', '=', deal.id)
  await run(client, rules ? ofRules.where(sql<boolean>`rule_id = any(${rules}::text[])`) : ofRules)
  const zone = await loadTimeZone(client, deal.organization_id)
  const expanded = await expandPay(client, deal, terms, (rule) => dayOf(countedFrom.get(rule), zone))
  for (const { ruleId, condition, payments, met, state } of expanded) {
    if (rules && !rules.includes(ruleId)) continue
    const rows = payments.map((payment) => ({
      ...keysOf(deal, ruleId),
      position: payment.number,
      title: payment.title,
      kind: payment.kind,
      due_on: payment.day,
      condition,
      in_kind: payment.inKind,
      currency: terms.currency,
      amount_minor: String(payment.amountMinor),
      guaranteed_minor: String(payment.guaranteedMinor),
      counted_from: countedFrom.get(ruleId) ?? null,
      state,
      met_on: met?.on ?? null,
      due_before_met: met?.dueBefore ?? null,
    }))
    const written = ['title', 'kind', 'due_on', 'condition', 'in_kind', 'currency', 'amount_minor'] as const
    const derived = ['guaranteed_minor', 'counted_from', 'state', 'met_on', 'due_before_met'] as const
    // A trigger derives these from the version in force.
    const classified = ['outgoing', 'income', 'fee_rate', 'fee_flat_minor'] as const
    const replaced = [...written, ...derived, ...classified] as const
    await run(
      client,
      query
        .insertInto('payments')
        .values(rows)
        .onConflict((same) =>
          same
            .columns(['organization_id', 'deal_id', 'rule_id', 'position'])
            .doUpdateSet((excluded) =>
              Object.fromEntries(replaced.map((column) => [column, excluded.ref(`excluded.${column}`)])),
            ),
        ),
    )
  }
}

type ExpandedPay = {
  ruleId: string
  condition: string | null
  state: 'expected' | 'conditional' | 'canceled'
  /** The condition was met. */
  met: { on: string; dueBefore: string | null } | null
  payments: PaymentObligation[]
}

/** Payments by rule, split over their paydays, with what was decided before. */
async function expandPay(
  client: Queryable,
  deal: SignedDeal,
  terms: DealTerms,
  signedOn: (rule: string) => string | null,
): Promise<ExpandedPay[]> {
  const written = await loadWritten(client, deal)
  const metRules = new Set(written.filter(({ met_on }) => met_on !== null).map(({ rule_id }) => rule_id))
  const schedules = await loadSchedules(client, deal)
  const byRule = Map.groupBy(paymentObligations(terms, signedOn), ({ ruleId }) => ruleId)
  return [...byRule].flatMap(([ruleId, obligations]) => {
    const [first] = obligations
    if (!first) return []
    const { condition } = first
    const present = written.filter(({ rule_id }) => rule_id === ruleId)
    // An unchanged condition stays met, with its agreed day. A changed condition is open again.
    const decided = present.find((row) => row.met_on !== null && row.condition === condition)
    // An option has no paydays until it is exercised.
    const schedule = condition === null || decided ? schedules.get(ruleId) : undefined
    const payments = isSeasonPay(first) ? installmentsOf(first, present, schedule) : obligations
    return [
      {
        ruleId,
        condition,
        state: decided ? 'expected' : stateOf(ruleId, condition, metRules),
        met: decided?.met_on ? { on: decided.met_on, dueBefore: first.day } : null,
        payments:
          decided && !schedule ? payments.map((one) => ({ ...one, day: dayOfRow(present, one.number) })) : payments,
      },
    ]
  })
}

/** The outcomes of an option exclude each other; a decided option stays decided. */
function stateOf(rule: string, condition: string | null, met: ReadonlySet<string>) {
  if (!condition) return 'expected'
  return alternativesOf(rule).some((other) => met.has(other)) ? 'canceled' : 'conditional'
}

/** Payments that were written before. The caller has locked them. */
function loadWritten(client: Queryable, deal: SignedDeal) {
  return rowsOf(
    client,
    query
      .selectFrom('payments')
      .select(['rule_id', 'position', 'due_on', 'received_minor', 'met_on', 'condition'])
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .orderBy('position'),
  )
}

async function writeDeliverables(client: Queryable, deal: SignedDeal, { deliverables }: DealTerms) {
  await run(
    client,
    query
      .updateTable('deliverables')
      .set({ state: 'canceled' })
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      // Submitted and accepted deliverables stay.
      .where('state', 'in', ['planned', 'returned']),
  )
  for (const { id, title, platform, count, dueOn, disclosureTag, away } of deliverables) {
    for (let position = 1; position <= count; position++) {
      const columns = {
        title: count > 1 ? `${title} (${position} of ${count})` : title,
        platform,
        disclosure_tag: disclosureTag,
        due_on: dueOn,
        away_from: away?.from ?? null,
        away_until: away?.until ?? null,
      }
      await run(
        client,
        query
          .insertInto('deliverables')
          .values({ ...keysOf(deal, id), position, ...columns, state: 'planned' })
          .onConflict((same) =>
            same.columns(['organization_id', 'deal_id', 'rule_id', 'position']).doUpdateSet({
              ...columns,
              state: sql`case when deliverables.state = 'canceled' then 'planned' else deliverables.state end`,
            }),
          ),
      )
    }
  }
}

/** League dates that the organization corrected. */
export async function loadCorrections(client: Queryable, organization: string): Promise<KeyDateFacts['corrections']> {
  const corrections = await rowsOf(
    client,
    query.selectFrom('league_corrections').select(['event', 'day']).where('organization_id', '=', organization),
  )
  return Object.fromEntries(corrections.map(({ event, day }) => [event, day]))
}

async function writeKeyDates(
  client: Queryable,
  deal: SignedDeal,
  { keyDates, startsOn, endsOn }: DealTerms,
  countedFrom: CountedFrom,
  now: Date,
) {
  await run(
    client,
    query
      .updateTable('key_dates')
      .set({ canceled: true })
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('done_at', 'is', null),
  )
  const corrections = await loadCorrections(client, deal.organization_id)
  const zone = await loadTimeZone(client, deal.organization_id)
  // Nobody is reminded of an end that has passed.
  const endsLater = endsOn !== null && endsOn >= dayIn(now.toISOString(), zone)
  for (const rule of [...keyDates, ...(endsLater ? [endOfDeal(zone)] : [])]) {
    const signedAt = countedFrom.get(rule.id)?.toISOString() ?? null
    const date = computeDateColumns(rule, { signedAt, termStart: startsOn, termEnd: endsOn, corrections })
    const columns = {
      title: rule.title,
      kind: rule.kind,
      rule: JSON.stringify(rule),
      counted_from: countedFrom.get(rule.id) ?? null,
      canceled: false,
      ...date,
    }
    await run(
      client,
      query
        .insertInto('key_dates')
        .values({ ...keysOf(deal, rule.id), ...columns })
        .onConflict((same) =>
          same.columns(['organization_id', 'deal_id', 'rule_id']).doUpdateSet({
            ...columns,
            version: sql`key_dates.version + 1`,
            // A moved date is open again; the timeline keeps its completion.
            done_at: sql`case when key_dates.day is distinct from excluded.day then null else key_dates.done_at end`,
            done_by: sql`case when key_dates.day is distinct from excluded.day then null else key_dates.done_by end`,
            proof: sql`case when key_dates.day is distinct from excluded.day then null else key_dates.proof end`,
            moved_from: sql`case when key_dates.day is distinct from excluded.day then key_dates.day else key_dates.moved_from end`,
            move_reason: sql`case when key_dates.day is distinct from excluded.day then 'amended' else key_dates.move_reason end`,
            moved_at: sql`case when key_dates.day is distinct from excluded.day then now() else key_dates.moved_at end`,
          }),
        ),
    )
  }
}

/** Rule of the automatic key date of a deal's end. */
export const END_OF_DEAL = '00000000-0000-4000-8000-00000000e4d0'
/** In days before. */
export const END_REMINDERS = [90, 30, 7]

function endOfDeal(zone: string): KeyDateRule {
  const anchor = { kind: 'termEnd' } as const
  const offset = { amount: 0, unit: 'days' } as const
  const reminders = END_REMINDERS
  return { id: END_OF_DEAL, kind: 'other', title: END_OF_DEAL_TITLE, effect: '', anchor, offset, zone, reminders }
}

/** A completed deal needs no reminder of its end. */
export async function finishEnd(client: Queryable, { organization_id, id }: SignedDeal, now: Date) {
  await run(
    client,
    query
      .updateTable('key_dates')
      .set({ done_at: now, version: sql<number>`version + 1` })
      .where('organization_id', '=', organization_id)
      .where('deal_id', '=', id)
      .where('rule_id', '=', END_OF_DEAL)
      .where('done_at', 'is', null),
  )
}

/** Day in the time zone of the clause and the instant it lapses, or the missing fact. */
export function computeDateColumns(rule: KeyDateRule, facts: KeyDateFacts) {
  const date = computeKeyDate(rule, facts)
  if ('missing' in date) return { day: null, lapses_at: null, missing: date.missing }
  const day = 'day' in date ? date.day : dayIn(date.instant, rule.zone)
  return { day, lapses_at: new Date(lapsesAt(date)), missing: null }
}

/** Denormalizes the earliest open date, for sorting lists. The end has a column of its own. */
export async function refreshNextDue(client: Queryable, organization: string, deal: string) {
  await client.query(
    `update deals d set next_due_on = least(
       (select min(day) from key_dates k where k.organization_id = d.organization_id and k.deal_id = d.id and k.done_at is null
         and not k.canceled and k.rule_id <> '${END_OF_DEAL}'),
       (select min(due_on) from deliverables l where l.organization_id = d.organization_id and l.deal_id = d.id
         and l.state in ('planned', 'returned')))
     where d.organization_id = $1 and d.id = $2`,
    [organization, deal],
  )
}

const dayOfRow = (rows: readonly { position: number; due_on: string | null }[], number: number) =>
  rows.find(({ position }) => position === number)?.due_on ?? null

const dayOf = (moment: Date | undefined, zone: string) => (moment ? dayIn(moment.toISOString(), zone) : null)

function keysOf(deal: SignedDeal, rule: string) {
  return {
    organization_id: deal.organization_id,
    id: newId(),
    deal_id: deal.id,
    athlete_id: deal.athlete_id,
    rule_id: rule,
  }
}
