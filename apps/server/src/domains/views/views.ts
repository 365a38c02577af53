import type { Permission } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import {
  type ListWithViews,
  listsWithViews,
  MOST_SHARED_VIEWS,
  MOST_VIEWS,
  type NewView,
  type SavedView,
  type ViewChange,
} from '@sherpa/contracts/view'
import type { Member, Person } from '../../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, run } from '../../persistence/queries.ts'
import { isAddressOf } from './view-address.ts'
import { type KnownView, organizationViews, staffViews, type ViewStore } from './view-stores.ts'

export type Views = ReturnType<typeof views>

/** Whose views these are, and what the caller may do with them. */
type Place = {
  store: ViewStore
  permissions: readonly (Permission | 'staff')[]
  /** Also those that others have saved. */
  changesShared: boolean
}

export const inOrganizationOf = ({ organization, permissions }: Member): Place => ({
  store: organizationViews(organization),
  permissions,
  changesShared: permissions.includes('people.manage'),
})

export const amongStaff: Place = { store: staffViews, permissions: ['staff'], changesShared: true }

/** Lists that people have saved under a name, for themselves or for everyone who may see the list. */
export function views(database: Database) {
  /** One that the person knows of: shared, or their own. Of a private view of someone else nobody is told that there is one. */
  async function known(person: Person, { store }: Place, id: string) {
    const view = (await store.seenBy(database, person)).find((one) => one.id === id)
    if (!view) throw new Refusal('not-found')
    return view
  }

  async function changeable(person: Person, place: Place, id: string) {
    const view = await known(person, place, id)
    if (!view.own && !place.changesShared) throw new Refusal('not-permitted')
    return view
  }

  return {
    async all(person: Person, place: Place): Promise<{ views: SavedView[] }> {
      const seen = await place.store.seenBy(database, person)
      return { views: seen.filter(({ list }) => maySee(place, list)) }
    },

    async save(person: Person, place: Place, view: NewView): Promise<SavedView> {
      requireList(place, view.list)
      requireAddress(view.list, view.address)
      return inTransaction(database, async (client) => {
        await place.store.takeTurn(client, person)
        const seen = await place.store.seenBy(client, person)
        if (seen.filter(({ own }) => own).length >= MOST_VIEWS) throw new Refusal('too-many-views')
        if (view.shared) requireRoomAmongShared(seen, view.list)
        requireFreeName(seen, view)
        const { id } = await place.store.insert(client, person, view)
        return { ...view, id, own: true, pinned: false }
      })
    },

    async change(person: Person, place: Place, id: string, change: ViewChange) {
      const view = await changeable(person, place, id)
      if (change.address !== undefined) requireAddress(view.list, change.address)
      if (change.name !== undefined || change.shared) {
        const seen = await place.store.seenBy(database, person)
        if (change.shared && !view.shared) requireRoomAmongShared(seen, view.list)
        if (change.name !== undefined) requireFreeName(seen, { ...view, name: change.name })
      }
      if (change.shared === false && !view.ownerId) {
        const message = 'The person who saved this view has left, so it can only be shared or deleted'
        throw new Refusal('invalid-fields', { errors: [{ field: 'shared', message }] })
      }
      await place.store.update(database, id, change)
    },

    async remove(person: Person, place: Place, id: string) {
      await changeable(person, place, id)
      await place.store.remove(database, id)
    },

    async pin(person: Person, place: Place, id: string) {
      const { list } = await known(person, place, id)
      requireList(place, list)
      await place.store.pin(database, person, id)
    },

    async unpin(person: Person, place: Place, id: string) {
      await known(person, place, id)
      await place.store.unpin(database, person, id)
    },
  }
}

/** The private views of someone who leaves; without a person, all of an organization that is closed. */
export async function forgetViews(client: Queryable, organization: string, person?: string) {
  const ofOrganization = query.deleteFrom('saved_views').where('organization_id', '=', organization)
  await run(client, person ? ofOrganization.where('owner_id', '=', person).where('shared', '=', false) : ofOrganization)
}

/** Of someone who was one of us: what they shared stays, without an owner. */
export async function forgetStaffViews(client: Queryable, { id }: Person) {
  await run(client, query.deleteFrom('pinned_staff_views').where('user_id', '=', id))
  await run(client, query.deleteFrom('staff_views').where('owner_id', '=', id).where('shared', '=', false))
  await run(client, query.updateTable('staff_views').set({ owner_id: null }).where('owner_id', '=', id))
}

function maySee({ permissions }: Place, list: ListWithViews) {
  return permissions.includes(listsWithViews[list])
}

function requireList(place: Place, list: ListWithViews) {
  if (!maySee(place, list)) throw new Refusal('not-permitted')
}

function requireAddress(list: ListWithViews, address: string) {
  if (isAddressOf(list, address)) return
  const message = 'Choose a search, filter or sort of this list'
  throw new Refusal('invalid-fields', { errors: [{ field: 'address', message }] })
}

/** Everyone sees them: there is room for what people agree on, not for everything that each of them likes. */
function requireRoomAmongShared(seen: KnownView[], list: ListWithViews) {
  const shared = seen.filter((view) => view.shared && view.list === list)
  if (shared.length >= MOST_SHARED_VIEWS) throw new Refusal('too-many-shared-views')
}

/** Nobody can tell two views of one name apart. */
function requireFreeName(seen: KnownView[], { id, list, name }: Pick<NewView, 'list' | 'name'> & { id?: string }) {
  const isSame = (other: KnownView) => other.name.toLowerCase() === name.toLowerCase()
  if (!seen.some((view) => view.list === list && view.id !== id && isSame(view))) return
  const message = 'A view with this name already exists'
  throw new Refusal('invalid-fields', { errors: [{ field: 'name', message }] })
}
