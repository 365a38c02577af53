import { useSyncExternalStore } from 'react'

/** Whether the window fits a media query such as `(width < 48rem)`, also after it has changed. */
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
