import { socialPlatforms } from '../athlete.ts'
import { onFirstUse } from '../on-first-use.ts'
import { ownValue } from '../own-value.ts'
import { usStates } from '../us-states.ts'
import { daysAndMonths } from './calendar.ts'
import { formsOf } from './inflections.ts'
import { tableWords } from './phrase-table.ts'
import type { Target } from './reading.ts'
import { registry } from './registry.ts'
import { isJoint, stopWords } from './stop-words.ts'
import { type Token, tokenize } from './tokens.ts'
import { soonest } from './vocabulary/sort-words.ts'
import { type Meaning, type Parameter, SOONEST, type Vocabulary } from './vocabulary/vocabulary.ts'

/** A phrase of one target's vocabulary, found at tokens `first` to `last`. */
export type PhraseSpan = { first: number; last: number; target: Target; meaning: Meaning }

const LONGEST_PHRASE = 7

type Lexicon = {
  phrases: Map<string, { target: Target; meaning: Meaning }[]>
  /** Stems of all words by their first letter, for spelling. */
  byInitial: Map<string, Set<string>>
  /** Stems of the words for lists. */
  nouns: Set<string>
  /** Words by their stem. */
  words: Map<string, string>
}

export const lexicon = onFirstUse((): Lexicon => {
  const phrases: Lexicon['phrases'] = new Map()
  const byInitial: Lexicon['byInitial'] = new Map()
  const nouns = new Set<string>()
  const addWord = (word: string) => byInitial.set(word[0] ?? '', (byInitial.get(word[0] ?? '') ?? new Set()).add(word))
  const add = (target: Target, templates: string, meaning: Meaning) => {
    for (const phrase of templates.split('|').flatMap(expand)) {
      const words = stemsOf(phrase)
      const key = words.join(' ')
      const known = phrases.get(key)
      // The first meaning of a phrase stands.
      if (!known) phrases.set(key, [{ target, meaning }])
      else if (!known.some((one) => one.target === target)) known.push({ target, meaning })
      for (const word of words) addWord(word)
      if (words.length === 1 && meaning.names === 'head') nouns.add(key)
    }
  }
  for (const [target, vocabulary] of Object.entries(registry) as [Target, Vocabulary][]) {
    for (const [templates, meaning] of vocabulary.phrases ?? []) add(target, templates, meaning)
    for (const [name, parameter] of Object.entries(vocabulary.parameters)) {
      addChoices(name, parameter, (templates, meaning) => add(target, templates, meaning))
    }
    for (const [field, { label, values = {}, words: others = {} }] of Object.entries(vocabulary.fields ?? {})) {
      for (const [value, name] of Object.entries(values)) {
        const meaning: Meaning = { where: [{ field, op: 'eq', value }] }
        add(target, `${label} ${name}`, meaning)
        if (value !== 'other') add(target, [name, value.replaceAll('-', ' '), others[value] ?? name].join('|'), meaning)
      }
    }
    for (const [sort, templates] of Object.entries(vocabulary.sorts)) {
      for (const template of templates.split('|').flatMap((one) => sortTemplates(sort, one)))
        add(target, template, { sort })
    }
    if (vocabulary.soonest) {
      for (const template of soonest.split('|').flatMap((one) => sortTemplates(SOONEST, one)))
        add(target, template, { sort: SOONEST })
    }
    add(target, vocabulary.nouns, { names: 'head' })
    for (const filler of (vocabulary.fillers ?? '').split('|').flatMap(formsOf)) add(target, filler, {})
  }
  for (const word of [...tableWords.keys(), ...stopWords]) addWord(word)
  const words = new Map([...stems].map(([word, [stem = '']]) => [stem, word.toLowerCase()]))
  const proper = [...Object.values(usStates), ...Object.values(socialPlatforms), ...daysAndMonths].flatMap((name) =>
    name.split(' ').map((word) => [stemsOf(word.toLowerCase())[0] ?? '', word] as const),
  )
  return { phrases, byInitial, nouns, words: new Map([...tableWords, ...words, ...proper]) }
})

