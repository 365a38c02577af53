import { MOST_IDS } from '@sherpa/contracts/list'
import {
  type Delivery,
  goodNews,
  kindsFor,
  type MailedKind,
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
import { forEachOf } from '../../jobs/for-each-of.ts'
import type { DetailedMailKind } from '../../mail/mail-kind.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { findMember, publicMemberships, publicOrganizations, settingsOf } from '../organizations/organizations.ts'
import { dailyDigestMail } from './digest-mail.ts'
import { loadDelivery } from './notification-settings.ts'

type NewNotification = {
  organization: string
  kind: NotificationKind
  /** The person who caused it, who is not notified. */
  actor?: string
  details?: NotificationDetails
}

/** Part of the causing transaction. Former members are skipped, also those who leave at this moment. */
export async function notify(
  client: Queryable,
  { person, digest = false, ...notification }: NewNotification & { person: string; digest?: boolean },
) {
  const { organization, kind, actor, details = {} } = notification
  if (person === actor) return
  await run(
    client,
    query
      .insertInto('notifications')
      .columns(['organization_id', 'user_id', 'kind', 'actor_id', 'details', 'digest'])
      .expression(
        query
          .selectFrom(publicMemberships.as('m'))
          .select([
            'organization_id',
            'user_id',
            sql.val(kind).as('kind'),
            sql`${actor ?? null}::uuid`.as('actor_id'),
            sql`${details}::jsonb`.as('details'),
            sql.val(digest).as('digest'),
          ])
          .where('organization_id', '=', organization)
          .where('user_id', '=', person)
          .forKeyShare(),
      ),
  )
}

type NewMail<Details> = { mail: DetailedMailKind<Details>; recipient: string; words: Details }

/** Notifies a member, and mails them at once or in the digest, as they chose. */
export async function notifyByMail<Details>(
  client: Queryable,
  notification: NewNotification & { person: string; kind: MailedKind },
  { mail, recipient, words }: NewMail<Details>,
): Promise<Delivery> {
  const { organization, person, kind, actor } = notification
  const how = await loadDelivery(client, organization, person, kind)
  if (person === actor) return how
  await notify(client, { ...notification, digest: how === 'digest' })
  if (how === 'mail') await queueMail(client, mail, { recipient, person, details: words })
  return how
}

/**
 * Queues one digest per person with everything before `digestAt`, and with the tasks of the day. A row is claimed once, by
 * any number of servers.
 */
export async function sendDigests(
  database: Database,
  { organization, digestAt }: { organization: string; digestAt: Date },
) {
  const isDue = sql<boolean>`n.digest and (n.created_at < ${digestAt} or n.kind = 'task-due')`
  const people = await rowsOf(
    database,
    query
      .selectFrom('notifications as n')
      .select('n.user_id as id')
      .distinct()
      .where('n.organization_id', '=', organization)
      .where(isDue),
  )
  await forEachOf(people, ({ id: person }) =>
    inTransaction(database, async (client) => {
      const rows = await rowsOf(
        client,
        query
          .updateTable('notifications as n')
          .from([publicUsers.as('u'), publicOrganizations.as('o')])
          .set({ digest: false })
          .whereRef('u.id', '=', 'n.user_id')
          .whereRef('o.id', '=', 'n.organization_id')
          .where('n.organization_id', '=', organization)
          .where('n.user_id', '=', person)
          .where(isDue)
          .returning(['n.id', 'n.created_at as at', 'u.name', 'u.email', 'o.name as organizationName'])
          .$narrowType<{ email: string }>(),
      )
      const [first] = rows
      // Another server was first.
      if (!first) return
      const notifications = rows.toSorted((one, other) => one.at.getTime() - other.at.getTime()).map(({ id }) => id)
      const { name, email, organizationName } = first
      const details = { name, organization, organizationName, notifications }
      await queueMail(client, dailyDigestMail, { recipient: email, person, details })
    }),
  )
}

/** Notifies all members whose role has the permission. */
export async function notifyPermitted(
  client: Queryable,
  permission: Permission,
  notification: Omit<NewNotification, 'actor'>,
) {
  const { organization, kind, details = {} } = notification
  const settings = await settingsOf(client, organization)
  const roles = allRoles.filter((role) => permissionsOf(role, settings).includes(permission))
  await run(
    client,
    query
      .insertInto('notifications')
      .columns(['organization_id', 'user_id', 'kind', 'details'])
      .expression(
        query
          .selectFrom(publicMemberships.as('m'))
          .select(['organization_id', 'user_id', sql.val(kind).as('kind'), sql`${details}::jsonb`.as('details')])
          .where('organization_id', '=', organization)
          .where('role', 'in', roles)
          .forKeyShare(),
      ),
  )
}

/** Marks notifications of a finished task as read, in the transaction that finishes it. */
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

type TakesBack = (typeof goodNews)[keyof typeof goodNews]

const takenBackBy = (kind: TakesBack) =>
  (Object.keys(goodNews) as (keyof typeof goodNews)[]).filter((good) => goodNews[good] === kind)

/** Members who were told what this kind takes back. */
export async function findTold(client: Queryable, organization: string, kind: TakesBack, about: NotificationDetails) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('notifications as n')
      .innerJoin(publicMemberships.as('m'), (join) =>
        join.onRef('m.organization_id', '=', 'n.organization_id').onRef('m.user_id', '=', 'n.user_id'),
      )
      .select('n.user_id as person')
      .distinct()
      .where('n.organization_id', '=', organization)
      .where('n.kind', 'in', takenBackBy(kind))
      .where(sql<boolean>`n.details @> ${about}::jsonb and coalesce(n.details ->> 'decision', 'approved') = 'approved'`)
      .orderBy('n.user_id'),
  )
  return rows.map(({ person }) => person)
}

