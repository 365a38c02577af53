// One process of this machine at a time. Plain files, since nothing is installed yet.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Does a piece of work while no other process does any under the same folder. Who is killed at it does not keep the others out.
 *
 * @param {string} folder @param {() => void} work @param {() => void} onWait called once, if others are at work
 */
export function oneProcessAtATime(folder, work, onWait) {
  const claim = String(nameOf(process.pid))
  for (let waiting = false; !isOurTurn(folder, claim); waiting = true) {
    if (!waiting) onWait()
    // Not always equally long, so that two that gave way to each other do not do so forever.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100 + 200 * Math.random())
  }
  try {
    work()
  } finally {
    rmSync(join(folder, claim), { force: true })
  }
}

/**
 * Everyone leaves their claim first and looks for others then: of two, at least one sees the other, and gives way.
 *
 * @param {string} folder @param {string} claim
 */
function isOurTurn(folder, claim) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, claim), '')
  const others = readdirSync(folder).filter((other) => other !== claim)
  const left = others.filter((other) => nameOf(Number.parseInt(other, 10)) !== other)
  for (const other of left) rmSync(join(folder, other), { force: true })
  if (left.length === others.length) return true
  rmSync(join(folder, claim), { force: true })
  return false
}

/**
 * The name of a running process: its number, and where the system tells, when it began, since numbers are given out again.
 *
 * @param {number} pid
 */
function nameOf(pid) {
  try {
    if (!existsSync('/proc/self/stat')) {
      process.kill(pid, 0)
      return String(pid)
    }
    const [state, ...more] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // Killed, and its parent has not noticed yet.
    return state === 'Z' ? undefined : `${pid}-${more[18]}`
  } catch (error) {
    const mayNotBeSignaled = /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
    return mayNotBeSignaled ? String(pid) : undefined
  }
}
