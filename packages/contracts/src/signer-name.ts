import type { SigningSide } from './deal.ts'
import { ownValue } from './own-value.ts'

/** Letters without Unicode decomposition. */
const plainLetters: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  ı: 'i',
}

/** Parts of a name in lower case, without accents and punctuation: "O’Neill-Świątek, J." is oneill, swiatek, j. */
function partsOf(name: string): string[] {
  return name
    .slice(0, 200)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}|['’ʼ`]/gu, '')
    .replace(/[æœøłđðþßı]/g, (letter) => ownValue(plainLetters, letter) ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/**
 * Whether two names may belong to the same person: any order, initials, optional middle names and suffixes.
 * At least one part must match in full, and a first name alone is not enough.
 */
export function isSameName(one: string, other: string): boolean {
  const [few, many] = [partsOf(one), partsOf(other)].toSorted((a, b) => a.length - b.length)
  if (!few?.[0] || !many) return false
  if (few.length === 1 && many.length > 1) return false
  const left = [...many]
  const takeOut = (fits: (candidate: string) => boolean) => {
    const at = left.findIndex(fits)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }
  // Full parts first, so that an initial does not use up the match of a full part.
  const rest = few.filter((part) => !takeOut((candidate) => candidate === part))
  if (rest.length === few.length) return false
  return rest.every((part) => takeOut((candidate) => isInitial(part, candidate) || isInitial(candidate, part)))
}

const isInitial = (part: string, of: string) => part.length === 1 && of.startsWith(part)

/** Expected signers by side. Empty if unknown. */
export type ExpectedSigners = Record<SigningSide, readonly string[]>

/** Doubt about a name on a signed copy: the side whose signer it is instead, or unknown. Null: no doubt. */
export function doubtAboutSigner(
  side: SigningSide,
  signer: string,
  expected: ExpectedSigners,
): SigningSide | 'unknown' | null {
  const isExpectedFor = (one: SigningSide) => expected[one].some((name) => isSameName(name, signer))
  if (isExpectedFor(side)) return null
  const swapped = (Object.keys(expected) as SigningSide[]).find(isExpectedFor)
  return swapped ?? (expected[side].length > 0 ? 'unknown' : null)
}
