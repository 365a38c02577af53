import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'

// Preloaded into a measured server: reports CPU time in milliseconds or RSS in megabytes.
process.on('message', async (question) => {
  if (question === 'memory') {
    // The allocator returns freed memory with a delay, so collect twice.
    globalThis.gc?.()
    await pause(1000)
    globalThis.gc?.()
    process.send?.(process.memoryUsage().rss / 1e6)
    return
  }
  if (question === 'memory-parts') {
    const resident = process.memoryUsage().rss
    globalThis.gc?.()
    await pause(1000)
    globalThis.gc?.()
    const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage()
    const spaces = getHeapSpaceStatistics().map(({ space_name, physical_space_size }) => [
      space_name,
      physical_space_size,
    ])
    const parts: Record<string, number> = {
      resident,
      residentAfter: rss,
      heapTotal,
      heapUsed,
      external,
      arrayBuffers,
      ...mappings(),
      ...Object.fromEntries(spaces),
    }
    process.send?.(
      Object.fromEntries(Object.entries(parts).map(([part, bytes]) => [part, Math.round(bytes / 1e5) / 10])),
    )
    return
  }
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000)
})

/** Where glibc puts the heaps of its arenas. */
const ARENA_BYTES = 64 * 1024 * 1024

/** Resident bytes by kind of mapping (Linux). */
function mappings() {
  const resident = { mainArena: 0, threadArenas: 0, otherAnonymous: 0, files: 0 }
  let kind: keyof typeof resident = 'files'
  for (const line of readFileSync('/proc/self/smaps', 'utf8').split('\n')) {
    const [, start, path] = /^([0-9a-f]+)-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)$/.exec(line) ?? []
    if (start !== undefined && path !== undefined) kind = kindOf(Number.parseInt(start, 16), path)
    const [, kilobytes] = /^Rss: +(\d+) kB/.exec(line) ?? []
    resident[kind] += Number(kilobytes ?? 0) * 1024
  }
  return resident
}

function kindOf(start: number, path: string) {
  if (path === '[heap]') return 'mainArena'
  if (path.startsWith('/')) return 'files'
  return start % ARENA_BYTES === 0 ? 'threadArenas' : 'otherAnonymous'
}
