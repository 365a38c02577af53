import { isDay } from '@sherpa/contracts/days'
import { sql } from 'kysely'
import type { Column } from './list.ts'

const uuid = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/
const wholeNumbers = { bigint: /^-?\d{1,18}$/, integer: /^-?\d{1,9}$/ }
const timestamp = /^(\S{10}) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d){0,2}$/

/** Whether PostgreSQL accepts the text as a value of this column: others would be an error of the server. */
export function isValueOf({ type }: Column, value: unknown) {
  if (typeof value !== 'string') return false
  if (type === 'uuid') return uuid.test(value)
  if (type === 'text') return !value.includes('\0')
  if (type === 'date') return isDay(value)
  if (type === 'timestamptz') return value === '-infinity' || isDay(timestamp.exec(value)?.[1] ?? '')
  return wholeNumbers[type].test(value)
}

/** Invalid ids match no row. */
export function isAnyOf(column: Column, ids: string[]) {
  const valid = ids.filter((id) => isValueOf(column, id))
  return sql<boolean>`${sql.ref(column.column)} = any(${valid}::${sql.raw(column.type)}[])`
}

/** The sorted expression of a column. */
export const keyOf = ({ column, folded }: Column) => (folded ? sql`fold(${sql.ref(column)})` : sql.ref(column))
export const castToText = (column: Column) => sql`${keyOf(column)}::text`
export const typed = (value: string | null, { type }: Column) => sql`${value}::${sql.raw(type)}`
