import { lexicon } from './lexicon.ts'
import { stopWords } from './stop-words.ts'
import type { Token } from './tokens.ts'

/** Shorter words have too many neighbors. */
const SHORTEST = 5
/** From here on, two errors are tolerated. */
const LONG = 8

export const isKnown = (stem: string) =>
  stopWords.has(stem) ||
  (lexicon()
    .byInitial.get(stem[0] ?? '')
    ?.has(stem) ??
    false)

/** The word of a stem. */
export const spelled = (stem: string) => lexicon().words.get(stem) ?? stem

/** Tokens with misspelled words replaced by the nearest word of the vocabulary. Names are never corrected. */
export function correctSpelling(
  tokens: readonly Token[],
  isName: (token: Token) => boolean,
  asTyped: readonly string[] = [],
): Token[] {
  return tokens.map((token, index) => {
    const { stem, text } = token
    if (stem.length < SHORTEST || !/^[a-z]+$/.test(stem) || isKnown(stem) || isName(token)) return token
    // A capital may begin a name: only long words are corrected then.
    const mayBeName = token.isCapitalized && index > 0 && stem.length < LONG
    const correct = mayBeName || asTyped.includes(text) ? undefined : nearestWord(stem)
    return correct ? { ...token, stem: correct, text: correct, correctedFrom: text } : token
  })
}

/** Of equally near words the noun of a list wins; otherwise there is no nearest. */
function nearestWord(stem: string): string | undefined {
  const { byInitial, nouns } = lexicon()
  const most = stem.length < LONG ? 1 : 2
  let [best, distance, isTie] = ['', most + 1, false]
  for (const word of byInitial.get(stem[0] ?? '') ?? []) {
    if (word.length < SHORTEST - 1 || Math.abs(word.length - stem.length) > most) continue
    const edits = editDistance(stem, word, most)
    if (edits > distance || edits > most) continue
    const isBetter = edits < distance || (nouns.has(word) && !nouns.has(best))
    if (isBetter) [best, distance, isTie] = [word, edits, false]
    else if (nouns.has(word) === nouns.has(best)) isTie = true
  }
  return best && !isTie ? best : undefined
}

const isVowel = (letter = '') => 'aeiouy'.includes(letter)

/** Damerau–Levenshtein (optimal string alignment). A vowel for a consonant is another word, and counts twice. */
export function editDistance(one: string, other: string, most: number): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const change = isVowel(one[row - 1]) === isVowel(other[column - 1]) ? 1 : 2
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : change),
      )
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      if (isSwapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    ;[beforeLast, last] = [last, current]
  }
  return last[other.length] ?? most + 1
}
