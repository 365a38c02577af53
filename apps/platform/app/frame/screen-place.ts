import { useEffect, useSyncExternalStore } from 'react'
import { type UIMatch, useLocation, useMatches } from 'react-router'

/** Parameters of the present address stand in the way to it by their names: `/organizations/:organization/athletes`. */
export type Crumb = { label: string; to: string }

/** What a route says about where its screen belongs (`handle` in routes.ts). */
export type ScreenPlace = {
  label: string
  within?: Crumb
  /** It shows one record of a list, and is called by the record's name; on phones the bar leads back to the list. */
  record?: true
  /** Forms and settings are read, not scanned: their lines stay short. Lists take the full width. */
  narrow?: boolean
}

let recordName: { pathname: string; name: string } | undefined
const watchers = new Set<() => void>()

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Tells the frame what the record is called that the address shows. */
export function useNameOfRecord(name: string) {
  const { pathname } = useLocation()
  useEffect(() => {
    recordName = { pathname, name }
    for (const watcher of watchers) watcher()
  }, [pathname, name])
}

/** The place of the screen that is shown, if its route names one, and its address. */
export function useScreenPlace() {
  const { pathname = '/', handle } = (useMatches() as UIMatch<unknown, ScreenPlace | undefined>[]).at(-1) ?? {}
  const named = useSyncExternalStore(
    watch,
    () => recordName,
    () => undefined,
  )
  const isNamed = handle?.record && named?.pathname === pathname
  return { pathname, place: isNamed ? { ...handle, label: named.name } : handle }
}
