import type { ConditionMet } from '@sherpa/contracts/payment'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import { payments } from '../deals/deals.ts'
import { bookkeepingOf, requireBookableDay } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'

/** Payments that depend on something: somebody says that it happened. */
export function meetingConditions({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    meet(viewer: Viewer, id: string, met: ConditionMet) {
      return inTransaction(database, async (client) => {
        const { today } = await bookkeepingOf(client, viewer.member.organization, clock())
        requireBookableDay('metOn', met.metOn, today)
        const payment = await payments.lockConditional(client, viewer, id)
        await payments.meetCondition(client, payment, met)
        await note(client, viewer, 'condition-met', payment.athlete_id)
      })
    },

    takeBack(viewer: Viewer, id: string) {
      return inTransaction(database, async (client) => {
        const payment = await payments.lockConditional(client, viewer, id)
        await payments.reopenCondition(client, payment)
        await note(client, viewer, 'condition-reopened', payment.athlete_id)
      })
    },
  }
}

function note(client: Queryable, viewer: Viewer, event: 'condition-met' | 'condition-reopened', athlete: string) {
  return noteEvent(client, {
    event,
    actor: viewer.person.id,
    organization: viewer.member.organization,
    athlete,
  })
}
