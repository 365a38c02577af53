import type { DeliverableDecision, DeliverableRow, DeliverablesQuery, NewProof } from '@sherpa/contracts/deal-work'
import type { ListPage } from '@sherpa/contracts/list'
import { Refusal } from '@sherpa/contracts/problem'
import type { Reminded } from '@sherpa/contracts/reminder'
import { type InferResult, sql } from 'kysely'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { isVisibleAthlete, loadAthleteFacts } from '../athletes/athletes.ts'
import { notifyByMail } from '../notifications/notifications.ts'
import { todayIn } from '../organizations/organizations.ts'
import { type LockedDeal, lockDeal, type Viewer } from './deal-access.ts'
import type { DealDocuments } from './deal-documents.ts'
import { proofDecidedMail, proofSubmittedMail } from './deal-mail.ts'
import { addTimelineEntry, touchDeal } from './deal-timeline.ts'
import { refreshNextDue } from './obligations.ts'
import { obligationFilters, partiesOf, userJson } from './parties.ts'
import { findDeliverers, remindOfDeliverable } from './remind-of-deliverable.ts'
import { sendReminder } from './reminders.ts'
import { findMemberOf } from './responsible.ts'

type Parts = { database: Database; clock: () => Date; onMail: () => void; documents: DealDocuments }
type Proof = { link: string; note: string | null } | { document_id: string }

