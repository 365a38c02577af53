import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf } from '../../persistence/queries.ts'

/** Whether money was spent for the athlete: the books say for whom. */
export async function hasExpenses(client: Queryable, organization: string, athlete: string) {
  const expense = await rowOf(
    client,
    query
      .selectFrom('expenses')
      .select('id')
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete)
      .limit(1),
  )
  return expense !== undefined
}
