import type pg from 'pg'

/** Load during fault injection, with its invariants. */
export type Load = {
  name: string
  clients: number
  /** Inserts prerequisites. */
  prepare?: (database: pg.Client) => Promise<void>
  request: (number: number) => { path: string; body: object; key: string; token?: string }
  /** Reads to repeat meanwhile, each answered with 200. With a body it is a POST. */
  reads?: () => Read[]
  /** Live stream that announces the requests. */
  live?: () => Read
  /** Checks the acknowledged ids by idempotency key. Returns failures and a summary. */
  verify: (
    database: pg.Client,
    acknowledged: ReadonlyMap<string, string>,
  ) => Promise<{ failures: string[]; found: string }>
  /** Id in the response. */
  nameOf: (answer: Record<string, unknown>) => string
}

export type Read = { path: string; token?: string; body?: object }
