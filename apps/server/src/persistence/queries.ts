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

/** Builds statements that are checked against the tables. It is not connected to anything: the functions below run them. */
export const query = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A statement with a name is prepared once per connection: worth it for what runs with every request. */
export async function rowsOf<Row>(client: Queryable, statement: Compilable<Row>, name?: string): Promise<Row[]> {
  const { sql, parameters } = statement.compile()
  const { rows } = await client.query({ text: sql, values: [...parameters], ...(name && { name }) })
  return rows as Row[]
}

/** The first row, if there is one. */
export async function rowOf<Row>(client: Queryable, statement: Compilable<Row>, name?: string) {
  const [row] = await rowsOf(client, statement, name)
  return row as Row | undefined
}

/** For statements that always have a row. */
export async function oneRowOf<Row>(client: Queryable, statement: Compilable<Row>, name?: string): Promise<Row> {
  const row = await rowOf(client, statement, name)
  if (!row) throw new Error('A statement that always has a row had none.')
  return row
}

/** For statements that only change something: tells how many rows they touched. */
export async function run(client: Queryable, statement: Compilable, name?: string): Promise<number> {
  const { sql, parameters } = statement.compile()
  const { rowCount } = await client.query({ text: sql, values: [...parameters], ...(name && { name }) })
  return rowCount ?? 0
}

/**
 * Columns of a table that its domain offers to others, to join under an alias of their own. PostgreSQL flattens the subquery, so it is
 * planned like the table itself. Not for locks, which PostgreSQL would take before it filters: those are functions of the owner.
 */
export function published<Table extends keyof Tables, Column extends keyof Selectable<Tables[Table]> & string>(
  table: Table,
  columns: readonly Column[],
) {
  return sql<Pick<Selectable<Tables[Table]>, Column>>`${sql.raw(`(select ${columns.join(', ')} from ${table})`)}`
}

/** A fragment without parameters, for statements that are written as text. */
export function textOf(fragment: RawBuilder<unknown>) {
  return fragment.compile(query).sql
}
