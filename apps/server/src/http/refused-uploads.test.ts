import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_FILE_BYTES } from '@sherpa/contracts/file'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { platformForTests, type Someone } from '../../test/people.ts'
import { pdf } from '../../test/sample-files.ts'
import { diskFiles } from '../files/file-store.ts'
import { drainRefused } from './slow-clients.ts'

const directory = await mkdtemp(join(tmpdir(), 'sherpa-refused-uploads-'))
afterAll(() => rm(directory, { recursive: true }))
const world = platformForTests({ files: diskFiles(directory), rateLimited: true })
let port: number
let owner: Someone
let files: string
let imports: string
let deals: string
let bank: string

beforeAll(async () => {
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  port = (world.app.server.address() as AddressInfo).port
  owner = await world.people.register('Olive Owner')
  const organization = await world.people.createOrganization(owner)
  const facts = { givenName: 'Kaia', familyName: 'Nakamura', birthDate: '2001-01-01', level: 'pro', stage: 'signed' }
  const athlete = (await owner.ask('POST', `/api/organizations/${organization}/athletes`, facts)).json().id
  files = `/api/organizations/${organization}/athletes/${athlete}/files?name=Contract.pdf`
  imports = `/api/organizations/${organization}/imports?name=Roster.csv`
  deals = `/api/organizations/${organization}/deal-imports?name=Deals.csv`
  bank = `/api/organizations/${organization}/finances/bank-imports/preview`
})

type Sent = { path?: string; bytes?: Buffer; headers?: Record<string, string>; token?: string | undefined }

/** Sends requests sequentially over one keep-alive connection. */
function oneConnection(to = port) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const sockets = new Set<Socket>()
  async function send({ path = files, bytes, headers, token = owner.token }: Sent = {}) {
    const call = request({ port: to, agent, path, method: bytes ? 'POST' : 'GET' })
    const sent = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream', ...headers }
    for (const [name, value] of Object.entries(sent)) if (bytes || name === 'authorization') call.setHeader(name, value)
    call.on('socket', (socket) => sockets.add(socket))
    call.end(bytes)
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode
  }
  return { send, used: () => sockets.size }
}

const json = { 'content-type': 'application/json' }
const chunked = { ...json, 'transfer-encoding': 'chunked' }
const large = Buffer.concat([pdf, Buffer.alloc(5_000_000)])
const unclosed = Buffer.from(`Name\n"${'a,b\n'.repeat(200_000)}`)

describe('the connection stays usable after an upload that is refused:', () => {
  test.each<[string, number, () => Sent]>([
    ['too large', 413, () => ({ bytes: Buffer.concat([pdf, Buffer.alloc(MAX_FILE_BYTES + 1_000_000)]) })],
    ['unknown file type', 415, () => ({ bytes: randomBytes(5_000_000) })],
    ['extension does not match the content', 415, () => ({ bytes: large, path: files.replace('.pdf', '.png') })],
    ['unsupported content type', 415, () => ({ bytes: large, headers: { 'content-type': 'text/x-wrong' } })],
    ['invalid parameter', 422, () => ({ bytes: large, path: files.replace('Contract.pdf', '') })],
    ['signed out', 401, () => ({ bytes: large, token: 'nobody' })],
    [
      'unknown record',
      404,
      () => ({ bytes: large, path: files.replace(/athletes\/[^/]+/, `athletes/${crypto.randomUUID()}`) }),
    ],
    ['unknown path', 404, () => ({ bytes: large, path: '/api/nothing' })],
    ['file where JSON is expected', 415, () => ({ bytes: large, path: '/api/account/login' })],
    ['oversized JSON', 413, () => ({ bytes: large, path: '/api/account/login', headers: json })],
    ['oversized JSON of unknown length', 413, () => ({ bytes: large, path: '/api/account/login', headers: chunked })],
    ['not a table', 422, () => ({ bytes: randomBytes(5_000_000), path: imports })],
    ['a quotation mark of a roster is not closed', 422, () => ({ bytes: unclosed, path: imports })],
    ['a quotation mark of a table of deals is not closed', 422, () => ({ bytes: unclosed, path: deals })],
    ['a quotation mark of a bank file is not closed', 422, () => ({ bytes: unclosed, path: bank })],
  ])('%s', async (_, status, upload) => {
    const { send, used } = oneConnection()
    expect(await send(upload())).toBe(status)
    expect(await send({ path: files.split('?')[0] ?? '' })).toBe(200)
    expect(used()).toBe(1)
  })

  test('over the rate limit', async () => {
    const { send, used } = oneConnection()
    expect(await send({ bytes: large })).toBe(201)
    await world.database.query("update rate_counts set count = 100000 where bucket like 'addFile %'")
    onTestFinished(() => void world.database.query('delete from rate_counts'))
    expect(await send({ bytes: large })).toBe(429)
    expect(await send({ path: files.split('?')[0] ?? '' })).toBe(200)
    expect(used()).toBe(1)
  })
})

test('a client that keeps sending after a refusal is disconnected', async () => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  let closed = false
  socket.once('close', () => {
    closed = true
  })
  const head = `POST ${files} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: 10000000000\r\n\r\n`
  socket.write(head)
  let answer = ''
  socket.on('data', (data) => (answer += data))
  const chunk = Buffer.alloc(1_000_000)
  let sent = 0
  while (!closed && sent < 500_000_000) {
    sent += chunk.length
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
  }
  expect(answer).toMatch(/^HTTP\/1\.1 401/)
  expect(closed).toBe(true)
  expect(sent).toBeLessThan(200_000_000)
})

describe('the connection stays usable, however a handler stops reading:', () => {
  test.each<[string, (chunks: AsyncIterator<Buffer>, answered: Promise<unknown>) => unknown]>([
    ['it reads nothing', () => undefined],
    ['it stops in the middle', (chunks) => chunks.next()],
    ['it ends', (chunks) => chunks.next().then(() => chunks.return?.())],
    [
      'it ends while it waits for more',
      async (chunks) => {
        await chunks.next()
        void chunks.next()
        void chunks.return?.()
      },
    ],
    [
      'it waits for more',
      async (chunks) => {
        await chunks.next()
        void chunks.next()
      },
    ],
    [
      'it ends after the answer',
      async (chunks, answered) => {
        await chunks.next()
        void answered.then(() => setImmediate(() => chunks.return?.()))
      },
    ],
  ])('%s', async (_, read) => {
    const app = Fastify()
    onTestFinished(() => app.close())
    drainRefused(app)
    app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    app.get('/', async () => 'ok')
    app.post('/', async ({ raw }, reply) => {
      await read(raw.iterator({ destroyOnReturn: false }), once(reply.raw, 'finish'))
      return reply.code(422).send('no')
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { send, used } = oneConnection((app.server.address() as AddressInfo).port)
    expect(await send({ path: '/', bytes: large })).toBe(422)
    expect(await send({ path: '/' })).toBe(200)
    expect(used()).toBe(1)
  })
})
