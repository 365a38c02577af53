import type { PaydaySchedule } from '@sherpa/contracts/paydays'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { isVisibleAthlete } from '../athletes/athletes.ts'
import type { Viewer } from './deal-access.ts'

/** Condition on `payments p`. */
export const hasPaydays: RawBuilder<boolean> = sql`exists (select from payment_schedules s
  where s.organization_id = p.organization_id and s.deal_id = p.deal_id and s.rule_id = p.rule_id)`

/** Pay of visible contracts without a day, as `p`. The conditions match the partial index. */
const undatedPay = (viewer: Viewer) => sql`payments p where p.organization_id = ${viewer.member.organization}
  and p.state = 'expected' and p.due_on is null and not p.in_kind and p.received_minor < p.amount_minor
  and ${isVisibleAthlete(viewer, sql.ref('p.athlete_id'))}`

const inForce = sql`d.stage in ('signed', 'active') and d.removed_at is null`

/** Ids of contracts in force whose pay has no paydays. */
export const dealsWithoutPaydays = (viewer: Viewer) => sql<{ id: string }>`select d.id from deals d
  where d.organization_id = ${viewer.member.organization} and ${inForce}
    and d.id in (select p.deal_id from ${undatedPay(viewer)})`

/**
 * The same among the newest payments without a day, because open pay of completed contracts may pile up. The inner limit
 * makes PostgreSQL look up deals one by one: otherwise it reads all that are in force.
 */
export const newestWithoutPaydays = (viewer: Viewer, most: number) => sql<{ id: string }>`select distinct d.id
  from (select p.organization_id, p.deal_id from ${undatedPay(viewer)} order by p.deal_id desc limit ${most}) p
  cross join lateral (select d.id, d.stage, d.removed_at from deals d
    where d.organization_id = p.organization_id and d.id = p.deal_id limit 1) d
  where ${inForce}`

/** Null removes the paydays of a payment. */
export async function storeSchedule(
  client: Queryable,
  { organization_id, id: deal_id }: { organization_id: string; id: string },
  { ruleId: rule_id, schedule }: { ruleId: string; schedule: PaydaySchedule | null },
  { by, at }: { by: string; at: Date },
) {
  if (!schedule) {
    const removed = query
      .deleteFrom('payment_schedules')
      .where('organization_id', '=', organization_id)
      .where('deal_id', '=', deal_id)
      .where('rule_id', '=', rule_id)
    await run(client, removed)
    return
  }
  const { template, installments } = schedule
  const columns = { template, installments: JSON.stringify(installments), changed_by: by, changed_at: at }
  await run(
    client,
    query
      .insertInto('payment_schedules')
      .values({ organization_id, deal_id, rule_id, ...columns })
      .onConflict((same) => same.columns(['organization_id', 'deal_id', 'rule_id']).doUpdateSet(columns)),
  )
}

/** Errors by field: paydays need a payment of the contract that is decided, and have to add up to it. */
export function findWrongPaydays(
  pay: readonly { ruleId: string; amountMinor: number; isUndecided: boolean }[],
  paydays: readonly { ruleId: string; schedule: PaydaySchedule | null }[],
  field: string,
) {
  return paydays.flatMap(({ ruleId, schedule }, index) => {
    const found = pay.find((one) => one.ruleId === ruleId)
    const message =
      !found || paydays.findIndex((one) => one.ruleId === ruleId) !== index
        ? 'This is not a payment of the contract'
        : schedule && found.isUndecided
          ? 'Paydays can be set once the option is decided'
          : schedule && sumOf(schedule) !== found.amountMinor
            ? 'The installments must add up to the amount'
            : undefined
    return message ? [{ field: `${field}.${index}.schedule.installments`, message }] : []
  })
}

const sumOf = ({ installments }: PaydaySchedule) => installments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

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
