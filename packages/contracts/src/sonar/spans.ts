import type { Currency } from '../currency.ts'
import type { Calendar } from './calendar.ts'
import { type ClassSpan, readClass } from './classes.ts'
import type { Weighted } from './cover.ts'
import { findPhrases, type PhraseSpan } from './lexicon.ts'
import { type NameCandidate, nameSpans } from './names.ts'
import { wordNumber } from './numbers.ts'
import { type PeriodSpan, readPeriod } from './periods.ts'
import { matchPhrase, phraseTable } from './phrase-table.ts'
import { type Quantity, readQuantity } from './quantities.ts'
import type { Target } from './reading.ts'
import { registry } from './registry.ts'
import { readSilence, type SilenceSpan } from './silences.ts'
import { isKnown } from './spelling.ts'
import { idlePhrases, isJoint, isStop } from './stop-words.ts'
import type { Token } from './tokens.ts'
import { meaningOfPeriod, meaningOfQuantity, meaningOfSilence } from './values.ts'
import type { Meaning, Vocabulary } from './vocabulary/vocabulary.ts'

/** What the parser knows beside the question. */
export type Surroundings = Calendar & { currency: Currency }

/** Words with their meaning for one target. */
export type MeaningSpan = Weighted & {
  kind: 'phrase' | 'value' | 'name' | 'negation' | 'stop' | 'unread'
  meaning: Meaning & { search?: string }
}

/** Everything found in a question, whatever the target. */
export type Findings = {
  question: string
  tokens: readonly Token[]
  phrases: PhraseSpan[]
  quantities: Quantity[]
  periods: PeriodSpan[]
  silences: SilenceSpan[]
  classes: ClassSpan[]
  names: { first: number; last: number; candidates: NameCandidate[] }[]
  negations: { first: number; last: number }[]
}

const negations = phraseTable<true>({
  'not|non|no|without|except|except for|excluding|other than|but not|neither|apart from|aside from|besides|minus|exclude|omit|omitting|leave out|leaving out|with exception of|anything but|everything but|all but|everyone but|instead of|rather than|outside|outside of|not from|not in': true,
})

export function findAll(
  question: string,
  tokens: readonly Token[],
  candidates: readonly NameCandidate[],
  surroundings: Surroundings,
): Findings {
  const at = tokens.map((_, index) => index)
  const byText = Map.groupBy(candidates, ({ text }) => text)
  const isOther = ({ stem, text, isCapitalized }: Token) => !isCapitalized && !isKnown(stem) && !byText.has(text)
  return {
    question,
    tokens,
    phrases: findPhrases(tokens),
    quantities: at.flatMap((first) => readQuantity(tokens, first, surroundings.currency, isOther) ?? []),
    periods: withoutPartsOfBirth(at.flatMap((first) => readPeriod(tokens, first, surroundings) ?? [])),
    silences: at.flatMap((first) => readSilence(tokens, first, surroundings) ?? []),
    classes: at.flatMap((first) => readClass(tokens, first) ?? []),
    names: nameSpans(tokens).flatMap(({ first, last, text }) => {
      const named = byText.get(text)
      return named ? [{ first, last, candidates: named }] : []
    }),
    negations: at.flatMap((first) => {
      const found = matchPhrase(negations, tokens, first)
      return found ? [{ first, last: found.next - 1 }] : []
    }),
  }
}

/** "Born in May" is never only "in May". */
function withoutPartsOfBirth(periods: readonly PeriodSpan[]) {
  const births = periods.filter(({ role }) => role === 'born')
  return periods.filter((one) => !births.some(({ first, last }) => first < one.first && last >= one.last))
}

const ranks = /^(?:top|biggest|largest|highest|smallest|lowest|newest|latest|oldest|first|last|best)$/
/** The number of "top 10" or "ten largest". */
export const isRank = (tokens: readonly Token[], at: number) =>
  (tokens[at]?.number ?? wordNumber(tokens[at]?.text)) !== undefined &&
  (ranks.test(tokens[at - 1]?.text ?? '') || ranks.test(tokens[at + 1]?.text ?? ''))

const STOP_WEIGHT = 9
/** Longer phrases win over their parts. */
const weigh = ({ first, last }: { first: number; last: number }, extra = 0) =>
  10 * (last - first + 1) + 3 * (last - first) + extra

