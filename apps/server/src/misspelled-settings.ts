import { BadSetting, settingNames } from './config.ts'

/** Typing errors in a name. More would find variables that are not ours. */
const MOST_ERRORS = 2

/** Refuses names that are nearly those of settings: such a setting would silently have its default. */
export function refuseMisspelledSettings(env: Record<string, string | undefined>) {
  const wrong = Object.keys(env).flatMap((name) => {
    const meant = nearestSetting(name)
    return meant ? [`${name} is not a setting; did you mean ${meant}?`] : []
  })
  if (wrong.length > 0) throw new BadSetting(wrong.join(' '))
}

function nearestSetting(name: string): string | undefined {
  if (settingNames.includes(name)) return undefined
  const plain = name
    .toUpperCase()
    .replace(/^SHERPA_/, '')
    .replaceAll('-', '_')
  // Short names, such as HOME, resemble HOST by chance.
  const most = Math.min(MOST_ERRORS, Math.floor(plain.length / 5))
  const near = settingNames.map((setting) => ({ setting, errors: countErrors(plain, setting) }))
  return near.filter(({ errors }) => errors <= most).sort((a, b) => a.errors - b.errors)[0]?.setting
}

/** Letters to insert, remove or replace, or neighbors to swap (optimal string alignment). */
function countErrors(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= other.length; j++) {
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + Number(one[i - 1] !== other[j - 1]),
          isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(one.length, other.length)
}
