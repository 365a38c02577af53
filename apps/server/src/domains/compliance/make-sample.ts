import type { SampleKind } from '@sherpa/contracts/organization'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { findCompaniesByName, insertCompany } from '../companies/companies.ts'

const SCHOOL = 'Harlan Tech'
const COLLECTIVE = 'Harlan Tech Collective'

/** Facts of one school and its students. Those of other schools are missing, so that rules about them cannot be judged. */
export async function makeSampleCompliance(
  client: Queryable,
  organization: string,
  { kind, colleagues }: { kind: SampleKind; colleagues: string[] },
  now: Date,
) {
  const [by = null] = colleagues
  const school = newId(now.getTime())
  await insertCompany(client, { organization_id: organization, id: school, name: SCHOOL, kind: 'school' })
  await run(
    client,
    query.insertInto('company_compliance').values({
      organization_id: organization,
      company_id: school,
      state: 'GA',
      director_name: 'Dana Reed',
      director_email: 'athletics@harlan-tech.example',
    }),
  )
  const names = [COLLECTIVE, 'Halden Sportswear', 'Brightwater Drinks', 'Oddsline']
  const found = await findCompaniesByName(client, organization, names)
  const checked = names.flatMap((name) => found.get(name)?.exact.slice(0, 1) ?? [])
  for (const { id, name } of checked) {
    await run(
      client,
      query.insertInto('company_compliance').values({
        organization_id: organization,
        company_id: id,
        associations_checked_at: now,
        associations_checked_by: by,
      }),
    )
    if (name !== COLLECTIVE) continue
    await run(
      client,
      query.insertInto('company_associations').values({
        organization_id: organization,
        id: newId(),
        company_id: id,
        school_id: school,
        reason: 'Collective of the school’s supporters',
        source: 'Its website',
        added_by: by,
        added_at: now,
      }),
    )
  }
  const students = await rowsOf(
    client,
    query
      .selectFrom(athleteFacts.as('a'))
      .select(['a.id', 'a.class_year'])
      .where('a.organization_id', '=', organization)
      .where('a.level', '=', 'college')
      .where('a.school', '=', SCHOOL)
      .orderBy('a.id'),
  )
  for (const [n, { id, class_year: year }] of students.entries()) {
    await run(
      client,
      query.insertInto('athlete_compliance').values({
        organization_id: organization,
        athlete_id: id,
        division: 'ncaa-1',
        enrolled_on: year === null ? null : `${year - 4}-08-20`,
        junior_year_on: year === null ? null : `${year - 6}-08-20`,
        ncaa_id: String(2_401_000_000 + n),
        school_id: school,
      }),
    )
  }
  if (kind !== 'athletic-department') return
  // A department knows its sponsors.
  await run(
    client,
    query
      .insertInto('compliance_settings')
      .values({ organization_id: organization, sponsors_listed_at: now, sponsors_listed_by: by }),
  )
  await run(
    client,
    query
      .insertInto('school_sponsors')
      .values({ organization_id: organization, id: newId(), name: 'Arden Apparel', category: 'apparel' }),
  )
}
