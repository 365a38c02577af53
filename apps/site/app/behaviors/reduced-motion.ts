import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'

function watch(changed: () => void) {
  const media = window.matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the visitor asks for less motion. The first render, the same for everyone, assumes so. */
export function useReducedMotion() {
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(query).matches,
    () => true,
  )
}
