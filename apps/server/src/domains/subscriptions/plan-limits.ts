import type { Role } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import { countTakenSeats } from '../organizations/organizations.ts'
import { publicPlans } from '../plans/plans.ts'

/** Counts signed athletes; only these count toward the plan's limit. */
export type SignedAthletes = (client: Queryable, organization: string) => Promise<number>

/** Athletes need no seat, and without any plan there is no limit. */
export async function requireRoomInPlan(client: Queryable, organization: string, role: Role) {
  if (role === 'athlete') return
  const plan = await findPlan(client, organization)
  if (plan && (await countTakenSeats(client, organization)) >= plan.seats) throw new Refusal('no-seat-left')
}

/** Remaining signed athletes of the plan. Negative after a downgrade, null without a limit. */
export function roomForAthletes(countSignedAthletes: SignedAthletes) {
  return async (client: Queryable, organization: string): Promise<number | null> => {
    const plan = await findPlan(client, organization)
    if (!plan || plan.athletes === null) return null
    return plan.athletes - (await countSignedAthletes(client, organization))
  }
}

/** Rejects more signed athletes than the plan allows. */
export function createAthleteLimit(countSignedAthletes: SignedAthletes) {
  const countRemaining = roomForAthletes(countSignedAthletes)
  return async (client: Queryable, organization: string, more: number) => {
    const remaining = await countRemaining(client, organization)
    if (remaining !== null && more > remaining) throw new Refusal('no-room-for-athletes')
  }
}

/** The current or last plan: limits stay after a cancellation. */
function findPlan(client: Queryable, organization: string) {
  return rowOf(
    client,
    query
      .selectFrom('subscriptions as s')
      .innerJoin(publicPlans.as('p'), 'p.id', 's.plan_id')
      .select(['s.seats', 'p.max_athletes as athletes'])
      .where('s.organization_id', '=', organization)
      .orderBy('s.created_at', 'desc')
      .limit(1),
  )
}
