import type pg from 'pg'

/** What clients keep asking for while servers and databases are killed, and what must be true afterwards. */
export type Load = {
  name: string
  clients: number
  /** What must be there first. */
  prepare?: (database: pg.Client) => Promise<void>
  request: (number: number) => { path: string; body: object; key: string; token?: string }
  /** What people look at meanwhile, each again and again. With a body it is a POST. All of it answers with 200. */
  reads?: () => Read[]
  /** A stream of live updates that hears of what is requested. */
  live?: () => Read
  /** Of what was acknowledged, by its key, what the server called it: failures, and what there is, in words. */
  verify: (
    database: pg.Client,
    acknowledged: ReadonlyMap<string, string>,
  ) => Promise<{ failures: string[]; found: string }>
  /** What the server called what it acknowledged. */
  nameOf: (answer: Record<string, unknown>) => string
}

export type Read = { path: string; token?: string; body?: object }
