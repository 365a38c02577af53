import { athleteName } from '@sherpa/contracts/athlete'
import type { SportId } from '@sherpa/contracts/sports'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query } from '../../persistence/queries.ts'

/** What reports to authorities say about an athlete. The caller checks access. */
export async function loadReportableAthlete(client: Queryable, organization: string, id: string) {
  const { givenName, familyName, preferredName, ...athlete } = await oneRowOf(
    client,
    query
      .selectFrom('athletes as a')
      .select(['a.given_name as givenName', 'a.family_name as familyName', 'a.preferred_name as preferredName'])
      .select(['a.email', 'a.sport', 'a.school', 'a.user_id as userId'])
      .select(
        sql<string[]>`array(select s.handle || ' (' || s.platform || ')' from athlete_social_accounts s
          where s.organization_id = a.organization_id and s.athlete_id = a.id order by s.platform)`.as('handles'),
      )
      .where('a.organization_id', '=', organization)
      .where('a.id', '=', id)
      .$narrowType<{ sport: SportId | null }>(),
  )
  return { ...athlete, id, name: athleteName({ givenName, familyName, preferredName }) }
}
