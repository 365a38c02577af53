import * as z from 'zod/mini'
import { membersQuery, type Permission } from './organization.ts'
import { requiredLine } from './text.ts'

/** The lists that can be saved as views, and what one must be allowed to see each of them. */
export const listsWithViews = {
  members: 'people.view',
} as const satisfies Record<string, Permission>
export type ListWithViews = keyof typeof listsWithViews
const listQueries = { members: membersQuery } satisfies Record<ListWithViews, object>
const list = z.enum(Object.keys(listsWithViews) as ListWithViews[])

/** How many views one person may have in an organization, and how many of all people may be shared for one list. */
export const MOST_VIEWS = 50
export const MOST_SHARED_VIEWS = 20

const name = requiredLine(60, 'Enter a name')
/** Search, filters, sort and columns as the address of the list has them, without the question mark. */
const address = z
  .string()
  .check(z.minLength(1, 'Search, filter or sort the list first'), z.maxLength(2000), z.regex(/^[^\s?#]*$/))

/** Whether a list has everything that the address says. */
export function isAddressOf(list: ListWithViews, address: string) {
  const { shape } = listQueries[list] as { shape: Record<string, z.ZodMiniType> }
  const parameters = [...new URLSearchParams(address)]
  return parameters.every(([name, value]) =>
    name === 'columns' ? /^[\w,-]+$/.test(value) : viewable(name) && shape[name]?.safeParse(value).success,
  )
}

/** Where a page begins is nothing to save. */
const viewable = (name: string) => !['after', 'ids', 'limit'].includes(name)

export const savedView = z.object({
  id: z.uuid(),
  list,
  name: z.string(),
  address: z.string(),
  /** Everyone sees it who may see the list. */
  shared: z.boolean(),
  /** The caller saved it. */
  own: z.boolean(),
  /** The caller has it in the sidebar. */
  pinned: z.boolean(),
})
export type SavedView = z.infer<typeof savedView>

export const savedViews = z.object({ views: z.array(savedView) })

/** What people enter about a view. */
export const viewDetails = z.strictObject({ name, shared: z.boolean() })

export const newView = z.extend(viewDetails, { list, address })
export type NewView = z.infer<typeof newView>

export const viewChange = z.partial(z.extend(viewDetails, { address }))
export type ViewChange = z.infer<typeof viewChange>
