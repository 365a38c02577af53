import { dealTerms } from '@sherpa/contracts/deal'
import type { NotificationDetails } from '@sherpa/contracts/notification'
import { sql } from 'kysely'
import { z } from 'zod'
import { enqueueInEach } from '../../jobs/enqueue.ts'
import { defineJob, every } from '../../jobs/job.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { noteEvent } from '../audit/audit.ts'
import { notifyAllWhoMay } from '../notifications/notifications.ts'
import { todayIn } from '../organizations/organizations.ts'
import { type LockedDeal, lockDealOf } from './deal-access.ts'
import { noteOnDeal } from './deal-timeline.ts'
import { recountObligations } from './obligations.ts'
import { terminateObligations } from './terminate-obligations.ts'
import { loadVersion, newestVersion, showOnDeal } from './versions.ts'

const NAME = 'deals'
type Reason = NonNullable<NotificationDetails['reason']>
/** What the owners are told of by itself; the rest is on the timelines of the deals. */
const MOST_TOLD = 100

type Parts = {
  database: Database
  clock: () => Date
  redrawFrozen: (which: { organization: string; deal: string; number: number }) => Promise<unknown>
}

/**
 * Repairs what releases before the life cycle left wrong, once for each organization: columns of deals that an amendment had changed too early,
 * days, payments and dates of terminated deals, and documents that nobody has signed. Each deal is repaired by itself, and twice comes to
 * the same. Ledger entries, frozen terms, signatures and signed documents stay as they are: the owners are told of them.
 */
export function repairJobs({ database, clock, redrawFrozen }: Parts) {
  const repairOrganization = defineJob({
    name: 'repair-deals-of-organization',
    title: 'Repair an organization’s deals after an update',
    data: z.object({ organization: z.uuid() }),
    async run({ organization }) {
      const deals = await rowsOf(
        database,
        query.selectFrom('deals').select('id').where('organization_id', '=', organization).orderBy('id'),
      )
      const unrepaired: { deal: string; title: string; reason: Reason }[] = []
      for (const { id } of deals) {
        const repaired = await inTransaction(database, (client) => repairDeal(client, organization, id))
        if (!repaired) continue
        unrepaired.push(...repaired.reasons.map((reason) => ({ deal: id, title: repaired.title, reason })))
        if (repaired.redraw) await redrawFrozen({ organization, deal: id, number: repaired.redraw })
      }
      await inTransaction(database, (client) => record(client, organization, unrepaired, clock()))
    },
  })

  return [
    repairOrganization,
    every('1 hour', {
      name: 'repair-deals',
      title: 'Find organizations with deals to repair after an update',
      async run() {
        const { rows } = await database.query<{ id: string }>('select organizations_to_repair($1) as id', [NAME])
        await enqueueInEach(database, repairOrganization, rows)
      },
    }),
  ]
}

async function repairDeal(client: Queryable, organization: string, id: string) {
  const deal = await lockDealOf(client, organization, id)
  if (!deal) return undefined
  const newest = await newestVersion(client, deal)
  const shown = deal.in_force === null ? newest : await loadVersion(client, deal, deal.in_force)
  await showOnDeal(client, deal, shown)
  if (deal.in_force !== null) await recountObligations(client, deal, await signedVersions(client, deal))
  const reasons = deal.stage === 'terminated' ? await repairTermination(client, deal) : []
  if (await hasIncompleteDocument(client, deal)) reasons.push('document')
  const isFrozen = newest.stage === 'in-review' || newest.stage === 'approved'
  return { title: shown.title, reasons, redraw: isFrozen ? deal.newest : undefined }
}

/** All that were signed, the first one first. */
async function signedVersions(client: Queryable, deal: LockedDeal) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deal_versions')
      .select(['terms', 'signed_at'])
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('stage', '=', 'signed')
      .orderBy('number')
      .$narrowType<{ signed_at: Date }>(),
  )
  return rows.map(({ terms, signed_at }) => ({ terms: dealTerms.parse(terms), signedAt: signed_at }))
}

/** What a termination would have canceled on its day, if it had been known then. */
async function repairTermination(client: Queryable, deal: LockedDeal): Promise<Reason[]> {
  const day = await todayIn(client, deal.organization_id, deal.stage_since)
  const settled = await terminateObligations(client, deal, day, [])
  const signedLater = await rowOf(
    client,
    query
      .selectFrom('deal_versions')
      .select('number')
      .where('organization_id', '=', deal.organization_id)
      .where('deal_id', '=', deal.id)
      .where('signed_at', '>', deal.stage_since)
      .limit(1),
  )
  const isBooked = settled.some(({ reason, receivedMinor }) => reason !== 'due' && receivedMinor > 0)
  return [...(signedLater ? ['signed-after-end' as const] : []), ...(isBooked ? ['booked-after-end' as const] : [])]
}

/** A signed document of an earlier release said "On signing" of seasons and of days after the signing, and left out buyouts. */
async function hasIncompleteDocument(client: Queryable, deal: LockedDeal) {
  const found = await rowOf(
    client,
    query
      .selectFrom('deal_versions as v')
      .select('v.number')
      .where('v.organization_id', '=', deal.organization_id)
      .where('v.deal_id', '=', deal.id)
      .where('v.stage', '=', 'signed')
      .where(
        sql<boolean>`(jsonb_typeof(v.terms -> 'years') = 'object' or exists (select from jsonb_array_elements(v.terms -> 'payments') p
          where p -> 'schedule' ->> 'kind' = 'signing' and (p -> 'schedule' -> 'offset' ->> 'amount')::integer <> 0))`,
      )
      .where(
        sql<boolean>`exists (select from deal_documents f where f.organization_id = v.organization_id and f.deal_id = v.deal_id
          and f.number = v.number and f.kind in ('frozen', 'signed'))`,
      )
      .limit(1),
  )
  return found !== undefined
}

const inWords: Record<Reason, string> = {
  document:
    'The signed PDF states due dates or option buyouts incompletely. It stays as it was signed; the terms of the version hold.',
  'signed-after-end': 'A version was signed after the deal had ended.',
  'booked-after-end': 'Payments were recorded that the termination cancels. Check the receipts.',
}

async function record(
  client: Queryable,
  organization: string,
  unrepaired: { deal: string; title: string; reason: Reason }[],
  now: Date,
) {
  const done = await run(
    client,
    query
      .updateTable('repairs')
      .set({ done_at: now, unrepaired: JSON.stringify(unrepaired.map(({ deal, reason }) => ({ deal, reason }))) })
      .where('organization_id', '=', organization)
      .where('name', '=', NAME)
      .where('done_at', 'is', null),
  )
  // Another server may have been first.
  if (done === 0) return
  await noteEvent(client, { event: 'deals-repaired', organization })
  for (const [index, { deal, title, reason }] of unrepaired.entries()) {
    await noteOnDeal(client, { person: null, member: { organization } }, deal, {
      kind: 'repaired',
      text: inWords[reason],
    })
    if (index < MOST_TOLD) {
      const details = { deal, title, reason }
      await notifyAllWhoMay(client, 'permissions.edit', { organization, kind: 'deal-to-check', details })
    }
  }
}