/** Marks what this kind takes back as read. */
export async function settleTakenBack(
  client: Queryable,
  organization: string,
  kind: TakesBack,
  about: NotificationDetails,
) {
  for (const good of takenBackBy(kind)) await settleNotifications(client, { organization, kind: good, about })
}

/** Deletes notifications of erased records. */
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

const actorColumn = sql<Notification['actor']>`case when actor.id is not null
  then json_build_object('id', actor.id, 'name', actor.name) end`

export type Notifications = ReturnType<typeof createNotificationService>

/** Per record kind: SQL condition that the viewer may see the record with this id. */
type RecordAccess = Record<
  'athlete' | 'deal' | 'disclosure' | 'task',
  (viewer: { person: Pick<Person, 'id'>; member: Member }, id: RawBuilder<string>) => RawBuilder<boolean>
>

/** The caller's notifications, limited to records they may see now. */
export function createNotificationService(database: Database, access: RecordAccess) {
  const service = {
    /** Unread notifications of a digest that the recipient may still see. */
    async unreadAmong(person: string, organization: string, ids: readonly string[]): Promise<Notification[]> {
      const member = await findMember(database, organization, person)
      if (!member) return []
      const { rows } = await service.list({ id: person }, member, { ids: ids.slice(0, MOST_IDS), limit: MOST_IDS })
      return rows.filter(({ read }) => !read)
    },

    async list(person: Pick<Person, 'id'>, member: Member, paging: NotificationsQuery): Promise<NotificationsPage> {
      const rows = () =>
        selectVisible(person, member)
          .leftJoin(publicUsers.as('actor'), (join) =>
            join.onRef('actor.id', '=', 'n.actor_id').on('actor.deleted_at', 'is', null),
          )
          .select(['n.id', 'n.kind', 'n.details', 'n.created_at as at', 'n.read_at as readAt', actorColumn.as('actor')])
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
          paging,
        ),
        paging.after === undefined ? countUnread(person, member) : null,
      ])
      return {
        ...page,
        rows: page.rows.map(({ at, readAt, ...row }) => ({ ...row, at: at.toISOString(), read: readAt !== null })),
        unread,
      }
    },

    async markRead(person: Person, member: Member, { ids }: ReadNotifications) {
      let marked = selectVisible(person, member).select('n.id').where('n.read_at', 'is', null)
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
  return service

  async function countUnread(person: Pick<Person, 'id'>, member: Member) {
    const unread = selectVisible(person, member).select('n.id').where('n.read_at', 'is', null).limit(MOST_UNREAD)
    const { count } = await oneRowOf(
      database,
      query.selectFrom(unread.as('unread')).select(sql<number>`count(*)::integer`.as('count')),
    )
    return count
  }

  function selectVisible(person: Pick<Person, 'id'>, member: Member) {
    const isVisible = (record: keyof RecordAccess) => {
      const id = sql<string>`(n.details ->> ${record}::text)::uuid`
      return sql<boolean>`(${id} is null or ${access[record]({ person, member }, id)})`
    }
    return query
      .selectFrom('notifications as n')
      .where('n.organization_id', '=', member.organization)
      .where('n.user_id', '=', person.id)
      .where('n.kind', 'in', kindsFor(member.permissions))
      .where(isVisible('athlete'))
      .where(isVisible('deal'))
      .where(isVisible('disclosure'))
      .where(isVisible('task'))
  }
}
