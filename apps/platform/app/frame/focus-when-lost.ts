import { useEffect, useRef } from 'react'

/**
 * A heading that takes the focus when what had it went away with a change: a removed row, a button that has done its work. Without
 * it, whoever uses a keyboard or a screen reader would find themselves at the top of the page.
 */
export function useFocusWhenLost<Element extends HTMLElement = HTMLHeadingElement>(change: unknown) {
  const heading = useRef<Element>(null)
  const known = useRef(change)
  useEffect(() => {
    if (known.current === change) return
    known.current = change
    if (document.activeElement === document.body) heading.current?.focus()
  }, [change])
  return heading
}
