import type { Clash, ClashQuery } from '@sherpa/contracts/deal'
import { dealTerms } from '@sherpa/contracts/deal'
import type { DealStage } from '@sherpa/contracts/deal-stage'
import { clashesOf } from '@sherpa/contracts/exclusivity'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { topOwners } from '../companies/companies.ts'

/** With a deal that is agreed, another one cannot simply be made; one that is not yet agreed is only worth a look. */
const agreed: ReadonlySet<DealStage> = new Set(['approved', 'signed', 'active'])
const open: readonly DealStage[] = ['draft', 'in-review', ...agreed]

export const isBlocking = ({ stage }: Clash) => agreed.has(stage)

/** Deals of the athlete that these terms collide with. */
export async function findClashes(client: Queryable, organization: string, asked: ClashQuery): Promise<Clash[]> {
  const others = await rowsOf(
    client,
    query
      .selectFrom('deals as d')
      .innerJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'd.organization_id')
          .onRef('v.deal_id', '=', 'd.id')
          .on(sql<boolean>`v.number = coalesce(d.in_force, d.newest)`),
      )
      .select(['d.id', 'd.title', 'd.stage', 'd.company_id as companyId', 'd.company_name as companyName', 'v.terms'])
      .where('d.organization_id', '=', organization)
      .where('d.athlete_id', '=', asked.athleteId)
      .where('d.stage', 'in', open)
      // A playing contract excludes no sponsor.
      .where('d.kind', '<>', 'contract')
      .where('d.removed_at', 'is', null)
      .where(sql<boolean>`d.id is distinct from ${asked.dealId ?? null}::uuid`)
      .orderBy('d.last_active_at', 'desc')
      .$narrowType<{ stage: DealStage }>(),
  )
  const owners = await topOwners(client, organization, [asked.companyId, ...others.map(({ companyId }) => companyId)])
  const companyOf = (id: string, name: string) => ({ id, name, owner: owners.get(id) ?? null })
  const sides = others.map(({ id, title, stage, companyId, companyName, terms }) => ({
    id,
    title,
    stage,
    company: companyOf(companyId, companyName),
    ...sideOf(dealTerms.parse(terms)),
  }))
  const own = { id: asked.dealId ?? '', company: companyOf(asked.companyId, ''), ...sideOf(asked.terms) }
  return clashesOf(own, sides).map(({ other, reason }) => ({
    dealId: other.id,
    title: other.title,
    stage: other.stage,
    reason,
  }))
}

function sideOf({ startsOn, endsOn, category, exclusivity, territory }: ClashQuery['terms']) {
  return { termStart: startsOn, termEnd: endsOn, categories: category ? [category] : [], exclusivity, territory }
}
