import type { DealEvent, DealTimelineEntry, DealTimelineQuery } from '@sherpa/contracts/deal'
import type { ListPage } from '@sherpa/contracts/list'
import { sql } from 'kysely'
import { announceTo } from '../../live/audience.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { lockDeal, requireSeenDeal, seesMoney, type Viewer } from './deal-access.ts'

/** Who does something to a deal: a viewer, someone from outside such as a guardian, or the system. */
export type Author = { person: { id: string } | null; member: { organization: string } }

type Entry = { kind: DealEvent | 'note'; text?: string | null; about?: string | null; changes?: readonly string[] }

/** Puts on record what happened to a deal, in the transaction of its cause. */
export async function noteOnDeal(client: Queryable, { person, member }: Author, deal: string, entry: Entry) {
  const id = newId()
  await run(
    client,
    query.insertInto('deal_timeline').values({
      organization_id: member.organization,
      id,
      deal_id: deal,
      actor_id: person?.id ?? null,
      kind: entry.kind,
      text: entry.text ?? null,
      about: entry.about ?? null,
      changes: JSON.stringify(entry.changes ?? []),
    }),
  )
  return id
}

/** The deal was worked on: lists show it, and everybody who has it open loads it anew. */
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

/** Something was done around the deal: lists and open windows learn of it. Its facts are the same, so nobody's edit is in conflict with it. */
export async function noteActivity(client: Queryable, organization: string, deal: string) {
  await run(
    client,
    query
      .updateTable('deals')
      .set({ last_active_at: sql<Date>`now()` })
      .where('organization_id', '=', organization)
      .where('id', '=', deal),
  )
}

export function dealTimelines(database: Database) {
  return {
    async page(viewer: Viewer, deal: string, asked: DealTimelineQuery): Promise<ListPage<DealTimelineEntry>> {
      await requireSeenDeal(database, viewer, deal)
      const page = await listRows(
        database,
        {
          table: 'deal_timeline',
          rows: () => entriesOf(viewer, deal),
          sorts: { time: { column: 't.at', type: 'timestamptz' } },
          sort: '-time',
          id: { column: 't.id', type: 'uuid' },
          withoutTotal: true,
        },
        asked,
      )
      return { ...page, rows: page.rows.map((row) => shownTo(viewer, row)) }
    },

    addNote(viewer: Viewer, deal: string, text: string): Promise<DealTimelineEntry> {
      return inTransaction(database, async (client) => {
        await lockDeal(client, viewer, deal)
        const id = await noteOnDeal(client, viewer, deal, { kind: 'note', text })
        await announceTo(client, { readers: 'team', author: viewer.person.id })
        await noteActivity(client, viewer.member.organization, deal)
        return shownTo(viewer, await oneRowOf(client, entriesOf(viewer, deal).where('t.id', '=', id)))
      })
    },
  }
}
export type DealTimelines = ReturnType<typeof dealTimelines>

const approvals: DealEvent[] = ['approved', 'self-approved', 'edited-by-approver']
/** How a version comes about, before it is approved. */
const amongColleagues: DealTimelineEntry['kind'][] = [
  'note',
  'changed',
  'version-added',
  'submitted',
  'withdrawn',
  'changes-asked',
  'declined',
  'draft-discarded',
  'clash-accepted',
  'reminded',
  ...approvals,
]

/**
 * Notes and drafts are among colleagues: athletes do not see those about their own deals. Which steps a deal goes through depends on its amount: whoever
 * may not see that sees only their own approvals, and not which payments a termination left owed.
 */
function entriesOf(viewer: Viewer, deal: string) {
  const { member, person } = viewer
  let entries = query
    .selectFrom('deal_timeline as t')
    .leftJoin(userFacts.as('actor'), (join) =>
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
  if (member.role === 'athlete') entries = entries.where('t.kind', 'not in', amongColleagues)
  if (!seesMoney(viewer)) {
    entries = entries
      .where('t.kind', '<>', 'payments-settled')
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

function shownTo(viewer: Viewer, { at, actorId, actorName, ...entry }: Row): DealTimelineEntry {
  const actor = actorId && actorName ? { id: actorId, name: actorName } : null
  const shown = { ...entry, at: at.toISOString(), actor }
  if (seesMoney(viewer) || actorId === viewer.person.id) return shown
  // Of a decision: the step, and who was the last to approve.
  if (entry.kind === 'changes-asked' || entry.kind === 'declined') return { ...shown, about: null }
  return entry.kind === 'all-approved' ? { ...shown, actor: null } : shown
}
