import { dealTerms } from '@sherpa/contracts/deal'
import type { NotificationDetails } from '@sherpa/contracts/notification'
import { sql } from 'kysely'
import { z } from 'zod'
import { enqueueInEach } from '../../jobs/enqueue.ts'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { defineJob, every } from '../../jobs/job.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { finishRepair } from '../../persistence/repairs.ts'
import { recordEvent } from '../audit/audit.ts'
import { notifyPermitted } from '../notifications/notifications.ts'
import { todayIn } from '../organizations/organizations.ts'
import { type LockedDeal, lockDealUnchecked } from './deal-access.ts'
import { addTimelineEntry } from './deal-timeline.ts'
import { recountObligations } from './obligations.ts'
import { terminateObligations } from './terminate-obligations.ts'
import { loadNewestVersion, loadVersion, syncDealColumns } from './versions.ts'

const NAME = 'deals'
type Reason = Extract<NonNullable<NotificationDetails['reason']>, 'document' | 'signed-after-end' | 'booked-after-end'>
/** Maximum notifications to the owners; the rest is on the timelines of the deals. */
const MOST_NOTIFICATIONS = 100

type Parts = {
  database: Database
  clock: () => Date
  redrawFrozen: (which: { organization: string; deal: string; number: number }) => Promise<unknown>
}

/**
 * Repairs data of earlier releases, once per organization: deal columns that an amendment changed too early, due dates,
 * obligations of terminated deals, and unsigned documents. Each deal has its own idempotent transaction.
 * Ledger entries, frozen terms, signatures and signed documents stay unchanged; the owners are notified instead.
 */
export function createRepairJobs({ database, clock, redrawFrozen }: Parts) {
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
      await forEachOf(deals, async ({ id }) => {
        const repaired = await inTransaction(database, (client) => repairDeal(client, organization, id))
        if (!repaired) return
        unrepaired.push(...repaired.reasons.map((reason) => ({ deal: id, title: repaired.title, reason })))
        if (repaired.redraw) await redrawFrozen({ organization, deal: id, number: repaired.redraw })
      })
      await inTransaction(database, (client) => recordRepair(client, organization, unrepaired, clock()))
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
  const deal = await lockDealUnchecked(client, organization, id)
  if (!deal) return undefined
  const newest = await loadNewestVersion(client, deal)
  const effective = deal.version_in_force === null ? newest : await loadVersion(client, deal, deal.version_in_force)
  await syncDealColumns(client, deal, effective)
  if (deal.version_in_force !== null) await recountObligations(client, deal, await loadSignedVersions(client, deal))
  const reasons = deal.stage === 'terminated' ? await repairTermination(client, deal) : []
  if (await hasIncompleteDocument(client, deal)) reasons.push('document')
  const isFrozen = newest.stage === 'in-review' || newest.stage === 'approved'
  return { title: effective.title, reasons, redraw: isFrozen ? deal.newest_version : undefined }
}

/** Signed versions, oldest first. */
async function loadSignedVersions(client: Queryable, deal: LockedDeal) {
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

/** Applies the current termination rules as of the termination day. */
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

/** Signed PDFs of an earlier release said "On signing" for seasons and later days, and left out buyouts. */
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

const explanations: Record<Reason, string> = {
  document:
    'The signed PDF states due dates or option buyouts incompletely. It stays as it was signed; the terms of the version hold.',
  'signed-after-end': 'A version was signed after the deal had ended.',
  'booked-after-end': 'Payments were recorded that the termination cancels. Check the receipts.',
}

async function recordRepair(
  client: Queryable,
  organization: string,
  unrepaired: { deal: string; title: string; reason: Reason }[],
  now: Date,
) {
  const left = unrepaired.map(({ deal, reason }) => ({ deal, reason }))
  if (!(await finishRepair(client, organization, NAME, now, left))) return
  await recordEvent(client, { event: 'deals-repaired', organization })
  for (const [index, { deal, title, reason }] of unrepaired.entries()) {
    await addTimelineEntry(client, { person: null, member: { organization } }, deal, {
      kind: 'repaired',
      text: explanations[reason],
    })
    if (index < MOST_NOTIFICATIONS) {
      const details = { deal, title, reason }
      await notifyPermitted(client, 'permissions.edit', { organization, kind: 'deal-to-check', details })
    }
  }
}
