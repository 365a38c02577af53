// npm run test:restore: restores of an external database, on Debian's PostgreSQL and pgBackRest. Every table is compared by row count
// and hash, for a dump in another cluster and for a point in time between two writes.
import { execFile } from 'node:child_process'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import pg from 'pg'
import { createSampleService } from '../src/domains/samples/samples.ts'
import { prepareDatabase } from '../src/persistence/prepare-database.ts'
import { sampleParts } from '../src/sample-parts.ts'
import { type Cluster, makeTemporaryFolder, openCluster, PASSWORD, unprivileged } from './debian-postgres.ts'
import { fingerprint } from './fingerprint.ts'

const run = promisify(execFile)
const failures: string[] = []
const directory = await makeTemporaryFolder('sherpa-restore-')
const owner = await unprivileged()
const primary = await openCluster(join(directory, 'primary'))
const other = await openCluster(join(directory, 'other'))
const config = join(directory, 'pgbackrest.conf')
try {
  await requirePgBackRest()
  await startPrimary()
  await dumpAndRestore()
  await restoreToTime()
} finally {
  await Promise.all([primary.stop(), other.stop()])
  await rm(directory, { recursive: true, force: true })
}
for (const failure of failures) console.error(`✗ ${failure}`)
console.log(failures.length === 0 ? 'Every row was restored.' : 'Some checks failed.')
process.exit(failures.length === 0 ? 0 : 1)

async function startPrimary() {
  await primary.init()
  await primary.start(
    'archive_mode=on',
    `archive_command=pgbackrest --config=${config} --stanza=sherpa archive-push %p`,
    `unix_socket_directories=${directory}`,
  )
  await primary.createUsers()
  await primary.createDatabase('sherpa')
  const database = await prepared(primary)
  await createSampleService({ database, clock: () => new Date(), fill: sampleParts }).make()
  await database.end()
}

async function dumpAndRestore() {
  const before = await fingerprintOf(primary)
  const dump = join(directory, 'sherpa.dump')
  await primary.tool('pg_dump', '--format=custom', `--file=${dump}`, primary.url('sherpa_owner', 'sherpa'))
  await other.init()
  await other.start()
  await other.createUsers()
  await other.createDatabase('sherpa')
  await other.tool('pg_restore', '--exit-on-error', `--dbname=${other.url('sherpa_owner', 'sherpa')}`, dump)
  compare('dump', before, await fingerprintOf(other))
  // A server starts on it, and has nothing to migrate.
  await (await prepared(other)).end()
  compare('dump, after a start', before, await fingerprintOf(other))
}

async function restoreToTime() {
  for (const name of ['repository', 'log', 'lock']) await makeOwned(join(directory, name))
  await writeFile(
    config,
    [
      '[global]',
      `repo1-path=${join(directory, 'repository')}`,
      `log-path=${join(directory, 'log')}`,
      `lock-path=${join(directory, 'lock')}`,
      'repo1-retention-full=2',
      'start-fast=y',
      '[sherpa]',
      `pg1-path=${primary.data}`,
      `pg1-port=${primary.port}`,
      `pg1-socket-path=${directory}`,
      'pg1-user=postgres',
      '',
    ].join('\n'),
  )
  await pgBackRest('stanza-create')
  await pgBackRest('check')
  await pgBackRest('--type=full', 'backup')
  // pgBackRest compares whole seconds: the target must be in a later one than the end of the backup.
  await primary.query('select pg_sleep(2)')
  await primary.query("update organizations set name = 'Before'", 'sherpa')
  const wanted = await fingerprintOf(primary)
  const [row] = await primary.query<{ time: string }>('select clock_timestamp()::text as time')
  await primary.query('select pg_sleep(0.5)')
  await primary.query("update organizations set name = 'After'", 'sherpa')
  await primary.query('select pg_switch_wal()')
  const unwanted = await fingerprintOf(primary)
  if (isDeepStrictEqual(wanted, unwanted)) failures.push('the second write changed nothing')
  await primary.stop()
  await rename(primary.data, `${primary.data}.lost`)
  await makeOwned(primary.data)
  await pgBackRest('--type=time', `--target=${row?.time}`, '--target-action=promote', 'restore')
  await primary.start('archive_mode=off')
  await untilPromoted()
  compare('point in time', wanted, await fingerprintOf(primary))
  const { stdout } = await pgBackRest('info')
  console.log(stdout.trim())
}

async function untilPromoted() {
  for (let attempt = 0; attempt < 100; attempt++) {
    const [state] = await primary.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
    if (!state?.recovering) return
    await primary.query('select pg_sleep(0.1)')
  }
  failures.push('recovery did not end')
}

function prepared(cluster: Cluster) {
  const [url, ownerUrl] = [cluster.url('sherpa_server', 'sherpa'), cluster.url('sherpa_owner', 'sherpa')]
  return prepareDatabase({ url, ownerUrl, warn: (message) => failures.push(message) })
}

async function fingerprintOf(cluster: Cluster) {
  const client = new pg.Client(cluster.url('sherpa_owner', 'sherpa'))
  await client.connect()
  try {
    return await fingerprint(client)
  } finally {
    await client.end()
  }
}

type Fingerprint = Awaited<ReturnType<typeof fingerprint>>
function compare(what: string, wanted: Fingerprint, found: Fingerprint) {
  const differing = Object.keys({ ...wanted, ...found }).filter(
    (table) => !isDeepStrictEqual(wanted[table], found[table]),
  )
  if (differing.length > 0) failures.push(`${what}: ${differing.join(', ')} differ`)
  const rows = Object.values(found).reduce((sum, table) => sum + table.rows, 0)
  console.log(`${what}: ${Object.keys(found).length} tables, ${rows} rows, ${differing.length} differ`)
}

async function makeOwned(path: string) {
  await run('install', ['-d', '-m', '700', path])
  if (owner.uid !== undefined) await run('chown', [`${owner.uid}:${owner.gid}`, path])
}

function pgBackRest(...args: string[]) {
  const env = { ...process.env, PGPASSWORD: PASSWORD }
  return run('pgbackrest', [`--config=${config}`, '--stanza=sherpa', ...args], { ...owner, env, cwd: directory })
}

async function requirePgBackRest() {
  await run('pgbackrest', ['version']).catch(() => {
    console.error('This test needs pgBackRest: apt-get install -y pgbackrest')
    process.exit(1)
  })
}
