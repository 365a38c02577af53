import { waitingStates } from '@sherpa/contracts/desk'
import { Refusal } from '@sherpa/contracts/problem'
import { type NotNull, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'

const staffMembers = query
  .selectFrom(publicUsers.as('u'))
  .where('u.staff_since', 'is not', null)
  .where('u.deleted_at', 'is', null)

export function listColleagues(client: Queryable) {
  return rowsOf(
    client,
    staffMembers
      .leftJoin('desk_duty as d', 'd.user_id', 'u.id')
      .select((eb) => [
        'u.id',
        'u.name',
        'u.email',
        sql<boolean>`coalesce(d.on_duty, false)`.as('onDuty'),
        sql<number>`(${eb
          .selectFrom('demo_requests as r')
          .select(({ fn }) => fn.countAll().as('count'))
          .whereRef('r.assignee_id', '=', 'u.id')
          .where('r.state', 'in', waitingStates)})::integer`.as('open'),
      ])
      .$narrowType<{ email: NotNull }>()
      .orderBy('u.name')
      .orderBy('u.id'),
  )
}

export async function requireColleague(client: Queryable, id: string, field: string) {
  const colleague = await rowOf(client, staffMembers.select('u.id').where('u.id', '=', id))
  if (!colleague) {
    throw new Refusal('invalid-fields', { errors: [{ field, message: 'Choose a colleague' }] })
  }
}

export async function setDuty(client: Queryable, id: string, onDuty: boolean) {
  const colleague = await rowOf(client, staffMembers.select('u.id').where('u.id', '=', id))
  if (!colleague) throw new Refusal('not-found')
  await run(
    client,
    query
      .insertInto('desk_duty')
      .values({ user_id: id, on_duty: onDuty })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ on_duty: onDuty })),
  )
}

/** Serializes assignments, so that a free colleague stays free. */
export async function lockAssignments(client: Queryable) {
  await client.query("select pg_advisory_xact_lock(hashtextextended('turns of the demo desk', 0))")
}

/** Round robin: the available colleague with the oldest last assignment. */
export async function findNextAssignee(client: Queryable, startsAt: Date, endsAt: Date): Promise<string> {
  const colleague = await rowOf(
    client,
    staffMembers
      .innerJoin('desk_duty as d', 'd.user_id', 'u.id')
      .select('u.id')
      .where('d.on_duty', '=', true)
      .where(
        sql<boolean>`not exists (select from demo_requests r where r.assignee_id = u.id and r.state = 'confirmed'
          and tstzrange(r.starts_at, r.ends_at) && tstzrange(${startsAt}, ${endsAt}))`,
      )
      .orderBy('d.last_assigned_at', (order) => order.asc().nullsFirst())
      .orderBy('u.id')
      .limit(1),
  )
  if (!colleague) throw new Refusal((await isAnyoneOnDuty(client)) ? 'nobody-free' : 'nobody-on-duty')
  return colleague.id
}

async function isAnyoneOnDuty(client: Queryable) {
  const onDuty = staffMembers.innerJoin('desk_duty as d', 'd.user_id', 'u.id').where('d.on_duty', '=', true)
  return (await rowOf(client, onDuty.select('u.id').limit(1))) !== undefined
}

/** Uses the database clock, which all servers share. */
export async function recordAssignment(client: Queryable, id: string) {
  const last_assigned_at = sql<Date>`clock_timestamp()`
  await run(
    client,
    query
      .insertInto('desk_duty')
      .values({ user_id: id, on_duty: false, last_assigned_at })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ last_assigned_at })),
  )
}
