import type { Plan } from '@sherpa/contracts/plan'
import type { Database, Queryable } from '../../persistence/database.ts'
import { published, query, rowOf, rowsOf } from '../../persistence/queries.ts'

const planRows = query
  .selectFrom('plans')
  .select([
    'id',
    'name',
    'audience',
    'description',
    'features',
    'max_seats',
    'max_athletes',
    'price_cents as priceCents',
  ])

/** Columns that other domains may join. */
export const publicPlans = published('plans', ['id', 'name', 'max_athletes'])

export type Plans = ReturnType<typeof createPlanService>

export function createPlanService(database: Database) {
  return {
    async list(): Promise<Plan[]> {
      return (await rowsOf(database, planRows.orderBy('position'), 'plans')).map(toPlan)
    },
    find: (id: string) => findPlan(database, id),
  }
}

export async function findPlan(database: Queryable, id: string): Promise<Plan | undefined> {
  const row = await rowOf(database, planRows.where('id', '=', id), 'plan')
  return row && toPlan(row)
}

type PlanRow = NonNullable<Awaited<ReturnType<typeof planRows.executeTakeFirst>>>

function toPlan({ max_seats, max_athletes, ...plan }: PlanRow): Plan {
  return { ...plan, limits: { seats: max_seats, athletes: max_athletes } }
}
