import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** V8 lets its memory grow by this share of what is in use before it cleans up; by itself it would take up to four times as much. */
const GROWTH_PERCENT = 15
/** V8 decides again. */
const BY_ITSELF = 0
/** An import has several steps, which shall not begin anew. */
const STAYS_MS = 5 * 60_000

let underWay = 0
let ending: NodeJS.Timeout | undefined

/**
 * For work that makes much garbage for a while: it takes about a tenth more processor time, and the server stays about as small as it was.
 * V8 decides how far it may grow whenever it cleans up. So it cleans up once at the beginning, which takes a tenth of a second.
 */
export async function withLittleMemory<Result>(work: () => Promise<Result>): Promise<Result> {
  if (ending) clearTimeout(ending)
  else if (underWay === 0) {
    letGrowBy(GROWTH_PERCENT)
    cleanUp()
  }
  ending = undefined
  underWay++
  try {
    return await work()
  } finally {
    if (--underWay === 0) ending = setTimeout(growAsUsual, STAYS_MS).unref()
  }
}

function growAsUsual() {
  ending = undefined
  letGrowBy(BY_ITSELF)
}

function letGrowBy(percent: number) {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}

/** A new context has V8's own function for it, once it is told to offer it. */
function cleanUp() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  setFlagsFromString('--no-expose-gc')
}
