import type { Permission } from '../organization.ts'
import { expandAbbreviations } from './abbreviations.ts'
import { type Assembled, assemble, partOf } from './assemble.ts'
import { chipsOf, valueName } from './chips.ts'
import { bestCover } from './cover.ts'
import { withoutInflections } from './inflections.ts'
import type { NameCandidate } from './names.ts'
import { type Choice, type Correction, type SonarQuery, type SonarReading, type Target, targets } from './reading.ts'
import { registry } from './registry.ts'
import { type Findings, findAll, isRank, type MeaningSpan, type Surroundings, spansOf } from './spans.ts'
import { correctSpelling, isKnown, spelled } from './spelling.ts'
import { isStop } from './stop-words.ts'
import { type Token, tokenize } from './tokens.ts'

export type SonarContext = Surroundings & {
  permissions: readonly Permission[]
  /** The caller's id. */
  me: string
  /** Records whose names may occur in the question. */
  names: readonly NameCandidate[]
  /** Chosen readings, by parameter. */
  answers?: Readonly<Record<string, string>>
  /** Words that are not misspelled. */
  asTyped?: readonly string[]
}

/** Decides for the noun of the question, which other words rarely outweigh. */
const HEAD = 60
const CUE = 20
/** After "how much", nouns say what is summed, and not what is listed. */
const SUMMED_NOUN = 0
const SUM = 10

const nothing: SonarReading = {
  target: null,
  query: {},
  where: [],
  sort: null,
  search: null,
  figure: null,
  chips: [],
  unknown: [],
  corrected: [],
  ask: [],
  refused: null,
}

/** Reads a question by rule. The same question and context always give the same reading. */
export function parse(question: string, context: SonarContext): SonarReading {
  const written = tokenize(question)
  const isName = namesIn(context.names)
  const tokens = correctSpelling(
    withoutInflections(expandAbbreviations(written, isName), isKnown),
    isName,
    context.asTyped,
  )
  const findings = findAll(question, tokens, context.names, context)
  const bare = readBareName(findings)
  if (bare) return finish(bare, findings, context)
  const ranked = readTargets(findings, context)
  const unused = ranked[0]?.isUnderstood ? unusedByFigure(ranked[0], tokens) : []
  const [best, ...others] = unused.length > 0 ? readingsOf(unused, ranked, tokens) : ranked
  if (!best?.isUnderstood) {
    return { ...nothing, unknown: unknownParts(question, tokens, unused.length > 0 ? unused : contentOf(tokens)) }
  }
  const equal = others.filter(
    (one) => one.isUnderstood && one.score === best.score && unusedByFigure(one, tokens).length === 0,
  )
  if (equal.length > 0 && !best.hasHead) {
    const allowed = [best, ...equal].filter(({ assembled }) => !missingPermission(assembled.query, context.permissions))
    if (allowed.length > 1) return askForTarget(allowed, findings)
    return finish((allowed[0] ?? best).assembled, findings, context)
  }
  return finish(best.assembled, findings, context)
}

type TargetReading = { target: Target; assembled: Assembled; score: number; isUnderstood: boolean; hasHead: boolean }

/** The reading for every target, best first. */
function readTargets(findings: Findings, context: SonarContext): TargetReading[] {
  const { tokens } = findings
  const head = headOf(findings)
  const cues = findings.phrases.filter(({ meaning }) => meaning.names !== undefined)
  const isSum = cues.some(({ target, first }) => target === 'overview' && first === 0)
  return targets
    .filter((target) => target === (context.answers?.target ?? target))
    .flatMap((target): TargetReading[] => {
      const { spans, weight } = bestCover(spansOf(target, findings, context), tokens.length)
      const assembled = assemble(target, spans, tokens, context)
      const { query } = assembled
      if (target === 'overview' && !isFigure(query, isSum)) return []
      if (target === 'breakdown' && !isBreakdown(query, tokens)) return []
      const isMeasured = target === 'breakdown' && query.query.sort !== undefined
      const hasHead = isMeasured || spans.some((span) => span.meaning.names === 'head' && overlaps(span, head))
      const hasCue = cues.some((cue) => cue.target === target)
      const score =
        weight +
        (hasHead ? (isSum ? SUMMED_NOUN : HEAD) : 0) +
        (hasCue ? CUE : 0) +
        (isSum && target === 'overview' ? SUM : 0)
      return [{ target, assembled, score, hasHead, isUnderstood: isUnderstood(spans, hasHead, assembled, tokens) }]
    })
    .toSorted((one, other) => other.score - one.score)
}

