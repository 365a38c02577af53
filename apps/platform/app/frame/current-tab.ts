import { useEffect, useRef } from 'react'

/** So much of the tab before the current one stays in sight, where tabs scroll sideways. */
const PEEK_PX = 64

/** For a row of tabs that may scroll sideways: whatever makes another one current brings it into sight. */
export function useCurrentTabInSight<Row extends HTMLElement>(change: unknown) {
  const tabs = useRef<Row>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen or view has another tab
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current]')
    if (tabs.current && current) tabs.current.scrollLeft = current.offsetLeft - tabs.current.offsetLeft - PEEK_PX
  }, [change])
  return tabs
}