/** Deliverables of athletes, with proofs. */
export function createDeliverableService({ database, clock, onMail, documents }: Parts) {
  return {
    async page(viewer: Viewer, params: DeliverablesQuery) {
      const today = await todayIn(database, viewer.member.organization, clock())
      return pageOfDeliverables(database, viewer, params, { today })
    },

    prove(viewer: Viewer, id: string, { link, note }: NewProof) {
      return changeDeliverable(viewer, id, (client, deal, row) => addProof(client, viewer, deal, row, { link, note }))
    },

    /** The file also becomes a document of the deal. Idempotent: a retried upload is stored once. */
    async proveByFile(viewer: Viewer, id: string, name: string | undefined, upload: AsyncIterable<Buffer>) {
      const { deal_id: deal, state } = await findDeliverable(database, viewer, id)
      requireMayProve(viewer, state)
      try {
        await documents.receive(viewer, deal, { kind: 'proof', name }, upload, (client, document) =>
          withLockedDeal(client, viewer, id, async (deal, row) => {
            if (await isDuplicateProof(client, viewer, id, document)) throw new DuplicateProof()
            await addProof(client, viewer, deal, row, { document_id: document })
          }),
        )
      } catch (error) {
        if (!(error instanceof DuplicateProof)) throw error
      }
      onMail()
      return loadRow(database, viewer, id)
    },

    decide(viewer: Viewer, id: string, { version, decision, comment }: DeliverableDecision) {
      return changeDeliverable(viewer, id, async (client, deal, row) => {
        if (row.version !== version) throw new Refusal('changed-meanwhile')
        if (row.state !== 'submitted') throw new Refusal('deal-move-not-possible')
        if (decision === 'returned' && !comment) {
          throw new Refusal('invalid-fields', { errors: [{ field: 'comment', message: 'Explain what is missing' }] })
        }
        const accepted = decision === 'accepted' && { accepted_at: clock(), accepted_by: viewer.person.id }
        await updateDeliverable(client, viewer, id, { state: decision, comment, ...accepted })
        if (decision === 'returned') await markProofsReturned(client, viewer, id, clock())
        await addTimelineEntry(client, viewer, deal.id, {
          kind: `deliverable-${decision}`,
          about: row.title,
          text: comment,
        })
        await notifyAthlete(client, viewer, deal, row, {
          decision: decision === 'accepted' ? 'approved' : 'declined',
          comment,
        })
      })
    },

    /** Reminds the athlete and, for a minor, the guardians. */
    async remind(viewer: Viewer, id: string): Promise<Reminded> {
      const reminded = await inTransaction(database, async (client) => {
        const { deal_id } = await findDeliverable(client, viewer, id)
        const deal = await lockDeal(client, viewer, deal_id)
        const { title, state, due_on: dueOn } = await findDeliverable(client, viewer, id)
        if (!isOwed(state)) throw new Refusal('deal-move-not-possible')
        const { organization_id: organization } = deal
        const { athlete, people } = await findDeliverers(client, organization, deal.athlete_id, clock())
        const about = { organization, deal: deal.id, dealTitle: deal.title, id, title, dueOn }
        const sent = await sendReminder(
          client,
          viewer,
          { deal: deal.id, record: id },
          {
            recipients: people,
            nobody: { reason: `${athlete.name} has no account.`, at: { athlete: athlete.id } },
            send: (recipient) => remindOfDeliverable(client, about, { athlete, recipient, today: athlete.today }),
            now: clock(),
          },
        )
        const names = sent.reached.map(({ name }) => name).join(', ')
        await addTimelineEntry(client, viewer, deal.id, { kind: 'reminded', about: names })
        await touchDeal(client, organization, deal.id)
        return sent
      })
      onMail()
      return reminded
    },
  }

  async function addProof(client: Queryable, viewer: Viewer, deal: LockedDeal, row: FoundDeliverable, proof: Proof) {
    requireMayProve(viewer, row.state)
    await run(
      client,
      query.insertInto('deliverable_proofs').values({
        organization_id: deal.organization_id,
        id: newId(),
        deliverable_id: row.id,
        added_by: viewer.person.id,
        ...proof,
      }),
    )
    await updateDeliverable(client, viewer, row.id, { state: 'submitted', submitted_at: clock(), comment: null })
    await addTimelineEntry(client, viewer, deal.id, { kind: 'deliverable-submitted', about: row.title })
    await notifyLead(client, viewer, deal, row)
  }

  async function notifyLead(client: Queryable, { person }: Viewer, deal: LockedDeal, row: FoundDeliverable) {
    const { organization_id: organization, athlete_name: athlete } = deal
    const lead = deal.lead_id ? await findMemberOf(client, organization, deal.lead_id) : undefined
    if (!lead) return
    const { name, email, organizationName } = lead
    const about = { deal: deal.id, deliverable: row.id, what: row.title }
    await notifyByMail(
      client,
      {
        organization,
        person: lead.id,
        actor: person.id,
        kind: 'deliverable-submitted',
        details: { ...about, title: deal.title },
      },
      {
        mail: proofSubmittedMail,
        recipient: email,
        words: { name, organization, organizationName, athlete, ...about },
      },
    )
  }

  async function notifyAthlete(
    client: Queryable,
    { person }: Viewer,
    deal: LockedDeal,
    row: FoundDeliverable,
    { decision, comment }: { decision: 'approved' | 'declined'; comment: string | null },
  ) {
    const { organization_id: organization } = deal
    const { userId } = await loadAthleteFacts(client, organization, deal.athlete_id, clock())
    const user = userId ? await findMemberOf(client, organization, userId) : undefined
    if (!user) return
    const { name, email, organizationName } = user
    const about = { deal: deal.id, deliverable: row.id, what: row.title, decision }
    await notifyByMail(
      client,
      {
        organization,
        person: user.id,
        actor: person.id,
        kind: 'deliverable-decided',
        details: { ...about, title: deal.title },
      },
      { mail: proofDecidedMail, recipient: email, words: { name, organization, organizationName, comment, ...about } },
    )
  }

  async function changeDeliverable(
    viewer: Viewer,
    id: string,
    work: (client: Queryable, deal: LockedDeal, row: FoundDeliverable) => Promise<void>,
  ): Promise<DeliverableRow> {
    const changed = await inTransaction(database, async (client) => {
      await withLockedDeal(client, viewer, id, (deal, row) => work(client, deal, row))
      return loadRow(client, viewer, id)
    })
    onMail()
    return changed
  }

  /** Locks the deal during the change and bumps its version afterwards. */
  async function withLockedDeal(
    client: Queryable,
    viewer: Viewer,
    id: string,
    work: (deal: LockedDeal, row: FoundDeliverable) => Promise<void>,
  ) {
    const { organization } = viewer.member
    const { deal_id } = await findDeliverable(client, viewer, id)
    const deal = await lockDeal(client, viewer, deal_id)
    await work(deal, await findDeliverable(client, viewer, id))
    await refreshNextDue(client, organization, deal.id)
    await touchDeal(client, organization, deal.id)
  }

  async function loadRow(client: Queryable, viewer: Viewer, id: string): Promise<DeliverableRow> {
    const row = await rowOf(client, selectDeliverables(viewer).where('l.id', '=', id))
    if (!row) throw new Refusal('not-found')
    return toRow(row, viewer, await todayIn(client, viewer.member.organization, clock()))
  }
}
export type Deliverables = ReturnType<typeof createDeliverableService>

/** Thrown to roll back the storage of a duplicate file. */
class DuplicateProof extends Error {}

/** Waits for proof. */
const isOwed = (state: string) => state === 'planned' || state === 'returned'

function requireMayProve({ member }: Viewer, state: string) {
  if (member.role !== 'athlete' && !member.permissions.includes('deals.edit')) throw new Refusal('not-permitted')
  if (state === 'accepted' || state === 'canceled') throw new Refusal('deal-move-not-possible')
}

/** Whether a proof with the same SHA-256 exists. */
async function isDuplicateProof(client: Queryable, { member }: Viewer, id: string, document: string) {
  const found = await rowOf(
    client,
    query
      .selectFrom('deliverable_proofs as p')
      .innerJoin('deal_documents as f', (join) =>
        join.onRef('f.organization_id', '=', 'p.organization_id').onRef('f.id', '=', 'p.document_id'),
      )
      .innerJoin('deal_documents as sent', (join) =>
        join.onRef('sent.organization_id', '=', 'f.organization_id').onRef('sent.sha256', '=', 'f.sha256'),
      )
      .select('p.id')
      .where('p.organization_id', '=', member.organization)
      .where('p.deliverable_id', '=', id)
      // A returned proof may be resubmitted on purpose.
      .where('p.returned_at', 'is', null)
      .where('sent.id', '=', document),
  )
  return found !== undefined
}

