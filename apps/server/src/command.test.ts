// slow: starts commands as processes; represented by apps/server/src/config.test.ts
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { administer, freshDatabase } from '../test/fresh-database.ts'
import { startS3Store } from '../test/s3-store.ts'
import { checks } from './checks.ts'
import { readConfig } from './config.ts'
import { requireKnownSecret } from './persistence/auth-secret.ts'
import { registerServer } from './persistence/servers.ts'
import { fingerprintsOf } from './secrets.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let folder: string
beforeAll(async () => {
  fresh = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'command-'))
})
afterAll(async () => {
  await fresh.drop()
  await rm(folder, { recursive: true })
})

/** As `bin/sherpa` of a release runs it. */
async function sherpa(args: string[], env: Record<string, string> = {}) {
  const settings = { DATABASE_URL: fresh.servingUrl, DATABASE_OWNER_URL: fresh.url, DATA_DIRECTORY: folder }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'command.ts'), ...args], {
    env: { ...process.env, ...settings, AUTH_SECRET: 'a secret of more than thirty-two characters', ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const [code] = await once(child, 'close')
  return { code, output }
}

test('lists its commands, and rejects others', async () => {
  expect(await sherpa(['help'])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/serve.*migrate \[--contract\].*check.*staff:add.*organization:copy.*files:move/s),
  })
  expect(await sherpa(['start'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no command "start".'),
  })
})

test.each([
  [['migrate', '--all'], 'sherpa migrate applies expand migrations; sherpa migrate --contract applies'],
  [['staff:add'], 'sherpa staff:add person@sherpa.example'],
  [['organization:copy'], 'sherpa organization:copy <organization id>'],
  [['organization:move', '00000000-0000-4000-8000-000000000000'], 'sherpa organization:move <organization id> <cell>'],
  [['files:move'], 'sherpa files:move bucket|folder [--remove]'],
  [['site:export'], 'sherpa site:export <folder>'],
])('%j without valid arguments says how to call it', async (args, usage) => {
  expect(await sherpa(args)).toMatchObject({ code: 1, output: expect.stringContaining(usage) })
})

test('a release requires an external database', async () => {
  const { code, output } = await sherpa(['serve'], { DATABASE_URL: '', DATABASE_OWNER_URL: '' })
  expect(output).toBe('DATABASE_URL must be set: a release has no embedded database.\n')
  expect(code).toBe(1)
})

test('check passes on a migrated database', async () => {
  const { code, output } = await sherpa(['check'])
  expect(output).toMatch(/^ok +settings\nok +database: PostgreSQL .*\nok +migrations: none pending\nok +database user/)
  expect(code).toBe(0)
})

