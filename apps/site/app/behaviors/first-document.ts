import { useEffect, useState } from 'react'

let hydrated = false

/** True while the page that came with the document is shown; false for pages reached inside the site afterwards. */
export function useFirstDocument() {
  const [first] = useState(!hydrated)
  return first
}

/** Called once, around all pages. */
export function useHydrationMark() {
  useEffect(() => {
    hydrated = true
  }, [])
}
