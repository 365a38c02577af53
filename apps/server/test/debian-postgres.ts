import { execFile } from 'node:child_process'
import { chown, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
const INSTALLED = '/usr/lib/postgresql'
const OLDEST_VERSION = 15
export const PASSWORD = 'for-a-test-on-loopback'

/** The tools of Debian's PostgreSQL packages. Exits with a sentence if they are missing. */
export async function findTools(): Promise<string> {
  const versions = (await readdir(INSTALLED).catch(() => [])).map(Number).filter((version) => version >= OLDEST_VERSION)
  const newest = versions.toSorted((one, other) => other - one)[0]
  if (newest) return join(INSTALLED, String(newest), 'bin')
  console.error('This test needs the PostgreSQL of Debian: apt-get install -y postgresql-15')
  process.exit(1)
}

/** PostgreSQL refuses to run as root. */
export async function unprivileged() {
  if (process.getuid?.() !== 0) return {}
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

/** A folder that PostgreSQL may write to. */
export async function makeTemporaryFolder(name: string) {
  const folder = await mkdtemp(join(tmpdir(), name))
  const { uid, gid } = await unprivileged()
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  return folder
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>

/** A cluster in `data`, on a port of loopback. `init` or a base backup makes its files. */
export async function openCluster(data: string) {
  const tools = await findTools()
  const owner = await unprivileged()
  const port = await freePort()
  const env = { ...process.env, PGPASSWORD: PASSWORD, LC_ALL: 'C' }
  const tool = (name: string, ...args: string[]) => run(join(tools, name), args, { ...owner, env, cwd: '/' })
  const url = (user: string, database: string) => `postgres://${user}:${PASSWORD}@127.0.0.1:${port}/${database}`

  return {
    data,
    port,
    tool,
    url,
    async init() {
      const passwordFile = `${data}.password`
      await writeFile(passwordFile, PASSWORD, { mode: 0o644 })
      await tool(
        'initdb',
        '-D',
        data,
        '-U',
        'postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
      )
    },
    start(...settings: string[]) {
      const options = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings]
      const flags = options.map((option) => `-c "${option}"`).join(' ')
      return tool('pg_ctl', 'start', '-D', data, '-w', '-o', flags, '-l', `${data}.log`)
    },
    stop: () => tool('pg_ctl', 'stop', '-D', data, '-m', 'fast', '-w').catch(() => undefined),
    /** The postmaster and all its backends at once. */
    async signal(signal: 'SIGKILL' | 'SIGSTOP') {
      const [postmaster = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
      const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '')
      for (const pid of [postmaster, ...children.trim().split(' ')].map(Number).filter((pid) => pid > 1)) {
        try {
          process.kill(pid, signal)
        } catch {
          // It ended by itself meanwhile.
        }
      }
    },
    async query<Row extends pg.QueryResultRow>(statement: string, database = 'postgres') {
      const client = new pg.Client(url('postgres', database))
      await client.connect()
      try {
        return (await client.query<Row>(statement)).rows
      } finally {
        await client.end()
      }
    },
    /** The two users and the database, as docs/operations.md says. */
    async createUsers() {
      for (const user of ['sherpa_owner', 'sherpa_server']) {
        await this.query(`create role ${user} login password '${PASSWORD}'`)
      }
    },
    createDatabase(name: string) {
      return this.query(`create database ${name} owner sherpa_owner`)
    },
  }
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
