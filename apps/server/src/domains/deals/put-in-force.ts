import { isPossible } from '@sherpa/contracts/deal-stage'
import type { NotificationDetails } from '@sherpa/contracts/notification'
import { Refusal } from '@sherpa/contracts/problem'
import { enqueue } from '../../jobs/enqueue.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { notify } from '../notifications/notifications.ts'
import { todayIn } from '../organizations/organizations.ts'
import type { RequireSameMoney } from './booked-terms.ts'
import type { RequireNoConflict } from './conflicts.ts'
import { type LockedDeal, lockDealUnchecked } from './deal-access.ts'
import { type Author, addTimelineEntry } from './deal-timeline.ts'
import { drawDocumentJob } from './document-job.ts'
import { moveDeal, recordMove, stateOf } from './life-cycle.ts'
import { determineSigners, loadValidSignatures, requiredSides } from './request-signatures.ts'
import { loadNewestVersion, type Version } from './versions.ts'

type Parts = {
  clock: () => Date
  requireNoConflict: RequireNoConflict
  requireBookedTermsUnchanged: RequireSameMoney
  onInForce: OnInForce
}

/** Injected, because disclosures import deals. */
export type OnInForce = (client: Queryable, organization: string, deal: string) => Promise<void>

/** Effects of the last signature. */
export function createActivation({ clock, requireNoConflict, requireBookedTermsUnchanged, onInForce }: Parts) {
  return async function putInForce(
    client: Queryable,
    author: Author,
    deal: LockedDeal,
    version: Version,
    /** Who signed last, and how. */
    last: NotificationDetails = {},
  ) {
    const { organization_id: organization } = deal
    const now = clock()
    await requireNoConflict(client, deal, version)
    await requireBookedTermsUnchanged(client, deal, version)
    let moved = await moveDeal(client, author, deal, version, 'sign', { now })
    const newest = { ...version, stage: 'signed' as const }
    const { startsOn } = version.terms
    const hasBegun = !startsOn || startsOn <= (await todayIn(client, organization, now))
    if (hasBegun && isPossible(stateOf(moved, newest), 'start')) {
      moved = await moveDeal(client, author, moved, newest, 'start', { now })
    }
    await recordMove(client, author, deal, moved)
    await addTimelineEntry(client, author, deal.id, { kind: 'all-signed', about: String(deal.newest_version) })
    await onInForce(client, organization, deal.id)
    await enqueue(
      client,
      drawDocumentJob,
      { organization, deal: deal.id, number: deal.newest_version },
      { key: `${deal.id} ${deal.newest_version}` },
    )
    if (deal.lead_id) {
      await notify(client, {
        organization,
        person: deal.lead_id,
        ...(author.person && { actor: author.person.id }),
        kind: 'deal-signed',
        details: { deal: deal.id, title: version.title, ...last },
      })
    }
  }
}
export type PutInForce = ReturnType<typeof createActivation>

/** Puts deals in force that only waited for a guardian, once the athlete has come of age. */
export async function putSignedByAdultsInForce(
  database: Database,
  organization: string,
  { putInForce, now }: { putInForce: PutInForce; now: Date },
) {
  const waiting = await rowsOf(
    database,
    query
      .selectFrom('deals as d')
      .innerJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'd.organization_id')
          .onRef('v.deal_id', '=', 'd.id')
          .onRef('v.number', '=', 'd.newest_version'),
      )
      .innerJoin('deal_signatures as s', (join) =>
        join
          .onRef('s.organization_id', '=', 'v.organization_id')
          .onRef('s.deal_id', '=', 'v.deal_id')
          .onRef('s.number', '=', 'v.number')
          .on('s.side', '=', 'athlete')
          .on('s.superseded_at', 'is', null),
      )
      .select('d.id')
      .where('d.organization_id', '=', organization)
      .where('d.removed_at', 'is', null)
      .where('v.stage', '=', 'approved')
      .orderBy('d.id'),
  )
  for (const { id } of waiting) {
    try {
      await inTransaction(database, async (client) => {
        const deal = await lockDealUnchecked(client, organization, id)
        const version = deal && (await loadNewestVersion(client, deal))
        if (!version || deal.objection || !isPossible(stateOf(deal, version), 'sign')) return
        const { minor, reviewAgain } = await determineSigners(client, deal, version, now)
        const signed = (await loadValidSignatures(client, deal)).map(({ side }) => side)
        if (reviewAgain || !requiredSides(minor).every((side) => signed.includes(side))) return
        await putInForce(client, { person: null, member: { organization } }, deal, version)
      })
    } catch (error) {
      // A conflict with another deal or with bookings needs a person to resolve it.
      if (!(error instanceof Refusal)) throw error
    }
  }
}
