import {
  kindsFor,
  MOST_UNREAD,
  type Notification,
  type NotificationDetails,
  type NotificationKind,
  type NotificationsPage,
  type NotificationsQuery,
  type ReadNotifications,
} from '@sherpa/contracts/notification'
import { allRoles, type Permission, permissionsOf } from '@sherpa/contracts/organization'
import { type RawBuilder, sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { memberFacts, settingsOf } from '../organizations/organizations.ts'

type News = {
  organization: string
  kind: NotificationKind
  /** Who caused it, if it was one person: they know already. */
  actor?: string
  details?: NotificationDetails
}

/** Tells a member, as part of the transaction of what it is about. */
export async function notify(client: Queryable, { person, ...news }: News & { person: string }) {
  const { organization, kind, actor, details = {} } = news
  if (person === actor) return
  await run(
    client,
    query
      .insertInto('notifications')
      .values({ organization_id: organization, user_id: person, kind, actor_id: actor ?? null, details }),
  )
}

/** Tells all members whose role has the permission now. */
export async function notifyAllWhoMay(client: Queryable, permission: Permission, news: Omit<News, 'actor'>) {
  const { organization, kind, details = {} } = news
  const settings = await settingsOf(client, organization)
  const roles = allRoles.filter((role) => permissionsOf(role, settings).includes(permission))
  await run(
    client,
    query
      .insertInto('notifications')
      .columns(['organization_id', 'user_id', 'kind', 'details'])
      .expression(
        query
          .selectFrom(memberFacts.as('m'))
          .select(['organization_id', 'user_id', sql.val(kind).as('kind'), sql`${details}::jsonb`.as('details')])
          .where('organization_id', '=', organization)
          .where('role', 'in', roles),
      ),
  )
}

/** Something waits no longer for those who were told of it, or for one of them: it is read, as part of the transaction that settles it. */
export async function settleNotifications(
  client: Queryable,
  {
    organization,
    kind,
    about,
    person,
  }: { organization: string; kind: NotificationKind; about: NotificationDetails; person?: string },
) {
  let settled = query
    .updateTable('notifications')
    .set({ read_at: sql<Date>`now()` })
    .where('organization_id', '=', organization)
    .where('kind', '=', kind)
    .where('read_at', 'is', null)
    .where(sql<boolean>`details @> ${about}::jsonb`)
  if (person) settled = settled.where('user_id', '=', person)
  await run(client, settled)
}

/** What tells of records that were erased goes with them. */
export async function forgetNotifications(
  client: Queryable,
  organization: string,
  about: { deal: readonly string[] } | { athlete: readonly string[] },
) {
  const [[kind, ids] = ['', []]] = Object.entries(about)
  await run(
    client,
    query
      .deleteFrom('notifications')
      .where('organization_id', '=', organization)
      .where(sql<boolean>`details ->> ${kind} = any(${ids})`),
  )
}

const actorIfAny = sql<Notification['actor']>`case when actor.id is not null
  then json_build_object('id', actor.id, 'name', actor.name) end`

export type Notifications = ReturnType<typeof notifications>

/** By what a notification may be about: whether a record is open to its reader, for a column with the record's id. */
type Seen = Record<
  'athlete' | 'deal',
  (viewer: { person: Person; member: Member }, id: RawBuilder<string>) => RawBuilder<boolean>
>

/** One's own, as far as one may see what they are about at this moment. */
export function notifications(database: Database, seen: Seen) {
  return {
    async of(person: Person, member: Member, asked: NotificationsQuery): Promise<NotificationsPage> {
      const rows = () =>
        ofPerson(person, member)
          .leftJoin(userFacts.as('actor'), (join) =>
            join.onRef('actor.id', '=', 'n.actor_id').on('actor.deleted_at', 'is', null),
          )
          .select(['n.id', 'n.kind', 'n.details', 'n.created_at as at', 'n.read_at as readAt', actorIfAny.as('actor')])
          .$narrowType<{ details: NotificationDetails }>()
      const [page, unread] = await Promise.all([
        listRows(
          database,
          {
            table: 'notifications',
            rows,
            sorts: { time: { column: 'n.created_at', type: 'timestamptz' } },
            sort: '-time',
            id: { column: 'n.id', type: 'uuid' },
            withoutTotal: true,
          },
          asked,
        ),
        asked.after === undefined ? countUnread(person, member) : null,
      ])
      return {
        ...page,
        rows: page.rows.map(({ at, readAt, ...row }) => ({ ...row, at: at.toISOString(), read: readAt !== null })),
        unread,
      }
    },

    async markRead(person: Person, member: Member, { ids }: ReadNotifications) {
      let marked = ofPerson(person, member).select('n.id').where('n.read_at', 'is', null)
      if (ids) marked = marked.where('n.id', '=', sql<string>`any(${ids}::uuid[])`)
      await run(
        database,
        query
          .updateTable('notifications')
          .set({ read_at: sql<Date>`now()` })
          .where('organization_id', '=', member.organization)
          .where('id', 'in', marked),
      )
    },
  }

  async function countUnread(person: Person, member: Member) {
    const unread = ofPerson(person, member).select('n.id').where('n.read_at', 'is', null).limit(MOST_UNREAD)
    const { count } = await oneRowOf(
      database,
      query.selectFrom(unread.as('unread')).select(sql<number>`count(*)::integer`.as('count')),
    )
    return count
  }

  function ofPerson(person: Person, member: Member) {
    const isOpen = (record: keyof Seen) => {
      const id = sql<string>`(n.details ->> ${record}::text)::uuid`
      return sql<boolean>`(${id} is null or ${seen[record]({ person, member }, id)})`
    }
    return query
      .selectFrom('notifications as n')
      .where('n.organization_id', '=', member.organization)
      .where('n.user_id', '=', person.id)
      .where('n.kind', 'in', kindsFor(member.permissions))
      .where(isOpen('athlete'))
      .where(isOpen('deal'))
  }
}
