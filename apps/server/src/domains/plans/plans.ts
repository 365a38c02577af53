import type { Plan } from '@sherpa/contracts/plan'
import type { Database, Queryable } from '../../persistence/database.ts'

const asPlan = `select json_build_object(
  'id', id, 'name', name, 'audience', audience, 'description', description, 'features', features,
  'limits', json_build_object('seats', max_seats, 'athletes', max_athletes), 'priceCents', price_cents) as plan from plans`

export type Plans = ReturnType<typeof plans>

export function plans(database: Database) {
  return {
    async all(): Promise<Plan[]> {
      const { rows } = await database.query<{ plan: Plan }>(`${asPlan} order by position`)
      return rows.map((row) => row.plan)
    },
    find: (id: string) => findPlan(database, id),
  }
}

export async function findPlan(database: Queryable, id: string): Promise<Plan | undefined> {
  const { rows } = await database.query<{ plan: Plan }>(`${asPlan} where id = $1`, [id])
  return rows[0]?.plan
}
