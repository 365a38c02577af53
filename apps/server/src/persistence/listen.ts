import { type Database, outsideOfOrganizations } from './database.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000

type Listener = {
  onNotice: (payload: string) => void
  /** It listens, at the first try or again: then something may have been missed before. */
  onListening?: (again: boolean) => void
}

/** Hears what is notified on a channel, over a connection of its own, and gets another one when that breaks. */
export function listen(database: Database, channel: string, { onNotice, onListening }: Listener) {
  const leaving = Promise.withResolvers<void>()
  const firstTry = Promise.withResolvers<void>()
  let stopped = false
  let failures = 0
  let hasTried = false

  async function hearUntilLost() {
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
      firstTry.resolve()
      await Promise.race([lost, leaving.promise])
    } finally {
      client.release(true)
    }
  }

  const running = outsideOfOrganizations(async () => {
    while (!stopped) {
      // The database is away: whoever asks it something will say so.
      await hearUntilLost().catch(() => undefined)
      firstTry.resolve()
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)
      if (!stopped)
        await Promise.race([leaving.promise, new Promise((resolve) => setTimeout(resolve, pauseMs).unref())])
    }
  })

  return {
    /** The first try to listen is over. */
    firstTry: firstTry.promise,
    async stop() {
      stopped = true
      leaving.resolve()
      await running
    },
  }
}
