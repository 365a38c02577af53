// Processor time of the steps of `npm test`, with all processes that they start: browsers, servers, PostgreSQL. Linux only.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Names the step in the environment of its processes. */
export const STEP = 'TEST_STEP'

const POLL_MS = 400
const TICKS_PER_SECOND = 100

/** @typedef {{ step: string | undefined, ticks: number }} Seen */

/** Measures until `stop`, which returns the seconds of each step. */
export function measureSteps() {
  if (!existsSync('/proc/self/stat')) return { stop: () => /** @type {Map<string, number>} */ (new Map()) }
  /** By process id and start time, because ids are reused. @type {Map<string, Seen>} */
  const processes = new Map()
  const timer = setInterval(look, POLL_MS)
  timer.unref()

  function look() {
    const running = readdirSync('/proc').flatMap((name) => {
      const stat = /^\d+$/.test(name) && read(`/proc/${name}/stat`)
      if (!stat) return []
      // The name of the program may contain anything, also parentheses.
      const [, parent = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const key = `${name} ${fields[17]}`
      return [{ id: name, key, parent, ticks: Number(fields[9]) + Number(fields[10]) }]
    })
    const keys = new Map(running.map(({ id, key }) => [id, key]))
    for (const { id, key, parent, ticks } of running) {
      const known = processes.get(key)
      if (known) known.ticks = ticks
      else processes.set(key, { step: stepOf(id) ?? processes.get(keys.get(parent) ?? '')?.step, ticks })
    }
  }

  return {
    stop() {
      clearInterval(timer)
      look()
      /** @type {Map<string, number>} */
      const seconds = new Map()
      for (const { step, ticks } of processes.values()) {
        if (step) seconds.set(step, (seconds.get(step) ?? 0) + ticks / TICKS_PER_SECOND)
      }
      return seconds
    },
  }
}

/** Processes of the browser overwrite their environment: they belong to the step of their parent. @param {string} id */
function stepOf(id) {
  const entry = read(`/proc/${id}/environ`)
    .split('\0')
    .find((one) => one.startsWith(`${STEP}=`))
  return entry?.slice(STEP.length + 1)
}

/** Empty if the process has ended. @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
