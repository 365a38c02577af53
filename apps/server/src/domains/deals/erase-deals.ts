import type { DealStage } from '@sherpa/contracts/deal-stage'
import { sql } from 'kysely'
import { deleteQueuedMail } from '../../mail/mail-queue.ts'
import type { Queryable } from '../../persistence/database.ts'
import { type DependentOn, eraseDependents } from '../../persistence/dependents.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { forgetNotifications } from '../notifications/notifications.ts'
import { removeDeal } from './remove-deal.ts'

type DealOfErased = { organization_id: string; id: string; stage: DealStage; folded: string | null }

/** Erases personal data of athletes from their deals. Signed terms and bookings stay. */
export function createDealErasureService(onDeals: readonly DependentOn<'deal'>[]) {
  return {
    /** Called before erasure, while the search text still contains names. */
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

    /** Called after erasure, when athletes and deals have no names. */
    async forget(client: Queryable, organization: string, deals: readonly DealOfErased[]) {
      const ids = deals.map(({ id }) => id)
      for (const deal of deals) await removeDeal(client, onDeals, deal)
      await eraseDependents(client, onDeals, organization, ids)
      await client.query('update deals set objection = null where organization_id = $1 and id = any($2::uuid[])', [
        organization,
        ids,
      ])
      await forgetNotifications(client, organization, { deal: ids })
      await deleteQueuedMail(client, { deals: ids })
      for (const { folded } of deals) await client.query('select forget_unused_words_of_deals($1)', [folded ?? ''])
    },
  }
}
