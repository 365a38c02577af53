import type { Clash, ClashQuery } from '@sherpa/contracts/deal'
import { dealTerms } from '@sherpa/contracts/deal'
import type { DealStage } from '@sherpa/contracts/deal-stage'
import { clashesOf } from '@sherpa/contracts/exclusivity'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { companyFacts, topOwners } from '../companies/companies.ts'
import type { LockedDeal } from './deal-access.ts'
import type { Version } from './versions.ts'

/** With a deal that is agreed, another one cannot simply be made; one that is not yet agreed is only worth a look. */
const agreed: ReadonlySet<DealStage> = new Set(['approved', 'signed', 'active'])
const open: readonly DealStage[] = ['draft', 'in-review', ...agreed]

/**
 * Refuses what collides with a deal that is agreed, unless someone with the right accepted that for either of the two. The athlete is locked:
 * so of two deals that exclude each other, the second one is refused.
 */
export async function requireNoClash(client: Queryable, deal: LockedDeal, version: Version) {
  if (version.clash_reason) return
  const { startsOn, endsOn, category, exclusivity, territory } = version.terms
  const clashes = await collisions(client, deal.organization_id, {
    athleteId: deal.athlete_id,
    companyId: version.company_id,
    dealId: deal.id,
    terms: { startsOn, endsOn, category, exclusivity, territory },
  })
  const isBlocking = ({ stage, isAccepted }: Collision) =>
    agreed.has(stage) && !(version.stage === 'approved' && isAccepted)
  if (clashes.some(isBlocking)) throw new Refusal('deals-clash')
}

/** Deals of the athlete that these terms collide with. */
export async function findClashes(client: Queryable, organization: string, asked: ClashQuery): Promise<Clash[]> {
  const found = await collisions(client, organization, asked)
  return found.map(({ isAccepted: _, ...clash }) => clash)
}

type Collision = Clash & { isAccepted: boolean }

async function collisions(client: Queryable, organization: string, asked: ClashQuery): Promise<Collision[]> {
  const others = await rowsOf(
    client,
    query
      .selectFrom('deals as d')
      .innerJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'd.organization_id')
          .onRef('v.deal_id', '=', 'd.id')
          // What is agreed: the version in force, and an amendment that is approved.
          .on(
            sql<boolean>`(v.number = coalesce(d.in_force, d.newest) or (v.number = d.newest and v.stage = 'approved'))`,
          ),
      )
      .innerJoin(companyFacts.as('c'), (join) =>
        join.onRef('c.organization_id', '=', 'v.organization_id').onRef('c.id', '=', 'v.company_id'),
      )
      .select(['d.id', 'd.title', 'd.stage', 'c.id as companyId', 'c.name as companyName', 'v.terms'])
      .select(sql<boolean>`v.clash_reason is not null`.as('isAccepted'))
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
  const sides = others.map(({ companyId, companyName, terms, ...other }) => ({
    ...other,
    company: companyOf(companyId, companyName),
    ...sideOf(dealTerms.parse(terms)),
  }))
  const own = { id: asked.dealId ?? '', company: companyOf(asked.companyId, ''), ...sideOf(asked.terms) }
  const found = clashesOf(own, sides).map(({ other: { id, title, stage, isAccepted }, reason }) => ({
    dealId: id,
    title,
    stage,
    reason,
    isAccepted,
  }))
  // A deal and its amendment are one.
  return found.filter((one, index) => found.findIndex(({ dealId }) => dealId === one.dealId) === index)
}

function sideOf({ startsOn, endsOn, category, exclusivity, territory }: ClashQuery['terms']) {
  return { termStart: startsOn, termEnd: endsOn, categories: category ? [category] : [], exclusivity, territory }
}
