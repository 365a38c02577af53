import type { Deal, NewMove } from '@sherpa/contracts/deal'
import type { Termination } from '@sherpa/contracts/deal-work'
import { Refusal } from '@sherpa/contracts/problem'
import { refusalFor } from '../../http/access.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { recordEvent } from '../audit/audit.ts'
import { todayIn } from '../organizations/organizations.ts'
import { lockDeal, seesMoney, type Viewer } from './deal-access.ts'
import { loadDeal } from './deal-record.ts'
import { addTimelineEntry } from './deal-timeline.ts'
import { moveDeal, recordMove, requirePossible } from './life-cycle.ts'
import { previewTermination } from './terminate-obligations.ts'
import { loadNewestVersion } from './versions.ts'

/** Manual moves; all others follow from approvals, signatures and the calendar. */
export function createDealMoveService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    move(viewer: Viewer, id: string, { version, move, comment, owed = [] }: NewMove): Promise<Deal> {
      const { organization } = viewer.member
      if (owed.length > 0) requireMayEditOwed(viewer, move)
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        if (deal.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await loadDeal(client, viewer, id, clock()) })
        }
        const newest = await loadNewestVersion(client, deal)
        const moved = await moveDeal(client, viewer, deal, newest, move, { now: clock(), owed })
        // Declining an amendment does not change the deal's stage.
        const { stage } = moved
        const isMoved = stage !== deal.stage
        const entry = isMoved ? { kind: 'moved' as const, about: stage } : { kind: 'declined' as const, about: null }
        await addTimelineEntry(client, viewer, id, { ...entry, text: comment })
        const declined = { event: 'deal-decided' as const, actor: viewer.person.id, details: 'declined' }
        if (isMoved) await recordMove(client, viewer, deal, moved)
        else await recordEvent(client, { ...declined, organization, athlete: deal.athlete_id, deal: id })
        return loadDeal(client, viewer, id, clock())
      })
    },

    /** Dry run of a termination today. */
    previewTermination(viewer: Viewer, id: string): Promise<Termination> {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        requirePossible(deal, await loadNewestVersion(client, deal), 'terminate')
        const preview = await previewTermination(client, deal, await todayIn(client, organization, clock()))
        return seesMoney(viewer) ? preview : { ...preview, payments: null }
      })
    },
  }
}
export type DealMoves = ReturnType<typeof createDealMoveService>

function requireMayEditOwed({ member }: Viewer, move: NewMove['move']) {
  const refused = refusalFor(member, ['money.edit'])
  if (refused) throw new Refusal(refused)
  if (move === 'terminate') return
  throw new Refusal('invalid-fields', {
    errors: [{ field: 'owed', message: 'Owed amounts apply to terminations only' }],
  })
}
