import { type Database, withoutTenant } from './database.ts'

const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 10_000

type Listener = {
  onNotice: (payload: string) => void
  /** `again`: not the first attempt, so notifications may have been missed. */
  onListening?: (again: boolean) => void
}

/** LISTEN on a dedicated connection. Reconnects with exponential backoff. */
export function listen(database: Database, channel: string, { onNotice, onListening }: Listener) {
  const stopping = Promise.withResolvers<void>()
  const firstAttempt = Promise.withResolvers<void>()
  let stopped = false
  let failures = 0
  let hasTried = false

  async function listenUntilLost() {
    const again = hasTried
    hasTried = true
    const client = await database.connect()
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
    })
    client.on('notification', ({ payload }) => onNotice(payload ?? ''))
    try {
      await client.query(`listen ${channel}`)
      failures = 0
      onListening?.(again)
      firstAttempt.resolve()
      await Promise.race([lost, stopping.promise])
    } finally {
      client.release(true)
    }
  }

  const running = withoutTenant(async () => {
    while (!stopped) {
      // Unreachable database: requests report it.
      await listenUntilLost().catch(() => undefined)
      firstAttempt.resolve()
      const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)
      if (!stopped)
        await Promise.race([stopping.promise, new Promise((resolve) => setTimeout(resolve, pauseMs).unref())])
    }
  })

  return {
    /** Resolves after the first attempt. */
    firstAttempt: firstAttempt.promise,
    async stop() {
      stopped = true
      stopping.resolve()
      await running
    },
  }
}
