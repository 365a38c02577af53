import type { VersionNames } from '@sherpa/contracts/deal'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { companyFacts } from '../companies/companies.ts'
import type { LockedDeal } from './deal-access.ts'

/**
 * Of the table of versions, called `v`, with its deal `d` and its company `c`: as they were frozen; of a draft, and of an athlete who was
 * erased, as they are today.
 */
export const versionNames = sql<VersionNames>`case when v.frozen->>'title' is not null and d.athlete_name <> 'Erased athlete'
  then json_build_object('title', v.frozen->>'title', 'athlete', v.frozen->'athlete'->>'name', 'company', v.frozen->'company'->>'name')
  else json_build_object('title', v.title, 'athlete', d.athlete_name, 'company', c.name) end`

type DealOf = Pick<LockedDeal, 'organization_id' | 'id'>

/** The names in a version that people are asked to sign. Athlete and company may be called otherwise by now. */
export async function namesToSign(client: Queryable, deal: DealOf, number: number): Promise<VersionNames> {
  const { names } = await oneRowOf(
    client,
    query
      .selectFrom('deal_versions as v')
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'v.organization_id').onRef('d.id', '=', 'v.deal_id'),
      )
      .innerJoin(companyFacts.as('c'), (join) =>
        join.onRef('c.organization_id', '=', 'v.organization_id').onRef('c.id', '=', 'v.company_id'),
      )
      .select(versionNames.as('names'))
      .where('v.organization_id', '=', deal.organization_id)
      .where('v.deal_id', '=', deal.id)
      .where('v.number', '=', number),
  )
  return names
}
