import { useEffect, useRef } from 'react'

/**
 * A heading that takes the focus when what had it went away with a change: a removed row, a button that has done its work. Without
 * it, whoever uses a keyboard or a screen reader would find themselves at the top of the page.
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
    // Data that arrives takes the focus from nobody.
    const isGone = focused.current && (!focused.current.isConnected || focused.current.matches(':disabled'))
    if (isGone && document.activeElement === document.body) heading.current?.focus()
  }, [change])
  return heading
}
