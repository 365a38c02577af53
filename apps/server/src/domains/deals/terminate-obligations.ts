import { type Currency, formatMoney } from '@sherpa/contracts/currency'
import type { Termination, UnpaidPayment, UnpaidReason } from '@sherpa/contracts/deal-work'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { refreshNextDue } from './obligations.ts'

type Deal = { organization_id: string; id: string }
/** What people decided to stay owed, by payment. What they did not name follows the rule. */
export type OwedAmounts = readonly { paymentId: string; amountMinor: number }[]

/** Every payment of the deal, and what of it stays owed by the rule if the deal is terminated on that day, whatever was received. */
async function paymentsAtEnd(client: Queryable, deal: Deal, day: string) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('payments as p')
      .select(['p.id', 'p.title', 'p.due_on', 'p.met_on', 'p.condition', 'p.in_kind', 'p.currency', 'p.state'])
      .select(['p.amount_minor', 'p.received_minor', 'p.guaranteed_minor'])
      .where('p.organization_id', '=', deal.organization_id)
      .where('p.deal_id', '=', deal.id)
      .where('p.state', '<>', 'canceled')
      .orderBy('p.due_on')
      .orderBy('p.rule_id')
      .orderBy('p.position')
      .$narrowType<{ currency: Currency }>(),
  )
  return rows.map((row) => {
    const [amountMinor, receivedMinor] = [Number(row.amount_minor), Number(row.received_minor)]
    const guaranteedMinor = Math.min(Number(row.guaranteed_minor), amountMinor)
    // A bonus is earned on the day its condition was met, whenever it is payable.
    const due = row.met_on ?? row.due_on
    const reason: UnpaidReason =
      row.state === 'conditional'
        ? 'condition'
        : due !== null && due <= day
          ? 'due'
          : guaranteedMinor > 0
            ? 'guaranteed'
            : 'later'
    const keptMinor = { due: amountMinor, guaranteed: guaranteedMinor, condition: 0, later: 0 }[reason]
    return {
      id: row.id,
      title: row.title,
      dueOn: row.due_on,
      condition: row.condition,
      inKind: row.in_kind,
      currency: row.currency,
      amountMinor,
      receivedMinor,
      reason,
      keptMinor,
      owedMinor: Math.max(keptMinor, receivedMinor),
    }
  })
}
type PaymentAtEnd = Awaited<ReturnType<typeof paymentsAtEnd>>[number]

const isUnpaid = ({ receivedMinor, amountMinor }: PaymentAtEnd) => receivedMinor < amountMinor

/** What a termination on that day would do. */
export async function previewTermination(client: Queryable, deal: Deal, day: string): Promise<Termination> {
  const count = async (table: 'deliverables' | 'key_dates', isCanceled: RawBuilder<boolean>) => {
    const { count } = await oneRowOf(
      client,
      query
        .selectFrom(table)
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('organization_id', '=', deal.organization_id)
        .where('deal_id', '=', deal.id)
        .where(isCanceled),
    )
    return count
  }
  return {
    day,
    payments: (await paymentsAtEnd(client, deal, day))
      .filter(isUnpaid)
      .map(({ keptMinor: _, ...payment }): UnpaidPayment => payment),
    deliverables: await count('deliverables', openDeliverablesAfter(day)),
    keyDates: await count('key_dates', openKeyDatesAfter(day)),
  }
}

/**
 * What is due by the day of the termination or guaranteed stays owed, unless people decided otherwise; received amounts stay. Everything else
 * is canceled, also what has no day yet. Answers with what was decided about each unpaid payment.
 */
export async function terminateObligations(client: Queryable, deal: Deal, day: string, decided: OwedAmounts) {
  const settled = settlementOf(await paymentsAtEnd(client, deal, day), decided)
  for (const { id, keptMinor, owedMinor } of settled) {
    await run(
      client,
      query
        .updateTable('payments')
        .set({
          kept_minor: String(keptMinor),
          ...(owedMinor > 0 ? { amount_minor: String(owedMinor), state: 'expected' } : { state: 'canceled' }),
        })
        .where('organization_id', '=', deal.organization_id)
        .where('id', '=', id),
    )
  }
  await run(
    client,
    query
      .updateTable('deliverables')
      .set({ state: 'canceled', version: sql<number>`version + 1` })
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where(openDeliverablesAfter(day)),
  )
  await run(
    client,
    query
      .updateTable('key_dates')
      .set({ canceled: true, version: sql<number>`version + 1` })
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where(openKeyDatesAfter(day)),
  )
  await refreshNextDue(client, deal.organization_id, deal.id)
  return settled.filter(isUnpaid)
}

function settlementOf(payments: readonly PaymentAtEnd[], decided: OwedAmounts) {
  const errors = decided.flatMap(({ paymentId, amountMinor }, index) => {
    const payment = payments.find(({ id }) => id === paymentId)
    const message = !payment
      ? 'This payment is no longer open'
      : payment.reason === 'condition' && amountMinor > payment.receivedMinor
        ? 'A conditional payment can’t stay owed after termination'
        : amountMinor > payment.amountMinor
          ? 'Enter at most the amount of the payment'
          : undefined
    return message ? [{ field: `owed.${index}.amountMinor`, message }] : []
  })
  if (errors.length > 0) throw new Refusal('invalid-fields', { errors })
  return payments.map((payment) => {
    const choice = decided.find(({ paymentId }) => paymentId === payment.id)?.amountMinor ?? payment.owedMinor
    const isChosen = Math.max(choice, payment.receivedMinor) !== payment.owedMinor
    const keptMinor = isChosen ? choice : payment.keptMinor
    return { ...payment, keptMinor, owedMinor: Math.max(keptMinor, payment.receivedMinor), isChosen }
  })
}

/** Something without a day was to be done before the end of the deal. */
const openDeliverablesAfter = (day: string) =>
  sql<boolean>`(state in ('planned', 'returned') and (due_on is null or due_on > ${day}::date))`

/** Whoever must be told of the deal must be told of it all the same. */
const openKeyDatesAfter = (day: string) =>
  sql<boolean>`(done_at is null and not canceled and kind <> 'disclosure' and (day is null or day > ${day}::date))`

type Settled = ReturnType<typeof settlementOf>[number]

/** For the timeline, for those who see money. */
export function settledInWords(settled: readonly Settled[]) {
  return settled
    .map(({ title, owedMinor, currency, isChosen }) => {
      const outcome = owedMinor > 0 ? `${formatMoney(owedMinor, currency, 'en-US')} owed` : 'canceled'
      return `${title}: ${outcome}${isChosen ? ' (changed manually)' : ''}`
    })
    .join('\n')
}
