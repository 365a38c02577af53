import type { Role } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import { athletesTaken, seatsTaken } from './subscriptions.ts'

/** Refuses when the plan has no room for one more in this role. Without a plan there are no limits. */
export async function requireRoomInPlan(client: Queryable, organization: string, role: Role) {
  const plan = await rowOf(
    client,
    query
      .selectFrom('subscriptions as s')
      .innerJoin('plans as p', 'p.id', 's.plan_id')
      .select(['s.seats', 'p.max_athletes as athletes'])
      .where('s.organization_id', '=', organization)
      .where('s.status', '<>', 'canceled'),
  )
  if (!plan) return
  const athlete = role === 'athlete'
  const limit = athlete ? plan.athletes : plan.seats
  const taken = athlete ? await athletesTaken(client, organization) : await seatsTaken(client, organization)
  if (limit !== null && taken >= limit) throw new Refusal(athlete ? 'no-room-for-athletes' : 'no-seat-left')
}
