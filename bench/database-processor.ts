import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TICK_MS = 10

/** Processor milliseconds of all processes of an embedded PostgreSQL so far, with those that have ended (Linux only). */
export function databaseMs(directory: string) {
  const ticksOf = (id: string, fields: number[]) => {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return fields.reduce((sum, field) => sum + Number(stat[field]), 0)
    } catch {
      return 0
    }
  }
  try {
    const [parent = ''] = readFileSync(join(directory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    const isChild = (id: string) => ticksOf(id, [1]) === Number(parent)
    const children = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && isChild(id))
    const ended = ticksOf(parent, [11, 12, 13, 14])
    return (ended + children.reduce((sum, id) => sum + ticksOf(id, [11, 12]), 0)) * TICK_MS
  } catch {
    return Number.NaN
  }
}

/** Starts to count the processor milliseconds of this process, with its threads, and of PostgreSQL. */
export function countProcessor(directory: string) {
  const before = { server: process.cpuUsage(), database: databaseMs(directory) }
  return () => {
    const { user, system } = process.cpuUsage(before.server)
    return { server: (user + system) / 1000, database: databaseMs(directory) - before.database }
  }
}
