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

/** Built by the query builder, or raw SQL where that is easier to read. */
type Statement<Row> = Compilable<Row> | RawBuilder<Row>

/** A named statement is prepared once per connection, for queries of every request. */
export async function rowsOf<Row>(client: Queryable, statement: Statement<Row>, name?: string): Promise<Row[]> {
  const { rows } = await execute(client, statement, name)
  return rows as Row[]
}

function execute(client: Queryable, statement: Statement<unknown>, name: string | undefined) {
  const { sql, parameters } = statement.compile(query)
  return client.query({ text: sql, values: [...parameters], ...(name && { name }) })
}

/** First row or undefined. */
export async function rowOf<Row>(client: Queryable, statement: Statement<Row>, name?: string) {
  const [row] = await rowsOf(client, statement, name)
  return row as Row | undefined
}

/** For statements that always return a row. */
export async function oneRowOf<Row>(client: Queryable, statement: Statement<Row>, name?: string): Promise<Row> {
  const row = await rowOf(client, statement, name)
  if (!row) throw new Error('A statement that always has a row had none.')
  return row
}

/** Filters ids to those of an organization's rows that meet the condition. */
export async function filterIds(
  client: Queryable,
  { table, as, organization }: { table: keyof Tables; as: string; organization: string },
  ids: readonly string[],
  condition: RawBuilder<boolean>,
): Promise<string[]> {
  const column = (name: string) => sql.ref(`${as}.${name}`)
  const statement = sql<{ id: string }>`select ${column('id')} as id from ${sql.table(table)} as ${sql.ref(as)}
    where ${column('organization_id')} = ${organization} and ${column('id')} = any(${ids}::uuid[]) and ${condition}`
  const rows = await rowsOf(client, statement)
  return rows.map(({ id }) => id)
}

/** Runs a write and returns the number of affected rows. */
export async function run(client: Queryable, statement: Statement<unknown>, name?: string): Promise<number> {
  const { rowCount } = await execute(client, statement, name)
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
