import { Fragment } from 'react'
import { Link, type UIMatch, useMatches, useParams } from 'react-router'
import { useAccount } from './account-context.ts'

type Crumb = { label: string; to: string }

/** What a route says about where its screen belongs (`handle` in routes.ts). Screens of an organization belong to it anyway. */
export type ScreenPlace = { label: string; within?: Crumb }

/** The way to where one is, from the outside in. */
export function useCrumbs(): Crumb[] {
  const { organizations } = useAccount()
  const { organization: id } = useParams()
  const { pathname, handle } = (useMatches() as UIMatch<unknown, ScreenPlace | undefined>[]).at(-1) ?? {}
  const organization = organizations.find((one) => one.id === id)
  return [
    organization && { label: organization.name, to: `/organizations/${organization.id}` },
    handle?.within,
    handle && { label: handle.label, to: pathname ?? '/' },
  ].filter((crumb) => crumb !== undefined)
}

export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-2 text-sm">
        {crumbs.map(({ label, to }, index) => (
          <Fragment key={`${to} ${label}`}>
            {index < crumbs.length - 1 ? (
              <>
                <li className="min-w-0 truncate">
                  <Link to={to} className="underline-offset-4 hover:underline">
                    {label}
                  </Link>
                </li>
                <li aria-hidden="true">›</li>
              </>
            ) : (
              <li className={`font-semibold ${index > 0 ? 'shrink-0' : 'min-w-0 truncate'}`}>
                <span aria-current="page">{label}</span>
              </li>
            )}
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
