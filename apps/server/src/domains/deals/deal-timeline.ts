import type { DealEvent, DealTimelineEntry, DealTimelineQuery } from '@sherpa/contracts/deal'
import type { ListPage } from '@sherpa/contracts/list'
import { sql } from 'kysely'
import { announceTo } from '../../live/audience.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { lockDeal, requireVisibleDeal, seesMoney, type Viewer } from './deal-access.ts'

/** Author of a change: a member, an outsider such as a guardian, or the system (null). */
export type Author = { person: { id: string } | null; member: { organization: string } }

type Entry = { kind: DealEvent | 'note'; text?: string | null; about?: string | null; changes?: readonly string[] }

/** Adds a timeline entry in the transaction of its cause. */
export async function addTimelineEntry(client: Queryable, author: Author, deal: string, entry: Entry) {
  const id = newId()
  await run(client, query.insertInto('deal_timeline').values(rowOfEntry(author, { id, deal_id: deal }, entry)))
  return id
}

/** Adds the same entry to the timelines of some deals. */
export async function addTimelineEntries(client: Queryable, author: Author, deals: readonly string[], entry: Entry) {
  // So many values fit into one statement.
  for (let from = 0; from < deals.length; from += MOST_ROWS) {
    const rows = deals
      .slice(from, from + MOST_ROWS)
      .map((deal) => rowOfEntry(author, { id: newId(), deal_id: deal }, entry))
    await run(client, query.insertInto('deal_timeline').values(rows))
  }
}

const MOST_ROWS = 5000

function rowOfEntry({ person, member }: Author, key: { id: string; deal_id: string }, entry: Entry) {
  return {
    organization_id: member.organization,
    ...key,
    actor_id: person?.id ?? null,
    kind: entry.kind,
    text: entry.text ?? null,
    about: entry.about ?? null,
    changes: JSON.stringify(entry.changes ?? []),
  }
}

/** Bumps version and activity: lists reorder, and open windows reload the deal. */
export async function touchDeal(client: Queryable, organization: string, deal: string, set: object = {}) {
  await run(
    client,
    query
      .updateTable('deals')
      .set({ ...set, version: sql<number>`version + 1`, last_active_at: sql<Date>`now()` })
      .where('organization_id', '=', organization)
      .where('id', '=', deal),
  )
}

/** Bumps the activity only: lists and windows refresh, but concurrent edits do not conflict. */
export async function bumpActivity(client: Queryable, organization: string, deal: string) {
  await run(
    client,
    query
      .updateTable('deals')
      .set({ last_active_at: sql<Date>`now()` })
      .where('organization_id', '=', organization)
      .where('id', '=', deal),
  )
}

export function createDealTimelineService(database: Database) {
  return {
    async page(viewer: Viewer, deal: string, params: DealTimelineQuery): Promise<ListPage<DealTimelineEntry>> {
      await requireVisibleDeal(database, viewer, deal)
      const page = await listRows(
        database,
        {
          table: 'deal_timeline',
          rows: () => selectEntries(viewer, deal),
          sorts: { time: { column: 't.at', type: 'timestamptz' } },
          sort: '-time',
          id: { column: 't.id', type: 'uuid' },
          withoutTotal: true,
        },
        params,
      )
      return { ...page, rows: page.rows.map((row) => redactFor(viewer, row)) }
    },

    addNote(viewer: Viewer, deal: string, text: string): Promise<DealTimelineEntry> {
      return inTransaction(database, async (client) => {
        await lockDeal(client, viewer, deal)
        const id = await addTimelineEntry(client, viewer, deal, { kind: 'note', text })
        await announceTo(client, { readers: 'team', author: viewer.person.id })
        await bumpActivity(client, viewer.member.organization, deal)
        return redactFor(viewer, await oneRowOf(client, selectEntries(viewer, deal).where('t.id', '=', id)))
      })
    },
  }
}
export type DealTimelines = ReturnType<typeof createDealTimelineService>

const approvals: DealEvent[] = ['approved', 'self-approved', 'edited-by-approver']
/** Drafting and review, hidden from athletes. */
const internalKinds: DealTimelineEntry['kind'][] = [
  'note',
  'changed',
  'version-added',
  'submitted',
  'withdrawn',
  'changes-asked',
  'declined',
  'draft-discarded',
  'clash-accepted',
  'rule-answered',
  'not-in-force',
  'reminded',
  'link-sent',
  'link-withdrawn',
  'link-closed',
  'link-reopened',
  'link-reassigned',
  'reassignment-asked',
  'reassignment-confirmed',
  'reassignment-refused',
  'company-asked-changes',
  'company-declined',
  ...approvals,
]

/**
 * Athletes do not see notes and drafts. Without `money.view`, a member sees only own approvals, and no settled
 * payments and disclosures: all would reveal amounts.
 */
function selectEntries(viewer: Viewer, deal: string) {
  const { member, person } = viewer
  let entries = query
    .selectFrom('deal_timeline as t')
    .leftJoin(publicUsers.as('actor'), (join) =>
      join.onRef('actor.id', '=', 't.actor_id').on('actor.deleted_at', 'is', null),
    )
    .select([
      't.id',
      't.at',
      't.kind',
      't.text',
      't.about',
      't.changes',
      'actor.id as actorId',
      'actor.name as actorName',
    ])
    .where('t.organization_id', '=', member.organization)
    .where('t.deal_id', '=', deal)
    .$narrowType<{ kind: DealTimelineEntry['kind']; changes: string[] }>()
  if (member.role === 'athlete') entries = entries.where('t.kind', 'not in', internalKinds)
  if (!seesMoney(viewer)) {
    entries = entries
      .where('t.kind', 'not in', ['payments-settled', 'disclosure-moved'])
      .where((eb) => eb.or([eb('t.kind', 'not in', approvals), eb('t.actor_id', '=', person.id)]))
  }
  return entries
}

type Row = {
  id: string
  at: Date
  kind: DealTimelineEntry['kind']
  text: string | null
  about: string | null
  changes: string[]
  actorId: string | null
  actorName: string | null
}

function redactFor(viewer: Viewer, { at, actorId, actorName, ...entry }: Row): DealTimelineEntry {
  const actor = actorId && actorName ? { id: actorId, name: actorName } : null
  const visible = { ...entry, at: at.toISOString(), actor }
  if (seesMoney(viewer) || actorId === viewer.person.id) return visible
  // The company's words may name amounts.
  if (entry.kind === 'company-asked-changes' || entry.kind === 'company-declined') return { ...visible, text: null }
  // Step and last approver would reveal the approval chain, which depends on the amount.
  if (entry.kind === 'changes-asked' || entry.kind === 'declined') return { ...visible, about: null }
  return entry.kind === 'all-approved' ? { ...visible, actor: null } : visible
}
