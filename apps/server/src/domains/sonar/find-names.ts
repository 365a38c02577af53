import { matchName, type NameCandidate } from '@sherpa/contracts/sonar/names'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { rowsOf } from '../../persistence/queries.ts'
import { seesAllAthletes } from '../athletes/athletes.ts'
import type { Viewer } from '../views/views.ts'

const MOST_CANDIDATES = 5

type Found = Pick<NameCandidate, 'text' | 'kind' | 'id' | 'name'>

/** Records that the viewer can see and that the texts may name, at most five per text. One query. */
export async function findNames(
  database: Queryable,
  viewer: Viewer,
  texts: readonly string[],
): Promise<NameCandidate[]> {
  const { permissions } = viewer.member
  const kinds = [
    ...(permissions.includes('athletes.view') ? ['athlete', 'tag', 'program', 'choice'] : []),
    ...(permissions.includes('deals.view') ? ['company'] : []),
    ...(permissions.includes('people.view') ? ['member'] : []),
  ]
  const scope = seesAllAthletes(viewer) ? null : viewer.person.id
  const found = await rowsOf(
    database,
    sql<Found>`select * from find_names(${texts}::text[], ${kinds}::text[], ${scope}::uuid, ${MOST_CANDIDATES})`,
    'find-names',
  )
  const candidates = found.flatMap((one) => {
    const match = matchName(one.kind, one.name, one.text)
    return match ? [{ ...one, isExact: match === 'whole' }] : []
  })
  return [...Map.groupBy(candidates, ({ text }) => text).values()].flatMap((same) =>
    same.toSorted((one, other) => Number(other.isExact) - Number(one.isExact)).slice(0, MOST_CANDIDATES),
  )
}
