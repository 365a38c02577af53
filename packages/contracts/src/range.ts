import * as z from 'zod/mini'
import { severalOf } from './list.ts'
import { boundedString } from './text.ts'

export type Bound<Value> = { value: Value; excluded: boolean }
/** A null side has no bound. */
export type Range<Value> = { min: Bound<Value> | null; max: Bound<Value> | null }

/** The unset value of a filter by day. */
export const UNSET = 'none'

const MOST_CHARACTERS = 80
const bounds = (value: string) => new RegExp(`^(?!\\.\\.$)(?:(>?)(${value}))?\\.\\.(?:(<?)(${value}))?$`)
const number = String.raw`\d{1,13}(?:\.\d{1,3})?`
const day = String.raw`\d{4}-\d\d-\d\d`

/** `18..21`, `18..` or `..21`. A sign excludes its bound: `>18..`, `..<21`. */
function rangeOf<Value>(value: string, error: string, read: (text: string) => Value) {
  const pattern = bounds(value)
  return z.pipe(
    boundedString(MOST_CHARACTERS).check(z.regex(pattern, error)),
    z.transform((text: string): Range<Value> => {
      const [, over, min, under, max] = pattern.exec(text) ?? []
      return {
        min: min ? { value: read(min), excluded: over === '>' } : null,
        max: max ? { value: read(max), excluded: under === '<' } : null,
      }
    }),
  )
}

export const numberRange = rangeOf(number, 'Enter a number, such as 18..21', Number)

const isDay = (text: string) => z.iso.date().safeParse(text).success
export const dayRange = rangeOf(day, 'Enter dates, such as 2026-01-01..2026-06-30', String).check(
  z.refine(({ min, max }) => [min, max].every((bound) => bound === null || isDay(bound.value)), 'Enter a date'),
)
export const dayRangeOrUnset = z.union([z.literal(UNSET), dayRange])
export type DayRangeOrUnset = z.infer<typeof dayRangeOrUnset>

/** Ranges by key, all of which must hold: `height:190..,weight:..100`. */
export function keyedRanges<const Key extends string>(keys: readonly Key[], error: string) {
  const pattern = new RegExp(`^(${keys.join('|')}):(.*)$`)
  return severalOf(
    z.pipe(
      boundedString(MOST_CHARACTERS).check(z.regex(pattern, error)),
      z.pipe(
        z.transform((text: string) => {
          const [, key, range] = pattern.exec(text) ?? []
          return { key: key as Key, range }
        }),
        z.object({ key: z.enum(keys), range: numberRange }),
      ),
    ),
  )
}
export type KeyedRange<Key extends string = string> = { key: Key; range: Range<number> }

export function writeRange({ min, max }: Range<string | number>) {
  return `${min ? `${min.excluded ? '>' : ''}${min.value}` : ''}..${max ? `${max.excluded ? '<' : ''}${max.value}` : ''}`
}
