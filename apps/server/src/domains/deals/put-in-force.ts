import { isPossible } from '@sherpa/contracts/deal-stage'
import type { NotificationDetails } from '@sherpa/contracts/notification'
import { type ProblemCode, Refusal } from '@sherpa/contracts/problem'
import { enqueue } from '../../jobs/enqueue.ts'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { notify, settleNotifications } from '../notifications/notifications.ts'
import { todayIn } from '../organizations/organizations.ts'
import type { RequireSameMoney } from './booked-terms.ts'
import type { RequireNoConflict } from './conflicts.ts'
import { type LockedDeal, lockDealUnchecked } from './deal-access.ts'
import { type Author, addTimelineEntry, bumpActivity } from './deal-timeline.ts'
import { drawDocumentJob } from './document-job.ts'
import { moveDeal, recordMove, stateOf } from './life-cycle.ts'
import { determineSigners, loadValidSignatures, requiredSides } from './request-signatures.ts'
import { tellResponsible } from './responsible.ts'
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
  await forEachOf(waiting, async ({ id }) => {
    try {
      await inTransaction(database, async (client) => {
        const deal = await lockDealUnchecked(client, organization, id)
        const version = deal && (await loadNewestVersion(client, deal))
        if (!version || deal.objection || !isPossible(stateOf(deal, version), 'sign')) return
        const { minor, reviewAgain } = await determineSigners(client, deal, version, now)
        const signed = (await loadValidSignatures(client, deal)).map(({ side }) => side)
        if (reviewAgain || !requiredSides(minor).every((side) => signed.includes(side))) return
        await putInForce(client, { person: null, member: { organization } }, deal, version)
        for (const { reason } of Object.values(obstacles)) {
          await settleNotifications(client, { organization, kind: 'deal-to-check', about: { deal: id, reason } })
        }
      })
    } catch (error) {
      const obstacle = error instanceof Refusal && obstacles[error.code]
      if (!obstacle) throw error
      await inTransaction(database, (client) => tellOnce(client, organization, id, obstacle))
    }
  })
}

type Obstacle = { reason: NonNullable<NotificationDetails['reason']>; text: string }

/** What a person has to resolve. */
const obstacles: Partial<Record<ProblemCode, Obstacle>> = {
  'deals-conflict': {
    reason: 'not-in-force-conflict',
    text: 'It conflicts with another deal. Allow the conflict or change the terms.',
  },
  'deal-has-bookings': {
    reason: 'not-in-force-bookings',
    text: 'Payments were recorded that this version changes.',
  },
}

/** Once per version and obstacle: the deal is tried again each hour. */
async function tellOnce(client: Queryable, organization: string, id: string, { reason, text }: Obstacle) {
  const deal = await lockDealUnchecked(client, organization, id)
  if (!deal) return
  const entry = { kind: 'not-in-force', about: String(deal.newest_version), text } as const
  const told = await rowOf(
    client,
    query
      .selectFrom('deal_timeline')
      .select('id')
      .where('organization_id', '=', organization)
      .where('deal_id', '=', id)
      .where('kind', '=', entry.kind)
      .where('about', '=', entry.about)
      .where('text', '=', text)
      .limit(1),
  )
  if (told) return
  await addTimelineEntry(client, { person: null, member: { organization } }, id, entry)
  await tellResponsible(client, organization, deal, reason)
  await bumpActivity(client, organization, id)
}
