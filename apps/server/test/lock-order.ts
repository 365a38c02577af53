import type pg from 'pg'
import { MeteredClient } from './metered-client.ts'

/** Lock order of tables: athletes, deals, dependents of deals. Tables of one line are unordered. */
const ORDER = [
  ['athletes'],
  ['deals'],
  [
    'bank_lines',
    'companies',
    'deal_approvals',
    'deal_link_codes',
    'deal_links',
    'deal_signatures',
    'deal_versions',
    'deliverables',
    'key_dates',
    'payments',
    'receipts',
  ],
]
const rankOf = new Map(ORDER.flatMap((tables, rank) => tables.map((table) => [table, rank] as const)))

const statements = new Map<string, string[]>()

/** Ordered tables that a statement locks, judged by its text. */
export function lockedBy(text: string): string[] {
  const known = statements.get(text)
  if (known) return known
  const plain = text.toLowerCase().replaceAll('"', '')
  const written = plain.matchAll(/(?<!\b(?:for|key|do) )\bupdate (\w+)|\bdelete from (\w+)/g)
  const tables = [...written].map(([, updated, deleted]) => updated ?? deleted ?? '')
  const [, alias] = /\bfor (?:no key )?update(?: of (\w+))?/.exec(plain) ?? []
  if (/\bfor (no key )?update\b/.test(plain)) {
    for (const [, table = '', name] of plain.matchAll(/\b(?:from|join) (\w+)(?: as)?(?: (\w+))?/g)) {
      if (!alias || alias === name || alias === table) tables.push(table)
    }
  }
  const found = [...new Set(tables)].filter((table) => rankOf.has(table))
  statements.set(text, found)
  return found
}

/**
 * Fails a transaction that violates the lock order, unless it already holds locks on that table.
 * Locks of triggers, functions and foreign keys are not seen.
 */
export class LockOrderClient extends MeteredClient {
  /** Tables locked by the current transaction. */
  #locked: Set<string> | undefined

  override query(...args: unknown[]): never {
    const [statement] = args as [string | { text?: string }]
    const text = (typeof statement === 'string' ? statement : statement.text) ?? ''
    const result = (super.query as (...args: unknown[]) => unknown).apply(this, args)
    if (/^begin\b/i.test(text)) this.#locked = new Set()
    if (/^(commit|rollback)\b/i.test(text)) this.#locked = undefined
    const locked = this.#locked
    const tables = locked ? lockedBy(text) : []
    if (!locked || tables.length === 0 || !(result instanceof Promise)) return result as never
    return result.then((answer: pg.QueryResult) => {
      if (answer.rowCount) for (const table of tables) requireOrder(locked, table)
      return answer
    }) as never
  }
}

function requireOrder(locked: Set<string>, table: string) {
  const rank = rankOf.get(table) ?? 0
  const later = [...locked].find((other) => (rankOf.get(other) ?? 0) > rank)
  if (!locked.has(table) && later) throw new Error(`Lock order: ${table} after ${later}`)
  locked.add(table)
}
