import { useEffect, useRef } from 'react'

/** Tries again by itself what failed, as soon as the connection is back. */
export function useWhenOnline(again: () => void) {
  const latest = useRef(again)
  useEffect(() => {
    latest.current = again
  })
  useEffect(() => {
    const act = () => latest.current()
    window.addEventListener('online', act)
    return () => window.removeEventListener('online', act)
  }, [])
}
