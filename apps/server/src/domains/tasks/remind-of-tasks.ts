import { sql } from 'kysely'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { notifyByMail, settleNotifications } from '../notifications/notifications.ts'
import { findMember, publicMemberships, publicOrganizations } from '../organizations/organizations.ts'
import { isOwnTask, isTaskVisible, type Viewer } from './task-access.ts'
import { tasksDueMail } from './task-mail.ts'

type Day = { organization: string; today: string }

/** Each morning: one notification per member with the number of tasks that are due or late. */
export async function remindOfTasks(database: Database, { organization, today }: Day) {
  await forEachOf(await findPeople(database, { organization, today }), (person) =>
    inTransaction(database, async (client) => {
      const claimed = await run(
        client,
        query
          .insertInto('task_reminders')
          .values({ organization_id: organization, user_id: person.id, day: today })
          .onConflict((same) => same.doNothing()),
      )
      const member = claimed > 0 && (await findMember(client, organization, person.id))
      if (!member) return
      const { count, late } = await countDue(client, { person, member }, today)
      if (count === 0) return
      // Yesterday's number is outdated.
      await settleNotifications(client, { organization, kind: 'task-due', about: {}, person: person.id })
      const { name, email: recipient, organizationName } = person
      await notifyByMail(
        client,
        { organization, person: person.id, kind: 'task-due', details: { count, late, day: today } },
        { mail: tasksDueMail, recipient, words: { name, organization, organizationName, count, late } },
      )
    }),
  )
}

/** Today's own tasks need no reminder. An assignee was notified at once. */
const isFromBefore = (today: string) => sql<boolean>`t.created_at < ${today}::date + interval '8 hours'`

/** Members with open tasks until today, and owners if some are unassigned. */
function findPeople(database: Database, { organization, today }: Day) {
  const hasDue = sql<boolean>`exists (select from tasks t where t.organization_id = m.organization_id and t.done_at is null
    and t.due_on <= ${today}::date and ${isFromBefore(today)} and (t.assignee_id = m.user_id or (m.role = 'owner' and t.assignee_id is null)))`
  return rowsOf(
    database,
    query
      .selectFrom(publicMemberships.as('m'))
      .innerJoin(publicUsers.as('u'), 'u.id', 'm.user_id')
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'm.organization_id')
      .select(['u.id', 'u.name', 'u.email', 'o.name as organizationName'])
      .where('m.organization_id', '=', organization)
      .where(hasDue)
      .orderBy('u.id')
      // Members always have a name and an address.
      .$narrowType<{ name: string; email: string }>(),
  )
}

function countDue(client: Queryable, viewer: Viewer, today: string) {
  return oneRowOf(
    client,
    query
      .selectFrom('tasks as t')
      .select([
        sql<number>`count(*)::integer`.as('count'),
        sql<number>`(count(*) filter (where t.due_on < ${today}::date))::integer`.as('late'),
      ])
      .where('t.organization_id', '=', viewer.member.organization)
      .where('t.done_at', 'is', null)
      .where('t.due_on', '<=', today)
      .where(isFromBefore(today))
      .where(isOwnTask(viewer))
      .where(isTaskVisible(viewer)),
  )
}
