import { chown, copyFile, lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'
import { inParallel } from '../in-parallel.ts'
import { ownerBelow, PASSWORD_FILE, startEmbeddedPostgres } from './embedded-postgres.ts'

/** Waiting for the disk takes most of the time. */
const CONCURRENCY = 8
const WAL = 'pg_wal'
const CONTROL_FILE = 'pg_control'
/** PostgreSQL rebuilds their content at the start. */
const REBUILT = new Set([
  WAL,
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT = /^(postmaster\.(pid|opts)|server\.log.*|pgsql_tmp.*|pg_internal\.init.*|.*\.part)$/
/** Beside the database, in DATA_DIRECTORY. */
const OTHERS = [PASSWORD_FILE, 'auth-secret', 'files']

/**
 * Copies the embedded database while it runs, with PostgreSQL's low-level backup API: its npm package has no pg_basebackup
 * and no pg_dump. `target` appears once it is complete.
 */
export async function backUpEmbedded(directory: string, target: string) {
  if (await exists(target)) throw new Error(`${target} exists already: name a new folder.`)
  const unfinished = `${target}.part`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const postgres = await startEmbeddedPostgres(directory)
  try {
    await copyDatabase(postgres.url, join(directory, 'postgres'), join(unfinished, 'postgres'))
  } finally {
    await postgres.stop()
  }
  // After the database: every file that its rows refer to is there by now.
  for (const name of OTHERS) await copyTree(join(directory, name), join(unfinished, name))
  await rename(unfinished, target)
}

/** Puts a backup into an empty `directory`. The next start recovers the database. */
export async function restoreEmbedded(source: string, directory: string) {
  if (!(await exists(join(source, 'postgres', 'backup_label')))) throw new Error(`${source} is not a backup.`)
  for (const name of ['postgres', ...OTHERS]) {
    const path = join(directory, name)
    if (await exists(path)) throw new Error(`${path} exists: move it away, or set another DATA_DIRECTORY.`)
  }
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const owner = await ownerBelow(directory)
  for (const name of OTHERS) await copyTree(join(source, name), join(directory, name))
  const unfinished = join(directory, 'postgres.new')
  await rm(unfinished, { recursive: true, force: true })
  await copyTree(join(source, 'postgres'), unfinished)
  if (owner) for (const path of [unfinished, join(directory, PASSWORD_FILE)]) await chownTree(path, owner)
  await rename(unfinished, join(directory, 'postgres'))
}

async function copyDatabase(url: string, data: string, target: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'sherpa-backup' })
  await client.connect()
  const valuesOf = async (text: string, values: string[] = []): Promise<string[]> =>
    (await client.query<string[]>({ text, values, rowMode: 'array' })).rows[0] ?? []
  try {
    // The slot keeps the WAL of the backup from being recycled. It goes with the connection.
    await valuesOf('select pg_create_physical_replication_slot($1, true, true)', [`sherpa_backup_${process.pid}`])
    const [start = ''] = await valuesOf("select pg_backup_start('sherpa', true)")
    await copyTree(data, target, isLeftOut)
    // Last, as pg_basebackup does.
    await copyFlushed(join(data, 'global', CONTROL_FILE), join(target, 'global', CONTROL_FILE))
    const [end = '', label = ''] = await valuesOf('select lsn, labelfile from pg_backup_stop(false)')
    await writeFile(join(target, 'backup_label'), label, { flush: true, mode: 0o600 })
    const [first = '', last = ''] = await valuesOf('select pg_walfile_name($1), pg_walfile_name($2)', [start, end])
    const segments = (await readdir(join(data, WAL))).filter(
      (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
    )
    if (!segments.includes(first) || !segments.includes(last)) throw new Error('WAL of the backup is missing.')
    for (const name of segments) await copyFlushed(join(data, WAL, name), join(target, WAL, name))
  } finally {
    await client.end()
  }
}

function isLeftOut(path: string) {
  const parent = basename(join(path, '..'))
  return REBUILT.has(parent) || LEFT_OUT.test(basename(path)) || basename(path) === CONTROL_FILE
}

async function copyTree(
  source: string,
  target: string,
  leaveOut: (path: string) => boolean = () => false,
): Promise<void> {
  // Files may disappear while a database runs.
  const found = await lstat(source).catch(skipMissing)
  if (!found) return
  if (!found.isDirectory()) return copyFlushed(source, target)
  await mkdir(target, { mode: 0o700 })
  const names = ((await readdir(source).catch(skipMissing)) ?? []).filter((name) => !leaveOut(join(source, name)))
  await inParallel(names, CONCURRENCY, (name) => copyTree(join(source, name), join(target, name), leaveOut))
}

function skipMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

async function copyFlushed(source: string, target: string) {
  try {
    await copyFile(source, target)
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && path === source) return
    throw error
  }
  const file = await open(target, 'r')
  await file.sync()
  await file.close()
}

async function chownTree(path: string, owner: { uid: number; gid: number }) {
  await chown(path, owner.uid, owner.gid)
  if (!(await lstat(path)).isDirectory()) return
  for (const name of await readdir(path)) await chownTree(join(path, name), owner)
}

async function exists(path: string) {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
