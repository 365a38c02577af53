import { type AssociatedPayor, MOST_PAYORS } from '@sherpa/contracts/compliance'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { publicCompanies } from '../companies/companies.ts'
import type { Viewer } from './compliance-access.ts'

type Attested = Pick<AssociatedPayor, 'company'> & {
  school: string | null
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

/** Companies with an association, by name, and those that the clearinghouse may presume to have one. */
export function createAssociatedPayors({ database, clock, loadPayorAttestations }: Parts) {
  return async (viewer: Viewer): Promise<{ payors: AssociatedPayor[] }> => {
    const recorded = await rowsOf(
      database,
      sql<Omit<AssociatedPayor, 'attestation'>>`select json_build_object('id', c.id, 'name', c.name) as company,
          json_build_object('id', s.id, 'name', s.name) as school, x.reason, x.source
        from company_associations x
          join ${publicCompanies} c on c.organization_id = x.organization_id and c.id = x.company_id
          join ${publicCompanies} s on s.organization_id = x.organization_id and s.id = x.school_id
        where x.organization_id = ${viewer.member.organization} and c.removed_at is null
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
        ...presumed.map(({ company, school, attestation }) => ({
          company,
          school: school === null ? null : { id: null, name: school },
          reason: null,
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
