import { type UIMatch, useMatches } from 'react-router'

export type Crumb = { label: string; to: string }

/** What a route says about where its screen belongs (`handle` in routes.ts). */
export type ScreenPlace = {
  label: string
  within?: Crumb
  /** Forms and settings are read, not scanned: their lines stay short. Lists take the full width. */
  narrow?: boolean
}

/** The place of the screen that is shown, if its route names one, and its address. */
export function useScreenPlace() {
  const { pathname = '/', handle } = (useMatches() as UIMatch<unknown, ScreenPlace | undefined>[]).at(-1) ?? {}
  return { pathname, place: handle }
}
