import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const neverChanges = () => () => undefined

/** Query and flash message of an address. Undefined during hydration, because the prerendered HTML knows neither.
 */
export function useArrival() {
  const { search, state } = useLocation()
  const inBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  if (!inBrowser) return undefined
  return { search, query: new URLSearchParams(search), notice: (state as { notice?: string } | null)?.notice }
}

/** The one-time token of a link in a mail: empty if missing, undefined during hydration. */
export function useLinkToken() {
  const arrival = useArrival()
  return arrival && (arrival.query.get('token') ?? '')
}
