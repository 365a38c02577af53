import type { ListPage } from '@sherpa/contracts/list'
import type { Permission } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import type { Target } from '@sherpa/contracts/sonar/reading'
import {
  type ListWithViews,
  listsWithViews,
  MOST_SHARED_VIEWS,
  MOST_VIEWS,
  type NewStaffView,
  type SavedView,
  type ViewChange,
  viewScreens,
  type WatchableList,
} from '@sherpa/contracts/view'
import { type RawBuilder, sql } from 'kysely'
import type { Member, Person } from '../../http/access.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { isValidAddress } from './view-address.ts'
import { organizationViews, type StoredView, staffViews, type ViewStore } from './view-stores.ts'

export type Views = ReturnType<typeof createViewService>

export type Viewer = { person: Pick<Person, 'id'>; member: Member }

/** A page of a list, with the checks of its operation. Rows of a staff list are not loaded this way. */
export type LoadPage = (
  viewer: Viewer,
  list: Exclude<Target, 'overview' | 'breakdown'> | 'members',
  parameters: Record<string, string>,
) => Promise<ListPage<{ id: string }>>

/** The storage of views and the caller's permissions on it. */
type Place = {
  store: ViewStore
  permissions: readonly (Permission | 'member' | 'staff')[]
  /** Shared views tell athletes about other athletes, so they have only their own. */
  mayShare: boolean
  /** May change shared views of others. */
  mayChangeShared: boolean
}

export const toOrganizationPlace = ({ organization, role, permissions }: Member): Place => ({
  store: organizationViews(organization),
  permissions: role === 'athlete' ? permissions : [...permissions, 'member'],
  mayShare: role !== 'athlete',
  mayChangeShared: permissions.includes('people.manage'),
})

export const staffPlace: Place = { store: staffViews, permissions: ['staff'], mayShare: true, mayChangeShared: true }

/** Prepares an alert before the transaction that saves its view, and returns its insertion. */
type PrepareAlert = (view: {
  list: WatchableList
  address: string
}) => Promise<(client: Queryable, view: string) => Promise<unknown>>

/** Saved lists, private or shared. */
export function createViewService(database: Database) {
  /** Private views of others are reported as not found. */
  async function findVisible(person: Person, place: Place, id: string) {
    const view = (await listVisible(database, person, place)).find((one) => one.id === id)
    if (!view) throw new Refusal('not-found')
    return view
  }

  async function findEditable(person: Person, place: Place, id: string) {
    const view = await findVisible(person, place, id)
    if (!view.own && !place.mayChangeShared) throw new Refusal('not-permitted')
    return view
  }

  return {
    async list(person: Person, place: Place): Promise<{ views: SavedView[] }> {
      const visible = await listVisible(database, person, place)
      return { views: visible.filter(({ list }) => maySee(place, list)) }
    },

    async save(person: Person, place: Place, view: NewStaffView, prepareAlert?: PrepareAlert): Promise<SavedView> {
      requireList(place, view.list)
      requireAddress(view.list, view.address)
      if (view.shared) requireSharing(place)
      const addAlert = await prepareAlert?.(requireWatchable(view))
      return inTransaction(database, async (client) => {
        await place.store.lockOwner(client, person)
        const visible = await listVisible(client, person, place)
        if (visible.filter(({ own }) => own).length >= MOST_VIEWS) throw new Refusal('too-many-views')
        if (view.shared) requireSharedCapacity(visible, view.list)
        requireUniqueName(visible, view)
        const { id } = await place.store.insert(client, person, view)
        await addAlert?.(client, id)
        return { ...view, id, own: true, pinned: false, question: view.question ?? null, alert: Boolean(addAlert) }
      })
    },

    async change(person: Person, place: Place, id: string, change: ViewChange) {
      const view = await findEditable(person, place, id)
      if (change.address !== undefined) requireAddress(view.list, change.address)
      if (change.shared) requireSharing(place)
      if (change.name !== undefined || change.shared) {
        const visible = await listVisible(database, person, place)
        if (change.shared && !view.shared) requireSharedCapacity(visible, view.list)
        if (change.name !== undefined) requireUniqueName(visible, { ...view, name: change.name })
      }
      if (change.shared === false && !view.ownerId) {
        const message = 'The person who saved this view has left, so it can only be shared or deleted'
        throw new Refusal('invalid-fields', { errors: [{ field: 'shared', message }] })
      }
      await place.store.update(database, id, change)
    },

    async remove(person: Person, place: Place, id: string) {
      await findEditable(person, place, id)
      await place.store.remove(database, id)
    },

    async pin(person: Person, place: Place, id: string) {
      const { list } = await findVisible(person, place, id)
      requireList(place, list)
      await place.store.pin(database, person, id)
    },

    find: findVisible,

    /** A view that the person may watch. */
    async findWatchable(person: Person, place: Place, id: string) {
      const view = await findVisible(person, place, id)
      requireList(place, view.list)
      return requireWatchable(view)
    },

    async unpin(person: Person, place: Place, id: string) {
      await findVisible(person, place, id)
      await place.store.unpin(database, person, id)
    },
  }
}

