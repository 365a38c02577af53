import { addDays } from '@sherpa/contracts/days'
import { type DayRangeOrUnset, type Range, UNSET } from '@sherpa/contracts/range'
import { type RawBuilder, sql } from 'kysely'

type RangeType = 'bigint' | 'integer' | 'double precision' | 'date'

/** Conditions on a column for the bounds of a filter. Nulls never match. */
export function isInRange(
  column: RawBuilder<unknown>,
  { min, max }: Range<string | number>,
  type: RangeType,
): RawBuilder<boolean>[] {
  const compare = (sign: string, value: string | number) =>
    sql<boolean>`${column} ${sql.raw(sign)} ${value}::${sql.raw(type)}`
  return [
    ...(min ? [compare(min.excluded ? '>' : '>=', min.value)] : []),
    ...(max ? [compare(max.excluded ? '<' : '<=', max.value)] : []),
  ]
}

/** Conditions on a day, which may have to be unset. */
export function isOnDays(column: RawBuilder<unknown>, days: DayRangeOrUnset): RawBuilder<boolean>[] {
  return days === UNSET ? [sql<boolean>`${column} is null`] : isInRange(column, days, 'date')
}

/** First and last day of a range. */
export function wholeDays({ min, max }: Range<string>) {
  return {
    first: min && addDays(min.value, min.excluded ? 1 : 0),
    last: max && addDays(max.value, max.excluded ? -1 : 0),
  }
}
