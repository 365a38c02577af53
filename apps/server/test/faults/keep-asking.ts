import { setTimeout as pause } from 'node:timers/promises'
import type { Load } from './load.ts'

/** Counts by status or failure. */
export type Tally = Map<string, number>

/** Counts a response by status, and 503 without Retry-After separately. */
export function count(tally: Tally, answer: Response | undefined) {
  const waits = answer?.status !== 503 || answer.headers.has('retry-after')
  const outcome = answer ? `${answer.status}${waits ? '' : ' without Retry-After'}` : 'no answer'
  tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
}

/** Clients that repeat each request with the same idempotency key until it is acknowledged. */
export function keepAsking(load: Load, urls: string[]) {
  const acknowledged = new Map<string, string>()
  const tally: Tally = new Map()
  let stopping = false
  let asked = 0
  const client = async () => {
    while (!stopping) {
      const number = asked++
      const { path, body, key, token } = load.request(number)
      const headers = {
        'Content-Type': 'application/json',
        'Idempotency-Key': `fault-test-${key}`,
        ...(token && { authorization: `Bearer ${token}` }),
      }
      for (let attempt = 0; !acknowledged.has(key); attempt++) {
        const url = urls[(number + attempt) % urls.length]
        try {
          const answer = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers })
          count(tally, answer)
          if (answer.status === 201) acknowledged.set(key, load.nameOf(await answer.json()))
          else if (answer.status < 500) throw new Error(`Unexpected answer ${answer.status}: ${await answer.text()}`)
        } catch (error) {
          if (error instanceof Error && error.message.startsWith('Unexpected')) throw error
          count(tally, undefined)
        }
        if (!acknowledged.has(key)) {
          if (stopping) return
          await pause(50)
        }
      }
    }
  }
  const clients = Promise.all(Array.from({ length: load.clients }, client))
  return {
    acknowledged,
    tally,
    stop: async () => {
      stopping = true
      await clients
      return acknowledged
    },
  }
}