/** A sort's words, and their other forms: "largest first" is also "largest on top". */
function sortTemplates(sort: string, template: string): string[] {
  const [, top] = /^(.+) first\??$/.exec(template) ?? []
  if (top) return [template, `${top} on/at top`, `starting with ${top}`]
  const [, field] = /^by (.+?)(?: ascending| descending)?$/.exec(template) ?? []
  if (!field) return [template]
  const direction = sort.startsWith('-') ? 'descending/desc' : 'ascending/asc'
  const isDirected = template !== `by ${field}`
  return [
    template,
    `by? ${field} ${direction}`,
    `sorted/sort/order/ordered/ranked/arranged by ${field} ${direction}`,
    ...(isDirected ? [] : [`sorted/sort/order/ordered/ranked/arranged ${template}`, `in order of ${field}`]),
  ]
}

function addChoices(name: string, parameter: Parameter, add: (templates: string, meaning: Meaning) => void) {
  const { label, values = {}, words = {}, printed, me } = parameter
  if (me && me !== 'me') add(me, { set: { [name]: ['me'] } })
  if (parameter.hasOwnPhrases) return
  for (const [value, text] of Object.entries(values)) {
    const meaning: Meaning = { set: { [name]: [value] } }
    if (printed) add(printed(value), meaning)
    else add(`${label} ${text}`, { ...meaning, isLabeled: true })
    // "Other" and plain answers say nothing without the parameter's name.
    if (!/^(?:other|yes|no|none|me|money)$/i.test(text))
      add(/\d/.test(value) ? text : `${text}|${value.replaceAll('-', ' ')}`, meaning)
    if (words[value]) add(words[value], meaning)
  }
}

/** All phrases that a template stands for. */
function expand(template: string): string[] {
  let phrases = ['']
  for (const part of template.split(' ')) {
    const isOptional = part.endsWith('?')
    const choices = (isOptional ? part.slice(0, -1) : part).split('/')
    phrases = phrases.flatMap((phrase) => [
      ...(isOptional ? [phrase] : []),
      ...choices.map((choice) => `${phrase} ${choice}`),
    ])
  }
  return phrases
}

const stems = new Map<string, string[]>()
/** Words repeat: each one is tokenized once. */
function stemsOf(phrase: string): string[] {
  return phrase.split(' ').flatMap((word) => {
    const known = stems.get(word)
    if (known) return known
    const made = tokenize(word).map(({ stem }) => stem)
    stems.set(word, made)
    return made
  })
}

/** All phrases of all vocabularies in the question. */
export function findPhrases(tokens: readonly Token[]): PhraseSpan[] {
  const { phrases } = lexicon()
  const found: PhraseSpan[] = []
  for (let first = 0; first < tokens.length; first++) {
    let key = ''
    for (let last = first; last < Math.min(tokens.length, first + LONGEST_PHRASE); last++) {
      key += `${last > first ? ' ' : ''}${tokens[last]?.stem}`
      for (const { target, meaning } of phrases.get(key) ?? []) {
        if (meaning.upperCase && !tokens[last]?.isUpperCase) continue
        if (meaning.unlessBefore?.test(tokens[last + 1]?.text ?? '')) continue
        found.push({ first, last, target, meaning })
      }
    }
  }
  return found.filter((span) => !span.meaning.onlyInList || isInList(span, found, tokens))
}

/** Joined to another value of its parameter, and not right beside one: "Texas or IN Ohio". */
function isInList(span: PhraseSpan, found: readonly PhraseSpan[], tokens: readonly Token[]) {
  const [parameter = ''] = Object.keys(span.meaning.set ?? {})
  const others = found.filter(({ target, meaning }) => target === span.target && ownValue(meaning.set, parameter))
  const endsAt = (at: number) => others.some(({ last }) => last === at)
  const startsAt = (at: number) => others.some(({ first }) => first === at)
  const isJoined = (at: number) => isJoint(tokens[at]?.text ?? '')
  const isBeside = endsAt(span.first - 1) || startsAt(span.last + 1)
  return (
    !isBeside &&
    ((isJoined(span.first - 1) && endsAt(span.first - 2)) || (isJoined(span.last + 1) && startsAt(span.last + 2)))
  )
}
