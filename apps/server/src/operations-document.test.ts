// Verifies docs/operations.md: monitoring, limits and overload.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../test/fresh-database.ts'
import { composerWith } from '../test/mail.ts'
import { type AppParts, buildApp } from './app.ts'
import { resetPasswordMail } from './domains/accounts/account-mail.ts'
import type { HostedFile } from './http/hosted-site.ts'
import { hostPlatform } from './http/serve-platform.ts'
import { createMailer } from './mail/mailer.ts'
import { createOutbox, queueMail } from './mail/outbox.ts'

const metricsToken = 'a-token-of-some-length'
let operations: string
let fresh: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  operations = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

function appWith(parts: Partial<AppParts> = {}) {
  const app = buildApp({ database: fresh.database, metricsToken, ...parts })
  onTestFinished(() => app.close())
  return app
}

const demoRequest = () => ({
  full_name: 'Secret Name',
  email: 'secret@agency.example',
  phone: '+1 555 0100',
  preferred_date_time: new Date(Date.now() + 86_400_000).toISOString(),
})
const schedule = { method: 'POST', url: '/api/demo/schedule' } as const

describe('a server is ready', () => {
  test('while its mail worker is alive', async () => {
    let working = true
    const app = appWith({ isWorking: () => working })
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    working = false
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })

  test('until it shuts down', async () => {
    const app = appWith()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    // The half-sent second request keeps the connection open.
    socket.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /readyz HTTP/1.1\r\nHost: localhost\r\n')
    const [before] = await once(socket, 'data')
    expect(String(before)).toMatch(/^HTTP\/1\.1 200 /)
    const closed = app.close()
    socket.write('\r\n')
    const [after] = await once(socket, 'data')
    expect(String(after)).toMatch(/^HTTP\/1\.1 404 /)
    await closed
  })
})

test('logs are JSON lines with a request id and without personal data', async () => {
  const lines: string[] = []
  const app = appWith({ logger: { level: 'debug', stream: { write: (line: string) => void lines.push(line) } } })
  const from = { remoteAddress: '203.0.113.77' }
  const account = { email: 'secret@agency.example', password: 'a secret of many letters' }
  const answers = [
    await app.inject({ ...schedule, ...from, payload: demoRequest() }),
    await app.inject({ ...schedule, ...from, payload: { ...demoRequest(), email: 'secret@' } }),
    await app.inject({ ...schedule, ...from, payload: '{"secret', headers: { 'content-type': 'application/json' } }),
    await app.inject({ method: 'POST', url: '/api/account/login', ...from, payload: account }),
    await app.inject({ url: '/api/plans/secret?secret=secret', ...from, headers: { authorization: 'Bearer secret' } }),
  ]
  expect(answers.map((answer) => answer.statusCode)).toEqual([201, 422, 400, 401, 404])
  await app.close()
  const logged = lines.map((line) => JSON.parse(line))
  for (const { headers, statusCode } of answers) {
    expect(logged).toContainEqual(
      expect.objectContaining({ reqId: headers['x-request-id'], status: statusCode, msg: 'answered' }),
    )
  }
  expect(lines.join('')).not.toMatch(/secret|555.?01\d\d|203\.0\.113/i)
})

test('every documented query runs', async () => {
  const documents = `${operations}${await readFile(join(import.meta.dirname, '../../../docs/operations-slow.md'), 'utf8')}`
  const blocks = [...documents.matchAll(/```sql\n(.*?)```/gs)].map(([, block = '']) => block)
  const queries = blocks.flatMap((block) => block.replace(/^--.*$/gm, '').split(';')).filter((query) => query.trim())
  expect(queries.length).toBeGreaterThanOrEqual(3)
  for (const query of queries) await fresh.database.query(query)
})

