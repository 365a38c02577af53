import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const neverChanges = () => () => undefined

/**
 * What came along with an address: its query, and what the screen before wants to have said. The prerendered HTML knows neither, so there is
 * nothing in the very first render of a page.
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

/** The one-time token of a link in a mail: empty where there is none, undefined in the very first render. */
export function useLinkToken() {
  const arrival = useArrival()
  return arrival && (arrival.query.get('token') ?? '')
}
