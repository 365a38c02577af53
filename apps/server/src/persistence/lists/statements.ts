import { type RawBuilder, sql } from 'kysely'
import { castToText, keyOf } from './column-values.ts'
import type { AnyList, Condition, Order, Statement, WithPosition } from './list.ts'

export function withConditions<Row>(statement: Statement<Row>, conditions: readonly Condition[]) {
  return conditions.reduce((rows, condition) => rows.where(condition), statement)
}

export function filteredRows<Row>(list: AnyList<Row>, source: RawBuilder<never> = sql.raw(list.table)) {
  return withConditions(list.rows(source), [...(list.scope ?? []), ...(list.filters ?? [])])
}

/** Alternatives are index scans of their own only where the whole list is read in order. */
export function withoutAlternatives<Row>({ anyOf, ...list }: AnyList<Row>): AnyList<Row> {
  return { ...list, filters: [...(list.filters ?? []), ...anyAlternative({ anyOf })] }
}

export function anyAlternative({ anyOf = [] }: { anyOf?: readonly Condition[] | undefined }): Condition[] {
  return anyOf.length > 0 ? [sql`(${sql.join(anyOf, sql` or `)})`] : []
}

/** PostgreSQL plans these as semi-joins, and reads the smaller side first. */
export function semiJoinConditions({ id, semiJoins = [] }: AnyList<unknown>): Condition[] {
  return semiJoins.map((subquery) => isIn(id.column, subquery))
}

export function isIn(column: string, subquery: RawBuilder<unknown>): Condition {
  return sql`${sql.ref(column)} in (${subquery})`
}

/** For an index scan in order: PostgreSQL hashes the ids once and probes them for each entry. */
export function hashedSemiJoins({ id, semiJoins = [] }: AnyList<unknown>): Condition[] {
  return semiJoins.map(
    (subquery) => sql`(exists (select from (${subquery}) as named where named.id = ${sql.ref(id.column)})) is true`,
  )
}

/** For an index scan in order of a filter that matches many rows: PostgreSQL looks up each entry. */
export function probedSemiJoins({ id, semiJoins = [] }: AnyList<unknown>): Condition[] {
  return semiJoins.map(
    (subquery) => sql`(select true from (${subquery}) as named where named.id = ${sql.ref(id.column)} limit 1) is true`,
  )
}

/** In the order of the list, with the position of each row for the cursor. */
export function inOrder<Row>(statement: Statement<Row>, { by, id, descending }: Order) {
  return statement
    .select([
      sql<string | null>`${castToText(by)}`.as('positionValue'),
      sql<string>`${castToText(id)}`.as('positionId'),
    ])
    .orderBy(keyOf(by), (order) => (descending ? order.desc() : order.asc()).nullsLast())
    .orderBy(sql.ref(id.column), descending ? 'desc' : 'asc') as Statement<WithPosition<Row>>
}
