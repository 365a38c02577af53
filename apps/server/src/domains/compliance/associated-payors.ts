import { type AssociatedPayor, MOST_PAYORS } from '@sherpa/contracts/compliance'
import { type PayorRelation, payorRelations } from '@sherpa/contracts/disclosure'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { publicCompanies } from '../companies/companies.ts'
import type { Viewer } from './compliance-access.ts'

type Attested = Pick<AssociatedPayor, 'company'> & {
  school: string | null
  /** Declared to the athlete's school, and not set aside. */
  relation: PayorRelation | null
  attestation: NonNullable<AssociatedPayor['attestation']>
}
type Parts = {
  database: Database
  clock: () => Date
  /** Of the disclosures domain: requests to these payors, and to those who have been silent. */
  loadPayorAttestations: (
    client: Queryable,
    viewer: Viewer,
    companies: readonly string[],
    now: Date,
  ) => Promise<Attested[]>
}

/** Companies with an association of their own or of a parent, by name, and those that declared one or may be presumed to have one. */
export function createAssociatedPayors({ database, clock, loadPayorAttestations }: Parts) {
  return async (viewer: Viewer): Promise<{ payors: AssociatedPayor[] }> => {
    const recorded = await rowsOf(
      database,
      sql<Omit<AssociatedPayor, 'attestation'>>`with recursive known as (
          select x.organization_id, x.id, x.company_id, x.company_id as recorded_for, x.school_id, x.reason, x.source, 1 as steps
            from company_associations x where x.organization_id = ${viewer.member.organization}
          union all
          select k.organization_id, k.id, c.id, k.recorded_for, k.school_id, k.reason, k.source, k.steps + 1
            from known k join ${publicCompanies} c on c.organization_id = k.organization_id and c.parent_id = k.company_id
            where c.removed_at is null and k.steps < 20)
        select json_build_object('id', c.id, 'name', c.name) as company, json_build_object('id', s.id, 'name', s.name) as school,
          x.reason || case when p.id = c.id then '' else ', on record for its parent ' || p.name end as reason, x.source
        from known x
          join ${publicCompanies} c on c.organization_id = x.organization_id and c.id = x.company_id
          join ${publicCompanies} p on p.organization_id = x.organization_id and p.id = x.recorded_for
          join ${publicCompanies} s on s.organization_id = x.organization_id and s.id = x.school_id
        where c.removed_at is null
        order by c.name, x.id limit ${MOST_PAYORS}`,
    )
    const companies = recorded.map(({ company }) => company.id)
    const attested = await loadPayorAttestations(database, viewer, companies, clock())
    const ofCompany = new Map(attested.map(({ company, attestation }) => [company.id, attestation]))
    const associated = await loadAssociated(
      database,
      viewer,
      attested.map(({ company }) => company.id),
    )
    const presumed = attested.filter(({ company }) => !associated.has(company.id))
    return {
      payors: [
        ...presumed.map(({ company, school, relation, attestation }) => ({
          company,
          school: school === null ? null : { id: null, name: school },
          reason: relation && `Its contact declared “${payorRelations[relation]}”`,
          source: null,
          attestation,
        })),
        ...recorded.map((payor) => ({ ...payor, attestation: ofCompany.get(payor.company.id) ?? null })),
      ].slice(0, MOST_PAYORS),
    }
  }
}

/** Those of the companies with a recorded association, also beyond the shown ones. */
async function loadAssociated(client: Queryable, { member }: Viewer, companies: readonly string[]) {
  const rows = await rowsOf(
    client,
    sql<{ id: string }>`select company_id as id from company_associations
      where organization_id = ${member.organization} and company_id = any(${companies}::uuid[])`,
  )
  return new Set(rows.map(({ id }) => id))
}
