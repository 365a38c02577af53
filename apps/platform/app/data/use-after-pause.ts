import { useEffect, useState } from 'react'

const PAUSE_MS = 200

/** The value once it has stayed for a moment: a search asks once per pause in typing, not once per key. */
export function useAfterPause<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
