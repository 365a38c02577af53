import type { DealStage } from '@sherpa/contracts/deal-stage'
import { type ChangedPaydays, type DealPaydays, type PaydaySchedule, sharesOf } from '@sherpa/contracts/paydays'
import { Refusal } from '@sherpa/contracts/problem'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { type LockedDeal, lockDeal, requireVisibleDeal, type Viewer } from './deal-access.ts'
import { touchDeal } from './deal-timeline.ts'
import { isSeasonPay, loadSchedules } from './installments.ts'
import { rewritePayments } from './obligations.ts'
import { paymentObligations } from './terms.ts'
import { loadVersion } from './versions.ts'

type Deal = Pick<LockedDeal, 'organization_id' | 'id' | 'stage' | 'version' | 'newest_version' | 'version_in_force'>
type Pay = DealPaydays['pay'][number]

/** A termination settles what is owed, so the paydays of a terminated contract stay. */
const SCHEDULED_STAGES: ReadonlySet<DealStage> = new Set(['signed', 'active', 'completed'])

/** Paydays of contracts in force. */
export function createPaydayService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    async load(viewer: Viewer, id: string): Promise<DealPaydays> {
      await requireVisibleDeal(database, viewer, id)
      const deal = await rowOf(
        database,
        query
          .selectFrom('deals')
          .select(['organization_id', 'id', 'stage', 'version', 'newest_version', 'version_in_force'])
          .where('organization_id', '=', viewer.member.organization)
          .where('id', '=', id)
          .$narrowType<{ stage: DealStage }>(),
      )
      if (!deal) throw new Refusal('not-found')
      return loadPaydays(database, viewer, deal)
    },

    change(viewer: Viewer, id: string, { version, schedules }: ChangedPaydays): Promise<DealPaydays> {
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        if (deal.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await loadPaydays(client, viewer, deal) })
        }
        if (deal.version_in_force === null || !SCHEDULED_STAGES.has(deal.stage)) throw new Refusal('deal-not-in-force')
        const { pay } = await loadPaydays(client, viewer, deal)
        requireMatching(pay, schedules)
        for (const { ruleId, schedule } of schedules) {
          await storeSchedule(client, viewer, deal, ruleId, schedule)
        }
        const { terms } = await loadVersion(client, deal, deal.version_in_force)
        await rewritePayments(
          client,
          deal,
          terms,
          schedules.map(({ ruleId }) => ruleId),
        )
        await touchDeal(client, deal.organization_id, deal.id)
        await recordEvent(client, {
          event: 'paydays-changed',
          actor: viewer.person.id,
          organization: deal.organization_id,
          athlete: deal.athlete_id,
        })
        return loadPaydays(client, viewer, { ...deal, version: deal.version + 1 })
      })
    },
  }

  async function storeSchedule(
    client: Queryable,
    viewer: Viewer,
    { organization_id, id: deal_id }: LockedDeal,
    rule_id: string,
    schedule: PaydaySchedule | null,
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
    const columns = {
      template: schedule.template,
      installments: JSON.stringify(schedule.installments),
      changed_by: viewer.person.id,
      changed_at: clock(),
    }
    await run(
      client,
      query
        .insertInto('payment_schedules')
        .values({ organization_id, deal_id, rule_id, ...columns })
        .onConflict((same) => same.columns(['organization_id', 'deal_id', 'rule_id']).doUpdateSet(columns)),
    )
  }
}
export type Paydays = ReturnType<typeof createPaydayService>

async function loadPaydays(client: Queryable, viewer: Viewer, deal: Deal): Promise<DealPaydays> {
  // A draft has no payments yet.
  const { terms } = await loadVersion(client, deal, deal.version_in_force ?? deal.newest_version)
  const schedules = await loadSchedules(client, deal)
  const written = await rowsOf(
    client,
    query
      .selectFrom('payments')
      .select(['rule_id', 'state', 'received_minor'])
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('state', '<>', 'canceled'),
  )
  const pay = paymentObligations(terms)
    .filter(isSeasonPay)
    .flatMap((obligation): Pay[] => {
      const { ruleId, title, due, amountMinor, guaranteedMinor } = obligation
      const payments = written.filter(({ rule_id }) => rule_id === ruleId)
      // An outcome that was not chosen is not paid.
      if (payments.length === 0) return []
      return [
        {
          ruleId,
          title,
          season: due.kind === 'season' ? due.season : null,
          amountMinor,
          guaranteedMinor,
          receivedMinor: payments.reduce((sum, { received_minor }) => sum + Number(received_minor), 0),
          isUndecided: payments.some(({ state }) => state === 'conditional'),
          schedule: scaled(schedules.get(ruleId), amountMinor),
        },
      ]
    })
  const isChangeable = SCHEDULED_STAGES.has(deal.stage) && viewer.member.permissions.includes('money.edit')
  return { currency: terms.currency, pay, isChangeable, version: deal.version }
}

/** An amendment that changes the amount keeps the ratio of the installments. */
function scaled(schedule: PaydaySchedule | undefined, totalMinor: number): PaydaySchedule | null {
  if (!schedule) return null
  const amounts = sharesOf(schedule, totalMinor)
  const installments = schedule.installments.map(({ day }, index) => ({ day, amountMinor: amounts[index] ?? 0 }))
  return { ...schedule, installments }
}

function requireMatching(pay: readonly Pay[], schedules: ChangedPaydays['schedules']) {
  const errors = schedules.flatMap(({ ruleId, schedule }, index) => {
    const found = pay.find((one) => one.ruleId === ruleId)
    const message =
      !found || schedules.findIndex((one) => one.ruleId === ruleId) !== index
        ? 'This is not a payment of the contract'
        : schedule && found.isUndecided
          ? 'Paydays can be set once the option is decided'
          : schedule && sumOf(schedule) !== found.amountMinor
            ? 'The installments must add up to the amount'
            : undefined
    return message ? [{ field: `schedules.${index}.schedule.installments`, message }] : []
  })
  if (errors.length > 0) throw new Refusal('invalid-fields', { errors })
}

const sumOf = ({ installments }: PaydaySchedule) => installments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
