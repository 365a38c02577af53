// Mutual exclusion between processes by plain files, because nothing is installed yet.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Runs `work` while holding the lock of the folder. Locks of killed processes are removed.
 *
 * @param {string} folder @param {() => void} work @param {() => void} onWait called once if the lock is taken
 */
export function oneProcessAtATime(folder, work, onWait) {
  const claim = String(nameOf(process.pid))
  for (let waiting = false; !isOurTurn(folder, claim); waiting = true) {
    if (!waiting) onWait()
    // Jitter: two processes that yield to each other must not retry in lockstep forever.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100 + 200 * Math.random())
  }
  try {
    work()
  } finally {
    rmSync(join(folder, claim), { force: true })
  }
}

/**
 * Writes its claim before looking for others, so of two processes at least one sees the other and yields.
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
 * Unique name of a running process: pid and start time (Linux only), because pids are reused.
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
    // Zombie: killed, but not yet reaped by its parent.
    return state === 'Z' ? undefined : `${pid}-${more[18]}`
  } catch (error) {
    const mayNotBeSignaled = /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
    return mayNotBeSignaled ? String(pid) : undefined
  }
}