test('mail is retried with exponential backoff from 5 seconds to an hour, for about two days', async () => {
  expect(operations).toContain('after 5 seconds, then at doubling waits up to an hour, for about two days')
  await fresh.database.query('truncate demo_requests, outgoing_mail cascade')
  await appWith({ rateLimited: false }).inject({ ...schedule, payload: demoRequest() })
  await queueMail(fresh.database, resetPasswordMail, {
    recipient: 'secret@agency.example',
    details: { name: 'Secret Name', token: 'secret' },
  })
  // Closed port.
  const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', directory: '/nowhere' })
  onTestFinished(() => mailer.close())
  const queue = createOutbox(fresh.database, mailer, composerWith(), { warn: () => undefined })
  const waits: number[] = []
  for (;;) {
    await fresh.database.query('update outgoing_mail set next_attempt_at = now()')
    if ((await queue.processQueue()) === 0) break
    const { rows } = await fresh.database.query(
      // Rounded: some time has passed since the attempt.
      `select round(extract(epoch from max(next_attempt_at) - now()) / 5)::int * 5 as wait
       from outgoing_mail where status = 'queued'`,
    )
    if (rows[0].wait !== null) waits.push(rows[0].wait)
  }
  expect(waits.slice(0, 4)).toEqual([5, 10, 20, 40])
  expect(Math.max(...waits)).toBe(3600)
  const days = waits.reduce((sum, wait) => sum + wait, 0) / 86_400
  expect(days).toBeGreaterThan(1.8)
  expect(days).toBeLessThan(2.2)
  const { rows } = await fresh.database.query('select status, kind, recipient, details from outgoing_mail order by id')
  expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
  expect(rows.at(-1)).toMatchObject({ kind: 'reset-password', recipient: null, details: null })
})

describe('limits and overload', () => {
  test('rejects bodies over 64 KiB', async () => {
    expect(operations).toContain('Bodies over 64 KiB')
    const app = appWith({ rateLimited: false })
    const text = JSON.stringify(demoRequest())
    const send = (bytes: number) =>
      app.inject({
        ...schedule,
        payload: text + ' '.repeat(bytes - text.length),
        headers: { 'content-type': 'application/json' },
      })
    expect((await send(64 * 1024)).statusCode).toBe(201)
    expect((await send(64 * 1024 + 1)).statusCode).toBe(413)
  })

  // http/slow-clients.test.ts tests the behavior with a shorter timeout.
  test('disconnects clients that take over 20 seconds to send a request, on both ports', () => {
    expect(operations).toContain('clients that take over 20 seconds or so to send a request are cut off')
    expect(operations).toContain('a file may take 10 minutes')
    const app = appWith()
    const page: HostedFile = { plain: { body: Buffer.from(''), etag: '""', headers: {} }, ranges: false }
    const platform = hostPlatform({ files: new Map(), notFound: page }, app)
    for (const { server } of [app, platform]) {
      expect([server.headersTimeout, server.requestTimeout]).toEqual([20_000, 600_000])
    }
  })

  test('sheds load when 500 requests wait for the database', async () => {
    expect(operations).toMatch(/when 500 requests wait for the database further ones get 503\s+with `Retry-After`/)
    const { database } = fresh
    const app = appWith()
    await app.inject('/api/plans')
    const connections = await Promise.all(Array.from({ length: database.options.max }, () => database.connect()))
    const waiting = Array.from({ length: 499 }, () => database.query('select 1'))
    const last = app.inject('/api/plans')
    await expect.poll(() => database.waitingCount).toBe(500)

    const refused = await app.inject('/api/plans')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
    expect((await app.inject('/healthz')).statusCode).toBe(200)

    for (const connection of connections) connection.release()
    await Promise.all(waiting)
    expect((await last).statusCode).toBe(200)
    expect((await app.inject('/api/plans')).statusCode).toBe(200)
    const { payload } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })
    expect(payload).toMatch(/http_answers_total\{.*route="\/api\/plans",status="503"\} 1/)
  })

  test('rate limits count the client address behind a trusted proxy, else the proxy’s', async () => {
    const count = async (trustedProxies: string[] | undefined) => {
      await fresh.database.query('truncate demo_requests, rate_counts, outgoing_mail cascade')
      const app = appWith({ trustedProxies })
      for (const visitor of ['198.51.100.1', '198.51.100.2']) {
        await app.inject({ ...schedule, payload: demoRequest(), headers: { 'x-forwarded-for': visitor } })
      }
      const { rows } = await fresh.database.query(
        "select bucket from rate_counts where bucket like 'address %' order by 1",
      )
      return rows.map(({ bucket }) => bucket)
    }
    expect(await count(['127.0.0.1'])).toEqual(['address 198.51.100.1', 'address 198.51.100.2'])
    expect(await count(undefined)).toEqual(['address 127.0.0.1'])
  })
})