/** All spans that mean something for a target. */
export function spansOf(target: Target, findings: Findings, surroundings: Surroundings): MeaningSpan[] {
  const vocabulary = registry[target]
  const { tokens } = findings
  const spans: MeaningSpan[] = []
  const add = (
    kind: MeaningSpan['kind'],
    { first, last }: Omit<Weighted, 'weight'>,
    weight: number,
    meaning?: MeaningSpan['meaning'],
  ) => {
    if (meaning) spans.push({ kind, first, last, weight, meaning })
  }
  for (const [index, { stem }] of tokens.entries()) {
    const span = { first: index, last: index }
    // A list has no limit.
    if (isRank(tokens, index)) add('unread', span, STOP_WEIGHT, {})
    else if (isStop(stem)) add('stop', span, STOP_WEIGHT, {})
  }
  for (const first of tokens.keys()) {
    const idle = matchPhrase(idlePhrases, tokens, first)
    if (idle) add('stop', { first, last: idle.next - 1 }, weigh({ first, last: idle.next - 1 }, -1.5), {})
  }
  for (const span of findings.negations) add('negation', span, weigh(span, -2), {})
  for (const { meaning, target: of, ...span } of findings.phrases) {
    if (of !== target) continue
    const kind = meaning.isUnread ? 'unread' : 'phrase'
    add(kind, span, weigh(span, Object.keys(meaning).length === 0 ? -1.5 : 0), meaning)
  }
  for (const span of findings.quantities) {
    if (isOfOtherList(target, findings, span)) add('unread', span, weigh(span, 2), {})
    else add('value', span, weigh(span, 2), meaningOfQuantity(vocabulary, span, surroundings.currency))
  }
  for (const span of findings.periods) {
    // A month of every year is no period.
    if (span.role === 'born' && span.isYearless) add('unread', span, weigh(span, 2), {})
    else add('value', span, weigh(span, 2), meaningOfPeriod(vocabulary, span, surroundings))
  }
  for (const span of findings.silences)
    add('value', span, weigh(span, 2), meaningOfSilence(vocabulary, span, surroundings.today))
  if (vocabulary.parameters.class) {
    for (const span of findings.classes)
      add('value', span, weigh(span, span.first === span.last ? -1 : 1), { set: { class: span.years } })
  }
  for (const span of findings.names) addNames(target, findings, span, add)
  addWrittenNames(findings, vocabulary, add)
  return spans
}

/** "Athletes with deals over 600": the number is about the deals. */
function isOfOtherList(target: Target, { phrases }: Findings, { first, about, unit }: Quantity) {
  const before = about || unit ? [] : phrases.filter(({ last }) => last === first - 1)
  return before.some(({ meaning }) => meaning.names === 'head') && !before.some((phrase) => phrase.target === target)
}

const tagCues = phraseTable<true>({
  'tag|tagged|labeled|label|marked|tagged as|tagged with|with tag|marked as|labeled as': true,
})
const programCues = phraseTable<true>({ 'program|team|squad': true })
const parentCues = phraseTable<true>({
  'owned by|subsidiary of|belong to|belonging to|part of|under|children of|child of|parent|parent is|daughter of|company of': true,
})
const ownsCues = phraseTable<true>({ 'own|control|hold|is parent of': true })

type AddName = (
  kind: 'name' | 'unread',
  span: { first: number; last: number },
  weight: number,
  meaning: MeaningSpan['meaning'],
) => void

