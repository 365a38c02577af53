import { viewsApi } from '@sherpa/api-client/views'
import type { ListWithViews } from '@sherpa/contracts/view'
import { Link, useLocation } from 'react-router'
import { inOrder } from '../list/list-address.ts'
import { useWorkspace } from './workspace.ts'

/** Where each list is, below the organization. */
const listPaths: Record<ListWithViews, string> = { members: 'people' }

/** Saved views that someone has pinned. Those of a list that they may not see any more are not among them. */
export function usePinnedViews() {
  const { organization } = useWorkspace()
  const { pathname, search } = useLocation()
  const { currentData } = viewsApi.useSavedViewsQuery(
    { organization: organization?.id ?? '' },
    { skip: organization === undefined },
  )
  const pinned = currentData?.views.filter((view) => view.pinned) ?? []
  return pinned.map(({ id, name, list, address }) => {
    const path = `/organizations/${organization?.id}/${listPaths[list]}`
    const isSameList = inOrder(new URLSearchParams(address)) === inOrder(new URLSearchParams(search))
    return { id, name, to: `${path}?${address}`, isCurrent: path === pathname && isSameList }
  })
}

export function PinnedViews() {
  const pinned = usePinnedViews()
  if (pinned.length === 0) return null
  return (
    <nav aria-labelledby="pinned-views" className="mt-6">
      <h2 id="pinned-views" className="mb-1.5 px-2 text-xs font-medium tracking-normal text-side-dim">
        Pinned views
      </h2>
      <ul>
        {pinned.map(({ id, to, name, isCurrent }) => (
          <li key={id}>
            <Link
              to={to}
              aria-current={isCurrent ? 'page' : undefined}
              className="flex h-7 items-center rounded-sm px-2 text-sm hover:bg-side-on hover:text-white aria-[current]:bg-side-on aria-[current]:text-white"
            >
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
