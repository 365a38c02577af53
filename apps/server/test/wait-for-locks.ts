import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/persistence/database.ts'

/** Waits until this many statements are blocked by locks, to order concurrent requests. */
export async function waitForLocks(database: Database, count: number) {
  for (;;) {
    const { rows } = await database.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    if (rows.length >= count) return
    await pause(5)
  }
}
