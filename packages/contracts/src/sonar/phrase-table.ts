import { stemOf, type Token } from './tokens.ts'

const LONGEST = 7

/** Words of all tables by their stem, for spelling. */
export const tableWords = new Map<string, string>()

/** Values by phrase; phrases are separated by bars. */
export function phraseTable<Value>(record: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(
    Object.entries(record).flatMap(([phrases, value]) =>
      phrases
        .toLowerCase()
        .split('|')
        .map((phrase) => {
          const words = phrase.split(/[ -]/)
          for (const word of words) tableWords.set(stemOf(word), word)
          return [words.map(stemOf).join(' '), value] as const
        }),
    ),
  )
}

/** The longest phrase of a table at a token. */
export function matchPhrase<Value>(table: ReadonlyMap<string, Value>, tokens: readonly Token[], at: number) {
  let found: { value: Value; next: number; key: string } | undefined
  let key = ''
  for (let next = at; next < Math.min(tokens.length, at + LONGEST); next++) {
    key += `${next > at ? ' ' : ''}${tokens[next]?.stem}`
    const value = table.get(key)
    if (value !== undefined) found = { value, next: next + 1, key }
  }
  return found
}
