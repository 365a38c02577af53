import { sql } from 'kysely'
import { rowsOf } from '../queries.ts'
import { keyOf, typed } from './column-values.ts'
import { MAX_SCANNED_ROWS } from './limits.ts'
import type { Condition, Range, Statement, WithPosition } from './list.ts'
import { inOrder } from './statements.ts'
import { hasMoreThan } from './totals.ts'

/**
 * Reads the rows after the position by an index scan in order. It picks ids first, from the index alone: only rows of the range are
 * read and joined. `conditions` are checked for each of at most `maxScanned` entries.
 */
export async function readKeysetRange<Row>(
  { database, list, order, position, maxRows }: Range<Row>,
  statement: Statement<Row>,
  conditions: readonly Condition[] = [],
  maxScanned = MAX_SCANNED_ROWS,
): Promise<WithPosition<Row>[]> {
  const { by, id, descending } = order
  const direction = descending ? 'desc' : 'asc'
  const beyond = sql.raw(descending ? '<' : '>')
  const value = keyOf(by)
  const key = sql.ref(id.column)
  const alias = id.column.replace(/\..*/, '')

  function read(entries: Statement<Row>, limit: number) {
    if (list.coveringIndex) {
      const picked = sql<never>`(${scan(entries, `${alias}.*`, limit)})`
      return rowsOf(database, inOrder(list.rows(picked), order))
    }
    const rows = inOrder(list.rows(sql.raw(list.table)), order)
    const picked = list.anyOf?.length ? mergeScans(list.anyOf, entries, limit) : scan(entries, id.column, limit)
    return rowsOf(database, rows.where(sql<boolean>`${key} = any(array(${picked}))`))
  }

  function scan(entries: Statement<Row>, selected: string, limit: number) {
    const columns = new Set([
      by.column,
      id.column,
      ...(conditions.length > 0 && list.search ? [list.search.column] : []),
    ])
    const rows = list.coveringIndex
      ? entries.clearSelect().selectAll(alias)
      : entries.clearSelect().select([...columns])
    const selection = sql`select ${sql.raw(selected)} from`
    if (conditions.length === 0) return sql`${selection} (${rows.limit(limit)}) as ${sql.ref(alias)}`
    // A limit from a subquery is unknown to the planner, which then prefers the index scan in order.
    const scanned = rows.limit(sql<number>`(select ${maxScanned}::bigint)`)
    return sql`${selection} (${scanned}) as ${sql.ref(alias)} where ${sql.join(conditions, sql` and `)} limit ${limit}`
  }

  /** Merges one index scan for each of the alternative conditions. */
  function mergeScans(alternatives: readonly Condition[], entries: Statement<Row>, limit: number) {
    const keys = entries
      .clearSelect()
      .select([value.as('value'), key.as('id')])
      .limit(limit)
    const scans = alternatives.map((condition) => sql`(${keys.where(condition)})`)
    const keyOrder = sql.raw(`value ${direction}, id ${direction}`)
    return sql`select id from (${sql.join(scans, sql` union `)}) as picked order by ${keyOrder} limit ${limit}`
  }

  function readNonNull() {
    let entries = statement.orderBy(value, direction).orderBy(key, direction)
    if (by.nullable) entries = entries.where(sql<boolean>`${value} is not null`)
    if (position) {
      const [from, fromId] = [typed(position.value, by), typed(position.id, id)]
      entries = entries.where(sql<boolean>`(${value}, ${key}) ${beyond} (${from}, ${fromId})`)
    }
    return read(entries, maxRows)
  }

  function readNull(limit: number) {
    let entries = statement.where(sql<boolean>`${value} is null`).orderBy(key, direction)
    if (position?.value === null) entries = entries.where(sql<boolean>`${key} ${beyond} ${typed(position.id, id)}`)
    return read(entries, limit)
  }

  // Nulls come last, in a scan of their own: only then does each scan follow the index.
  const nonNull = position?.value === null ? [] : await readNonNull()
  if (!by.nullable || nonNull.length === maxRows) return nonNull
  const isNotNull = sql<boolean>`${value} is not null`
  // Beyond the scan limit there may be more values, which come before nulls.
  if (conditions.length > 0 && (await hasMoreThan(database, maxScanned, statement.where(isNotNull)))) return nonNull
  return [...nonNull, ...(await readNull(maxRows - nonNull.length))]
}
