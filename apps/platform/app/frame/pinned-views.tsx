import { type ListWithViews, viewScreens } from '@sherpa/contracts/view'
import { Link, useLocation } from 'react-router'
import { inOrder } from '../list/list-address.ts'
import { useSavedViews } from '../list/use-saved-views.ts'
import { useAccount } from './account-context.ts'
import { staffSections } from './organization-sections.ts'
import { useWorkspace } from './workspace.ts'

/** Paths of lists, below the organization or for staff. */
const listPaths: Record<ListWithViews, string> = {
  ...viewScreens,
  'demo-requests': staffSections.desk.path,
  'staff-invoices': staffSections.invoices.path,
  'staff-subscriptions': staffSections.prices.path,
}

/** Pinned views of lists that the reader can still see. */
export function usePinnedViews() {
  const { user } = useAccount()
  const { organization, isStaff } = useWorkspace()
  const { pathname, search } = useLocation()
  const maySeeStaffLists = isStaff && user.secondFactor
  const { views } = useSavedViews(organization?.id, { skip: !organization && !maySeeStaffLists })
  const pinned = views.filter((view) => view.pinned)
  return pinned.map(({ id, name, list, address }) => {
    const path = organization ? `/organizations/${organization.id}/${listPaths[list]}` : listPaths[list]
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
