import type { LiveMessage } from '@sherpa/contracts/live'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readLiveStream } from './live-stream.ts'

/** Responses of successive connections; the last one repeats. */
let answers: (() => Response | Promise<Response>)[]
let asked: RequestInit[]
let heard: LiveMessage[]
let returned: number
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  // Pauses are then exactly as long as they are meant to be on average.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  asked = []
  heard = []
  returned = 0
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    asked.push(init)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer?.() ?? Promise.reject(new Error('no answer was prepared'))
  })
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function listen() {
  stop = readLiveStream({
    address: 'https://sherpa.example/live',
    token: 'secret',
    onMessage: (message) => heard.push(message),
    onReturn: () => returned++,
  })
}

/** A connection that the test speaks through. */
function connection() {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      control = controller
    },
  })
  return {
    answer: () => new Response(body),
    say: (text: string) => control?.enqueue(new TextEncoder().encode(text)),
    close: () => control?.close(),
    breakOff: () => control?.error(new Error('the network is away')),
  }
}

const refused = (status: number, headers: Record<string, string> = {}) => new Response('{}', { status, headers })
const changed = (topic: string): LiveMessage => ({
  type: 'changed',
  topic: topic as 'members',
  added: false,
  spreadMs: 500,
  ids: ['1'],
})
const event = (message: object) => `data: ${JSON.stringify(message)}\n\n`
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('sends the token and emits each message, also in chunks', async () => {
  const server = connection()
  answers = [server.answer]
  listen()
  await wait(0)
  expect(asked[0]?.headers).toEqual({ Authorization: 'Bearer secret' })
  const text = event(changed('members'))
  server.say(`: \n\n${text.slice(0, 12)}`)
  await wait(0)
  expect(heard).toEqual([])
  server.say(text.slice(12) + event(changed('invoices')))
  await wait(0)
  expect(heard).toEqual([changed('members'), changed('invoices')])
})

test('reconnects after an interruption and reports it', async () => {
  const [first, second] = [connection(), connection()]
  answers = [first.answer, second.answer]
  listen()
  await wait(0)
  first.breakOff()
  await wait(999)
  expect([asked.length, returned]).toEqual([1, 0])
  await wait(1)
  expect([asked.length, returned]).toEqual([2, 1])
  second.say(event(changed('members')))
  await wait(0)
  expect(heard).toEqual([changed('members')])
})

test('backs off exponentially and resets after a connection', async () => {
  const server = connection()
  const away = () => Promise.reject(new Error('the network is away'))
  answers = [away, away, away, server.answer, away]
  listen()
  const times: number[] = []
  for (let second = 0; second < 12; second++) {
    await wait(second === 0 ? 0 : 1000)
    while (times.length < asked.length) times.push(second)
  }
  expect(times).toEqual([0, 1, 3, 7])
  server.close()
  await wait(1000)
  expect(asked).toHaveLength(5)
})

test('respects Retry-After', async () => {
  answers = [() => refused(429, { 'Retry-After': '60' }), connection().answer]
  listen()
  await wait(59_999)
  expect(asked).toHaveLength(1)
  await wait(1)
  expect(asked).toHaveLength(2)
})

test('closes a connection without heartbeat for a minute', async () => {
  const server = connection()
  answers = [server.answer, connection().answer]
  listen()
  await wait(50_000)
  server.say(': \n\n')
  await wait(59_000)
  expect(asked[0]?.signal?.aborted).toBe(false)
  await wait(1000)
  expect(asked[0]?.signal?.aborted).toBe(true)
})

test('stops at “ended”, even before the connection closes', async () => {
  const server = connection()
  answers = [server.answer]
  listen()
  await wait(0)
  server.say(event({ type: 'ended' }) + event(changed('members')))
  await wait(0)
  expect(asked[0]?.signal?.aborted).toBe(true)
  await wait(600_000)
  expect(heard).toEqual([{ type: 'ended' }])
  expect(asked).toHaveLength(1)
})

test.each([401, 403, 404])('does not reconnect after %i', async (status) => {
  answers = [() => refused(status)]
  listen()
  await wait(600_000)
  expect(asked).toHaveLength(1)
})

test('follows the retry of a draining server', async () => {
  const server = connection()
  answers = [server.answer, () => connection().answer()]
  listen()
  await wait(0)
  server.say('retry: 300\n\n')
  server.close()
  await wait(299)
  expect(asked).toHaveLength(1)
  await wait(1)
  expect(asked).toHaveLength(2)
})

test('stops at once and cleans up', async () => {
  answers = [() => refused(503)]
  listen()
  await wait(0)
  expect(vi.getTimerCount()).toBe(1)
  stop()
  await wait(0)
  expect(vi.getTimerCount()).toBe(0)
  await wait(600_000)
  expect(asked).toHaveLength(1)
})
