import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../src/persistence/database.ts'

/** Waits until this many statements are blocked by locks, to order concurrent requests. */
export async function waitForLocks(database: Database, count: number, isOver = () => false) {
  while (!isOver()) {
    const { rows } = await database.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    if (rows.length >= count) return
    await pause(5)
  }
}

/** Starts `second` while `first` waits before it writes to the table. Goes on once `second` is done or waits too. */
export async function interleave(
  database: Database,
  table: string,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
) {
  const blocker = await database.connect()
  try {
    await blocker.query(`begin; lock table ${table} in share mode`)
    const running = start(first)
    await waitForLocks(database, 1, running.isOver)
    const other = start(second)
    await waitForLocks(database, 2, other.isOver)
    await blocker.query('rollback')
    await Promise.all([running.result, other.result])
  } finally {
    blocker.release()
  }
}

/** Starts works that write to the table, and lets them go on once all, or so many, wait for it or for each other. */
export async function allAtOnce<Result>(
  database: Database,
  table: string,
  works: (() => Promise<Result>)[],
  waiting = works.length,
) {
  const blocker = await database.connect()
  try {
    await blocker.query(`begin; lock table ${table} in share mode`)
    const running = works.map(start)
    const allOver = () => running.every(({ isOver }) => isOver())
    await waitForLocks(database, waiting, allOver)
    await blocker.query('rollback')
    return running.map(({ result }) => result)
  } finally {
    blocker.release()
  }
}

function start<Result>(work: () => Promise<Result>) {
  let isOver = false
  const result = work().finally(() => {
    isOver = true
  })
  return { result, isOver: () => isOver }
}
