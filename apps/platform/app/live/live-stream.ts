import type { LiveMessage } from '@sherpa/contracts/live'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** The server says something every 25 seconds: after more than twice that the connection is gone, such as after the computer slept. */
const SILENCE_MS = 60_000

type Stream = {
  address: string
  token: string
  onMessage: (message: LiveMessage) => void
  /** It works again after an interruption: something may have been missed. */
  onReturn: () => void
}

/** Reads the stream until it is told to stop, and comes back to it after every interruption. */
export function readLiveStream({ address, token, onMessage, onReturn }: Stream) {
  const stopping = new AbortController()
  let failures = 0
  let interrupted = false

  /** One connection, as long as it lasts. Tells how long to wait before the next; undefined if there is to be none. */
  async function connection(): Promise<number | undefined> {
    const leaving = new AbortController()
    let timer = setTimeout(() => leaving.abort(), SILENCE_MS)
    try {
      const answer = await fetch(address, {
        headers: { Authorization: `Bearer ${token}` },
        signal: AbortSignal.any([stopping.signal, leaving.signal]),
      })
      if ([401, 403, 404].includes(answer.status)) return undefined
      if (!answer.ok || !answer.body) return Number(answer.headers.get('Retry-After')) * 1000 || pause()
      failures = 0
      if (interrupted) onReturn()
      let rest = ''
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(timer)
        timer = setTimeout(() => leaving.abort(), SILENCE_MS)
        const events = (rest + part.value).split('\n\n')
        rest = events.pop() ?? ''
        for (const event of events) {
          if (!event.startsWith('data: ')) continue
          const message = JSON.parse(event.slice('data: '.length)) as LiveMessage
          onMessage(message)
          if (message.type === 'ended') return undefined
        }
      }
    } catch {
      // The network is away, or the stream was silent for too long: tried again below.
    } finally {
      clearTimeout(timer)
      // Otherwise one that is no longer read would stay open as long as the server likes.
      leaving.abort()
    }
    return pause()
  }

  /** Longer after each failure, and not all windows at the same moment. */
  function pause() {
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++) * (0.5 + Math.random())
  }

  void (async () => {
    while (!stopping.signal.aborted) {
      const pauseMs = await connection()
      if (pauseMs === undefined) return
      interrupted = true
      await pausing(pauseMs, stopping.signal)
    }
  })()
  return () => stopping.abort()
}

function pausing(ms: number, stopping: AbortSignal) {
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
