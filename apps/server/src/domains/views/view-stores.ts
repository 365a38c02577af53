import type { ListWithViews, NewStaffView, SavedView, ViewChange } from '@sherpa/contracts/view'
import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../http/access.ts'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { lockPerson } from '../accounts/accounts.ts'
import { lockMember } from '../organizations/organizations.ts'

/** Storage of views: of an organization, or of our staff. */
export type ViewStore = {
  /** Shared views and the person's own, oldest first. */
  listVisible: (client: Queryable, person: Person) => Promise<StoredView[]>
  /** Serializes concurrent saves of a person, so that the limit holds. */
  lockOwner: (client: Queryable, person: Person) => Promise<unknown>
  insert: (client: Queryable, person: Person, view: NewStaffView) => Promise<{ id: string }>
  update: (client: Queryable, id: string, change: ViewChange) => Promise<unknown>
  remove: (client: Queryable, id: string) => Promise<unknown>
  pin: (client: Queryable, person: Person, id: string) => Promise<unknown>
  unpin: (client: Queryable, person: Person, id: string) => Promise<unknown>
}

export type StoredView = SavedView & {
  /** Null after the owner left. */
  ownerId: string | null
}

const columns = ['v.id', 'v.list', 'v.name', 'v.address', 'v.shared', 'v.owner_id as ownerId'] as const
/** Staff lists have no questions and no alerts. */
const withoutQuestion = [sql<string | null>`null::text`.as('question'), sql<boolean>`false`.as('alert')]
const personalColumns = ({ id }: Person) => [
  sql<boolean>`v.owner_id is not distinct from ${id}`.as('own'),
  sql<boolean>`p.user_id is not null`.as('pinned'),
]
const isVisibleTo = ({ id }: Person): RawBuilder<boolean> => sql`(v.shared or v.owner_id = ${id})`
const toUpdate = (change: ViewChange) => ({ ...change, updated_at: sql<Date>`now()` })

export function organizationViews(organization: string): ViewStore {
  return {
    listVisible: (client, person) =>
      rowsOf(
        client,
        query
          .selectFrom('saved_views as v')
          .leftJoin('pinned_views as p', (join) =>
            join
              .onRef('p.organization_id', '=', 'v.organization_id')
              .onRef('p.view_id', '=', 'v.id')
              .on('p.user_id', '=', person.id),
          )
          .leftJoin('view_alerts as a', (join) =>
            join
              .onRef('a.organization_id', '=', 'v.organization_id')
              .onRef('a.view_id', '=', 'v.id')
              .on('a.user_id', '=', person.id),
          )
          .select(columns)
          .select(personalColumns(person))
          .select(['v.question', sql<boolean>`a.user_id is not null`.as('alert')])
          .$narrowType<{ list: ListWithViews }>()
          .where('v.organization_id', '=', organization)
          .where(isVisibleTo(person))
          .orderBy('v.created_at')
          .orderBy('v.id'),
      ),
    lockOwner: (client, person) => lockMember(client, organization, person.id),
    insert: (client, person, view) =>
      oneRowOf(
        client,
        query
          .insertInto('saved_views')
          .values({ ...view, organization_id: organization, owner_id: person.id })
          .returning('id'),
      ),
    update: (client, id, change) =>
      run(
        client,
        query
          .updateTable('saved_views')
          .set(toUpdate(change))
          .where('organization_id', '=', organization)
          .where('id', '=', id),
      ),
    remove: (client, id) =>
      run(client, query.deleteFrom('saved_views').where('organization_id', '=', organization).where('id', '=', id)),
    pin: (client, person, id) =>
      run(
        client,
        query
          .insertInto('pinned_views')
          .values({ organization_id: organization, user_id: person.id, view_id: id })
          .onConflict((conflict) => conflict.doNothing()),
      ),
    unpin: (client, person, id) =>
      run(
        client,
        query
          .deleteFrom('pinned_views')
          .where('organization_id', '=', organization)
          .where('user_id', '=', person.id)
          .where('view_id', '=', id),
      ),
  }
}

export const staffViews: ViewStore = {
  listVisible: (client, person) =>
    rowsOf(
      client,
      query
        .selectFrom('staff_views as v')
        .leftJoin('pinned_staff_views as p', (join) =>
          join.onRef('p.view_id', '=', 'v.id').on('p.user_id', '=', person.id),
        )
        .select(columns)
        .select(personalColumns(person))
        .select(withoutQuestion)
        .$narrowType<{ list: ListWithViews }>()
        .where(isVisibleTo(person))
        .orderBy('v.created_at')
        .orderBy('v.id'),
    ),
  lockOwner: (client, person) => lockPerson(client, person.id),
  insert: (client, person, { question: _, ...view }) =>
    oneRowOf(
      client,
      query
        .insertInto('staff_views')
        .values({ ...view, owner_id: person.id })
        .returning('id'),
    ),
  update: (client, id, change) =>
    run(client, query.updateTable('staff_views').set(toUpdate(change)).where('id', '=', id)),
  remove: (client, id) => run(client, query.deleteFrom('staff_views').where('id', '=', id)),
  pin: (client, person, id) =>
    run(
      client,
      query
        .insertInto('pinned_staff_views')
        .values({ user_id: person.id, view_id: id })
        .onConflict((conflict) => conflict.doNothing()),
    ),
  unpin: (client, person, id) =>
    run(client, query.deleteFrom('pinned_staff_views').where('user_id', '=', person.id).where('view_id', '=', id)),
}
