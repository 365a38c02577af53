import { type Currency, minorDigits } from '../currency.ts'
import { addDays } from '../days.ts'
import { ownValue } from '../own-value.ts'
import { resolvePositions } from './positions.ts'
import type { Choice, Condition, Operator, Part, SonarQuery, Target } from './reading.ts'
import { registry } from './registry.ts'
import type { MeaningSpan } from './spans.ts'
import { isJoint } from './stop-words.ts'
import type { Token } from './tokens.ts'
import { SOONEST, YESTERDAY } from './vocabulary/vocabulary.ts'

/** A query with the tokens of each of its parts, by the key of its chip. */
export type Assembled = {
  query: SonarQuery
  tokens: Map<string, number[]>
  ask: (Omit<Choice, 'values'> & { values: readonly string[] })[]
  unknown: Set<number>
}

export const conditionKey = ({ field, op }: Condition) => `where:${field}:${op}`

/** Combines the meanings of a cover into one query. Values that contradict each other stay unknown. */
export function assemble(
  target: Target,
  cover: readonly MeaningSpan[],
  tokens: readonly Token[],
  { today, me, answers = {} }: { today: string; me: string; answers?: Readonly<Record<string, string>> },
): Assembled {
  const vocabulary = registry[target]
  const values = new Map<string, string[]>()
  const excluded = new Map<string, string[]>()
  const query: SonarQuery = { target, query: {}, where: [], sort: null, search: null, figure: null }
  const used = new Map<string, number[]>()
  const ask: Assembled['ask'] = []
  const covered = new Set(cover.flatMap(indexesOf))
  const unknown = new Set([...tokens.keys()].filter((index) => !covered.has(index)))
  const { positions, absorbed } = resolvePositions(cover, tokens)

  const use = (key: string, span: MeaningSpan) => used.set(key, [...(used.get(key) ?? []), ...indexesOf(span)])
  const reject = (...spans: (MeaningSpan | undefined)[]) => {
    for (const span of spans) for (const index of span ? indexesOf(span) : []) unknown.add(index)
  }

  /** Lists without `me` take the caller's id. */
  function resolve(name: string, value: string) {
    if (value === YESTERDAY) return addDays(today, -1)
    return value === 'me' && ownValue(vocabulary.parameters, name)?.values?.me === undefined ? me : value
  }

  /** False if a single value is set already, or cannot be negated. */
  function setValues(name: string, added: readonly string[], isNegated: boolean): boolean {
    const parameter = ownValue(vocabulary.parameters, name)
    // The other members of a team are no closed set.
    const isClosed = parameter?.several && parameter.values && !parameter.name
    if (isNegated) {
      if (isClosed) excluded.set(name, [...(excluded.get(name) ?? []), ...added])
      return Boolean(isClosed)
    }
    const known = values.get(name) ?? []
    const all = [...new Set([...known, ...added])]
    if (!parameter?.several && all.length > 1) return false
    values.set(name, all)
    return true
  }

  function addCondition(condition: Condition, isNegated: boolean): boolean {
    if (!isNegated) query.where.push(condition)
    else if (typeof condition.value === 'boolean') query.where.push({ ...condition, value: !condition.value })
    else {
      const choices = Object.keys(ownValue(vocabulary.fields, condition.field)?.values ?? {})
      if (choices.length === 0) return false
      query.where.push({ ...condition, op: 'in', value: choices.filter((choice) => choice !== condition.value) })
    }
    return true
  }

  /** Without a day in the question, the sort would be a guess. */
  function resolveSoonest() {
    const field = query.where.find((condition) => ownValue(vocabulary.soonest, condition.field))?.field
    query.sort = (field && ownValue(vocabulary.soonest, field)) ?? null
    if (query.sort) return
    for (const index of used.get('sort') ?? []) unknown.add(index)
    used.delete('sort')
  }

  let negation: MeaningSpan | undefined
  let negatedParameter: string | undefined
  let joint: MeaningSpan | undefined
  let previous: { last: number; keys: string[]; meaning: MeaningSpan['meaning'] } | undefined
  for (const span of cover) {
    const meaning = withAnswer(span.meaning, answers)
    if (span.kind === 'stop') {
      if (!isJoint(tokens[span.first]?.text ?? '')) negatedParameter = undefined
      else if ((joint ?? previous)?.last === span.first - 1) joint = span
      continue
    }
    if (span.kind === 'unread') {
      reject(span)
      continue
    }
    if (span.kind === 'negation') {
      reject(negation)
      negation = span
      continue
    }
    const hasEffect = meaning.set || meaning.where || meaning.sort || meaning.search || meaning.ask || meaning.figure
    if (!hasEffect && previous) previous.last = span.last
    if (!hasEffect || absorbed.has(span)) continue
    const set = positions.has(span) ? { ...meaning.set, position: positions.get(span) ?? [] } : (meaning.set ?? {})
    const names = Object.keys(set)
    const isContinued = negatedParameter !== undefined && names.includes(negatedParameter)
    const isNegated = negation !== undefined || isContinued
    const keys = [...names, ...(meaning.where ?? []).map(({ field }) => field)]
    const isOr = joint !== undefined && tokens[joint.first]?.text === 'or'
    const isOther = previous !== undefined && !previous.keys.some((key) => keys.includes(key))
    // Filters are combined by "and": no list has either of two ranges, or golfers and quarterbacks.
    const isAlternative =
      (isOr && hasRange(previous?.meaning, meaning)) ||
      (isOther && joint?.last === span.first - 1 && previous?.meaning.names === 'head' && meaning.names === 'head')
    if (isAlternative) {
      reject(joint, span, negation)
      joint = negation = undefined
      continue
    }
    const accepted =
      !(isNegated && (meaning.sort || meaning.search || meaning.ask)) &&
      Object.entries(set).every(([name, added]) =>
        setValues(
          name,
          added.map((value) => resolve(name, value)),
          isNegated,
        ),
      ) &&
      (meaning.where ?? []).every((condition) => addCondition(condition, isNegated))
    if (!accepted) {
      reject(span, negation)
      negation = undefined
      continue
    }
    negatedParameter = isNegated ? names[0] : undefined
    if (isOr && isOther) reject(joint)
    joint = undefined
    previous = { last: span.last, keys, meaning }
    for (const name of names) {
      use(name, span)
      if (negation) use(name, negation)
    }
    for (const condition of meaning.where ?? []) use(conditionKey(condition), span)
    if (meaning.sort && query.sort && !isSameColumn(query.sort, meaning.sort)) reject(span)
    else if (meaning.sort) {
      query.sort = meaning.sort
      use('sort', span)
    }
    if (meaning.figure && query.figure && query.figure !== meaning.figure) reject(span)
    else if (meaning.figure) {
      query.figure = meaning.figure
      use('figure', span)
    }
    if (meaning.search && query.search) reject(span)
    else if (meaning.search) {
      query.search = meaning.search
      use('search', span)
    }
    if (meaning.ask) {
      const { parameter, values: choices } = meaning.ask
      ask.push({ ...partOf(tokens, span), parameter, values: choices })
    }
    negation = undefined
  }
  reject(negation)

  for (const [name, out] of excluded) {
    const all = Object.keys(ownValue(vocabulary.parameters, name)?.values ?? {})
    const kept = (values.get(name) ?? all).filter((value) => !out.includes(value))
    values.set(name, kept)
  }
  for (const [name, list] of values) {
    query.query[name] = ownValue(vocabulary.parameters, name)?.several ? list : (list[0] ?? '')
  }
  query.where = mergeConditions(query.where).map((condition) => inCurrency(condition, query.query.currency))
  if (query.sort === SOONEST) resolveSoonest()
  return { query, tokens: used, ask, unknown }
}

