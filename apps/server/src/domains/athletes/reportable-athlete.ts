import { athleteName } from '@sherpa/contracts/athlete'
import type { SportId } from '@sherpa/contracts/sports'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'

/** What reports to authorities say about athletes, by id. The caller checks access. */
export async function loadReportableAthletes(client: Queryable, organization: string, ids: readonly string[]) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('athletes as a')
      .select(['a.id', 'a.given_name as givenName', 'a.family_name as familyName', 'a.preferred_name as preferredName'])
      .select(['a.email', 'a.sport', 'a.school', 'a.user_id as userId'])
      .select(
        sql<string[]>`array(select s.handle || ' (' || s.platform || ')' from athlete_social_accounts s
          where s.organization_id = a.organization_id and s.athlete_id = a.id order by s.platform)`.as('handles'),
      )
      .where('a.organization_id', '=', organization)
      .where(sql<boolean>`a.id = any(${ids}::uuid[])`)
      .$narrowType<{ sport: SportId | null }>(),
  )
  return new Map(
    rows.map(({ givenName, familyName, preferredName, ...athlete }) => [
      athlete.id,
      { ...athlete, name: athleteName({ givenName, familyName, preferredName }) },
    ]),
  )
}

export async function loadReportableAthlete(client: Queryable, organization: string, id: string) {
  const athlete = (await loadReportableAthletes(client, organization, [id])).get(id)
  if (!athlete) throw new Error('The athlete does not exist')
  return athlete
}
