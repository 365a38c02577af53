import { dayIn } from '@sherpa/contracts/days'
import { type DealTerms, dealTerms } from '@sherpa/contracts/deal'
import { isOpen, type VersionStage } from '@sherpa/contracts/deal-stage'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import { publicCompanies } from '../companies/companies.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { loadAgreement } from './agreements.ts'
import type { Reported } from './reported-deals.ts'

/** What a report about a deal says: the version in force, or before the first signature the newest one. */
export async function loadReportableDeal(client: Queryable, organization: string, id: string) {
  const row = await rowOf(
    client,
    query
      .selectFrom('deals as d')
      .innerJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'd.organization_id')
          .onRef('v.deal_id', '=', 'd.id')
          .on(sql<boolean>`v.number = coalesce(d.version_in_force, d.newest_version)`),
      )
      .innerJoin(publicCompanies.as('c'), (join) =>
        join.onRef('c.organization_id', '=', 'v.organization_id').onRef('c.id', '=', 'v.company_id'),
      )
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'd.organization_id')
      .leftJoin('deal_documents as f', (join) =>
        join
          .onRef('f.organization_id', '=', 'v.organization_id')
          .onRef('f.deal_id', '=', 'v.deal_id')
          .onRef('f.number', '=', 'v.number')
          .on('f.kind', '=', 'contract'),
      )
      .select(['d.title', 'd.athlete_id as athleteId', 'd.lead_id as leadId', 'd.reported', 'v.number', 'v.terms'])
      .select(['v.stage', 'v.signed_at', 'v.company_id as companyId', 'o.time_zone', 'f.name as contract'])
      .select(sql<string>`coalesce(v.frozen -> 'company' ->> 'name', c.name)`.as('company'))
      .where('d.organization_id', '=', organization)
      .where('d.id', '=', id)
      .where('d.removed_at', 'is', null)
      .$narrowType<{ stage: VersionStage; reported: Reported | null }>(),
  )
  if (!row) return undefined
  const { signed_at, time_zone, reported, stage, ...deal } = row
  const signedOn = signed_at && dayIn(signed_at.toISOString(), time_zone)
  return {
    ...deal,
    id,
    terms: dealTerms.parse(deal.terms) as DealTerms,
    isDraft: isOpen(stage),
    /** The day of the last signature, or the day on which the athlete says that they agreed. */
    agreedOn: signedOn ?? reported?.agreedOn ?? null,
  }
}
export type ReportableDeal = NonNullable<Awaited<ReturnType<typeof loadReportableDeal>>>

/** What a notice to the athletic director says. Never the fees. */
export async function loadReportableAgreement(client: Queryable, organization: string, id: string) {
  const found = await rowOf(
    client,
    query
      .selectFrom('agreements')
      .select('athlete_id')
      .where('organization_id', '=', organization)
      .where('id', '=', id),
  )
  if (!found) return undefined
  const { startsOn, endsOn, endedOn, scope, agents, signature } = await loadAgreement(
    client,
    organization,
    found.athlete_id,
    id,
  )
  return { id, athleteId: found.athlete_id, startsOn, endsOn: endedOn ?? endsOn, scope, agents, signature }
}
export type ReportableAgreement = NonNullable<Awaited<ReturnType<typeof loadReportableAgreement>>>
