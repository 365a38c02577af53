import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/persistence/database.ts'

/** Until so many statements wait for a lock: for tests that put two requests into an order. */
export async function waitForLocks(database: Database, count: number) {
  for (;;) {
    const { rows } = await database.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    if (rows.length >= count) return
    await pause(5)
  }
}
