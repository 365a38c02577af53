import type { DealStage } from '@sherpa/contracts/deal-stage'
import { sql } from 'kysely'
import { deleteQueuedMail } from '../../mail/mail-queue.ts'
import type { Queryable } from '../../persistence/database.ts'
import { type DependentOn, eraseDependents } from '../../persistence/dependents.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { forgetNotifications } from '../notifications/notifications.ts'
import { removeDeal } from './remove-deal.ts'

type DealOfErased = { organization_id: string; id: string; stage: DealStage; folded: string | null }

/** For erasing athletes: what names them around their deals goes. What was signed and booked stays. */
export function forgettingDeals(onDeals: readonly DependentOn<'deal'>[]) {
  return {
    /** Before the athletes are erased: with the text that deals are found by. */
    of(client: Queryable, organization: string, athletes: readonly string[]): Promise<DealOfErased[]> {
      return rowsOf(
        client,
        query
          .selectFrom('deals')
          .select(['organization_id', 'id', 'stage', 'folded'])
          .where('organization_id', '=', organization)
          .where(sql<boolean>`athlete_id = any(${athletes}::uuid[])`)
          .forUpdate(),
      )
    },

    /** Afterwards, when neither their deals nor the athletes have a name any more. */
    async forget(client: Queryable, organization: string, deals: readonly DealOfErased[]) {
      const ids = deals.map(({ id }) => id)
      for (const deal of deals) await removeDeal(client, onDeals, deal)
      await eraseDependents(client, onDeals, organization, ids)
      await forgetNotifications(client, organization, { deal: ids })
      await deleteQueuedMail(client, { deals: ids })
      for (const { folded } of deals) await client.query('select forget_unused_words_of_deals($1)', [folded ?? ''])
    },
  }
}
