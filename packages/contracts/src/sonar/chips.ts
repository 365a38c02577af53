import { formatMoney } from '../currency.ts'
import { addDays, shortDay } from '../days.ts'
import { monthAfter } from '../finance.ts'
import { type Measurable, showMeasurable } from '../measurable.ts'
import { ownValue } from '../own-value.ts'
import { type Assembled, conditionKey } from './assemble.ts'
import type { NameCandidate } from './names.ts'
import type { Chip, Condition, Operator, Scalar, SonarQuery } from './reading.ts'
import { registry } from './registry.ts'
import type { Token } from './tokens.ts'
import { figureNames } from './vocabulary/figures.ts'
import type { Vocabulary } from './vocabulary/vocabulary.ts'

const operatorWords: Record<Exclude<Operator, 'none'>, string> = {
  eq: 'is',
  gt: 'over',
  gte: 'at least',
  lt: 'under',
  lte: 'at most',
  between: 'between',
  in: 'is',
}
const dayWords: Partial<Record<Operator, string>> = { gt: 'after', gte: 'since', lt: 'before', lte: 'until' }

type Names = readonly NameCandidate[]

/** One chip for each part of the query that can be removed. */
export function chipsOf(
  { query, tokens: used }: Assembled,
  tokens: readonly Token[],
  question: string,
  names: Names,
): Chip[] {
  const { target } = query
  if (!target) return []
  const vocabulary = registry[target]
  const chipOf = (text: string, removes: string[]): Chip => {
    const indexes = [...new Set(removes.flatMap((key) => used.get(key) ?? []))].toSorted((one, other) => one - other)
    const parts = indexes.flatMap((index) => tokens[index] ?? [])
    return { text, removes, parts: joinParts(parts, question) }
  }
  const { from, until, ...others } = query.query
  return [
    ...Object.entries(others).map(([name, value]) => {
      const { label } = ownValue(vocabulary.parameters, name) ?? { label: name }
      const words = [value].flat().map((one) => valueName(vocabulary, name, one, names))
      return chipOf(`${label} is ${words.join(' or ')}`, [name])
    }),
    ...(from || until
      ? [chipOf(periodText(from, until), [...(from ? ['from'] : []), ...(until ? ['until'] : [])])]
      : []),
    ...query.where.map((condition) => chipOf(conditionText(vocabulary, condition, names), [conditionKey(condition)])),
    ...(query.sort
      ? [
          chipOf(`Sorted ${ownValue(vocabulary.sorts, query.sort)?.split('|')[0]?.replaceAll('?', '') ?? query.sort}`, [
            'sort',
          ]),
        ]
      : []),
    ...(query.search ? [chipOf(`Search “${query.search}”`, ['search'])] : []),
    ...(query.figure ? [chipOf(`Figure is ${ownValue(figureNames, query.figure)}`, ['figure'])] : []),
  ]
}

/** Chips of a query that no words of a question stand for. */
export const describeQuery = (query: SonarQuery, names: Names): Chip[] =>
  chipsOf({ query, tokens: new Map(), ask: [], unknown: new Set() }, [], '', names)

/** The query without the part that a chip stands for. */
export function withoutChip(query: SonarQuery, { removes }: Pick<Chip, 'removes'>): SonarQuery {
  return {
    ...query,
    query: Object.fromEntries(Object.entries(query.query).filter(([name]) => !removes.includes(name))),
    where: query.where.filter((condition) => !removes.includes(conditionKey(condition))),
    sort: removes.includes('sort') && !('sort' in query.query) ? null : query.sort,
    search: removes.includes('search') ? null : query.search,
    figure: removes.includes('figure') ? null : query.figure,
  }
}

/** The name of a parameter's value. */
export function valueName(vocabulary: Vocabulary, parameter: string, value: string, names: Names): string {
  const known = ownValue(ownValue(vocabulary.parameters, parameter)?.values, value)
  return known ?? names.find(({ id }) => id === value)?.name ?? value
}

const isMonth = (text: string) => text.length === 7
const firstDayOf = (text: string) => (isMonth(text) ? `${text}-01` : text)
/** Of a month; a day is its own. */
export const lastDayOf = (text: string) => (isMonth(text) ? addDays(`${monthAfter(text, 1)}-01`, -1) : text)

function periodText(from?: string | string[], until?: string | string[]) {
  const first = from && shortDay(firstDayOf(String(from)))
  const last = until && shortDay(lastDayOf(String(until)))
  if (first && last) return `Period is ${first} to ${last}`
  return first ? `Period since ${first}` : `Period until ${last}`
}

function conditionText({ fields }: Vocabulary, { field, op, value, currency }: Condition, names: Names) {
  const { label, kind, values } = fields?.[field] ?? { label: field, kind: 'choice' }
  const words = [value].flat().map((one) => {
    if (one === null) return 'not set'
    if (kind === 'name') return names.find(({ id }) => id === one)?.name ?? String(one)
    return (
      values?.[String(one)] ??
      showScalar(field, kind, currency && typeof one === 'number' ? { minor: one, currency } : one)
    )
  })
  if (op === 'none') return `No ${words.join(' or ')} ${label.toLowerCase()}`
  const operator = (kind === 'day' && dayWords[op]) || operatorWords[op]
  return `${label} ${operator} ${words.join(op === 'between' ? ' and ' : ' or ')}`
}

function showScalar(field: string, kind: string, value: Scalar): string {
  if (typeof value === 'object') return formatMoney(value.minor, value.currency, 'en-US').replace(/\.0+$/, '')
  if (kind === 'day') return shortDay(String(value))
  if (kind === 'minor') return (Number(value) / 100).toLocaleString('en-US')
  if (field.startsWith('measurement.'))
    return showMeasurable(field.slice('measurement.'.length) as Measurable, Number(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? value.toLocaleString('en-US') : value
}

/** Neighboring tokens are one part. */
function joinParts(parts: readonly Token[], question: string) {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of parts) {
    const last = joined.at(-1)
    if (last && question.slice(last.end, start).trim() === '') last.end = end
    else joined.push({ start, end })
  }
  return joined
}
