import {
  type Availability,
  type AvailabilityQuery,
  type AwayTime,
  MOST_AWAY_TIMES,
} from '@sherpa/contracts/availability'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { athleteNames, isRemovedAthlete, isVisibleAthlete } from '../athletes/athletes.ts'
import type { Viewer } from './deal-access.ts'
import { obligationFilters } from './parties.ts'

/** When visible athletes are away for a deal. Answers must not depend on anything else of the deal. */
export async function availabilityOf(
  database: Database,
  viewer: Viewer,
  { from, until, athlete }: AvailabilityQuery,
): Promise<Availability> {
  const { organization } = viewer.member
  const filters = obligationFilters(
    viewer,
    { table: 'l', day: 'due_on' },
    { from, until, ...(athlete && { athlete: [athlete] }) },
  )
  const rows = await rowsOf(
    database,
    query
      .selectFrom('deliverables as l')
      .select(['l.athlete_id', 'l.due_on', 'l.away_from', 'l.away_until'])
      .distinct()
      .where('l.organization_id', '=', organization)
      .where('l.state', '<>', 'canceled')
      .where('l.away_from', 'is not', null)
      .where(isVisibleAthlete(viewer, sql.ref('l.athlete_id')))
      .where(sql<boolean>`not ${isRemovedAthlete(viewer, sql.ref('l.athlete_id'))}`)
      .where(sql<boolean>`${sql.join(filters, sql` and `)}`)
      .orderBy('l.due_on')
      .orderBy('l.athlete_id')
      .orderBy('l.away_from')
      .orderBy('l.away_until')
      .limit(MOST_AWAY_TIMES + 1)
      .$narrowType<{ due_on: string; away_from: string; away_until: string }>(),
  )
  const names = await athleteNames(database, organization, [...new Set(rows.map((row) => row.athlete_id))])
  const away: AwayTime[] = []
  for (const row of rows.slice(0, MOST_AWAY_TIMES)) {
    const last = away.at(-1)
    if (last && last.athlete.id === row.athlete_id && last.day === row.due_on && row.away_from <= last.until) {
      if (row.away_until > last.until) last.until = row.away_until
    } else {
      const athlete = { id: row.athlete_id, name: names.get(row.athlete_id) ?? '' }
      away.push({ athlete, day: row.due_on, from: row.away_from, until: row.away_until })
    }
  }
  const inOrder = (one: AwayTime) => `${one.day} ${one.from} ${one.athlete.name}`
  return {
    away: away.toSorted((one, other) => (inOrder(one) < inOrder(other) ? -1 : 1)),
    more: rows.length > MOST_AWAY_TIMES,
  }
}
