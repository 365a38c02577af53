import type { Conflict, ConflictQuery } from '@sherpa/contracts/deal'
import { dealTerms } from '@sherpa/contracts/deal'
import type { DealStage } from '@sherpa/contracts/deal-stage'
import { findExclusivityConflicts } from '@sherpa/contracts/exclusivity'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { loadTopParents, publicCompanies } from '../companies/companies.ts'
import type { LockedDeal } from './deal-access.ts'
import type { Version } from './versions.ts'

/** A conflict with a deal in these stages blocks; with another open deal it is only a warning. */
const blockingStages: ReadonlySet<DealStage> = new Set(['approved', 'signed', 'active'])
const openStages: readonly DealStage[] = ['draft', 'in-review', ...blockingStages]

/** Whether conflicts only warn, by a setting of compliance. */
export type AllowsConflicts = (organization: string, client: Queryable) => Promise<boolean>
export type RequireNoConflict = ReturnType<typeof createConflictCheck>

/**
 * Refuses conflicts with agreed deals, unless an approver allowed the conflict on either deal.
 * The athlete is locked, so of two concurrent exclusive deals the second is refused.
 */
export function createConflictCheck(allowsConflicts: AllowsConflicts) {
  return async (client: Queryable, deal: LockedDeal, version: Version) => {
    if (!version.conflict_reason && (await hasBlockingConflict(client, deal, version))) {
      if (!(await allowsConflicts(deal.organization_id, client))) throw new Refusal('deals-conflict')
    }
  }
}

async function hasBlockingConflict(client: Queryable, deal: LockedDeal, version: Version) {
  const { startsOn, endsOn, category, exclusivity, territory } = version.terms
  const conflicts = await loadConflicts(client, deal.organization_id, {
    athleteId: deal.athlete_id,
    companyId: version.company_id,
    dealId: deal.id,
    terms: { startsOn, endsOn, category, exclusivity, territory },
  })
  const isBlocking = ({ stage, isAllowed }: AllowableConflict) =>
    blockingStages.has(stage) && !(version.stage === 'approved' && isAllowed)
  return conflicts.some(isBlocking)
}

/** Finds deals of the athlete that conflict with these terms. */
export async function findConflicts(
  client: Queryable,
  organization: string,
  params: ConflictQuery,
): Promise<Conflict[]> {
  const found = await loadConflicts(client, organization, params)
  return found.map(({ isAllowed: _, ...conflict }) => conflict)
}

type AllowableConflict = Conflict & { isAllowed: boolean }

async function loadConflicts(
  client: Queryable,
  organization: string,
  params: ConflictQuery,
): Promise<AllowableConflict[]> {
  const others = await rowsOf(
    client,
    query
      .selectFrom('deals as d')
      .innerJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'd.organization_id')
          .onRef('v.deal_id', '=', 'd.id')
          // Agreed terms: the version in force and an approved amendment.
          .on(
            sql<boolean>`(v.number = coalesce(d.version_in_force, d.newest_version) or (v.number = d.newest_version and v.stage = 'approved'))`,
          ),
      )
      .innerJoin(publicCompanies.as('c'), (join) =>
        join.onRef('c.organization_id', '=', 'v.organization_id').onRef('c.id', '=', 'v.company_id'),
      )
      .select(['d.id', 'd.title', 'd.stage', 'c.id as companyId', 'c.name as companyName', 'v.terms'])
      .select(sql<boolean>`v.conflict_reason is not null`.as('isAllowed'))
      .where('d.organization_id', '=', organization)
      .where('d.athlete_id', '=', params.athleteId)
      .where('d.stage', 'in', openStages)
      // Playing contracts never conflict with sponsorships.
      .where('d.kind', '<>', 'contract')
      .where('d.removed_at', 'is', null)
      .where(sql<boolean>`d.id is distinct from ${params.dealId ?? null}::uuid`)
      .orderBy('d.last_active_at', 'desc')
      .$narrowType<{ stage: DealStage }>(),
  )
  const owners = await loadTopParents(client, organization, [
    params.companyId,
    ...others.map(({ companyId }) => companyId),
  ])
  const companyOf = (id: string, name: string) => ({ id, name, owner: owners.get(id) ?? null })
  const sides = others.map(({ companyId, companyName, terms, ...other }) => ({
    ...other,
    company: companyOf(companyId, companyName),
    ...sideOf(dealTerms.parse(terms)),
  }))
  const own = { id: params.dealId ?? '', company: companyOf(params.companyId, ''), ...sideOf(params.terms) }
  const found = findExclusivityConflicts(own, sides).map(({ other: { id, title, stage, isAllowed }, reason }) => ({
    dealId: id,
    title,
    stage,
    reason,
    isAllowed,
  }))
  // Report a deal once, even if its amendment conflicts too.
  return found.filter((one, index) => found.findIndex(({ dealId }) => dealId === one.dealId) === index)
}

function sideOf({ startsOn, endsOn, category, exclusivity, territory }: ConflictQuery['terms']) {
  return { termStart: startsOn, termEnd: endsOn, categories: category ? [category] : [], exclusivity, territory }
}
