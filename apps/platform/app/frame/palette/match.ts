import { ownValue } from '@sherpa/contracts/own-value'
/** Rank and highlighted ranges of a match. */
export type Match = {
  /** Lower is better. */
  rank: number
  /** Start and end in the title. */
  ranges: [number, number][]
}

/** Letters that Unicode normalization doesn't decompose. */
const plainLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

/** Folds accents and case: "markovic" finds "Marković". */
function plain(text: string) {
  return [...text.normalize('NFD').toLowerCase()]
    .map((letter) => ownValue(plainLetters, letter) ?? letter)
    .join('')
    .replaceAll(/\p{M}/gu, '')
}

/** A folded title with the original position of each letter. */
function plainWithPlaces(title: string) {
  let letters = ''
  const places: number[] = []
  let place = 0
  for (const letter of title) {
    for (const one of plain(letter)) {
      letters += one
      places.push(place)
    }
    place += letter.length
  }
  places.push(place)
  return { letters, places }
}

/** Matches every typed word in the title or in `about`. Undefined if one is in neither. */
export function matchOf(text: string, title: string, about = ''): Match | undefined {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return { rank: 0, ranges: [] }
  const { letters, places } = plainWithPlaces(title)
  const rest = plain(about)
  const ranges: [number, number][] = []
  // The worst word decides. Titles that start with the text come first.
  let rank = letters.startsWith(words.join(' ')) ? 0 : 1
  for (const word of words) {
    const atStart = wordStart(letters, word)
    const at = atStart >= 0 ? atStart : letters.indexOf(word)
    if (at >= 0) {
      ranges.push([places[at] ?? 0, endOf(places, at + word.length)])
      if (atStart < 0) rank = Math.max(rank, 2)
    } else if (rest.includes(word)) rank = Math.max(rank, 3)
    else return undefined
  }
  return { rank, ranges: ranges.sort(([one], [other]) => one - other) }
}

/** The index of a word with this prefix, or -1. */
function wordStart(letters: string, word: string) {
  if (letters.startsWith(word)) return 0
  let at = letters.indexOf(word)
  while (at > 0 && /[\p{L}\p{N}]/u.test(letters.charAt(at - 1))) at = letters.indexOf(word, at + 1)
  return at
}

/** The end of the range; a letter that folds to two is highlighted as a whole. */
function endOf(places: number[], end: number) {
  const last = places[end - 1] ?? 0
  return places.slice(end).find((place) => place > last) ?? last + 1
}

/** Matching items, best first; a stable sort. */
export function ranked<Item extends { title: string; about?: string }>(text: string, items: readonly Item[]) {
  return items
    .flatMap((item) => {
      const match = matchOf(text, item.title, item.about)
      return match ? [{ ...item, match }] : []
    })
    .sort((one, other) => one.match.rank - other.match.rank)
}
