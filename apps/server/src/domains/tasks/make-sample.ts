import { addDays } from '@sherpa/contracts/days'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { todayIn } from '../organizations/organizations.ts'

/** Days from today; `who` counts colleagues, and `athlete` the sample's athletes. */
const tasks: { title: string; day: number; time?: string; who: number; athlete?: number; done?: true }[] = [
  { title: 'Send the fall line measurements', day: -1, who: 0, athlete: 0 },
  { title: 'Call the head coach about travel', day: 0, time: '15:00', who: 0, athlete: 1 },
  { title: 'Prepare the renewal talk', day: 2, who: 1, athlete: 0 },
  { title: 'Book photographers for media day', day: 6, who: 0 },
  { title: 'Collect signed jerseys', day: -3, who: 1, athlete: 2, done: true },
]

export async function makeSampleTasks(
  client: Queryable,
  organization: string,
  { colleagues }: { colleagues: string[] },
  now: Date,
) {
  const today = await todayIn(client, organization, now)
  const athletes = await rowsOf(
    client,
    query
      .selectFrom(athleteFacts.as('a'))
      .select('a.id')
      .where('a.organization_id', '=', organization)
      .orderBy('a.id')
      .limit(3),
  )
  await run(
    client,
    query.insertInto('tasks').values(
      tasks.map(({ title, day, time, who, athlete, done }) => ({
        organization_id: organization,
        id: newId(),
        title,
        athlete_id: athlete === undefined ? null : (athletes[athlete]?.id ?? null),
        assignee_id: colleagues[who] ?? colleagues[0] ?? null,
        created_by: colleagues[0] ?? null,
        due_on: addDays(today, day),
        due_time: time ?? null,
        done_at: done ? now : null,
        done_by: done ? (colleagues[who] ?? null) : null,
      })),
    ),
  )
}