/** Without "how much", most words of figures are states of payments. */
const isFigure = ({ figure }: SonarQuery, isSum: boolean) => figure === 'feesMinor' || (figure !== null && isSum)

/** Needs a measure, or the word itself. */
const isBreakdown = ({ query: { by, sort } }: SonarQuery, tokens: readonly Token[]) =>
  by !== undefined && (sort !== undefined || tokens.some(({ stem }) => stem === 'breakdown'))

/** Words that a figure would leave out: its sum would be of more than was asked for. "Top 5" only limits it. */
function unusedByFigure({ target, assembled }: TargetReading, tokens: readonly Token[]) {
  if (target !== 'overview' && target !== 'breakdown') return []
  return contentOnly(tokens, assembled.unknown).filter((index) => !isRank(tokens, index))
}

/** Readings instead of such a figure: those that use one of the words. Only lists of money answer "how much". */
const readingsOf = (words: readonly number[], ranked: readonly TargetReading[], tokens: readonly Token[]) =>
  ranked.filter(
    (reading) =>
      reading.isUnderstood &&
      unusedByFigure(reading, tokens).length === 0 &&
      words.some((index) => !reading.assembled.unknown.has(index)) &&
      (ranked[0]?.target !== 'overview' || registry[reading.target].permissions.includes('money.view')),
  )

/** Without a noun or a name, too many words without a meaning leave only chance. */
function isUnderstood(
  spans: readonly MeaningSpan[],
  hasHead: boolean,
  { unknown }: Assembled,
  tokens: readonly Token[],
) {
  const meant = spans.filter(isMeaningful)
  const words = meant.reduce((count, { first, last }) => count + last - first + 1, 0)
  const isNamed = hasHead || meant.some(({ kind }) => kind === 'name')
  return meant.length > 0 && (isNamed || 2 * words >= contentOnly(tokens, unknown).length)
}

const isMeaningful = ({ kind, meaning }: MeaningSpan) =>
  kind !== 'stop' && kind !== 'unread' && kind !== 'negation' && Object.keys(meaning).length > 0
const overlaps = (one: { first: number; last: number }, other: { first: number; last: number } | undefined) =>
  other !== undefined && one.first <= other.last && one.last >= other.first

/** The first noun of the question. Of adjacent nouns, the last one: "athlete payments". */
function headOf({ phrases, names, tokens }: Findings) {
  const isInName = (span: { first: number; last: number }) =>
    names.some(
      ({ first, last, candidates }) =>
        last > first && candidates.some(({ isExact }) => isExact) && first <= span.first && last >= span.last,
    )
  // "High school" is no school.
  const isInPhrase = (span: { first: number; last: number }) =>
    phrases.some(({ target, first, last, meaning }) => {
      const isLonger = last - first > span.last - span.first && first <= span.first && last >= span.last
      return isLonger && target === 'athletes' && meaning.set !== undefined && !meaning.names
    })
  const nouns = phrases
    .filter((span) => span.meaning.names === 'head' && !isInName(span) && !isInPhrase(span))
    .toSorted((one, other) => one.first - other.first || other.last - one.last)
  const hasStopWord = (span: { first: number; last: number }) =>
    tokens.slice(span.first, span.last + 1).some(({ stem }) => isStop(stem))
  let head: { first: number; last: number } | undefined
  for (const { first, last } of nouns) {
    if (!head) head = { first, last }
    else if (first <= head.last) head = { first: head.first, last: Math.max(head.last, last) }
    else if (first === head.last + 1 && !hasStopWord(head)) head = { first, last }
  }
  return head
}