test('check writes to the bucket, and reports wrong keys', async () => {
  const s3 = await startS3Store()
  onTestFinished(s3.stop)
  const bucket = (secretKey: string) => ({
    FILES_BUCKET_URL: s3.bucket.url,
    FILES_ACCESS_KEY: s3.bucket.accessKey,
    FILES_SECRET_KEY: secretKey,
  })
  expect(await sherpa(['check'], bucket(s3.bucket.secretKey))).toMatchObject({
    code: 0,
    output: expect.stringContaining(`ok      bucket: ${s3.bucket.url}`),
  })
  expect(await sherpa(['check'], bucket('another'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('failed  bucket: The file store answered a PUT with 403'),
  })
})

describe('check finds', () => {
  const secret = 'a secret of more than thirty-two characters'
  const run = (name: string, env: Record<string, string> = {}) => {
    const settings = { DATABASE_URL: fresh.servingUrl, DATABASE_OWNER_URL: fresh.url, DATA_DIRECTORY: folder }
    const check = checks.find((one) => one.name === name)
    if (!check) throw new Error(`No check is called ${name}.`)
    return check.run(readConfig({ ...settings, AUTH_SECRET: secret, ...env }))
  }

  test('a misspelled setting, with the name that was meant', async () => {
    expect(await sherpa(['check'], { SMPT_URL: 'smtp://mail.example' })).toEqual({
      code: 1,
      output: 'failed  settings: SMPT_URL is not a setting; did you mean SMTP_URL?\n',
    })
  })

  test('a mail server that does not answer', async () => {
    const port = await closedPort()
    await expect(run('mail server', { SMTP_URL: `smtp://127.0.0.1:${port}` })).rejects.toThrow('ECONNREFUSED')
    expect(await run('mail server')).toBe('not set: mail goes to the data directory')
  })

  test.each([
    [{ PLATFORM_URL: 'http://app.sherpa.example' }, 'http://app.sherpa.example must begin with https'],
    [{ SITE_URL: 'http://sherpa.example', API_URL: 'http://sherpa.example/api' }, 'http://sherpa.example, http://sher'],
    [{ CORS_ORIGINS: 'http://www.sherpa.example' }, 'http://www.sherpa.example must begin with https'],
  ])('addresses without TLS: %j', async (env, reason) => {
    await expect(run('addresses', env)).rejects.toThrow(reason)
  })

  test('that the owner of the tables serves', async () => {
    expect(await run('database user')).toBe(new URL(fresh.servingUrl).username)
    await expect(run('database user', { DATABASE_URL: fresh.url })).rejects.toThrow(
      'row-level security does not bind it',
    )
  })

  test('more connections than PostgreSQL accepts, for as many servers as run', async () => {
    const { rows } = await fresh.database.query("select current_setting('max_connections')::int as most")
    const each = String(Math.floor(rows[0].most / 2))
    expect(await run('connections', { DATABASE_CONNECTIONS: each })).toMatch(/^at most \d+ for each server$/)
    for (let n = 0; n < 2; n++)
      await registerServer(fresh.database, { id: randomUUID(), connections: 1 }, 'any release')
    await expect(run('connections', { DATABASE_CONNECTIONS: each })).rejects.toThrow(
      /^2 servers may open \d+ connections/,
    )
    await fresh.database.query('delete from servers')
  })

  test('another secret than that of the database', async () => {
    const empty = Object.assign(new URL(fresh.url), { pathname: '/postgres' }).href
    expect(await run('secret', { DATABASE_OWNER_URL: empty })).toBe('after the migrations')
    expect(await run('secret')).toBe('not known to the database before the first start')
    await requireKnownSecret(fresh.database, fingerprintsOf([secret]))
    expect(await run('secret')).toBe('that of the database')
    const other = 'another secret of more than thirty-two letters'
    await expect(run('secret', { AUTH_SECRET: other })).rejects.toThrow(
      'AUTH_SECRET is not the secret of this database',
    )
    expect(await run('secret', { AUTH_SECRET: other, AUTH_SECRET_OTHER: secret })).toMatch(/with another one for a rot/)
  })

  test.each(['files', 'mail'])('that it cannot write to the folder of the %s', async (name) => {
    const occupied = await mkdtemp(join(tmpdir(), 'occupied-'))
    onTestFinished(() => rm(occupied, { recursive: true }))
    await writeFile(join(occupied, name), '')
    await expect(run('data directory', { DATA_DIRECTORY: occupied })).rejects.toThrow(/EEXIST|ENOTDIR/)
  })

  test('that the bucket takes no writes', async () => {
    const s3 = await startS3Store()
    onTestFinished(s3.stop)
    s3.faults.push(403)
    const { url, accessKey, secretKey } = s3.bucket
    const bucket = { FILES_BUCKET_URL: url, FILES_ACCESS_KEY: accessKey, FILES_SECRET_KEY: secretKey }
    await expect(run('bucket', bucket)).rejects.toThrow('The file store answered a PUT with 403')
    expect(await run('bucket', bucket)).toBe(url)
  })
})

/** Nothing listens on it. */
async function closedPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('check refuses the databases that serve refuses, and a read-only one', async () => {
  const failed = async (reason: string) =>
    expect(await sherpa(['check'])).toMatchObject({ code: 1, output: expect.stringContaining(`failed  ${reason}`) })
  const { database } = fresh
  await database.query("insert into migrations (name, kind) values ('9999_newer.sql', 'contract')")
  await failed('migrations: The database has 9999_newer.sql, which this release does not know: start a newer release.')
  await database.query("delete from migrations where name = '9999_newer.sql'")

  const last = '(select max(name) from migrations)'
  const { rows } = await database.query(`select name, hash from migrations where name = ${last}`)
  await database.query(`update migrations set hash = 'another' where name = ${last}`)
  await failed(`migrations: ${rows[0].name} was changed after it was applied`)
  await database.query(`update migrations set hash = $1 where name = ${last}`, [rows[0].hash])

  const name = new URL(fresh.url).pathname.slice(1)
  await administer(`alter database ${name} set default_transaction_read_only = on`)
  await failed('database: read-only')
  await administer(`alter database ${name} reset default_transaction_read_only`)
})

test('migrate names an unreachable database without a stack', async () => {
  const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATABASE_OWNER_URL: '' }
  const { code, output } = await sherpa(['migrate'], unreachable)
  expect(output).toBe(
    'The database at DATABASE_URL does not let us in (ECONNREFUSED): check the address, the user and the password.\n',
  )
  expect(code).toBe(1)
})

test('check names pending migrations and an unreachable database', async () => {
  await fresh.database.query("delete from migrations where name like '0002%'")
  expect(await sherpa(['check'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('failed  migrations: pending: 0002_plans.sql.'),
  })
  const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATABASE_OWNER_URL: '' }
  expect(await sherpa(['check'], unreachable)).toMatchObject({
    code: 1,
    output: expect.stringContaining('ECONNREFUSED'),
  })
})

test('site:export writes pages with addresses and their headers', async () => {
  const site = join(folder, 'site')
  await sherpa(['site:export', site], {
    SITE_URL: 'https://www.sherpa.example',
    API_URL: 'https://api.sherpa.example/api',
  })
  expect(await readFile(join(site, 'faqs/index.html'), 'utf8')).toContain('href="https://www.sherpa.example/faqs"')
  const headers = JSON.parse(await readFile(join(site, 'headers.json'), 'utf8'))
  expect(headers['/faqs']['Content-Security-Policy']).toContain("connect-src 'self' https://api.sherpa.example;")
})
