import pg from 'pg'

/** What all connections to a database did. */
export type Meter = { statements: number; openTransactions: number; mostOpenTransactions: number }

const meters = new Map<string, Meter>()

/** Counts from the first call on. */
export function meterOf(database: string): Meter {
  const known = meters.get(database)
  if (known) return known
  const meter = { statements: 0, openTransactions: 0, mostOpenTransactions: 0 }
  meters.set(database, meter)
  return meter
}

export class MeteredClient extends pg.Client {
  readonly #meter = meterOf(this.database ?? '')

  override query(...args: unknown[]): never {
    const [statement] = args as [string | { text?: string }]
    const text = (typeof statement === 'string' ? statement : statement.text) ?? ''
    const meter = this.#meter
    meter.statements++
    if (/^begin\b/i.test(text)) {
      meter.openTransactions++
      meter.mostOpenTransactions = Math.max(meter.mostOpenTransactions, meter.openTransactions)
    }
    if (/^(commit|rollback)\b/i.test(text)) meter.openTransactions--
    return (super.query as (...args: unknown[]) => never).apply(this, args)
  }
}
