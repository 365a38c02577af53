import { decimalOf } from '../currency.ts'
import { type Measurable, measurables } from '../measurable.ts'
import { ownValue } from '../own-value.ts'
import { lastDayOf, valueName } from './chips.ts'
import type { NameCandidate } from './names.ts'
import { printDays } from './periods.ts'
import type { Amount, Condition, Operator, Scalar, SonarQuery, Target } from './reading.ts'
import { registry } from './registry.ts'
import type { Parameter, Vocabulary } from './vocabulary/vocabulary.ts'

const firstPhrase = (phrases = '') => (phrases.split('|')[0] ?? '').replace(/\S+\?\s?/g, '').replace(/\/\S+/g, '')
const operatorWords: Partial<Record<Operator, string>> = { gt: 'over', gte: 'at least', lt: 'under', lte: 'at most' }
const dayWords: Partial<Record<Operator, string>> = { gt: 'after', gte: 'since', lt: 'before', lte: 'until' }
const units = { height: 'cm', weight: 'kg', inches: 'cm', seconds: 's', mph: 'kmh' } as const

/** Canonical words of a query. They are read as the same query again. */
export function print(query: SonarQuery, names: readonly NameCandidate[] = []): string {
  const { target, sort, search, figure } = query
  if (!target) return ''
  const vocabulary = registry[target]
  const { from, until, ...parameters } = query.query
  return [
    nounOf(target, query),
    ...Object.entries(parameters).flatMap(([name, value]) =>
      [value].flat().map((one) => printValue(vocabulary, name, one, names)),
    ),
    ...(from || until ? [printPeriod(from, until)] : []),
    ...query.where.map((condition) => printCondition(vocabulary, condition, names)),
    ...(sort ? [firstPhrase(ownValue(vocabulary.sorts, sort))] : []),
    ...(search ? [`named ${search}`] : []),
    ...(figure ? [printFigure(vocabulary, figure)] : []),
  ]
    .filter((words) => words !== '')
    .join(', ')
}

/** Figures begin with a question word; a breakdown has its noun in `by`. */
function nounOf(target: Target, { figure }: SonarQuery) {
  if (target === 'breakdown') return ''
  return figure ? 'how much' : firstPhrase(registry[target].nouns)
}

function printValue(vocabulary: Vocabulary, name: string, value: string, names: readonly NameCandidate[]) {
  const parameter: Parameter = ownValue(vocabulary.parameters, name) ?? { label: name }
  const isChoice = ownValue(parameter.values, value) !== undefined || !parameter.name
  if (isChoice && parameter.printed) return parameter.printed(value)
  const text = valueName(vocabulary, name, value, names)
  return isChoice
    ? `${parameter.label} ${text}`
    : parameter.name === 'tag'
      ? `tagged ${text}`
      : parameter.name === 'program'
        ? `${text} program`
        : text
}

function printPeriod(from?: string | string[], until?: string | string[]) {
  const isMonths = String(from).length === 7
  if (isMonths) return `from ${from}-01 to ${lastDayOf(String(until))}`
  return printDays({ ...(from && { from: String(from) }), ...(until && { until: String(until) }) })
}

function printFigure({ phrases = [] }: Vocabulary, figure: string) {
  return firstPhrase(phrases.find(([, meaning]) => meaning.figure === figure)?.[0])
}

function printCondition(vocabulary: Vocabulary, condition: Condition, names: readonly NameCandidate[]): string {
  const { field, op, value, currency } = condition
  const { kind, label, printed = '', values } = ownValue(vocabulary.fields, field) ?? { kind: 'choice', label: field }
  const written = vocabulary.phrases?.find(
    ([, { where }]) => where?.length === 1 && JSON.stringify(where[0]) === JSON.stringify(condition),
  )
  if (written) return firstPhrase(written[0])
  if (values)
    return [value]
      .flat()
      .map((one) => `${label} ${values[String(one)]}`)
      .join(' or ')
  if (kind === 'name') return `${printed} ${names.find(({ id }) => id === value)?.name ?? value}`
  const show = (one: Scalar | null) =>
    currency && typeof one === 'number' ? printAmount({ minor: one, currency }) : printScalar(field, one)
  const words = kind === 'day' ? dayWords[op] : operatorWords[op]
  if (op !== 'between' || !Array.isArray(value)) return `${printed} ${words ?? ''} ${show(value as Scalar)}`
  const [least = '', most = ''] = value.map(show)
  return kind === 'day'
    ? `${printed} ${printDays({ from: least, until: most })}`
    : `${printed} between ${least} and ${most}`
}

function printScalar(field: string, value: Scalar | null): string {
  if (value !== null && typeof value === 'object') return printAmount(value)
  if (!field.startsWith('measurement.')) return String(value)
  return `${value} ${units[measurables[field.slice('measurement.'.length) as Measurable].unit]}`
}
const printAmount = ({ minor, currency }: Amount) => `${currency} ${decimalOf(minor, currency)}`
