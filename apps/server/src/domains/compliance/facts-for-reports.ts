import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { publicCompanies } from '../companies/companies.ts'

type About = { athlete: string; company: string | null }

/** What reports say about the athlete's school and the payor, in the order of `abouts`. Null: unknown. */
export async function loadFactsForReports(client: Queryable, organization: string, abouts: readonly About[]) {
  const athletes = await rowsOf(
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
      .select(['a.id', 's.id as schoolId', 'x.ncaa_id as ncaaId', 'y.director_email as athleticDirectorEmail'])
      .select(sql<string | null>`coalesce(s.name, a.school)`.as('school'))
      .where('a.organization_id', '=', organization)
      .where(sql<boolean>`a.id = any(${abouts.map(({ athlete }) => athlete)}::uuid[])`),
  )
  const companies = abouts.flatMap(({ company }) => company ?? [])
  const payors = companies.length > 0 ? await loadPayors(client, organization, companies) : []
  return abouts.map(({ athlete, company }) => {
    const found = athletes.find(({ id }) => id === athlete)
    const ofPayor = payors.filter((payor) => payor.company === company)
    return {
      school: found?.school ?? null,
      ncaaId: found?.ncaaId ?? null,
      athleticDirectorEmail: found?.athleticDirectorEmail ?? null,
      association: found?.schoolId ? describeAssociation(ofPayor, found.schoolId) : null,
    }
  })
}

/** One row per associated school, or one without. */
function loadPayors(client: Queryable, organization: string, companies: readonly string[]) {
  return rowsOf(
    client,
    query
      .selectFrom('company_compliance as c')
      .leftJoin('company_associations as x', (join) =>
        join.onRef('x.organization_id', '=', 'c.organization_id').onRef('x.company_id', '=', 'c.company_id'),
      )
      .select(['c.company_id as company', 'x.school_id as school', 'x.reason'])
      .select('c.associations_checked_at as checkedAt')
      .where('c.organization_id', '=', organization)
      .where(sql<boolean>`c.company_id = any(${companies}::uuid[])`)
      .orderBy('x.id'),
  )
}

/** As a sentence. Null: nobody has checked. */
function describeAssociation(payors: Awaited<ReturnType<typeof loadPayors>>, school: string) {
  const association = payors.find((payor) => payor.school === school)
  if (association) return `Associated with the school: ${association.reason}`
  return payors.some(({ checkedAt }) => checkedAt) ? 'Not associated with the school' : null
}
