import type { Role } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../../persistence/database.ts'
import { athletesTaken, seatsTaken } from './subscriptions.ts'

/** Refuses when the plan has no room for one more in this role. Without a plan there is nothing to run out of. */
export async function requireRoom(client: Queryable, organization: string, role: Role) {
  const { rows } = await client.query(
    `select s.seats, p.max_athletes as athletes from subscriptions s join plans p on p.id = s.plan_id
     where s.organization_id = $1 and s.status <> 'canceled'`,
    [organization],
  )
  const [plan] = rows
  if (!plan) return
  const athlete = role === 'athlete'
  const room = athlete ? plan.athletes : plan.seats
  const taken = athlete ? await athletesTaken(client, organization) : await seatsTaken(client, organization)
  if (room !== null && taken >= room) throw new Refusal(athlete ? 'no-room-for-athletes' : 'no-seat-left')
}
