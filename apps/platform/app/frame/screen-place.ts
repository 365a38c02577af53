import { useEffect, useSyncExternalStore } from 'react'
import { type UIMatch, useMatches, useResolvedPath } from 'react-router'

/** `to` may contain route parameters: `/organizations/:organization/athletes`. */
export type Crumb = { label: string; to: string }

/** The `handle` of a route in signed-in-routes.ts. */
export type ScreenPlace = {
  label: string
  within?: Crumb
  /** Shows one record; its label is the record's name, and on phones the top bar links back to the list. */
  record?: true
  /** Limited width for forms and settings. Lists take the full width. */
  narrow?: boolean
}

let recordName: { pathname: string; name: string } | undefined
const watchers = new Set<() => void>()

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Sets the record's name for breadcrumbs, also those of its tabs. */
export function useNameOfRecord(name: string) {
  const { pathname } = useResolvedPath('')
  useEffect(() => {
    recordName = { pathname, name }
    for (const watcher of watchers) watcher()
  }, [pathname, name])
}

/** Address and handle of the current screen. */
export function useScreenPlace() {
  const { pathname = '/', handle } = (useMatches() as UIMatch<unknown, ScreenPlace | undefined>[]).at(-1) ?? {}
  const named = useSyncExternalStore(
    watch,
    () => recordName,
    () => undefined,
  )
  const isNamed = handle?.record && named && `${pathname}/`.startsWith(`${named.pathname}/`)
  return { pathname, place: isNamed ? { ...handle, label: named.name } : handle }
}
