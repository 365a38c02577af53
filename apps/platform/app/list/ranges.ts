import { shortDay } from '@sherpa/contracts/days'
import { dayRangeOrUnset, numberRange, type Range, UNSET, writeRange } from '@sherpa/contracts/range'

/** What a filter compares: how it is typed and shown. */
export type RangeKind = {
  /** Undefined if it cannot be read. */
  read: (text: string) => number | string | undefined
  show: (value: number | string) => string
  /** An example for the field. */
  example: string
  /** Values say their key, as amounts say their currency. */
  saysKey?: true
}

export const wholeNumbers: RangeKind = {
  read: (text) => (/^\d{1,13}$/.test(text.replaceAll(',', '')) ? Number(text.replaceAll(',', '')) : undefined),
  show: (value) => value.toLocaleString('en-US'),
  example: '18',
}
export const days: RangeKind = { read: (text) => text, show: (value) => shortDay(String(value)), example: '' }

/** The value of a filter: a range, unset, or nothing. With a key it is one of several ranges of the parameter. */
export function rangeIn(
  parameter: string | undefined,
  isDay: boolean,
  key?: string,
): Range<string | number> | 'none' | undefined {
  const text = key === undefined ? parameter : entriesOf(parameter).find(([name]) => name === key)?.[1]
  if (!text) return undefined
  return (isDay ? dayRangeOrUnset : numberRange).safeParse(text).data
}

const entriesOf = (parameter: string | undefined) =>
  (parameter?.split(',') ?? []).map((entry) => {
    const at = entry.indexOf(':')
    return [entry.slice(0, at), entry.slice(at + 1)] as const
  })
export const keysIn = (parameter: string | undefined) => entriesOf(parameter).map(([key]) => key)

/** The parameter with another range, in a fixed order, so that equal lists have equal addresses. */
export function withRange(
  parameter: string | undefined,
  range: Range<string | number> | 'none' | undefined,
  key?: string,
) {
  const text = range === undefined || range === UNSET ? (range ?? '') : writeRange(range)
  if (key === undefined) return text
  const others = entriesOf(parameter).filter(([name]) => name !== key)
  return [...others, ...(text ? [[key, text] as const] : [])]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map((entry) => entry.join(':'))
    .join(',')
}

/** Such as "18 to 21", "over 18" or "until Nov 3, 2026". */
export function rangeInWords({ min, max }: Range<string | number>, show: RangeKind['show'], isDay: boolean) {
  if (min && max && min.value === max.value) return show(min.value)
  const least = min && `${min.excluded ? (isDay ? 'after' : 'over') : 'from'} ${show(min.value)}`
  const most = max && `${max.excluded ? (isDay ? 'before' : 'under') : isDay ? 'until' : 'up to'} ${show(max.value)}`
  if (min && max && !min.excluded && !max.excluded) return `${show(min.value)} to ${show(max.value)}`
  return [least, most].filter(Boolean).join(', ')
}
