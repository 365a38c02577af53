import type { AgentNotice, AgentNoticeChange, NewAgentNotice } from '@sherpa/contracts/agent-notice'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { requireAthleteForShare } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { todayIn } from '../organizations/organizations.ts'
import { isVisibleNotice, loadAgentNotice } from './agent-notices.ts'
import type { Viewer } from './license-access.ts'

export function createAgentNoticeService({ database, clock }: { database: Database; clock: () => Date }) {
  /** Nobody has received a notice tomorrow. */
  async function requirePast(client: Queryable, { member }: Viewer, { receivedOn }: NewAgentNotice) {
    if (receivedOn <= (await todayIn(client, member.organization, clock()))) return
    throw new Refusal('invalid-fields', { errors: [{ field: 'receivedOn', message: 'Enter a day up to today' }] })
  }

  return {
    add(viewer: Viewer, notice: NewAgentNotice, idempotency?: Idempotency): Promise<AgentNotice> {
      const { organization } = viewer.member
      return inTransaction(database, (client) =>
        answerOnce(client, idempotency, async () => {
          await requireAthleteForShare(client, viewer, notice.athleteId)
          await requirePast(client, viewer, notice)
          const id = newId()
          await run(
            client,
            query
              .insertInto('agent_notices')
              .values({ organization_id: organization, id, added_by: viewer.person.id, ...toColumns(notice) }),
          )
          await recordNoticeEvent(client, viewer, 'agent-notice-added', notice.athleteId)
          return loadAgentNotice(client, viewer, id)
        }),
      )
    },

    /** Optimistic locking: a stale version is rejected with the current notice. */
    change(viewer: Viewer, id: string, { version, ...notice }: AgentNoticeChange): Promise<AgentNotice> {
      return inTransaction(database, async (client) => {
        const before = await loadAgentNotice(client, viewer, id)
        // An erased athlete keeps the notice, but cannot be chosen for another.
        if (notice.athleteId !== before.athlete.id) await requireAthleteForShare(client, viewer, notice.athleteId)
        const locked = await lockNotice(client, viewer, id)
        if (locked.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await loadAgentNotice(client, viewer, id) })
        }
        await requirePast(client, viewer, notice)
        await run(
          client,
          query
            .updateTable('agent_notices')
            .set({ ...toColumns(notice), version: sql<number>`version + 1` })
            .where('organization_id', '=', viewer.member.organization)
            .where('id', '=', id),
        )
        await recordNoticeEvent(client, viewer, 'agent-notice-changed', notice.athleteId)
        return loadAgentNotice(client, viewer, id)
      })
    },

    remove(viewer: Viewer, id: string) {
      return inTransaction(database, async (client) => {
        const { athlete_id } = await lockNotice(client, viewer, id)
        await run(
          client,
          query
            .deleteFrom('agent_notices')
            .where('organization_id', '=', viewer.member.organization)
            .where('id', '=', id),
        )
        await recordNoticeEvent(client, viewer, 'agent-notice-removed', athlete_id)
      })
    },
  }
}
export type AgentNoticeService = ReturnType<typeof createAgentNoticeService>

const toColumns = ({ athleteId, agent, agency, receivedOn, contractOn, note }: NewAgentNotice) => ({
  athlete_id: athleteId,
  agent,
  agency: agency || null,
  received_on: receivedOn,
  contract_on: contractOn,
  note: note || null,
})

export async function lockNotice(client: Queryable, viewer: Viewer, id: string) {
  const notice = await rowOf(
    client,
    query
      .selectFrom('agent_notices as n')
      .select(['n.athlete_id', 'n.version'])
      .where('n.organization_id', '=', viewer.member.organization)
      .where('n.id', '=', id)
      .where(isVisibleNotice(viewer))
      .forUpdate(),
  )
  if (!notice) throw new Refusal('not-found')
  return notice
}

export function recordNoticeEvent(
  client: Queryable,
  { person, member }: Viewer,
  event: 'agent-notice-added' | 'agent-notice-changed' | 'agent-notice-removed',
  athlete: string,
) {
  return recordEvent(client, { event, actor: person.id, organization: member.organization, athlete })
}
