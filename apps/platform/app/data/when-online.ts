import { useEffect, useRef } from 'react'

/** Retries when the connection returns. */
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
