import { useEffect, useRef } from 'react'

/** Visible part of the previous tab. */
const PEEK_PX = 64

/** Scrolls the current tab into view when it changes. */
export function useCurrentTabInSight<Row extends HTMLElement>(change: unknown) {
  const tabs = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tab changes
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current]')
    if (tabs.current && current) tabs.current.scrollLeft = current.offsetLeft - tabs.current.offsetLeft - PEEK_PX
  }, [change])
  return tabs
}
