import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'

function watch(changed: () => void) {
  const media = window.matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Reduced-motion preference. The prerendered page assumes true. */
export function useReducedMotion() {
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(query).matches,
    () => true,
  )
}
