import type { LiveMessage } from '@sherpa/contracts/live'

const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000
/** Timeout: the server sends a heartbeat every 25 seconds. */
const TIMEOUT_MS = 60_000

type Stream = {
  address: string
  token: string
  onMessage: (message: LiveMessage) => void
  /** Called after a reconnect, since events may have been missed. */
  onReturn: () => void
}

/** Reads server-sent events and reconnects until stopped. */
export function readLiveStream({ address, token, onMessage, onReturn }: Stream) {
  const stopping = new AbortController()
  let failures = 0
  let interrupted = false

  /** One connection. Returns the delay before the next one, or undefined to stop. */
  async function connection(): Promise<number | undefined> {
    const leaving = new AbortController()
    let retryMs: number | undefined
    let timer = setTimeout(() => leaving.abort(), TIMEOUT_MS)
    try {
      const answer = await fetch(address, {
        headers: { Authorization: `Bearer ${token}` },
        signal: AbortSignal.any([stopping.signal, leaving.signal]),
      })
      if ([401, 403, 404].includes(answer.status)) return undefined
      if (!answer.ok || !answer.body) return Number(answer.headers.get('Retry-After')) * 1000 || nextDelay()
      failures = 0
      if (interrupted) onReturn()
      let rest = ''
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(timer)
        timer = setTimeout(() => leaving.abort(), TIMEOUT_MS)
        const events = (rest + part.value).split('\n\n')
        rest = events.pop() ?? ''
        for (const event of events) {
          if (event.startsWith('retry: ')) retryMs = Number(event.slice('retry: '.length))
          if (!event.startsWith('data: ')) continue
          const message = JSON.parse(event.slice('data: '.length)) as LiveMessage
          onMessage(message)
          if (message.type === 'ended') return undefined
        }
      }
    } catch {
      // Network error or timeout: reconnect below.
    } finally {
      clearTimeout(timer)
      // Closes the connection, which would otherwise stay open unread.
      leaving.abort()
    }
    return retryMs ?? nextDelay()
  }

  /** Exponential backoff with jitter. */
  function nextDelay() {
    return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures++) * (0.5 + Math.random())
  }

  void (async () => {
    while (!stopping.signal.aborted) {
      const delayMs = await connection()
      if (delayMs === undefined) return
      interrupted = true
      await sleep(delayMs, stopping.signal)
    }
  })()
  return () => stopping.abort()
}

function sleep(ms: number, stopping: AbortSignal) {
  return new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    stopping.addEventListener('abort', end)
    if (stopping.aborted) end()
  })
}
