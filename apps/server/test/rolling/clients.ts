import { Agent, type AgentOptions, type IncomingMessage, request } from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Call = {
  method?: string
  path: string
  token?: string
  headers?: Record<string, string>
  body?: object
  /** Not resent after its connection was closed: a server may have got it. */
  once?: true
}

/** What clients saw, all together. */
export function createTally() {
  return {
    statuses: new Map<number | string, number>(),
    /** nginx closed a kept connection at a reload, just when a request was sent. Browsers retry, and so do these clients. */
    retried: 0,
    durationsMs: [] as number[],
    /** Between the end of a stream and the next. */
    streamGapsMs: [] as number[],
  }
}
export type Tally = ReturnType<typeof createTally>

/** A client with one kept connection, which works until it is stopped. */
export type Client = {
  send: (call: Call) => Promise<{ status: number; text: string } | undefined>
  stopping: AbortSignal
}

export function startClients(url: string, tally: Tally, works: ((client: Client) => Promise<void>)[], pauseMs: number) {
  const leaving = new AbortController()
  const running = works.map(async (work) => {
    const agent = agentFor(url, { keepAlive: true, maxSockets: 1 })
    const client: Client = { send: (call) => send(url, agent, tally, call), stopping: leaving.signal }
    while (!leaving.signal.aborted) {
      await work(client)
      await pause(pauseMs * (0.5 + Math.random()))
    }
    agent.destroy()
  })
  return {
    async stop() {
      leaving.abort()
      await Promise.all(running)
    },
  }
}

async function send(url: string, agent: Agent, tally: Tally, call: Call) {
  for (;;) {
    const begun = performance.now()
    try {
      const answer = await open(url, agent, call)
      const text = await readAll(answer)
      const status = answer.statusCode ?? 0
      count(tally, status)
      tally.durationsMs.push(performance.now() - begun)
      return { status, text }
    } catch (error) {
      if (error instanceof ClosedWhileIdle && !call.once) tally.retried++
      else {
        count(tally, String(error))
        return undefined
      }
    }
  }
}

/** Keeps an event stream open until it ends. */
export async function watch(
  url: string,
  tally: Tally,
  call: Call,
  stopping: AbortSignal,
  state: { endedAt?: number | undefined },
) {
  try {
    const answer = await open(url, agentFor(url), call, stopping)
    count(tally, answer.statusCode ?? 0)
    if (state.endedAt) tally.streamGapsMs.push(performance.now() - state.endedAt)
    state.endedAt = undefined
    const text = await readAll(answer)
    state.endedAt = performance.now()
    const retry = /retry: (\d+)\n\n$/.exec(text)?.[1]
    await pause(Number(retry ?? 1000), undefined, { signal: stopping })
  } catch (error) {
    if (stopping.aborted) return
    count(tally, String(error))
    state.endedAt ??= performance.now()
  }
}

class ClosedWhileIdle extends Error {}

/** Whatever the host is called, it is this machine, with a certificate of its own. */
function agentFor(url: string, options: AgentOptions = {}) {
  const lookup: LookupFunction = (_host, { all }, found) =>
    all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4)
  return url.startsWith('https:')
    ? new SecureAgent({ ...options, lookup, rejectUnauthorized: false })
    : new Agent({ ...options, lookup })
}

function open(url: string, agent: Agent, { method = 'GET', path, token, headers, body }: Call, signal?: AbortSignal) {
  const bytes = Buffer.isBuffer(body) ? body : body && Buffer.from(JSON.stringify(body))
  return new Promise<IncomingMessage>((resolve, reject) => {
    const asking = (url.startsWith('https:') ? requestSecurely : request)(`${url}${path}`, {
      method,
      agent,
      ...(signal && { signal }),
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(bytes && { 'content-length': bytes.length }),
      },
    })
    asking.on('response', resolve)
    asking.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = asking.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
      reject(isClosed ? new ClosedWhileIdle() : error)
    })
    asking.end(bytes)
  })
}

async function readAll(answer: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  return Buffer.concat(parts).toString()
}

function count(tally: Tally, status: number | string) {
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
}

export function percentile(numbers: number[], share: number) {
  return Math.round(numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) * share)] ?? 0)
}
