import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Heap growth before the next garbage collection. V8's default can be four times as much. */
const GROWTH_PERCENT = 25
const DEFAULT_GROWTH = 0
/** Keeps the setting between the steps of an import. */
const COOLDOWN_MS = 5 * 60_000

let activeCount = 0
let resetTimer: NodeJS.Timeout | undefined

/**
 * Limits heap growth during allocation-heavy work, for about 10% more CPU time. V8 sets its growth limit at each
 * garbage collection, so one runs first (0.1 seconds). Threads read the rows within limits of their own, but what the main
 * thread plans and writes grows the same: without this, checking 40,000 rows adds 120 MB of resident memory instead of 55,
 * importing them 86 instead of 53, and checking them again 260 instead of 75 (`bench:import` with the flags of the server).
 */
export async function withLowMemory<Result>(work: () => Promise<Result>): Promise<Result> {
  if (resetTimer) clearTimeout(resetTimer)
  else if (activeCount === 0) {
    setHeapGrowth(GROWTH_PERCENT)
    collectGarbage()
  }
  resetTimer = undefined
  activeCount++
  try {
    return await work()
  } finally {
    if (--activeCount === 0) resetTimer = setTimeout(resetHeapGrowth, COOLDOWN_MS).unref()
  }
}

function resetHeapGrowth() {
  resetTimer = undefined
  setHeapGrowth(DEFAULT_GROWTH)
}

function setHeapGrowth(percent: number) {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}

/** `gc` is exposed only in contexts created after setting the flag. */
function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  setFlagsFromString('--no-expose-gc')
}
