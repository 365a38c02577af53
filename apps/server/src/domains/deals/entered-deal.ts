import { dayIn, endOfDay } from '@sherpa/contracts/days'
import type { SignedElsewhere, SigningSide } from '@sherpa/contracts/deal'
import { isPossible } from '@sherpa/contracts/deal-stage'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { loadTimeZone } from '../organizations/organizations.ts'
import type { LockedDeal, Viewer } from './deal-access.ts'
import { addTimelineEntry } from './deal-timeline.ts'
import { loadFrozenNames } from './frozen-names.ts'
import { storeSchedule } from './installments.ts'
import { moveDeal, stateOf } from './life-cycle.ts'
import { lockConditional, meetCondition } from './payment-conditions.ts'
import type { OnInForce } from './put-in-force.ts'
import type { RecordReceivedBefore } from './received-before.ts'
import { requiredSides } from './request-signatures.ts'
import type { Version } from './versions.ts'

/** Stored with the version, until and after a colleague confirms it. `by` entered it. */
export type Entered = Omit<SignedElsewhere, 'documentId'> & {
  /** Null: imported without the contract, which can be attached later. */
  documentId: string | null
  by: string
  guardian: string | null
}

type Parts = { clock: () => Date; recordReceivedBefore: RecordReceivedBefore; onInForce: OnInForce }

/** Puts a version in force that was signed elsewhere. Nobody outside of the organization is notified. */
export function createEnteredActivation({ clock, recordReceivedBefore, onInForce }: Parts) {
  return async function putEnteredInForce(
    client: Queryable,
    viewer: Viewer,
    deal: LockedDeal,
    approved: Version,
  ): Promise<LockedDeal> {
    const entered = approved.entered as Entered
    const now = clock()
    const zone = await loadTimeZone(client, deal.organization_id)
    const today = dayIn(now.toISOString(), zone)
    // Midday: the contract names a day, not an hour.
    const signedAt = new Date(Date.parse(endOfDay(entered.signedOn, zone)) - 12 * 60 * 60_000)
    await insertSignatures(client, deal, approved, entered, signedAt)
    for (const payday of entered.paydays ?? []) await storeSchedule(client, deal, payday, { by: entered.by, at: now })
    let moved = await moveDeal(client, viewer, deal, approved, 'sign', { now, signedAt })
    const signed = { ...approved, stage: 'signed' as const }
    const { startsOn, endsOn } = approved.terms
    if (startsOn !== null && startsOn <= today && isPossible(stateOf(moved, signed), 'start')) {
      moved = await moveDeal(client, viewer, moved, signed, 'start', { now })
    }
    if (endsOn !== null && endsOn < today && isPossible(stateOf(moved, signed), 'complete')) {
      moved = await moveDeal(client, viewer, moved, signed, 'complete', { now })
    }
    await recordReceived(client, viewer, deal, approved, entered, today)
    await addTimelineEntry(client, viewer, deal.id, { kind: 'entered', about: entered.signedOn })
    await onInForce(client, deal.organization_id, deal.id)
    return moved
  }

  async function recordReceived(
    client: Queryable,
    viewer: Viewer,
    deal: LockedDeal,
    { company_id, terms }: Version,
    { received, signedOn, by }: Entered,
    today: string,
  ) {
    const payments = await rowsOf(
      client,
      query
        .selectFrom('payments')
        .select(['id', 'rule_id', 'position', 'due_on', 'state'])
        .where('organization_id', '=', deal.organization_id)
        .where('deal_id', '=', deal.id),
    )
    const booked = []
    for (const { ruleId, number, amountMinor, receivedOn: day } of received) {
      const payment = payments.find(({ rule_id, position }) => rule_id === ruleId && position === number)
      if (!payment) throw new Error('The entered payment is not in the terms.')
      const dueOn = payment.due_on ?? signedOn
      const receivedOn = day ?? (dueOn < today ? dueOn : today)
      if (payment.state === 'conditional') {
        const conditional = await lockConditional(client, viewer, payment.id)
        await meetCondition(client, conditional, { metOn: receivedOn, dueOn: receivedOn })
      }
      booked.push({ paymentId: payment.id, amountMinor, receivedOn })
    }
    const { currency } = terms
    await recordReceivedBefore(client, viewer, deal, { by, company: company_id, currency, received: booked })
  }
}
export type PutEnteredInForce = ReturnType<typeof createEnteredActivation>

async function insertSignatures(
  client: Queryable,
  deal: LockedDeal,
  { number, hash, terms }: Version,
  { documentId, guardian }: Entered,
  signedAt: Date,
) {
  const names = await loadFrozenNames(client, deal, number)
  const signers: Record<SigningSide, string> = {
    athlete: names.athlete,
    guardian: guardian ?? '',
    company: terms.payor?.name ?? names.company,
  }
  await run(
    client,
    query.insertInto('deal_signatures').values(
      requiredSides(guardian !== null).map((side) => ({
        organization_id: deal.organization_id,
        id: newId(),
        deal_id: deal.id,
        number,
        side,
        method: 'entered',
        signer_name: signers[side],
        hash: hash ?? '',
        signed_at: signedAt,
        document_id: documentId,
      })),
    ),
  )
}

/** Makes the PDF evidence, which can no longer be removed. */
export async function keepSignedPdf(client: Queryable, deal: LockedDeal, { documentId }: Pick<Entered, 'documentId'>) {
  if (!documentId) return
  const kept = await run(
    client,
    query
      .updateTable('deal_documents')
      .set({ kind: 'paper', number: sql<number>`${deal.newest_version}` })
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('id', '=', documentId)
      .where('kind', 'in', evidenceKinds),
  )
  if (kept === 0) throw new Refusal('signed-pdf-needed')
}
/** A deal that was withdrawn and is entered again has the PDF already. */
export const evidenceKinds = ['document', 'paper'] as const