async function markProofsReturned(client: Queryable, { member }: Viewer, deliverable: string, now: Date) {
  await run(
    client,
    query
      .updateTable('deliverable_proofs')
      .set({ returned_at: now })
      .where('organization_id', '=', member.organization)
      .where('deliverable_id', '=', deliverable)
      .where('returned_at', 'is', null),
  )
}

type FoundDeliverable = Awaited<ReturnType<typeof findDeliverable>>

async function findDeliverable(client: Queryable, viewer: Viewer, id: string) {
  const row = await rowOf(
    client,
    query
      .selectFrom('deliverables as l')
      .select(['l.id', 'l.deal_id', 'l.title', 'l.state', 'l.due_on', 'l.version'])
      .where('l.organization_id', '=', viewer.member.organization)
      .where('l.id', '=', id)
      .where(isVisibleAthlete(viewer, sql.ref('l.athlete_id'))),
  )
  if (!row) throw new Refusal('not-found')
  return row
}

async function updateDeliverable(client: Queryable, { member }: Viewer, id: string, to: object) {
  await run(
    client,
    query
      .updateTable('deliverables')
      .set({ ...to, version: sql<number>`version + 1` })
      .where('organization_id', '=', member.organization)
      .where('id', '=', id),
  )
}

export async function pageOfDeliverables(
  database: Queryable,
  viewer: Viewer,
  { state, late, from, until, deal, athlete, company, athletes, lead, ...params }: DeliverablesQuery,
  { today, withoutTotal }: { today: string; withoutTotal?: true },
): Promise<ListPage<DeliverableRow>> {
  const page = await listRows(
    database,
    {
      table: 'deliverables',
      rows: () => selectDeliverables(viewer),
      filters: [
        ...obligationFilters(viewer, { table: 'l', day: 'due_on' }, { from, until, deal, athlete, athletes, lead }),
        ...(state ? [sql<boolean>`l.state = any(${state}::text[])`] : []),
        ...(late ? [sql<boolean>`l.state <> 'accepted' and l.due_on < ${today}::date`] : []),
      ],
      semiJoins: company
        ? [
            sql<{ id: string }>`select x.id from deliverables x join deals d on d.organization_id = x.organization_id
              and d.id = x.deal_id where x.organization_id = ${viewer.member.organization} and d.company_id = ${company}`,
          ]
        : [],
      ...(withoutTotal && { withoutTotal }),
      sorts: { due: { column: 'l.due_on', type: 'date', nullable: true } },
      sort: 'due',
      id: { column: 'l.id', type: 'uuid' },
    },
    params,
  )
  return { ...page, rows: page.rows.map((row) => toRow(row, viewer, today)) }
}

const proofsOf = sql<DeliverableRow['proofs']>`(select coalesce(json_agg(json_build_object('id', p.id, 'link', p.link,
  'document', case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'type', f.type) end, 'note', p.note,
  'addedAt', to_char(p.added_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'addedBy', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end) order by p.added_at), '[]')
  from deliverable_proofs p
  left join deal_documents f on f.organization_id = p.organization_id and f.id = p.document_id
  left join ${publicUsers} u on u.id = p.added_by and u.deleted_at is null
  where p.organization_id = l.organization_id and p.deliverable_id = l.id)`

function selectDeliverables(viewer: Viewer) {
  return query
    .selectFrom('deliverables as l')
    .select(['l.id', 'l.title', 'l.platform', 'l.disclosure_tag', 'l.due_on', 'l.state', 'l.comment', 'l.accepted_at'])
    .select(['l.away_from', 'l.away_until'])
    .select(['l.version', partiesOf('l').as('parties'), userJson('l.accepted_by').as('by'), proofsOf.as('proofs')])
    .where('l.organization_id', '=', viewer.member.organization)
    .where('l.state', '<>', 'canceled')
    .where(isVisibleAthlete(viewer, sql.ref('l.athlete_id')))
    .$narrowType<{ state: DeliverableRow['state'] }>()
}
type Row = InferResult<ReturnType<typeof selectDeliverables>>[number]

function toRow(row: Row, { member }: Viewer, today: string): DeliverableRow {
  const edits = member.permissions.includes('deals.edit')
  const isOpen = row.state !== 'accepted'
  const mayProve = isOpen && (member.role === 'athlete' || edits)
  return {
    id: row.id,
    ...row.parties,
    title: row.title,
    platform: row.platform,
    disclosureTag: row.disclosure_tag,
    dueOn: row.due_on,
    away: row.away_from && row.away_until ? { from: row.away_from, until: row.away_until } : null,
    state: row.state,
    late: isOpen && row.due_on !== null && row.due_on < today,
    comment: row.comment,
    proofs: row.proofs,
    accepted: row.accepted_at ? { at: row.accepted_at.toISOString(), by: row.by } : null,
    actions: [
      ...(mayProve ? ['prove' as const] : []),
      ...(edits && row.state === 'submitted' ? ['decide' as const] : []),
      ...(edits && isOwed(row.state) ? ['remind' as const] : []),
    ],
    version: row.version,
  }
}