/** A question that was answered is a filter. */
function withAnswer({ ask, ...meaning }: MeaningSpan['meaning'], answers: Readonly<Record<string, string>>) {
  const chosen = (ask && ownValue(answers, ask.parameter)?.split(',')) ?? []
  const [first] = chosen
  if (!ask || !first || !chosen.every((value) => ask.values.includes(value))) return { ...meaning, ...(ask && { ask }) }
  const where = ownValue(ask.conditions, first)
  return where ? { ...meaning, where } : { ...meaning, set: { [ask.parameter]: chosen } }
}

/** Both limit the same field. */
const hasRange = (one: MeaningSpan['meaning'] | undefined, other: MeaningSpan['meaning']) =>
  one?.where?.some(({ field, op }) =>
    other.where?.some((condition) => condition.field === field && isRange(op) && isRange(condition.op)),
  )
const isRange = (op: Operator) => /^(?:[gl]te?|between)$/.test(op)

/** "By amount, lowest first": the later one tells the direction. */
const isSameColumn = (one: string, other: string) => one.replace('-', '') === other.replace('-', '')

const indexesOf = ({ first, last }: { first: number; last: number }) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

export function partOf(tokens: readonly Token[], { first, last }: { first: number; last: number }): Part {
  return { start: tokens[first]?.start ?? 0, end: tokens[last]?.end ?? 0 }
}

/** A bare number is in the currency that the question names elsewhere. */
function inCurrency(condition: Condition, named: string | string[] | undefined): Condition {
  const { currency, value } = condition
  if (!currency || !named || named === currency) return condition
  const scale = 10 ** (minorDigits(named as Currency) - minorDigits(currency))
  const scaled = [value].flat().map((minor) => Number(minor) * scale)
  return { ...condition, currency: named as Currency, value: Array.isArray(value) ? scaled : (scaled[0] ?? null) }
}

/** Two choices of one field are one condition: apparel or footwear. */
function mergeConditions(conditions: readonly Condition[]): Condition[] {
  const merged: Condition[] = []
  for (const condition of conditions) {
    const at = merged.findIndex(({ field, op }) => field === condition.field && (op === 'eq' || op === 'in'))
    const known = merged[at]
    const isChoice = (condition.op === 'eq' || condition.op === 'in') && typeof condition.value !== 'boolean'
    if (!known || !isChoice || known.value === null || condition.value === null) merged.push(condition)
    else {
      const value = [...new Set([known.value, condition.value].flat())]
      merged[at] = value.length > 1 ? { field: known.field, op: 'in', value } : known
    }
  }
  return merged
}
