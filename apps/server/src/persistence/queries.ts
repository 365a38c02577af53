import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type Selectable,
  sql,
} from 'kysely'
import type { Queryable } from './database.ts'
import type { Tables } from './database-types.ts'

/** Type-safe query builder without a connection: the functions below run its statements. */
export const query = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A named statement is prepared once per connection, for queries of every request. */
export async function rowsOf<Row>(client: Queryable, statement: Compilable<Row>, name?: string): Promise<Row[]> {
  const { sql, parameters } = statement.compile()
  const { rows } = await client.query({ text: sql, values: [...parameters], ...(name && { name }) })
  return rows as Row[]
}

/** Runs raw SQL, for queries that are easier to read that way. */
export function rowsOfSql<Row>(client: Queryable, statement: RawBuilder<Row>): Promise<Row[]> {
  return rowsOf(client, { compile: () => statement.compile(query) })
}

/** First row or undefined. */
export async function rowOf<Row>(client: Queryable, statement: Compilable<Row>, name?: string) {
  const [row] = await rowsOf(client, statement, name)
  return row as Row | undefined
}

/** For statements that always return a row. */
export async function oneRowOf<Row>(client: Queryable, statement: Compilable<Row>, name?: string): Promise<Row> {
  const row = await rowOf(client, statement, name)
  if (!row) throw new Error('A statement that always has a row had none.')
  return row
}

/** Runs a write and returns the number of affected rows. */
export async function run(client: Queryable, statement: Compilable, name?: string): Promise<number> {
  const { sql, parameters } = statement.compile()
  const { rowCount } = await client.query({ text: sql, values: [...parameters], ...(name && { name }) })
  return rowCount ?? 0
}

/**
 * Public columns of a table, for other domains to join. PostgreSQL flattens the subquery, so it is planned like the table.
 * Not for locks, which PostgreSQL would take before filtering: call a function of the owner.
 */
export function published<Table extends keyof Tables, Column extends keyof Selectable<Tables[Table]> & string>(
  table: Table,
  columns: readonly Column[],
) {
  return sql<Pick<Selectable<Tables[Table]>, Column>>`${sql.raw(`(select ${columns.join(', ')} from ${table})`)}`
}

/** SQL text of a fragment without parameters. */
export function textOf(fragment: RawBuilder<unknown>) {
  return fragment.compile(query).sql
}
