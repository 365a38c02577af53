import { useEffect, useRef, useState } from 'react'

// Spec §9
const TYPE_MS = 70
const DELETE_MS = 50
const PAUSE_MS = 1500

/** Current phrase, number of visible characters, and direction. */
export type Typing = { phrase: number; shown: number; deleting: boolean }

export function firstPhraseTyped(phrases: readonly string[]): Typing {
  return { phrase: 0, shown: phrases[0]?.length ?? 0, deleting: false }
}

/** Next state and its delay. */
export function typewriterStep(now: Typing, phrases: readonly string[]): { next: Typing; afterMs: number } {
  const length = phrases[now.phrase]?.length ?? 0
  if (now.deleting && now.shown > 0) return { next: { ...now, shown: now.shown - 1 }, afterMs: DELETE_MS }
  if (now.deleting) {
    return { next: { phrase: (now.phrase + 1) % phrases.length, shown: 1, deleting: false }, afterMs: TYPE_MS }
  }
  if (now.shown < length) return { next: { ...now, shown: now.shown + 1 }, afterMs: TYPE_MS }
  return { next: { ...now, deleting: true }, afterMs: PAUSE_MS }
}

/** Starts with the complete first phrase of the HTML and continues while `running`. */
export function useTypewriter(phrases: readonly string[], running: boolean) {
  const [now, setNow] = useState(() => firstPhraseTyped(phrases))
  const latest = useRef(now)

  useEffect(() => {
    if (!running) return
    let timer: ReturnType<typeof setTimeout>
    // Chained timers, so that rendering does not slow the typing.
    const wait = () => {
      const { next, afterMs } = typewriterStep(latest.current, phrases)
      timer = setTimeout(() => {
        latest.current = next
        setNow(next)
        wait()
      }, afterMs)
    }
    wait()
    return () => clearTimeout(timer)
  }, [phrases, running])

  return now
}
