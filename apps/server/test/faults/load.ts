import type pg from 'pg'

/** What clients keep asking for while servers and databases are killed, and what must be true afterwards. */
export type Load = {
  name: string
  clients: number
  /** What must be there first. */
  prepare?: (database: pg.Client) => Promise<void>
  request: (number: number) => { path: string; body: object; key: string; token?: string }
  /** Of what was acknowledged, by its key, what the server called it: failures, and what there is, in words. */
  verify: (
    database: pg.Client,
    acknowledged: ReadonlyMap<string, string>,
  ) => Promise<{ failures: string[]; found: string }>
  /** What the server called what it acknowledged. */
  nameOf: (answer: Record<string, unknown>) => string
}
