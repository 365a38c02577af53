import type { Role } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import { seatsTaken } from '../organizations/organizations.ts'
import { planFacts } from '../plans/plans.ts'

/** How many signed athletes an organization has: they, and nobody else, count toward the plan's athletes. */
export type SignedAthletes = (client: Queryable, organization: string) => Promise<number>

/** Refuses when the plan has no seat for one more in this role. Athletes take none, and before the first plan there are no limits. */
export async function requireRoomInPlan(client: Queryable, organization: string, role: Role) {
  if (role === 'athlete') return
  const plan = await planOf(client, organization)
  if (plan && (await seatsTaken(client, organization)) >= plan.seats) throw new Refusal('no-seat-left')
}

/** How many more signed athletes the plan has room for; fewer than none, if it was changed to a smaller one. Null: without limit. */
export function roomForAthletes(signedAthletes: SignedAthletes) {
  return async (client: Queryable, organization: string): Promise<number | null> => {
    const plan = await planOf(client, organization)
    if (!plan || plan.athletes === null) return null
    return plan.athletes - (await signedAthletes(client, organization))
  }
}

/** Refuses when the plan has no room for so many more signed athletes. */
export function athleteLimit(signedAthletes: SignedAthletes) {
  const roomFor = roomForAthletes(signedAthletes)
  return async (client: Queryable, organization: string, more: number) => {
    const room = await roomFor(client, organization)
    if (room !== null && more > room) throw new Refusal('no-room-for-athletes')
  }
}

/** The present plan, or the last one: its limits stay when it was canceled or has lapsed. */
function planOf(client: Queryable, organization: string) {
  return rowOf(
    client,
    query
      .selectFrom('subscriptions as s')
      .innerJoin(planFacts.as('p'), 'p.id', 's.plan_id')
      .select(['s.seats', 'p.max_athletes as athletes'])
      .where('s.organization_id', '=', organization)
      .orderBy('s.created_at', 'desc')
      .limit(1),
  )
}
