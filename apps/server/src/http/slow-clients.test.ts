import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { buildApp } from '../app.ts'
import type { HostedFile } from './hosted-site.ts'
import { hostPlatform } from './serve-platform.ts'

/** Short for the test. operations-document.test.ts checks the real value. */
const requestTimeoutMs = 300
const host = '127.0.0.1'
const metricsToken = 'a-token-of-some-length'
const bodyAnnounced = 'Content-Type: application/json\r\nContent-Length: 10000\r\n'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let app: ReturnType<typeof buildApp>
let platform: ReturnType<typeof hostPlatform>
const ports = { site: 0, platform: 0 }
const lines: string[] = []
let begunRequests = 0
let failedRequests = 0

beforeAll(async () => {
  fresh = await freshDatabase()
  const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
  app = buildApp({ database: fresh.database, requestTimeoutMs, metricsToken, logger })
  app.addHook('onRequest', async () => void begunRequests++)
  // Runs after our error handler.
  app.addHook('onError', async () => void failedRequests++)
  await app.listen({ port: 0, host })
  const page: HostedFile = { plain: { body: Buffer.from(''), etag: '""', headers: {} }, ranges: false }
  platform = hostPlatform({ files: new Map(), notFound: page }, app, { requestTimeoutMs })
  await platform.listen({ port: 0, host })
  ports.site = (app.server.address() as AddressInfo).port
  ports.platform = (platform.server.address() as AddressInfo).port
})
afterAll(async () => {
  await platform.close()
  await app.close()
  await fresh.drop()
})

async function connectTo(port: number) {
  const socket = connect(port, host)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

async function beginRequest(port: number, headers: string) {
  const socket = await connectTo(port)
  socket.write(`POST /api/demo/schedule HTTP/1.1\r\nHost: localhost\r\n${headers}`)
  return socket
}

describe.each(['site', 'platform'] as const)('on the port of the %s', (listener) => {
  test.each([
    ['headers', 'X-Slow: '],
    ['body', `${bodyAnnounced}\r\n{"full_name":"`],
  ])('disconnects a client that never stops sending its %s', async (_part, begun) => {
    const socket = await beginRequest(ports[listener], begun)
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    // Writes after the disconnect fail and may discard the response.
    socket.on('error', () => undefined)
    const trickle = setInterval(() => socket.writable && socket.write('x'), requestTimeoutMs / 10)
    await new Promise((resolve) => socket.on('close', resolve))
    clearInterval(trickle)
    expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  test('a client may disconnect in the middle of its body', async () => {
    begunRequests = 0
    failedRequests = 0
    const socket = await beginRequest(ports[listener], `${bodyAnnounced}\r\n{"full_name":"`)
    await expect.poll(() => begunRequests).toBe(1)
    socket.resetAndDestroy()
    await expect.poll(() => failedRequests).toBe(1)
  })
})

test('neither is logged or counted as a server error', async () => {
  expect(lines.filter((line) => !line.includes('Server listening'))).toEqual([])
  const { payload } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })
  expect(payload).not.toMatch(/http_answers_total\{.*status="5/)
})

describe('an upload', () => {
  const toUpload = (socket: Awaited<ReturnType<typeof connectTo>>) =>
    socket.write(
      `POST /api/organizations/${randomUUID()}/imports HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\nContent-Length: 10000000\r\n\r\n`,
    )

  test('may take longer while data keeps arriving', async () => {
    const socket = await connectTo(ports.site)
    toUpload(socket)
    let isClosed = false
    socket.on('close', () => {
      isClosed = true
    })
    socket.on('error', () => undefined)
    // Four times the request timeout.
    for (let piece = 0; piece < 40; piece++) {
      socket.write('x'.repeat(20_000))
      await new Promise((resolve) => setTimeout(resolve, requestTimeoutMs / 10))
    }
    expect(isClosed).toBe(false)
  })

  test('below the minimum rate is disconnected', async () => {
    const socket = await connectTo(ports.site)
    toUpload(socket)
    socket.on('error', () => undefined)
    socket.resume()
    const trickle = setInterval(() => socket.writable && socket.write('x'), requestTimeoutMs / 10)
    await new Promise((resolve) => socket.on('close', resolve))
    clearInterval(trickle)
  })
})
