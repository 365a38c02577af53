import pg from 'pg'
import { isDatabaseUnavailable } from './database-unavailable.ts'

/** A host that does not answer in this time is skipped. */
const CHECK_TIMEOUT_MS = 2000
const CHECK_INTERVAL_MS = 1000
/** While no host is writable, requests share one answer for this long: each check starts a process on every host. */
const FAILURE_CACHE_MS = 200

type Host = { host: string; port: number; url: string }

/** Splits `postgres://user@host1:5432,host2:5432/name` into one address per host, since pg takes one. */
export function splitHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host.trim()}${after}`) : [url]
}

export class NoWritableHost extends Error {
  constructor(reasons: string[]) {
    super(`No host of the database accepts writes: ${reasons.join('; ')}.`)
  }
}

/**
 * Finds the host that accepts writes, and caches it until a connection fails or turns out to be read-only. All pools of a
 * server share it.
 */
export class DatabaseHosts {
  readonly #urls: string[]
  /** A machine that loses power closes no connection. Without checks, requests and LISTEN would wait for it. */
  readonly #checks = setInterval(() => void this.#check(), CHECK_INTERVAL_MS).unref()
  #checking = false
  #found: Host | undefined
  #finding: Promise<Host> | undefined
  #failure: { error: unknown; at: number } | undefined
  #last: Host | undefined
  /** Called when another host than before accepts writes. */
  onMoved: () => void = () => undefined

  constructor(urls: string[]) {
    this.#urls = urls
  }

  async writable(): Promise<Host> {
    if (this.#found) return this.#found
    if (this.#failure && Date.now() - this.#failure.at < FAILURE_CACHE_MS) throw this.#failure.error
    this.#finding ??= this.#find().finally(() => {
      this.#finding = undefined
    })
    return this.#finding
  }

  forget() {
    this.#found = undefined
  }

  stop() {
    clearInterval(this.#checks)
  }

  async #check() {
    if (this.#checking || !this.#last) return
    this.#checking = true
    try {
      if (this.#found) await checkWritable(this.#found.url).catch(() => this.forget())
      await this.writable()
    } catch {
      // The next check tries again.
    } finally {
      this.#checking = false
    }
  }

  async #find(): Promise<Host> {
    try {
      const found = await Promise.any(this.#urls.map(checkWritable))
      this.#found = found
      const hasMoved = this.#last !== undefined && this.#last.url !== found.url
      this.#last = found
      if (hasMoved) this.onMoved()
      return found
    } catch (error) {
      const reasons = (error as AggregateError).errors as HostRefused[]
      // A wrong password is no outage.
      const refused = reasons.find(({ cause }) => cause !== undefined && !isDatabaseUnavailable(cause))
      const failure = refused ? refused.cause : new NoWritableHost(reasons.map(({ message }) => message))
      this.#failure = { error: failure, at: Date.now() }
      throw failure
    }
  }
}

/** The address of the host that accepts writes, for a connection outside of the pools. */
export async function findWritableUrl(url: string): Promise<string> {
  const urls = splitHosts(url)
  if (urls.length === 1) return url
  const hosts = new DatabaseHosts(urls)
  try {
    return (await hosts.writable()).url
  } finally {
    hosts.stop()
  }
}

class HostRefused extends Error {}

async function checkWritable(url: string): Promise<Host> {
  const timeouts = { connectionTimeoutMillis: CHECK_TIMEOUT_MS, query_timeout: CHECK_TIMEOUT_MS }
  const client = new pg.Client({ connectionString: url, ...timeouts, application_name: 'sherpa-host-check' })
  client.on('error', () => undefined)
  const { host, port } = client
  try {
    await client.connect()
    const { rows } = await client.query("select current_setting('transaction_read_only') = 'off' as writable")
    if (!rows[0].writable) throw new HostRefused(`${host}:${port} is read-only`)
    return { host, port, url }
  } catch (error) {
    if (error instanceof HostRefused) throw error
    const { code, message } = error as { code?: string; message: string }
    throw new HostRefused(`${host}:${port} (${code ?? message})`, { cause: error })
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** A client that connects to the writable host. */
export function failoverClient(hosts: DatabaseHosts) {
  return class FailoverClient extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = this.#connectToWritable()
      if (!callback) return connecting
      connecting.then(() => (callback as () => void)(), callback)
      return undefined
    }

    async #connectToWritable() {
      const { host, port } = await hosts.writable()
      Object.assign(this, { host, port })
      try {
        return await super.connect()
      } catch (error) {
        hosts.forget()
        throw error
      }
    }
  }
}
