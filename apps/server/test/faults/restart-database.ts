import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

/** Ends the embedded database, which its starter restarts. SIGINT: like `pg_ctl restart -m fast`; SIGKILL: a crash. */
export async function restartDatabase(directory: string, signal: 'SIGINT' | 'SIGKILL') {
  const before = await postmaster(directory)
  process.kill(before.pid, signal)
  return eventually(async () => {
    const { pid, ready } = await postmaster(directory)
    return ready && pid !== before.pid
  }, 30_000)
}

/** From postmaster.pid. */
async function postmaster(directory: string) {
  const lines = await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , , , , , status] = lines.split('\n')
  return { pid: Number(pid), ready: status?.trim() === 'ready' }
}
