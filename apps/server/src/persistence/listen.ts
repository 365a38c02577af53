import type { Database } from './database.ts'

const RECONNECT_MS = 1000

/**
 * Hears what is notified on a channel, over a connection of its own. When that breaks it gets another one, and calls `onNotice`,
 * since something may have been missed.
 */
export function listen(database: Database, channel: string, onNotice: () => void) {
  const leaving = Promise.withResolvers<void>()
  let stopped = false

  async function hearUntilLost() {
    const client = await database.connect()
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
    })
    client.on('notification', onNotice)
    try {
      await client.query(`listen ${channel}`)
      onNotice()
      await Promise.race([lost, leaving.promise])
    } finally {
      client.release(true)
    }
  }

  const running = (async () => {
    while (!stopped) {
      // The database is away: whoever asks it something will say so.
      await hearUntilLost().catch(() => undefined)
      if (!stopped) await Promise.race([leaving.promise, new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))])
    }
  })()

  return {
    async stop() {
      stopped = true
      leaving.resolve()
      await running
    },
  }
}
