import type { Deal, NewMove } from '@sherpa/contracts/deal'
import { stageAfter } from '@sherpa/contracts/deal-stage'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { type Database, inTransaction } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import { todayIn } from '../organizations/organizations.ts'
import { draftFor, newestVersion } from './change-deal.ts'
import { lockDeal, type Viewer } from './deal-access.ts'
import { wholeDeal } from './deal-record.ts'
import { noteOnDeal, touchDeal } from './deal-timeline.ts'
import { cancelPaymentsAfter } from './promised.ts'
import { setVersionStage } from './review-deal.ts'

/** What people do to a deal by hand; the other moves follow from decisions and signatures. */
export function movingDeals({ database, clock }: { database: Database; clock: () => Date }) {
  return (viewer: Viewer, id: string, { version, move, word }: NewMove): Promise<Deal> =>
    inTransaction(database, async (client) => {
      const deal = await lockDeal(client, viewer, id)
      const { organization } = viewer.member
      if (deal.version !== version) {
        throw new Refusal('changed-meanwhile', { present: await wholeDeal(client, viewer, id, clock()) })
      }
      const stage = stageAfter(deal.stage as Deal['stage'], move, deal.in_force !== null)
      // What is in force is terminated: declining is for what was never signed.
      if (!stage || (move === 'decline' && deal.in_force !== null)) throw new Refusal('deal-move-not-possible')
      const newest = await newestVersion(client, deal)
      if (move === 'reopen') await draftFor(client, viewer, deal, newest.terms)
      else {
        if (move === 'decline' && newest.stage !== 'draft') await setVersionStage(client, deal, 'declined')
        await touchDeal(client, organization, id, { stage, stage_since: sql<Date>`now()` })
      }
      if (move === 'terminate') {
        await cancelPaymentsAfter(client, { organization, deal: id, day: await todayIn(client, organization, clock()) })
      }
      await noteOnDeal(client, viewer, id, { kind: 'moved', about: stage, text: word })
      await noteEvent(client, {
        event: 'deal-moved',
        actor: viewer.person.id,
        organization,
        athlete: deal.athlete_id,
        details: stage,
      })
      return wholeDeal(client, viewer, id, clock())
    })
}
