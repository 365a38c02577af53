import { coverReceived, type PaydaySchedule, sharesOf } from '@sherpa/contracts/paydays'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { type PaymentObligation, SIGNING_BONUS } from './terms.ts'

/** A payment that was written before. */
type Written = { position: number; due_on: string | null; received_minor: string }

/** Pay of contract seasons, whose terms name no days. */
export const isSeasonPay = ({ ruleId, due }: Pick<PaymentObligation, 'ruleId' | 'due'>) =>
  due.kind === 'season' || ruleId === SIGNING_BONUS

/**
 * Splits the pay of a season over its paydays. Receipts stay with their payment, also with those of a former schedule,
 * and the amounts always add up. The guarantee covers the earliest installments.
 */
export function installmentsOf(
  obligation: PaymentObligation,
  written: readonly Written[],
  schedule: PaydaySchedule | undefined,
): PaymentObligation[] {
  const received: number[] = []
  for (const { position, received_minor } of written) received[position - 1] = Number(received_minor)
  const shares = schedule ? sharesOf(schedule, obligation.amountMinor) : [obligation.amountMinor]
  const lastReceived = received.findLastIndex((minor) => minor > 0)
  while (shares.length <= lastReceived) shares.push(0)
  let guaranteed = obligation.guaranteedMinor
  return coverReceived(shares, received).flatMap((amountMinor, index) => {
    if (amountMinor === 0 && !received[index]) return []
    const guaranteedMinor = Math.min(guaranteed, amountMinor)
    guaranteed -= guaranteedMinor
    const number = index + 1
    const former = written.find(({ position }) => position === number)
    const payday = schedule?.installments[index]?.day
    const day = payday ?? (index === 0 ? obligation.day : (former?.due_on ?? null))
    const times = schedule?.installments.length ?? 1
    const title = payday && times > 1 ? `${obligation.title} (${number} of ${times})` : obligation.title
    return [{ ...obligation, number, day, title, amountMinor, guaranteedMinor }]
  })
}

/** Condition on `payments p`. */
export const hasPaydays: RawBuilder<boolean> = sql`exists (select from payment_schedules s
  where s.organization_id = p.organization_id and s.deal_id = p.deal_id and s.rule_id = p.rule_id)`

/** Paydays of a deal, by rule. */
export async function loadSchedules(
  client: Queryable,
  deal: { organization_id: string; id: string },
): Promise<Map<string, PaydaySchedule>> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('payment_schedules')
      .select(['rule_id', 'template', 'installments'])
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .$narrowType<PaydaySchedule>(),
  )
  return new Map(rows.map(({ rule_id, template, installments }) => [rule_id, { template, installments }]))
}
