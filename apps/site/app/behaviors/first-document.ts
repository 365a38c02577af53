import { useEffect, useState } from 'react'

let hydrated = false

/** True for the initial document, false after client-side navigation. */
export function useFirstDocument() {
  const [first] = useState(!hydrated)
  return first
}

/** Marks hydration, for which the loader waits to replay clicks. */
export function useHydrationMark() {
  useEffect(() => {
    hydrated = true
    window.dispatchEvent(new Event('hydrated'))
  }, [])
}
