import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf } from '../../persistence/queries.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { publicCompanies } from '../companies/companies.ts'

/** What a report says about the athlete's school and the payor. Null: unknown. */
export async function loadFactsForReports(
  client: Queryable,
  organization: string,
  { athlete, company }: { athlete: string; company: string | null },
) {
  const { schoolId, ...facts } = await oneRowOf(
    client,
    query
      .selectFrom(athleteFacts.as('a'))
      .leftJoin('athlete_compliance as x', (join) =>
        join.onRef('x.organization_id', '=', 'a.organization_id').onRef('x.athlete_id', '=', 'a.id'),
      )
      .leftJoin(publicCompanies.as('s'), (join) =>
        join
          .onRef('s.organization_id', '=', 'x.organization_id')
          .onRef('s.id', '=', 'x.school_id')
          .on('s.removed_at', 'is', null),
      )
      .leftJoin('company_compliance as y', (join) =>
        join.onRef('y.organization_id', '=', 's.organization_id').onRef('y.company_id', '=', 's.id'),
      )
      .select(['s.id as schoolId', 'x.ncaa_id as ncaaId', 'y.director_email as athleticDirectorEmail'])
      .select(sql<string | null>`coalesce(s.name, a.school)`.as('school'))
      .where('a.organization_id', '=', organization)
      .where('a.id', '=', athlete),
  )
  const association = company && schoolId ? await findAssociation(client, organization, company, schoolId) : undefined
  return { ...facts, association: association ?? null }
}

/** As a sentence. Undefined: nobody has checked. */
async function findAssociation(client: Queryable, organization: string, company: string, school: string) {
  const found = await rowOf(
    client,
    query
      .selectFrom('company_compliance as c')
      .leftJoin('company_associations as x', (join) =>
        join
          .onRef('x.organization_id', '=', 'c.organization_id')
          .onRef('x.company_id', '=', 'c.company_id')
          .on('x.school_id', '=', school),
      )
      .select(['x.id', 'x.reason', 'c.associations_checked_at as checkedAt'])
      .where('c.organization_id', '=', organization)
      .where('c.company_id', '=', company)
      .limit(1),
  )
  if (found?.id) return `Associated with the school: ${found.reason}`
  return found?.checkedAt ? 'Not associated with the school' : undefined
}
