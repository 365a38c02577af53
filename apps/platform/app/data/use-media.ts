import { useSyncExternalStore } from 'react'

/** Whether a media query such as `(width < 48rem)` matches; follows changes. */
export function useMedia(query: string) {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