/** A question that is only a name searches for it. */
function readBareName({ question, tokens, names, phrases }: Findings): Assembled | undefined {
  const content = contentOf(tokens)
  const [first, last] = [content[0], content.at(-1)]
  if (first === undefined || last === undefined || content.length > 4 || last - first + 1 !== content.length)
    return undefined
  const whole = names.find((span) => span.first === first && span.last === last)
  const looksLikeName = content.every((index) => {
    const token = tokens[index]
    return token?.isCapitalized && token.text.length > 1 && !isKnown(token.stem)
  })
  const parts = content.every((index) => names.some((span) => span.first <= index && span.last >= index))
  const isPhrase = phrases.some((span) => span.first === first && span.last === last)
  if (isPhrase || tokens.length > content.length + 1 || !(whole || looksLikeName || parts)) return undefined
  const kinds = new Set(whole?.candidates.map(({ kind }) => kind))
  const target = kinds.has('company') && !kinds.has('athlete') && !kinds.has('school') ? 'companies' : 'athletes'
  const search = question.slice(tokens[first]?.start, tokens[last]?.end).replace(/['’]s?$/, '')
  return {
    query: { target, query: {}, where: [], sort: null, search, figure: null },
    tokens: new Map([['search', content]]),
    ask: [],
    unknown: new Set(),
  }
}

const contentOf = (tokens: readonly Token[]) => [...tokens.keys()].filter((index) => !isStop(tokens[index]?.stem ?? ''))

function namesIn(names: readonly NameCandidate[]) {
  const words = new Set(names.flatMap(({ text }) => text.split(' ')))
  return (token: Token) => words.has(token.text)
}

function askForTarget(equal: readonly TargetReading[], { question, tokens }: Findings): SonarReading {
  const unknown = new Set(
    [...tokens.keys()].filter((index) => equal.every(({ assembled }) => assembled.unknown.has(index))),
  )
  const values = equal.map(({ target }) => ({ value: target, text: registry[target].label }))
  return {
    ...nothing,
    unknown: unknownParts(question, tokens, contentOnly(tokens, unknown)),
    ask: [{ ...partOf(tokens, { first: 0, last: tokens.length - 1 }), parameter: 'target', values }],
  }
}

function finish(
  assembled: Assembled,
  { question, tokens }: Findings,
  { permissions, names }: SonarContext,
): SonarReading {
  const refused = missingPermission(assembled.query, permissions)
  if (refused) return { ...nothing, refused }
  const { query, unknown } = assembled
  const vocabulary = query.target && registry[query.target]
  const ask = assembled.ask.map(
    ({ values, ...choice }): Choice => ({
      ...choice,
      values: values.map((value) => ({
        value,
        text: vocabulary ? valueName(vocabulary, choice.parameter, value, names) : value,
      })),
    }),
  )
  return {
    ...query,
    chips: chipsOf(assembled, tokens, question, names),
    unknown: unknownParts(question, tokens, contentOnly(tokens, unknown)),
    corrected: tokens.flatMap((token, index) => (unknown.has(index) ? [] : correctionOf(token, question))),
    ask,
    refused: null,
  }
}

/** The first permission that the list, a filter or the sort needs, whatever the data. */
export function missingPermission({ target, query, where, sort }: SonarQuery, granted: readonly Permission[]) {
  if (!target) return undefined
  const { permissions, parameters, fields = {}, sortPermissions = {} } = registry[target]
  const needed = [
    ...permissions,
    ...Object.keys(query).map((name) => parameters[name]?.permission),
    ...where.map(({ field }) => fields[field]?.permission),
    sortPermissions[sort?.replace('-', '') ?? ''],
  ]
  return needed.find((permission) => permission && !granted.includes(permission))
}

function correctionOf({ stem, start, end, correctedFrom }: Token, question: string): Correction[] {
  if (!correctedFrom) return []
  const word = spelled(stem)
  const isPlural = correctedFrom.endsWith('s') && !word.endsWith('s')
  return [{ start, end, text: question.slice(start, end), readAs: isPlural ? `${word}s` : word }]
}

const contentOnly = (tokens: readonly Token[], indexes: ReadonlySet<number>) =>
  [...indexes]
    .filter((index) => !/^[^\p{L}\p{N}]*$/u.test(tokens[index]?.text ?? ''))
    .toSorted((one, other) => one - other)

/** Neighboring words are shown as one. */
function unknownParts(question: string, tokens: readonly Token[], indexes: readonly number[]) {
  const parts: { first: number; last: number }[] = []
  for (const index of indexes) {
    const last = parts.at(-1)
    if (last && last.last === index - 1) last.last = index
    else parts.push({ first: index, last: index })
  }
  return parts.map((part) => {
    const { start, end } = partOf(tokens, part)
    return { start, end, text: question.slice(start, end) }
  })
}