/** Deletes a person's private views or, without a person, all views of the organization. */
export async function deleteViews(client: Queryable, organization: string, person?: string) {
  const ofOrganization = query.deleteFrom('saved_views').where('organization_id', '=', organization)
  await run(client, person ? ofOrganization.where('owner_id', '=', person).where('shared', '=', false) : ofOrganization)
}

/** Views stay, without a question, name or search that has one of the names. */
export async function forgetNamesInViews(
  client: Queryable,
  organization: string,
  isNaming: (column: string) => RawBuilder<boolean>,
) {
  const ofOrganization = query.updateTable('saved_views').where('organization_id', '=', organization)
  await run(client, ofOrganization.set({ question: null }).where(isNaming('question')))
  await run(client, ofOrganization.set({ name: sql`'View ' || left(id::text, 8)` }).where(isNaming('name')))
  const searching = await rowsOf(
    client,
    query
      .selectFrom('saved_views')
      .select(['id', 'address'])
      .where('organization_id', '=', organization)
      .where('address', '~', '(^|&)search='),
  )
  const ids = searching.map(({ id }) => id)
  const searches = searching.map(({ address }) => new URLSearchParams(address).get('search'))
  const named = sql<string>`(select found.id from unnest(${ids}::uuid[], ${searches}::text[]) as found (id, search)
    where ${isNaming('found.search')})`
  const address = sql<string>`trim(both '&' from regexp_replace(address, '(^|&)search=[^&]*', ''))`
  await run(client, ofOrganization.set({ address }).where('id', 'in', named))
}

/** Shared views stay, without an owner. */
export async function deleteStaffViews(client: Queryable, { id }: Person) {
  await run(client, query.deleteFrom('pinned_staff_views').where('user_id', '=', id))
  await run(client, query.deleteFrom('staff_views').where('owner_id', '=', id).where('shared', '=', false))
  await run(client, query.updateTable('staff_views').set({ owner_id: null }).where('owner_id', '=', id))
}

const isWatchable = (list: ListWithViews): list is WatchableList => Object.hasOwn(viewScreens, list)

function requireWatchable<View extends { list: ListWithViews }>({ list, ...view }: View) {
  if (!isWatchable(list)) throw new Refusal('not-found')
  return { ...view, list }
}

function maySee({ permissions }: Place, list: ListWithViews) {
  return permissions.includes(listsWithViews[list])
}

async function listVisible(client: Queryable, person: Person, { store, mayShare }: Place) {
  const visible = await store.listVisible(client, person)
  return mayShare ? visible : visible.filter(({ own }) => own)
}

function requireSharing({ mayShare }: Place) {
  if (!mayShare) throw new Refusal('not-permitted')
}

function requireList(place: Place, list: ListWithViews) {
  if (!maySee(place, list)) throw new Refusal('not-permitted')
}

function requireAddress(list: ListWithViews, address: string) {
  if (isValidAddress(list, address)) return
  const message = 'Choose a search, filter or sort of this list'
  throw new Refusal('invalid-fields', { errors: [{ field: 'address', message }] })
}

/** Everyone sees shared views, so their number is limited. */
function requireSharedCapacity(visible: StoredView[], list: ListWithViews) {
  const shared = visible.filter((view) => view.shared && view.list === list)
  if (shared.length >= MOST_SHARED_VIEWS) throw new Refusal('too-many-shared-views')
}

function requireUniqueName(
  visible: StoredView[],
  { id, list, name }: Pick<NewStaffView, 'list' | 'name'> & { id?: string },
) {
  const isSame = (other: StoredView) => other.name.toLowerCase() === name.toLowerCase()
  if (!visible.some((view) => view.list === list && view.id !== id && isSame(view))) return
  const message = 'A view with this name already exists'
  throw new Refusal('invalid-fields', { errors: [{ field: 'name', message }] })
}
