import { stopWords } from './stop-words.ts'
import { type Token, tokenize } from './tokens.ts'
import type { NameKind } from './vocabulary/vocabulary.ts'

const LONGEST_NAME = 5
const MOST_SPANS = 500

/** A record whose name, or part of it, occurs in the question. */
export type NameCandidate = {
  /** As `nameKey` writes it. */
  text: string
  kind: NameKind
  id: string
  name: string
  /** The whole name. */
  isExact: boolean
}

/** Looks up the texts that may be names, at most five records each. */
export type ResolveNames = (texts: readonly string[]) => Promise<NameCandidate[]>

/** Names and questions are compared by their folded words. */
export const nameKey = (name: string) => keyOf(tokenize(name))
const keyOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join(' ')

/** Texts of a question that may be names. */
export function findNameTexts(question: string): string[] {
  const texts = new Set<string>()
  for (const { first, last, text } of nameSpans(tokenize(question))) if (last >= first) texts.add(text)
  return [...texts]
}

export function nameSpans(tokens: readonly Token[]): { first: number; last: number; text: string }[] {
  const isWord = (token: Token | undefined) => token && /[\p{L}\d]/u.test(token.text)
  const isOwn = (token: Token | undefined) => token && !stopWords.has(token.stem)
  const spans: { first: number; last: number; text: string }[] = []
  for (let length = 1; length <= LONGEST_NAME; length++) {
    for (let first = 0; first + length <= tokens.length; first++) {
      const last = first + length - 1
      const isNumber = length === 1 && tokens[first]?.number !== undefined
      const isWritten = isWord(tokens[first]) && isWord(tokens[last])
      if (isNumber || !isWritten || !(isOwn(tokens[first]) || isOwn(tokens[last]))) continue
      spans.push({ first, last, text: keyOf(tokens.slice(first, last + 1)) })
    }
  }
  return spans.slice(0, MOST_SPANS)
}

/** People are named by either name, companies and schools by their first words, everything else in full. */
export function matchName(kind: NameKind, name: string, text: string): 'whole' | 'part' | undefined {
  const key = nameKey(name)
  if (key === text) return 'whole'
  if (kind === 'athlete' || kind === 'member') return key.split(' ').includes(text) ? 'part' : undefined
  if (kind === 'company' || kind === 'school') return key.startsWith(`${text} `) ? 'part' : undefined
  return undefined
}
