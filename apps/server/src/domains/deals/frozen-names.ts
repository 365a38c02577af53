import type { ContractDocument, VersionNames } from '@sherpa/contracts/deal'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'
import { publicCompanies } from '../companies/companies.ts'
import type { LockedDeal } from './deal-access.ts'

/**
 * Names of `deal_versions v` with `deals d` and company `c`: the frozen names, or today's for drafts and erased
 * athletes.
 */
export const versionNames = sql<VersionNames>`case when v.frozen->>'title' is not null and d.athlete_name <> 'Erased athlete'
  then json_build_object('title', v.frozen->>'title', 'athlete', v.frozen->'athlete'->>'name', 'company', v.frozen->'company'->>'name')
  else json_build_object('title', v.title, 'athlete', d.athlete_name, 'company', c.name) end`

/** The contract PDF of `deal_versions v`. */
export const contractOfVersion = sql<ContractDocument | null>`(select json_build_object('id', f.id, 'name', f.name, 'sha256', encode(f.sha256, 'hex'))
  from deal_documents f where f.organization_id = v.organization_id and f.deal_id = v.deal_id and f.number = v.number
    and f.kind = 'contract')`

type DealOf = Pick<LockedDeal, 'organization_id' | 'id'>

/** Frozen names of a version. Athlete and company may have been renamed since. */
export async function loadFrozenNames(client: Queryable, deal: DealOf, number: number): Promise<VersionNames> {
  const { names } = await oneRowOf(
    client,
    query
      .selectFrom('deal_versions as v')
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'v.organization_id').onRef('d.id', '=', 'v.deal_id'),
      )
      .innerJoin(publicCompanies.as('c'), (join) =>
        join.onRef('c.organization_id', '=', 'v.organization_id').onRef('c.id', '=', 'v.company_id'),
      )
      .select(versionNames.as('names'))
      .where('v.organization_id', '=', deal.organization_id)
      .where('v.deal_id', '=', deal.id)
      .where('v.number', '=', number),
  )
  return names
}
