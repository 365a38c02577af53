import { setTimeout as pause } from 'node:timers/promises'
import { count, type Tally } from './keep-asking.ts'
import type { Read } from './load.ts'

const PAUSE_MS = 20

/** Reads in a loop and counts the responses. */
export function keepReading(reads: Read[], url: string) {
  const tally: Tally = new Map()
  let stopping = false
  const readers = reads.map(async (read) => {
    while (!stopping) {
      const answer = await ask(read, url).catch(() => undefined)
      count(tally, answer)
      await answer?.text().catch(() => undefined)
      await pause(PAUSE_MS)
    }
  })
  return {
    stop: async () => {
      stopping = true
      await Promise.all(readers)
      return tally
    },
  }
}

/** Live-update client that reconnects when its stream ends, and counts messages. */
export function keepWatching(read: Read, url: string) {
  const leaving = new AbortController()
  const heard = { changes: 0, refreshes: 0, streams: 0 }
  const watching = (async () => {
    while (!leaving.signal.aborted) {
      try {
        const { body, status } = await ask(read, url, leaving.signal)
        if (status === 200) heard.streams++
        for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
          heard.changes += text.split('"changed"').length - 1
          heard.refreshes += text.split('"refresh"').length - 1
        }
      } catch {
        // Reconnects.
      }
      await pause(PAUSE_MS)
    }
  })()
  return {
    heard,
    stop: async () => {
      leaving.abort()
      await watching
    },
  }
}

function ask({ path, token, body }: Read, url: string, signal: AbortSignal | null = null) {
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  return fetch(`${url}${path}`, { signal, headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
}
