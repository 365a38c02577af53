import { dayIn } from '@sherpa/contracts/days'
import { type DealTerms, dealTerms } from '@sherpa/contracts/deal'
import { isOpen, type VersionStage } from '@sherpa/contracts/deal-stage'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { publicCompanies } from '../companies/companies.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { selectAgreements } from './agreements.ts'
import type { Reported } from './athlete-report.ts'

/** What reports about deals say: the version in force, or before the first signature the newest one. By id. */
export async function loadReportableDeals(
  client: Queryable,
  organization: string,
  ids: readonly string[],
  { proposed = false } = {},
) {
  const number = proposed
    ? sql`coalesce((select n.number from deal_versions n where n.organization_id = d.organization_id and n.deal_id = d.id
        and n.number = d.newest_version and n.stage = 'approved'), d.version_in_force, d.newest_version)`
    : sql`coalesce(d.version_in_force, d.newest_version)`
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deals as d')
      .innerJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'd.organization_id')
          .onRef('v.deal_id', '=', 'd.id')
          .on(sql<boolean>`v.number = ${number}`),
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
      .select([
        'd.id',
        'd.title',
        'd.athlete_id as athleteId',
        'd.lead_id as leadId',
        'd.reported',
        'v.number',
        'v.terms',
      ])
      .select([
        'v.stage',
        'v.signed_at',
        firstSignedAt.as('first_signed_at'),
        'v.company_id as companyId',
        'o.time_zone',
        'f.name as contract',
      ])
      .select(sql<string>`coalesce(v.frozen -> 'company' ->> 'name', c.name)`.as('company'))
      .where('d.organization_id', '=', organization)
      .where(sql<boolean>`d.id = any(${ids}::uuid[])`)
      .where('d.removed_at', 'is', null)
      .$narrowType<{ stage: VersionStage; reported: Reported | null }>(),
  )
  return new Map(
    rows.map(({ signed_at, first_signed_at, time_zone, reported, stage, ...deal }) => [
      deal.id,
      {
        ...deal,
        terms: dealTerms.parse(deal.terms) as DealTerms,
        isDraft: isOpen(stage),
        /** The day on which this version came into force. */
        signedOn: signed_at && dayIn(signed_at.toISOString(), time_zone),
        /** The day of the first agreement, whatever amended it. */
        agreedOn: firstDay(
          first_signed_at && dayIn(first_signed_at.toISOString(), time_zone),
          reported?.state === 'returned' ? null : reported?.agreedOn,
        ),
      },
    ]),
  )
}

/** The earlier of two days, as far as they are known. */
const firstDay = (...days: (string | null | undefined)[]) => days.filter((day) => !!day).toSorted()[0] ?? null

/** When all parties of the first version had signed. */
const firstSignedAt = sql<Date | null>`(select min(f.signed_at) from deal_versions f
  where f.organization_id = v.organization_id and f.deal_id = v.deal_id)`

export type ReportableDeal = MapValue<ReturnType<typeof loadReportableDeals>>

export const loadReportableDeal = async (
  client: Queryable,
  organization: string,
  id: string,
  options: { proposed?: boolean } = {},
) => (await loadReportableDeals(client, organization, [id], options)).get(id)

/** What notices to athletic directors say. Never the fees. By id. */
export async function loadReportableAgreements(client: Queryable, organization: string, ids: readonly string[]) {
  const rows = await rowsOf(
    client,
    selectAgreements(organization).select('g.athlete_id as athleteId').where(sql<boolean>`g.id = any(${ids}::uuid[])`),
  )
  return new Map(
    rows.map(({ id, athleteId, startsOn, endsOn, endedOn, scope, agents, signature }) => [
      id,
      { id, athleteId, startsOn, endsOn: endedOn ?? endsOn, scope, agents, signature },
    ]),
  )
}
export type ReportableAgreement = MapValue<ReturnType<typeof loadReportableAgreements>>

export const loadReportableAgreement = async (client: Queryable, organization: string, id: string) =>
  (await loadReportableAgreements(client, organization, [id])).get(id)

type MapValue<Loaded> = Awaited<Loaded> extends Map<string, infer Value> ? Value : never
