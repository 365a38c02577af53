import type { Role } from '@sherpa/contracts/organisation'
import { Refusal } from '@sherpa/contracts/problem'
import type { Queryable } from '../persistence/database.ts'
import { athletesTaken, seatsTaken } from './subscriptions.ts'

/** Refuses when the plan has no room for one more in this role. Without a plan there is nothing to run out of. */
export async function requireRoom(client: Queryable, organisation: string, role: Role) {
  const { rows } = await client.query(
    `select s.seats, p.max_athletes as athletes from subscriptions s join plans p on p.id = s.plan_id
     where s.organisation_id = $1 and s.status <> 'cancelled'`,
    [organisation],
  )
  const [plan] = rows
  if (!plan) return
  const athlete = role === 'athlete'
  const room = athlete ? plan.athletes : plan.seats
  const taken = athlete ? await athletesTaken(client, organisation) : await seatsTaken(client, organisation)
  if (room !== null && taken >= room) throw new Refusal(athlete ? 'no-room-for-athletes' : 'no-seat-left')
}
