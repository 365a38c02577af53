import type { VersionNames } from '@sherpa/contracts/deal'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import type { LockedDeal } from './deal-access.ts'

/** Of the table of versions, called `v`: the names that were frozen; null for a draft. */
export const frozenNames = sql<VersionNames | null>`case when v.frozen->>'title' is not null then json_build_object(
  'title', v.frozen->>'title', 'athlete', v.frozen->'athlete'->>'name', 'company', v.frozen->'company'->>'name') end`

/** The names in the newest version, which people are asked to sign. Athlete and company may be called otherwise by now. */
export async function namesToSign(client: Queryable, deal: LockedDeal): Promise<VersionNames> {
  const { names } = await oneRowOf(
    client,
    query
      .selectFrom('deal_versions as v')
      .select(frozenNames.as('names'))
      .where('v.organization_id', '=', deal.organization_id)
      .where('v.deal_id', '=', deal.id)
      .where('v.number', '=', deal.newest),
  )
  if (!names) throw new Error('Only a frozen version is signed.')
  return names
}
