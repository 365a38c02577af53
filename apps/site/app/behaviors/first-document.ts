import { useEffect, useState } from 'react'

let hydrated = false

/** True while the page that came with the document is shown; false for pages reached inside the site afterwards. */
export function useFirstDocument() {
  const [first] = useState(!hydrated)
  return first
}

/** Called once, around all pages. The loader waits for this: buttons that were pressed before are pressed again. */
export function useHydrationMark() {
  useEffect(() => {
    hydrated = true
    window.dispatchEvent(new Event('hydrated'))
  }, [])
}
