import type { ConditionMet } from '@sherpa/contracts/payment'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { recordEvent } from '../audit/audit.ts'
import { payments } from '../deals/deals.ts'
import { loadBookkeeping, requireBookableDay } from './bookkeeping.ts'
import type { Viewer } from './finance-access.ts'

/** Confirms conditions of payments, and reopens them. */
export function createPaymentConditionService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    meet(viewer: Viewer, id: string, met: ConditionMet) {
      return inTransaction(database, async (client) => {
        const { today } = await loadBookkeeping(client, viewer.member.organization, clock())
        requireBookableDay('metOn', met.metOn, today)
        const payment = await payments.lockConditional(client, viewer, id)
        await payments.meetCondition(client, payment, met)
        await recordConditionEvent(client, viewer, 'condition-met', payment)
      })
    },

    reopen(viewer: Viewer, id: string) {
      return inTransaction(database, async (client) => {
        const payment = await payments.lockConditional(client, viewer, id)
        await payments.reopenCondition(client, payment)
        await recordConditionEvent(client, viewer, 'condition-reopened', payment)
      })
    },
  }
}

function recordConditionEvent(
  client: Queryable,
  viewer: Viewer,
  event: 'condition-met' | 'condition-reopened',
  { athlete_id, deal_id }: { athlete_id: string; deal_id: string },
) {
  return recordEvent(client, {
    event,
    actor: viewer.person.id,
    organization: viewer.member.organization,
    athlete: athlete_id,
    deal: deal_id,
  })
}
