import type { Permission } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import {
  isAddressOf,
  type ListWithViews,
  listsWithViews,
  MOST_SHARED_VIEWS,
  MOST_VIEWS,
  type NewView,
  type SavedView,
  type ViewChange,
} from '@sherpa/contracts/view'
import { sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'

export type Views = ReturnType<typeof views>

/** Lists that people have saved under a name, for themselves or for everyone who may see the list. */
export function views(database: Database) {
  /** One that the person knows of: shared, or their own. Of a private view of someone else nobody is told that there is one. */
  async function known(person: Person, { organization }: Member, id: string) {
    const view = await rowOf(database, visibleTo(person, organization).select('v.owner_id').where('v.id', '=', id))
    if (!view) throw new Refusal('not-found')
    return view
  }

  async function changeable(person: Person, member: Member, id: string) {
    const view = await known(person, member, id)
    if (!view.own && !member.permissions.includes('people.manage')) throw new Refusal('not-permitted')
    return view
  }

  return {
    async all(person: Person, { organization, permissions }: Member): Promise<{ views: SavedView[] }> {
      const lists = listsSeenWith(permissions)
      if (lists.length === 0) return { views: [] }
      const statement = visibleTo(person, organization).where('v.list', 'in', lists)
      return { views: await rowsOf(database, statement.orderBy('v.created_at').orderBy('v.id')) }
    },

    async save(
      person: Person,
      { organization, permissions }: Member,
      { list, name, address, shared }: NewView,
    ): Promise<SavedView> {
      requireList(permissions, list)
      requireAddress(list, address)
      return inTransaction(database, async (client) => {
        await requireRoomForView(client, organization, person)
        if (shared) await requireRoomAmongShared(client, organization, list)
        const { id } = await oneRowOf(
          client,
          query
            .insertInto('saved_views')
            .values({ organization_id: organization, list, name, address, shared, owner_id: person.id })
            .returning('id'),
        )
        return { id, list, name, address, shared, own: true, pinned: false }
      })
    },

    async change(person: Person, member: Member, id: string, change: ViewChange) {
      const view = await changeable(person, member, id)
      if (change.address !== undefined) requireAddress(view.list, change.address)
      if (change.shared && !view.shared) await requireRoomAmongShared(database, member.organization, view.list)
      if (change.shared === false && !view.owner_id) {
        const message = 'The person who saved this view has left, so it can only be shared or deleted'
        throw new Refusal('invalid-fields', { errors: [{ field: 'shared', message }] })
      }
      await run(
        database,
        query
          .updateTable('saved_views')
          .set({ ...change, updated_at: sql<Date>`now()` })
          .where('organization_id', '=', member.organization)
          .where('id', '=', id),
      )
    },

    async remove(person: Person, member: Member, id: string) {
      await changeable(person, member, id)
      await run(
        database,
        query.deleteFrom('saved_views').where('organization_id', '=', member.organization).where('id', '=', id),
      )
    },

    async pin(person: Person, member: Member, id: string) {
      const { list } = await known(person, member, id)
      requireList(member.permissions, list)
      await run(
        database,
        query
          .insertInto('pinned_views')
          .values({ organization_id: member.organization, user_id: person.id, view_id: id })
          .onConflict((conflict) => conflict.doNothing()),
      )
    },

    async unpin(person: Person, member: Member, id: string) {
      await known(person, member, id)
      await run(
        database,
        query
          .deleteFrom('pinned_views')
          .where('organization_id', '=', member.organization)
          .where('user_id', '=', person.id)
          .where('view_id', '=', id),
      )
    },
  }
}

/** The private views of someone who leaves; without a person, all of an organization that is closed. */
export async function forgetViews(client: Queryable, organization: string, person?: string) {
  const ofOrganization = query.deleteFrom('saved_views').where('organization_id', '=', organization)
  await run(client, person ? ofOrganization.where('owner_id', '=', person).where('shared', '=', false) : ofOrganization)
}

function visibleTo(person: Person, organization: string) {
  return query
    .selectFrom('saved_views as v')
    .leftJoin('pinned_views as p', (join) =>
      join
        .onRef('p.organization_id', '=', 'v.organization_id')
        .onRef('p.view_id', '=', 'v.id')
        .on('p.user_id', '=', person.id),
    )
    .select(['v.id', 'v.list', 'v.name', 'v.address', 'v.shared'])
    .select([
      sql<boolean>`v.owner_id is not distinct from ${person.id}`.as('own'),
      sql<boolean>`p.user_id is not null`.as('pinned'),
    ])
    .$narrowType<{ list: ListWithViews }>()
    .where('v.organization_id', '=', organization)
    .where((eb) => eb.or([eb('v.shared', '=', true), eb('v.owner_id', '=', person.id)]))
}

function listsSeenWith(permissions: readonly Permission[]) {
  return (Object.keys(listsWithViews) as ListWithViews[]).filter((list) => permissions.includes(listsWithViews[list]))
}

function requireList(permissions: readonly Permission[], list: ListWithViews) {
  if (!permissions.includes(listsWithViews[list])) throw new Refusal('not-permitted')
}

function requireAddress(list: ListWithViews, address: string) {
  if (isAddressOf(list, address)) return
  const message = 'Save a search, filter or sort that the list has'
  throw new Refusal('invalid-fields', { errors: [{ field: 'address', message }] })
}

/** Everyone sees them: there is room for what an organization agrees on, not for everything that each of its people likes. */
async function requireRoomAmongShared(client: Queryable, organization: string, list: ListWithViews) {
  const { count } = await oneRowOf(
    client,
    query
      .selectFrom('saved_views')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('organization_id', '=', organization)
      .where('list', '=', list)
      .where('shared', '=', true),
  )
  if (count >= MOST_SHARED_VIEWS) throw new Refusal('too-many-shared-views')
}

/** Two that are saved at the same moment take turns at the membership, so that both are counted. */
async function requireRoomForView(client: Queryable, organization: string, person: Person) {
  await run(
    client,
    query
      .selectFrom('memberships')
      .where('organization_id', '=', organization)
      .where('user_id', '=', person.id)
      .forNoKeyUpdate(),
  )
  const { count } = await oneRowOf(
    client,
    query
      .selectFrom('saved_views')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('organization_id', '=', organization)
      .where('owner_id', '=', person.id),
  )
  if (count >= MOST_VIEWS) throw new Refusal('too-many-views')
}
