import type { Deal, NewMove } from '@sherpa/contracts/deal'
import type { Termination } from '@sherpa/contracts/deal-work'
import { Refusal } from '@sherpa/contracts/problem'
import { refusalFor } from '../../http/access.ts'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import { todayIn } from '../organizations/organizations.ts'
import { lockDeal, seesMoney, type Viewer } from './deal-access.ts'
import { wholeDeal } from './deal-record.ts'
import { noteOnDeal } from './deal-timeline.ts'
import { moveDeal, requirePossible } from './life-cycle.ts'
import { previewTermination } from './terminate-obligations.ts'
import { newestVersion } from './versions.ts'

/** What people do to a deal by hand; the other moves follow from decisions, signatures and the calendar. */
export function movingDeals({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    move(viewer: Viewer, id: string, { version, move, word, owed = [] }: NewMove): Promise<Deal> {
      const { organization } = viewer.member
      if (owed.length > 0) requireMayDecide(viewer, move)
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        if (deal.version !== version) {
          throw new Refusal('changed-meanwhile', { present: await wholeDeal(client, viewer, id, clock()) })
        }
        const newest = await newestVersion(client, deal)
        const { stage } = await moveDeal(client, viewer, deal, newest, move, { now: clock(), owed })
        // Declining an amendment leaves the deal where it is.
        const isMoved = stage !== deal.stage
        const event = isMoved ? 'deal-moved' : 'deal-decided'
        const entry = isMoved ? { kind: 'moved' as const, about: stage } : { kind: 'declined' as const, about: null }
        await noteOnDeal(client, viewer, id, { ...entry, text: word })
        await noteEvent(client, {
          event,
          actor: viewer.person.id,
          organization,
          athlete: deal.athlete_id,
          details: isMoved ? stage : 'declined',
        })
        return wholeDeal(client, viewer, id, clock())
      })
    },

    /** What would happen if it were terminated today. */
    previewTermination(viewer: Viewer, id: string): Promise<Termination> {
      const { organization } = viewer.member
      return inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        requirePossible(deal, await newestVersion(client, deal), 'terminate')
        const preview = await previewTermination(client, deal, await todayIn(client, organization, clock()))
        return seesMoney(viewer) ? preview : { ...preview, payments: null }
      })
    },
  }
}
export type MovingDeals = ReturnType<typeof movingDeals>

function requireMayDecide({ member }: Viewer, move: NewMove['move']) {
  const refused = refusalFor(member, ['money.edit'])
  if (refused) throw new Refusal(refused)
  if (move === 'terminate') return
  throw new Refusal('invalid-fields', {
    errors: [{ field: 'owed', message: 'Owed amounts apply to terminations only' }],
  })
}
