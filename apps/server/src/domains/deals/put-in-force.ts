import { isPossible } from '@sherpa/contracts/deal-stage'
import { Refusal } from '@sherpa/contracts/problem'
import { enqueue } from '../../jobs/enqueue.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { notify } from '../notifications/notifications.ts'
import { todayIn } from '../organizations/organizations.ts'
import { requireNoClash } from './clashes.ts'
import { type LockedDeal, lockDealOf } from './deal-access.ts'
import { type Author, noteOnDeal } from './deal-timeline.ts'
import { drawDocumentJob } from './document-job.ts'
import { moveDeal, stateOf } from './life-cycle.ts'
import type { RequireSameMoney } from './same-money.ts'
import { judgeSigners, sidesOf, signaturesThatCount } from './signatures-asked.ts'
import { newestVersion, type Version } from './versions.ts'

type Parts = { clock: () => Date; requireSameMoney: RequireSameMoney }

/** What follows from the last signature. */
export function puttingInForce({ clock, requireSameMoney }: Parts) {
  return async function putInForce(client: Queryable, author: Author, deal: LockedDeal, version: Version) {
    const { organization_id: organization } = deal
    const now = clock()
    await requireNoClash(client, deal, version)
    await requireSameMoney(client, deal, version)
    const signed = await moveDeal(client, author, deal, version, 'sign', { now })
    const newest = { ...version, stage: 'signed' as const }
    const { startsOn } = version.terms
    const hasBegun = !startsOn || startsOn <= (await todayIn(client, organization, now))
    if (hasBegun && isPossible(stateOf(signed, newest), 'start')) {
      await moveDeal(client, author, signed, newest, 'start', { now })
    }
    await noteOnDeal(client, author, deal.id, { kind: 'all-signed', about: String(deal.newest) })
    await enqueue(
      client,
      drawDocumentJob,
      { organization, deal: deal.id, number: deal.newest },
      { key: `${deal.id} ${deal.newest}` },
    )
    if (deal.lead_id) {
      await notify(client, {
        organization,
        person: deal.lead_id,
        ...(author.person && { actor: author.person.id }),
        kind: 'deal-signed',
        details: { deal: deal.id, title: version.title },
      })
    }
  }
}
export type PutInForce = ReturnType<typeof puttingInForce>

/** Deals that only waited for the guardian of someone who has come of age: all others have signed. */
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
          .onRef('v.number', '=', 'd.newest'),
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
        const deal = await lockDealOf(client, organization, id)
        const version = deal && (await newestVersion(client, deal))
        if (!version || !isPossible(stateOf(deal, version), 'sign')) return
        const { minor, reviewAgain } = await judgeSigners(client, deal, version, now)
        const signed = (await signaturesThatCount(client, deal)).map(({ side }) => side)
        if (reviewAgain || !sidesOf(minor).every((side) => signed.includes(side))) return
        await putInForce(client, { person: null, member: { organization } }, deal, version)
      })
    } catch (error) {
      // A conflict with another deal, or with money that was booked: a person settles it, and the last side signs then.
      if (!(error instanceof Refusal)) throw error
    }
  }
}
