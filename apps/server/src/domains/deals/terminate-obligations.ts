import { type Currency, formatMoney } from '@sherpa/contracts/currency'
import type { Termination, UnpaidPayment, UnpaidReason } from '@sherpa/contracts/deal-work'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { hasPaydays } from './installments.ts'
import { refreshNextDue } from './obligations.ts'

type Deal = { organization_id: string; id: string }
/** Owed amounts chosen by people, by payment; all others follow the rule. */
export type OwedAmounts = readonly { paymentId: string; amountMinor: number }[]

/** Loads the payments with the amounts that stay owed by the rule after a termination on that day. */
async function loadPaymentsAtEnd(client: Queryable, deal: Deal, day: string) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('payments as p')
      .select(['p.id', 'p.title', 'p.due_on', 'p.met_on', 'p.condition', 'p.in_kind', 'p.currency', 'p.state'])
      .select(['p.amount_minor', 'p.received_minor', 'p.guaranteed_minor', hasPaydays.as('hasPaydays')])
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
    // A bonus is earned on the day its condition was met, whenever it is payable; a salary by payday.
    const due = row.hasPaydays ? row.due_on : (row.met_on ?? row.due_on)
    const reason: UnpaidReason =
      row.state === 'conditional'
        ? 'condition'
        : due !== null && due <= day
          ? 'due'
          : guaranteedMinor > 0
            ? 'guaranteed'
            : 'later'
    const retainedMinor = { due: amountMinor, guaranteed: guaranteedMinor, condition: 0, later: 0 }[reason]
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
      retainedMinor,
      owedMinor: Math.max(retainedMinor, receivedMinor),
    }
  })
}
type PaymentAtEnd = Awaited<ReturnType<typeof loadPaymentsAtEnd>>[number]

const isUnpaid = ({ receivedMinor, amountMinor }: PaymentAtEnd) => receivedMinor < amountMinor

/** Dry run of a termination on that day. */
export async function previewTermination(
  client: Queryable,
  deal: Deal,
  day: string,
): Promise<Omit<Termination, 'told' | 'company'>> {
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
    payments: (await loadPaymentsAtEnd(client, deal, day))
      .filter(isUnpaid)
      .map(({ retainedMinor: _, ...payment }): UnpaidPayment => payment),
    deliverables: await count('deliverables', openDeliverablesAfter(day)),
    keyDates: await count('key_dates', openKeyDatesAfter(day)),
  }
}

/**
 * Amounts due by that day or guaranteed stay owed, unless people chose otherwise; received amounts stay. All else is
 * canceled, including undated items. Returns the outcome of each unpaid payment.
 */
export async function terminateObligations(client: Queryable, deal: Deal, day: string, chosen: OwedAmounts) {
  const settled = settlePayments(await loadPaymentsAtEnd(client, deal, day), chosen)
  for (const { id, retainedMinor, owedMinor } of settled) {
    await run(
      client,
      query
        .updateTable('payments')
        .set({
          retained_minor: String(retainedMinor),
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

function settlePayments(payments: readonly PaymentAtEnd[], chosen: OwedAmounts) {
  const errors = chosen.flatMap(({ paymentId, amountMinor }, index) => {
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
    const choice = chosen.find(({ paymentId }) => paymentId === payment.id)?.amountMinor ?? payment.owedMinor
    const isChosen = Math.max(choice, payment.receivedMinor) !== payment.owedMinor
    const retainedMinor = isChosen ? choice : payment.retainedMinor
    return { ...payment, retainedMinor, owedMinor: Math.max(retainedMinor, payment.receivedMinor), isChosen }
  })
}

/** Undated deliverables end with the deal. */
const openDeliverablesAfter = (day: string) =>
  sql<boolean>`(state in ('planned', 'returned') and (due_on is null or due_on > ${day}::date))`

/** Disclosures stay due after a termination. */
const openKeyDatesAfter = (day: string) =>
  sql<boolean>`(done_at is null and not canceled and kind <> 'disclosure' and (day is null or day > ${day}::date))`

type Settled = ReturnType<typeof settlePayments>[number]

/** Text for the timeline, visible with `money.view`. */
export function describeSettlement(settled: readonly Settled[]) {
  return settled
    .map(({ title, owedMinor, currency, isChosen }) => {
      const outcome = owedMinor > 0 ? `${formatMoney(owedMinor, currency, 'en-US')} owed` : 'canceled'
      return `${title}: ${outcome}${isChosen ? ' (changed manually)' : ''}`
    })
    .join('\n')
}
