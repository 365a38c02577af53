import { Link, useLocation } from 'react-router'

type PinnedView = { to: string; label: string; count?: number }

/** Saved views that someone has pinned. Nothing can be saved yet. */
const pinnedViews: PinnedView[] = []

export function PinnedViews() {
  const { pathname, search } = useLocation()
  if (pinnedViews.length === 0) return null
  return (
    <nav aria-labelledby="pinned-views" className="mt-6">
      <h2 id="pinned-views" className="mb-1.5 px-2 text-xs font-medium tracking-normal text-side-dim">
        Pinned views
      </h2>
      <ul>
        {pinnedViews.map(({ to, label, count }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === pathname + search ? 'page' : undefined}
              className="flex h-7 items-center gap-2 rounded-sm px-2 text-sm hover:bg-side-on hover:text-white aria-[current]:bg-side-on aria-[current]:text-white"
            >
              <span className="min-w-0 flex-1 truncate">{label}</span>
              {count !== undefined && <span className="text-xs text-side-dim tabular-nums">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
