import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Fragment } from 'react'
import { generatePath, Link, useParams } from 'react-router'
import { sectionLabel } from './organization-sections.ts'
import { type Crumb, useScreenPlace } from './screen-place.ts'
import { useWorkspace } from './workspace.ts'

function useCrumbs(): Crumb[] {
  const { pathname, place } = useScreenPlace()
  const { organization, settings, isOnSettings, hasSettingsArea } = useWorkspace()
  const parameters = useParams()
  return [
    isOnSettings && hasSettingsArea && settings[0] ? { label: 'Settings', to: settings[0].to } : undefined,
    place?.within && { ...place.within, to: generatePath(place.within.to, parameters) },
    place && { label: place.label, to: pathname },
  ]
    .filter((crumb) => crumb !== undefined)
    .map(({ label, to }) => ({ label: sectionLabel(label, organization?.role), to }))
}

/** Phones show only the last crumb; on a record, the link back to its list. */
export function Breadcrumbs() {
  const crumbs = useCrumbs()
  const isRecord = useScreenPlace().place?.record
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 text-sm text-grey">
        {crumbs.map(({ label, to }, index) => (
          <Fragment key={`${to} ${label}`}>
            {index < crumbs.length - 1 ? (
              <>
                <li className={`shrink-0 ${isRecord ? '' : 'max-md:hidden'}`}>
                  <Link
                    to={to}
                    className="inline-flex items-center gap-1.5 rounded-sm hover:text-ink max-md:min-h-11 max-md:text-[0.9375rem] max-md:text-ink"
                  >
                    {isRecord && <ToolIcon name="chevron" className="size-4 rotate-180 md:hidden" />}
                    {label}
                  </Link>
                </li>
                <li aria-hidden="true" className="max-md:hidden">
                  <ToolIcon name="chevron" className="size-3 text-ahead" />
                </li>
              </>
            ) : (
              <li
                className={`min-w-0 truncate font-medium text-ink max-md:text-[0.9375rem] max-md:font-semibold ${isRecord ? 'max-md:sr-only' : ''}`}
              >
                <span aria-current="page">{label}</span>
              </li>
            )}
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
