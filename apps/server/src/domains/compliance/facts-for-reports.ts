import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { publicCompanies } from '../companies/companies.ts'
import { type Associations, type LoadDeclared, loadAssociations } from './associations.ts'

type About = { athlete: string; company: string | null }

/** What reports say about the athlete's school and the payor, in the order of `abouts`. Null: unknown. */
export async function loadFactsForReports(
  client: Queryable,
  organization: string,
  abouts: readonly About[],
  loadDeclared: LoadDeclared,
) {
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
  const associations = await loadAssociations(client, organization, companies, loadDeclared)
  return abouts.map(({ athlete, company }) => {
    const found = athletes.find(({ id }) => id === athlete)
    const ofPayor = company ? associations.get(company) : undefined
    return {
      school: found?.school ?? null,
      ncaaId: found?.ncaaId ?? null,
      athleticDirectorEmail: found?.athleticDirectorEmail ?? null,
      association: ofPayor ? describeAssociation(ofPayor, athlete, found?.schoolId ?? null) : null,
    }
  })
}

/** As a sentence. Null: nobody has checked. */
function describeAssociation({ reasons, declared, isChecked }: Associations, athlete: string, school: string | null) {
  const reason = (school && reasons.get(school)?.text) ?? declared.get(athlete)
  if (reason) return `Associated with the school: ${reason}`
  return school && isChecked ? 'Not associated with the school' : null
}
