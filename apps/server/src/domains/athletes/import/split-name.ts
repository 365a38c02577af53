import { replaceBrackets } from '../../../tables/read-text.ts'

/** Prefixes of family names. */
const particles = new Set(
  "van von vander vanden vande der den de del della dela delos da das di do dos du des la las le los lo st st. saint ste bin ibn ben bint al el abu ter ten zu zum zur af av mac o'".split(
    ' ',
  ),
)
const suffixes = /^(jr|sr|i{2,3}|iv|vi{0,3}|2nd|3rd|4th)\.?$/i

/** Chinese family names of two characters. */
const longFamilyNames =
  /^(欧阳|歐陽|司马|司馬|诸葛|諸葛|上官|夏侯|东方|東方|尉迟|皇甫|南宫|慕容|司徒|令狐|독고|남궁|황보|제갈|선우|사공)/
const han = /^[\p{Script=Han}々]+$/u
const hangul = /^\p{Script=Hangul}+$/u
const eastAsian = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}々ー\s·・]+$/u

export type SplitName = { givenName: string; familyName: string; preferredName?: string }

/**
 * Splits "Theo van Dyke Jr.", "Lind, Theo", "#12 Theo Lind (C)" or "山田 太郎". A single name becomes the family name.
 * `lastFirst`: names without a comma start with the family name.
 */
export function splitName(whole: string, lastFirst = false): SplitName | undefined {
  const { name, preferredName } = withoutMarks(whole)
  const names = name === '' ? undefined : splitWords(name, lastFirst || startsWithCapitals(name))
  // “Bo” Jackson
  if (names && names.givenName === '' && preferredName) return { ...names, givenName: preferredName }
  return names && { ...names, ...(preferredName && { preferredName }) }
}

/** "NAKAMURA Kaia" starts with the family name. Initials such as "TJ" do not count. */
const startsWithCapitals = (name: string) =>
  /^\p{Lu}[\p{Lu}'’-]{2,}(?:\s+\p{Lu}[\p{Lu}'’-]+)*\s+\p{Lu}\p{Ll}[\p{L}'’-]*(?:\s\p{Lu}\p{Ll}*\.?)*$/u.test(name)

/** Removes jersey numbers and captain marks. A nickname is in quotes or parentheses. */
function withoutMarks(whole: string) {
  const nickname =
    /["“”]([\p{L}][\p{L}.' -]{1,30})["“”]|\(([\p{Lu}\p{Lo}][\p{L}.' -]{2,30})\)|[‘']([\p{L}]{2,20})['’](?=\s)/u.exec(
      whole,
    )
  const found = nickname?.[1] ?? nickname?.[2] ?? nickname?.[3]
  const isMark = found && /^(captain|capt|co-captain|injured|redshirt|transfer|walk-on|gk|gs)$/i.test(found)
  const bare = replaceBrackets(replaceBrackets(whole.replace(nickname?.[0] ?? '\0', ' '), '()'), '[]')
  const name = bare
    .replace(/^\s*(?:#\s*|no\.?\s*)?\d{1,3}[\s.):–-]+/i, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<![\s,–-])[\s,–-]*[#,] ?\d{1,3} ?$/, '')
    .replace(/[*†‡^°\s]+/g, ' ')
    .replace(/ - (c|a|capt\.?|captain)$/i, '')
    .replaceAll(' ,', ',')
    .trim()
  return { name, preferredName: found && !isMark ? found.trim() : undefined }
}

function splitWords(name: string, lastFirst: boolean): SplitName | undefined {
  if (eastAsian.test(name)) return splitEastAsian(name)
  const [before = '', ...after] = name.split(/[,，]/).map((part) => part.trim())
  const rest = after.filter((part) => part !== '')
  if (rest.length > 0 && !rest.every((part) => suffixes.test(part))) {
    const given = rest
      .filter((part) => !suffixes.test(part))
      .join(' ')
      .split(' ')
    const suffix =
      rest.find((part) => suffixes.test(part)) ??
      (given.length > 1 && suffixes.test(given.at(-1) ?? '') ? given.pop() : undefined)
    return toNames(given.join(' '), suffix ? `${before} ${suffix}` : before)
  }
  const words = [...before.split(' '), ...rest].filter((word) => word !== '')
  if (lastFirst && words.length > 1) {
    let until = 1
    while (until < words.length - 1 && particles.has((words[until - 1] ?? '').toLowerCase())) until++
    if (until < words.length - 1 && suffixes.test(words[until] ?? '')) until++
    return toNames(words.slice(until).join(' '), words.slice(0, until).join(' '))
  }
  let from = words.length - 1
  while (from > 1 && suffixes.test(words[from] ?? '')) from--
  while (from > 1 && particles.has((words[from - 1] ?? '').toLowerCase())) from--
  return toNames(words.slice(0, from).join(' '), words.slice(from).join(' '))
}

/** The family name comes first, except in names transcribed with a dot. */
function splitEastAsian(name: string) {
  const dotted = name.split(/[·・]/).map((part) => part.trim())
  if (dotted.length > 1) return toNames(dotted.slice(0, -1).join('・'), dotted.at(-1) ?? '')
  const [family = '', ...given] = name.split(/\s+/)
  if (given.length > 0) return toNames(given.join(' '), family)
  const isKnown = longFamilyNames.test(name) && name.length > 2
  // Japanese names of four characters have two and two.
  const length = isKnown || (han.test(name) && name.length >= 4) ? 2 : 1
  const isSplittable = name.length > 1 && (han.test(name) || hangul.test(name))
  return isSplittable ? toNames(name.slice(length), name.slice(0, length)) : toNames('', name)
}

function toNames(givenName: string, familyName: string): SplitName | undefined {
  if (!/\p{L}/u.test(givenName + familyName)) return undefined
  return familyName ? { givenName, familyName } : { givenName: '', familyName: givenName }
}
