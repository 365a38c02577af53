import { alternativesOf, paidTogetherWith } from '@sherpa/contracts/contract-years'
import type { DealTerms } from '@sherpa/contracts/deal'
import type { DealStage } from '@sherpa/contracts/deal-stage'
import type { ConditionMet } from '@sherpa/contracts/payment'
import { paymentObligations } from '@sherpa/contracts/payment-obligations'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { isVisibleAthlete } from '../athletes/athletes.ts'
import type { Viewer } from './deal-access.ts'
import { hasPaydays } from './installments.ts'

/** A condition met during the term can still be confirmed after its end. */
const CONFIRMABLE_STAGES: ReadonlySet<DealStage> = new Set(['signed', 'active', 'completed'])

/** Lock order: deal, then payment. */
export async function lockConditional(client: Queryable, viewer: Viewer, id: string) {
  const { organization } = viewer.member
  const payments = query
    .selectFrom('payments as p')
    .where('p.organization_id', '=', organization)
    .where('p.id', '=', id)
    .where(isVisibleAthlete(viewer, sql.ref('p.athlete_id')))
  const found = await rowOf(client, payments.select('p.deal_id'))
  if (!found) throw new Refusal('not-found')
  const { stage, rulesInForce } = await lockStage(client, organization, found.deal_id)
  if (!CONFIRMABLE_STAGES.has(stage)) throw new Refusal('deal-not-in-force')
  const payment = await rowOf(
    client,
    payments
      .select(['p.organization_id', 'p.id', 'p.deal_id', 'p.rule_id', 'p.state', 'p.athlete_id', 'p.due_on'])
      .select(['p.due_before_met', 'p.met_on', 'p.received_minor', 'p.owed_since', hasPaydays.as('hasPaydays')])
      .forUpdate(),
  )
  if (!payment) throw new Refusal('not-found')
  return { ...payment, rulesInForce }
}
type LockedPayment = Awaited<ReturnType<typeof lockConditional>>

/** Locks a deal; returns its stage and the payment rules of the version in force. */
async function lockStage(client: Queryable, organization: string, deal: string) {
  const { stage, terms } = await oneRowOf(
    client,
    query
      .selectFrom('deals as d')
      .leftJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'd.organization_id')
          .onRef('v.deal_id', '=', 'd.id')
          .onRef('v.number', '=', 'd.version_in_force'),
      )
      .select(['d.stage', sql<DealTerms | null>`v.terms`.as('terms')])
      .where('d.organization_id', '=', organization)
      .where('d.id', '=', deal)
      .forNoKeyUpdate('d'),
  )
  return { stage, rulesInForce: terms ? paymentObligations(terms).map(({ ruleId }) => ruleId) : [] }
}

/** Makes the payment owed and cancels the alternative outcome. */
export async function meetCondition(client: Queryable, payment: LockedPayment, { metOn, dueOn }: ConditionMet) {
  if (payment.state !== 'conditional') throw new Refusal('condition-decided')
  await updatePayment(client, payment, {
    state: 'expected',
    met_on: metOn,
    due_on: dueOn,
    due_before_met: payment.due_on,
  })
  await run(
    client,
    ofRules(payment, alternativesOf(payment.rule_id)).set({ state: 'canceled' }).where('state', '=', 'conditional'),
  )
}

export async function reopenCondition(client: Queryable, payment: LockedPayment) {
  if (payment.state !== 'expected' || payment.met_on === null) throw new Refusal('condition-decided')
  if (payment.hasPaydays) throw new Refusal('payment-has-paydays')
  if (Number(payment.received_minor) !== 0 || payment.owed_since !== null) throw new Refusal('payment-has-receipts')
  await updatePayment(client, payment, {
    state: 'conditional',
    met_on: null,
    due_on: payment.due_before_met,
    due_before_met: null,
  })
  await restoreAlternatives(client, payment)
}

/** Reopens the alternative outcome, if the version in force still has it and nothing of this one is met. */
async function restoreAlternatives(client: Queryable, payment: LockedPayment) {
  const { organization_id, deal_id, rule_id, rulesInForce } = payment
  const rules = alternativesOf(rule_id).filter((rule) => rulesInForce.includes(rule))
  if (rules.length === 0) return
  await run(
    client,
    ofRules(payment, rules)
      .set({ state: 'conditional' })
      .where('state', '=', 'canceled')
      .where(sql<boolean>`not exists (select from payments o where o.organization_id = ${organization_id} and o.deal_id = ${deal_id}
        and o.rule_id = any(${paidTogetherWith(rule_id)}::text[]) and o.met_on is not null)`),
  )
}

function ofRules({ organization_id, deal_id }: LockedPayment, rules: readonly string[]) {
  return query
    .updateTable('payments')
    .where('organization_id', '=', organization_id)
    .where('deal_id', '=', deal_id)
    .where(sql<boolean>`rule_id = any(${rules}::text[])`)
    .where('condition', 'is not', null)
}

type Changed = {
  state: 'expected' | 'conditional'
  met_on: string | null
  due_on: string | null
  due_before_met: string | null
}

async function updatePayment(client: Queryable, { organization_id, id }: LockedPayment, changes: Changed) {
  await run(
    client,
    query.updateTable('payments').set(changes).where('organization_id', '=', organization_id).where('id', '=', id),
  )
}