function addNames(
  target: Target,
  findings: Findings,
  { first, last, candidates }: Findings['names'][number],
  add: AddName,
) {
  const { tokens } = findings
  const { names = {}, fields } = registry[target]
  const usable = candidates.filter(({ kind }) => {
    if (!names[kind]) return false
    const before = /^(?:as|with)$/.test(tokens[first - 1]?.text ?? '') ? first - 2 : first - 1
    if (kind === 'tag')
      return last > first || matchPhrase(tagCues, tokens, before) !== undefined || isNextTag(tokens, first)
    return (
      kind !== 'program' ||
      matchPhrase(programCues, tokens, last + 1) !== undefined ||
      tokens[first - 1]?.text === 'program'
    )
  })
  const exact = usable.filter(({ isExact }) => isExact)
  const best = exact.length > 0 ? exact : usable
  const [chosen] = best
  if (!chosen) return
  const goal = names[chosen.kind] ?? ''
  const isPart = !chosen.isExact
  const weight = 10 * (last - first + 1) + (isPart ? 3 : 4) * (last - first) + (last === first ? -0.5 : 1)
  if (chosen.kind === 'company' && isSchoolOfAthletes(tokens, first, candidates)) {
    add('unread', { first, last }, weight, {})
    return
  }
  if (goal === 'search') {
    add('name', { first, last }, weight, { search: textOf(findings, first, last) })
    if (fields?.parent && best.length === 1) addParent(tokens, first, last, weight, chosen, add)
    return
  }
  // Names of several records are a question, except as a search.
  const isTie = best.length > 1
  if (fields?.[goal]) {
    const value = isTie ? textOf(findings, first, last) : chosen.name
    add('name', { first, last }, weight, { where: [{ field: goal, op: 'eq', value }] })
  } else if (isTie) add('name', { first, last }, weight, { ask: { parameter: goal, values: best.map(({ id }) => id) } })
  else {
    const isUnder = chosen.kind === 'member' && tokens[first - 1]?.text === 'under'
    add('name', { first: isUnder ? first - 1 : first, last }, weight + (isUnder ? 13 : 0), {
      set: { [goal]: [chosen.id] },
    })
  }
}

/** "Deals of athletes at Harlan": no list but the athletes' has schools. */
function isSchoolOfAthletes(tokens: readonly Token[], first: number, candidates: readonly NameCandidate[]) {
  if (!/^(?:at|attending|from)$/.test(tokens[first - 1]?.text ?? '')) return false
  const isAfterAthletes = /^(?:athlete|player|kid|guy|client|prospect|recruit)$/.test(tokens[first - 2]?.stem ?? '')
  return isAfterAthletes || (tokens[first - 1]?.text !== 'from' && candidates.some(({ kind }) => kind === 'school'))
}

/** The second of "tagged Draft and Renewal". */
const isNextTag = (tokens: readonly Token[], first: number) =>
  isJoint(tokens[first - 1]?.text ?? '') && tokens.slice(0, first).some((_, at) => matchPhrase(tagCues, tokens, at))

/** Owned by Halden, companies that Halden owns. */
function addParent(
  tokens: readonly Token[],
  first: number,
  last: number,
  weight: number,
  { id }: NameCandidate,
  add: AddName,
) {
  const meaning = { where: [{ field: 'parent', op: 'eq', value: id } as const] }
  for (const length of [1, 2, 3]) {
    if (matchPhrase(parentCues, tokens, first - length)?.next === first)
      add('name', { first: first - length, last }, weight + 13 * length, meaning)
  }
  const owns = matchPhrase(ownsCues, tokens, last + 1)
  if (owns) add('name', { first, last: owns.next - 1 }, weight + 13 * (owns.next - 1 - last), meaning)
}

/** As typed, without a possessive. */
const textOf = ({ question, tokens }: Findings, first: number, last: number) =>
  question.slice(tokens[first]?.start, tokens[last]?.end).replace(/['’]s?$/, '')

/** Names after "at" that no record has are schools; names after "named" are searched. */
function addWrittenNames(findings: Findings, { fields, names }: Vocabulary, add: AddName) {
  const { tokens } = findings
  for (const [index, { text }] of tokens.entries()) {
    const isSchool = /^(?:at|attending)$/.test(text) && fields?.school !== undefined
    const isSearch = /^(?:named|called)$/.test(text) && Object.values(names ?? {}).includes('search')
    if (!isSchool && !isSearch) continue
    let last = index
    while (tokens[last + 1] && (tokens[last + 1]?.isCapitalized || (isSearch && last === index))) last++
    if (last === index || tokens[index + 1]?.number !== undefined) continue
    const written = textOf(findings, index + 1, last)
    const meaning: MeaningSpan['meaning'] = isSchool
      ? { where: [{ field: 'school', op: 'eq', value: written }] }
      : { search: written }
    add('name', { first: index, last }, weigh({ first: index, last }, -3), meaning)
  }
}
