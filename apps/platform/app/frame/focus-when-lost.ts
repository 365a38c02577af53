import { useEffect, useRef } from 'react'

/** Moves focus to a heading when a change removes the focused element, such as a row or button. Otherwise keyboard
 * and screen reader users would land at the top of the page.
 */
export function useFocusWhenLost<Element extends HTMLElement = HTMLHeadingElement>(change: unknown) {
  const heading = useRef<Element>(null)
  const known = useRef(change)
  const focused = useRef<globalThis.Element>(undefined)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) focused.current = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  useEffect(() => {
    if (known.current === change) return
    known.current = change
    // Arriving data must not steal focus.
    const isGone = focused.current && (!focused.current.isConnected || focused.current.matches(':disabled'))
    if (isGone && document.activeElement === document.body) heading.current?.focus()
  }, [change])
  return heading
}
