import type { LiveTopic } from '@sherpa/contracts/live'
import type pg from 'pg'
import type { Database } from '../persistence/database.ts'

/** What the triggers of migration 0013 say: records of an organization have changed, or sessions of people have ended. */
export type Announcement =
  | { topic: LiveTopic; organization: string; ids: string[] | null }
  /** Null: of a great many. */
  | { ended: string[] | null }

type Listener = {
  onAnnouncement: (announcement: Announcement) => void
  /** Something may have been missed: the connection was away. */
  onGap: () => void
  log: { warn: (details: object, message: string) => void }
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000

/** Listens on one connection, and comes back to it when it breaks. */
export function listenForChanges(database: Database, { onAnnouncement, onGap, log }: Listener) {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0

  async function connect() {
    const fresh = database.separateConnection()
    client = fresh
    const lost = (error?: Error) => {
      if (stopped || client !== fresh) return
      client = undefined
      log.warn({ err: error }, 'live updates wait for the database')
      void fresh.end().catch(() => undefined)
      timer = setTimeout(connect, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++))
      timer.unref()
    }
    fresh.on('error', lost)
    fresh.on('end', () => lost())
    fresh.on('notification', ({ payload }) => onAnnouncement(JSON.parse(payload ?? '') as Announcement))
    try {
      await fresh.connect()
      await fresh.query('listen live_updates')
      if (failures > 0) onGap()
      failures = 0
    } catch (error) {
      lost(error as Error)
    }
  }

  const connected = connect()
  return {
    /** The first try is over. */
    connected,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await connected
      await client?.end().catch(() => undefined)
    },
  }
}
