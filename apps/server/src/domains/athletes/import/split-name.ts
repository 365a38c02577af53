/** Prefixes of family names. */
const particles = new Set([
  'van',
  'von',
  'der',
  'den',
  'de',
  'del',
  'della',
  'da',
  'di',
  'dos',
  'la',
  'le',
  'st',
  'st.',
  'bin',
  'al',
  'el',
  "o'",
])
const suffixes = /^(jr|sr|i{2,3}|iv|v)\.?$/i

/** Splits "Theo van Dyke Jr.", "Lind, Theo" or "Lind, Theo, Jr.". Undefined for a single name. */
export function splitName(whole: string): { givenName: string; familyName: string } | undefined {
  const name = whole.trim().replace(/\s+/g, ' ')
  const [before = '', ...after] = name.split(',').map((part) => part.trim())
  const rest = after.filter((part) => part !== '')
  if (rest.length > 0 && !rest.every((part) => suffixes.test(part))) {
    const [givenName = '', ...more] = rest.filter((part) => !suffixes.test(part))
    const suffix = rest.find((part) => suffixes.test(part))
    return toNames([givenName, ...more].join(' '), suffix ? `${before} ${suffix}` : before)
  }
  const words = [...before.split(' '), ...rest]
  let from = words.length - 1
  while (from > 1 && suffixes.test(words[from] ?? '')) from--
  while (from > 1 && particles.has((words[from - 1] ?? '').toLowerCase())) from--
  return toNames(words.slice(0, from).join(' '), words.slice(from).join(' '))
}

function toNames(givenName: string, familyName: string) {
  return givenName && familyName ? { givenName, familyName } : undefined
}
