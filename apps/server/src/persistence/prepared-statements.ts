import { createHash } from 'node:crypto'
import type pg from 'pg'

type Config = { name?: string; text: string; values?: unknown[] }
/** The part of pg's connection that knows what it has prepared. */
type Connection = { parsedStatements: Record<string, string>; close(what: { type: 'S'; name: string }): void }

/** Of one connection: each costs about 20 kB in PostgreSQL, and some lists have a text for each combination of filters. */
const MAX_PREPARED = 300

/**
 * `select *`, `table.*`, `returning *`: PostgreSQL refuses a prepared statement whose columns have changed (0A000), and a
 * migration adds columns while servers run.
 */
export const ALL_COLUMNS = /\b(?:select|distinct|returning)\s+\*|\.\*/i

/** Texts come from some hundred places; lists add some. */
const MAX_NAMES = 2000
const names = new Map<string, string | undefined>()

/** The name under which a text is prepared. Undefined: not at all. */
function nameOf(text: string) {
  if (names.has(text)) return names.get(text)
  const name = ALL_COLUMNS.test(text) ? undefined : createHash('sha1').update(text).digest('base64url')
  if (names.size < MAX_NAMES) names.set(text, name)
  return name
}

/**
 * Prepares each statement with values once per connection, so that PostgreSQL need not parse and plan it for each call.
 * Beyond `limit` the least recently used one is closed.
 */
export function prepareStatements(client: pg.ClientBase, limit = MAX_PREPARED) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const { connection } = client as unknown as { connection: Connection }
  /** The least recently used one first. */
  const used = new Set<string>()

  function use(name: string) {
    used.delete(name)
    used.add(name)
    for (const oldest of used) {
      if (used.size <= limit) return
      used.delete(oldest)
      delete connection.parsedStatements[oldest]
      connection.close({ type: 'S', name: oldest })
    }
  }

  client.query = ((...args: unknown[]) => {
    const [statement, ...others] = args as [string | Config, ...unknown[]]
    const config = typeof statement === 'string' ? undefined : statement
    const values = config?.values ?? others[0]
    const text = config ? config.text : (statement as string)
    if (!Array.isArray(values) || values.length === 0) return query(...args)
    const name = config?.name ?? nameOf(text)
    if (!name) return query(...args)
    use(name)
    return query({ ...config, name, text }, ...others)
  }) as typeof client.query
}
