import { MOST_COUNTED, type Total } from '@sherpa/contracts/list'
import { sql } from 'kysely'
import type { Queryable } from '../database.ts'
import { oneRowOf, query, rowOf } from '../queries.ts'
import { MAX_SORTED_ROWS } from './limits.ts'
import type { Statement } from './list.ts'

export async function countOf(database: Queryable, statement: Statement<unknown>): Promise<Total> {
  return totalOf(await countUpTo(database, MOST_COUNTED + 1, statement))
}

/** A capped count. */
export async function countUpTo(database: Queryable, max: number, statement: Statement<unknown>) {
  const counted = statement.clearSelect().select(sql`1`.as('one')).limit(max)
  const { count } = await oneRowOf(
    database,
    query.selectFrom(counted.as('counted')).select(sql<number>`count(*)::integer`.as('count')),
  )
  return count
}

/** Few enough to read and sort them all. */
export async function hasFewRows(database: Queryable, statement: Statement<unknown>) {
  return (await countUpTo(database, MAX_SORTED_ROWS + 1, statement)) <= MAX_SORTED_ROWS
}

export function totalOf(count: number): Total {
  return count > MOST_COUNTED ? { count: MOST_COUNTED, exact: false } : { count, exact: true }
}

/** Total from one page: exact only if it is the last. */
export function totalOfPage(rows: unknown[], pageSize: number): Total {
  return rows.length <= pageSize ? { count: rows.length, exact: true } : { count: pageSize, exact: false }
}

export async function hasMoreThan(database: Queryable, count: number, statement: Statement<unknown>) {
  return Boolean(await rowOf(database, statement.clearSelect().select(sql`1`.as('one')).offset(count).limit(1)))
}
