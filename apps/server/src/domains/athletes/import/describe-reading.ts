import type { ImportTarget } from '@sherpa/contracts/athlete-import'
import { isPlausible, type Measurable, measurables, readMeasurable, showMeasurable } from '@sherpa/contracts/measurable'
import { explainShortYears, type ReadingRules } from './read-row.ts'
import { isEmptyValue } from './read-value.ts'

/** How a column is read, where it is not obvious. */
export function describeReading(
  target: ImportTarget,
  column: number,
  samples: readonly string[][],
  rules: ReadingRules,
): string | null {
  const values = samples.map((row) => row[column] ?? '').filter((value) => !isEmptyValue(value))
  if (target === 'birthDate') return explainShortYears(values, rules)
  if (target.startsWith('contact')) return 'Adds a contact. Never used to recognize an athlete'
  if (target.includes('+')) return 'Two values in a cell'
  if (target === 'fullName' && values.some((value) => value.includes(','))) return 'Last name first'
  const kind = target.slice(9) as Measurable
  if (!target.startsWith('measured:') || !Object.hasOwn(measurables, kind)) return null
  const unit = rules.mapping.units?.[column]
  const read = values.map((value) => ({ value, result: readMeasurable(kind, value, unit) }))
  const impossible = read.filter(({ result }) => result === undefined || !isPlausible(kind, result))
  const [first] = impossible
  if (first) {
    const count = impossible.length === 1 ? '1 value is' : `${impossible.length} values are`
    return `${count} not possible here, such as ${first.value}. Choose another unit, or they stay empty`
  }
  const date =
    kind === 'height' ? read.find(({ value }) => /^\d{4}-\d\d-\d\d|^\d{1,2}-[a-z]{3}$/i.test(value)) : undefined
  if (date?.result)
    return `${date.value} is read as ${showMeasurable(kind, date.result)}, which Excel turned into a date`
  const written = read.find(({ value }) => /^\d+(?:[.,]\d+)?$/.test(value))
  return written?.result ? `${written.value} is read as ${showMeasurable(kind, written.result)}` : null
}
