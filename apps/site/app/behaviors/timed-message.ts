import { useEffect, useState } from 'react'

export type Message = { kind: 'success' | 'error'; text: string }

// Spec §9
const SUCCESS_MS = 3000

/** Form message. Success disappears after a timeout; errors stay until replaced. */
export function useTimedMessage() {
  const [message, setMessage] = useState<Message>()
  useEffect(() => {
    if (message?.kind !== 'success') return
    const timer = setTimeout(setMessage, SUCCESS_MS, undefined)
    return () => clearTimeout(timer)
  }, [message])
  return [message, setMessage] as const
}
