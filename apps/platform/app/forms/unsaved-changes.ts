import { useEffect, useRef } from 'react'

/** Checks of all forms on the screen: the router supports a single blocker. */
const checks = new Set<() => boolean>()
export const hasUnsavedChanges = () => [...checks].some((isChanged) => isChanged())

/** Asks before Back, a link or a reload loses what was typed. Forms that are being saved count as saved. */
export function useUnsavedChanges(isChanged: () => boolean) {
  const latest = useRef(isChanged)
  useEffect(() => {
    latest.current = isChanged
  })
  useEffect(() => {
    const check = () => latest.current()
    checks.add(check)
    return () => void checks.delete(check)
  }, [])
}
