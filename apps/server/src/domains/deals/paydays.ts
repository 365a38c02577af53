import type { DealTerms } from '@sherpa/contracts/deal'
import type { DealStage } from '@sherpa/contracts/deal-stage'
import { type ChangedPaydays, type DealPaydays, type PaydaySchedule, sharesOf } from '@sherpa/contracts/paydays'
import { isSeasonPay, paymentObligations } from '@sherpa/contracts/payment-obligations'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { type LockedDeal, lockDeal, requireVisibleDeal, type Viewer } from './deal-access.ts'
import { touchDeal } from './deal-timeline.ts'
import { findWrongPaydays, loadSchedules, storeSchedule } from './installments.ts'
import { rewritePayments } from './obligations.ts'
import type { RecordReceivedBefore } from './received-before.ts'
import { loadVersion } from './versions.ts'

type Deal = Pick<LockedDeal, 'organization_id' | 'id' | 'stage' | 'version' | 'newest_version' | 'version_in_force'>
type Pay = DealPaydays['pay'][number]

/** A termination settles what is owed, so the paydays of a terminated contract stay. */
const SCHEDULED_STAGES: ReadonlySet<DealStage> = new Set(['signed', 'active', 'completed'])

type Parts = { database: Database; clock: () => Date; recordReceivedBefore: RecordReceivedBefore }

/** Paydays of contracts in force. */
export function createPaydayService({ database, clock, recordReceivedBefore }: Parts) {
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
      const { terms } = await loadPaidVersion(database, deal)
      return loadPaydays(database, viewer, deal, terms)
    },

    change(viewer: Viewer, id: string, { version, schedules, receivedBefore }: ChangedPaydays): Promise<DealPaydays> {
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        const { company_id: company, terms } = await loadPaidVersion(client, deal)
        const present = await loadPaydays(client, viewer, deal, terms)
        if (deal.version !== version) throw new Refusal('changed-meanwhile', { present })
        if (deal.version_in_force === null || !SCHEDULED_STAGES.has(deal.stage)) throw new Refusal('deal-not-in-force')
        const errors = findWrongPaydays(present.pay, schedules, 'schedules')
        if (receivedBefore && !present.enteredOn) errors.push({ field: 'receivedBefore', message: SIGNED_HERE })
        if (errors.length > 0) throw new Refusal('invalid-fields', { errors })
        const [by, rules] = [viewer.person.id, schedules.map(({ ruleId }) => ruleId)]
        for (const payday of schedules) await storeSchedule(client, deal, payday, { by, at: clock() })
        await rewritePayments(client, deal, terms, rules)
        const received = receivedBefore ? await findDueBefore(client, deal, rules, present.enteredOn) : []
        await recordReceivedBefore(client, viewer, deal, { by, company, currency: terms.currency, received })
        await touchDeal(client, deal.organization_id, deal.id)
        await recordEvent(client, {
          event: 'paydays-changed',
          actor: by,
          organization: deal.organization_id,
          athlete: deal.athlete_id,
          deal: deal.id,
          ...(received.length > 0 && { details: String(received.length) }),
          changes: schedules.map(({ ruleId, schedule }) => {
            const pay = present.pay.find((one) => one.ruleId === ruleId)
            return {
              field: pay?.title ?? ruleId,
              before: paydaysInWords(pay?.schedule ?? null),
              after: paydaysInWords(schedule),
            }
          }),
        })
        return loadPaydays(client, viewer, { ...deal, version: deal.version + 1 }, terms)
      })
    },
  }
}
export type Paydays = ReturnType<typeof createPaydayService>

const SIGNED_HERE = 'This contract was signed in Sherpa. Record its payments as receipts'

/** "36 paydays from 2026-10-15 to 2027-06-30" */
function paydaysInWords(schedule: PaydaySchedule | null) {
  if (!schedule) return null
  const { installments } = schedule
  return `${installments.length} paydays from ${installments[0]?.day} to ${installments.at(-1)?.day}`
}

/** A draft has no payments yet. */
const loadPaidVersion = (client: Queryable, deal: Deal) =>
  loadVersion(client, deal, deal.version_in_force ?? deal.newest_version)

/** Open installments of these rules that were due before a day. */
async function findDueBefore(client: Queryable, deal: Deal, rules: readonly string[], day: string | null) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('payments')
      .select(['id', 'due_on', sql<string>`amount_minor - received_minor`.as('open_minor')])
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where(sql<boolean>`rule_id = any(${rules}::text[])`)
      .where('state', '=', 'expected')
      .where('due_on', '<', day)
      .where(sql<boolean>`received_minor < amount_minor`)
      .orderBy('id')
      .$narrowType<{ due_on: string }>(),
  )
  return rows.map(({ id, due_on, open_minor }) => ({
    paymentId: id,
    amountMinor: Number(open_minor),
    receivedOn: due_on,
  }))
}

async function loadPaydays(client: Queryable, viewer: Viewer, deal: Deal, terms: DealTerms): Promise<DealPaydays> {
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
  const enteredOn = await findEntryDay(client, deal)
  return { currency: terms.currency, pay, isChangeable, enteredOn, version: deal.version }
}

/** Only the first version can be entered as signed; later ones amend it. */
async function findEntryDay(client: Queryable, deal: Deal) {
  const entered = await rowOf(
    client,
    query
      .selectFrom(['deal_versions as v', publicOrganizations.as('o')])
      .select(sql<string>`(v.frozen_at at time zone o.time_zone)::date`.as('day'))
      .where('v.organization_id', '=', deal.organization_id)
      .where('v.deal_id', '=', deal.id)
      .where('v.entered', 'is not', null)
      .where('v.signed_at', 'is not', null)
      .whereRef('o.id', '=', 'v.organization_id'),
  )
  return entered?.day ?? null
}

/** An amendment that changes the amount keeps the ratio of the installments. */
function scaled(schedule: PaydaySchedule | undefined, totalMinor: number): PaydaySchedule | null {
  if (!schedule) return null
  const amounts = sharesOf(schedule, totalMinor)
  const installments = schedule.installments.map(({ day }, index) => ({ day, amountMinor: amounts[index] ?? 0 }))
  return { ...schedule, installments }
}
