import type { ImportMapping, ImportTarget } from '@sherpa/contracts/athlete-import'
import { isDecimalFeet, type WrittenUnit } from '@sherpa/contracts/measurable'
import { ownValue } from '@sherpa/contracts/own-value'
import { type SportId, sportIds, sportNames } from '@sherpa/contracts/sports'
import type { StoredColumn } from '../../../tables/count-values.ts'
import { isForeignName, readHeading } from './column-names.ts'
import { readPositions } from './read-positions.ts'
import { isEmptyValue, readSport } from './read-value.ts'

type Targets = readonly (ImportTarget | null)[]

/** Units of measured columns: from the heading, from decimal feet, or metric because other columns are. */
export function guessUnits(columns: readonly StoredColumn[], samples: readonly string[][], targets: Targets) {
  const units: NonNullable<ImportMapping['units']> = {}
  const isForeign = columns.some(({ name }) => isForeignName(name))
  for (const [at, { name, forms }] of columns.entries()) {
    const target = targets[at]
    if (target !== 'measured:height' && target !== 'measured:wingspan' && target !== 'measured:weight') {
      const unit = target?.startsWith('measured:') && !target.includes('+') ? readHeading(name)?.unit : undefined
      if (unit) units[at] = unit
      continue
    }
    const heading = readHeading(name)?.unit
    const isDecimal = target !== 'measured:weight' && (forms?.decimalFeet ?? 0) > 0 && isFeet(samples, at)
    const unit: WrittenUnit | undefined =
      isDecimal && (heading === undefined || heading === 'ft') ? 'ft-decimal' : heading
    if (unit) units[at] = unit
  }
  const weight = targets.indexOf('measured:weight')
  const height = targets.indexOf('measured:height')
  const isMetric = isForeign || (height !== -1 && isMetricHeight(samples, height, units[height]))
  if (weight !== -1 && !units[weight] && isMetric && mostBelow(samples, weight, 125)) units[weight] = 'kg'
  return units
}

const numbersOf = (samples: readonly string[][], at: number) =>
  samples.map((row) => Number((row[at] ?? '').replace(',', '.'))).filter((number) => number > 0)

function isFeet(samples: readonly string[][], at: number) {
  const numbers = numbersOf(samples, at)
  return numbers.length > 0 && numbers.filter((number) => number > 3 && number < 9).length * 2 > numbers.length
}

function isMetricHeight(samples: readonly string[][], at: number, unit: WrittenUnit | undefined) {
  if (unit) return unit === 'cm' || unit === 'm'
  const filled = samples.filter((row) => !isEmptyValue(row[at] ?? ''))
  const isMetric = (value: string) =>
    /\b(cm|m)$/i.test(value) ||
    (Number(value.replace(',', '.')) > 120 && Number(value) < 240) ||
    /^[12][.,]\d{1,2}$/.test(value)
  return filled.length > 0 && filled.filter((row) => isMetric((row[at] ?? '').trim())).length * 2 > filled.length
}

function mostBelow(samples: readonly string[][], at: number, limit: number) {
  const numbers = numbersOf(samples, at)
  return numbers.filter((number) => number < limit).length >= numbers.length * 0.8
}

/** Day or month first: by the dates, else by the heading, else by the language of the headings. */
export function guessDayFirst(columns: readonly StoredColumn[], targets: Targets) {
  const dates = columns.filter((_, at) => targets[at] === 'birthDate')
  const sum = (form: 'dayFirst' | 'monthFirst') =>
    dates.reduce((total, { forms }) => total + (ownValue(forms, form) ?? 0), 0)
  const [day, month] = [sum('dayFirst'), sum('monthFirst')]
  if (day !== month) return day > month
  if (dates.some(({ name }) => /\bd{1,2}\s*[-/.]\s*m/i.test(name))) return true
  if (dates.some(({ name }) => /\bm{1,2}\s*[-/.]\s*d/i.test(name))) return false
  return columns.some(({ name }) => isForeignName(name))
}

type SportGuess = { sport: SportId; reason: string }
const BASKETBALL = /^[gfc]([/-][gfc])?$/i

/** The sport of a file without a column for it: from positions, titles and the file name. */
export function guessSport(
  columns: readonly StoredColumn[],
  samples: readonly string[][],
  targets: Targets,
  titles: readonly string[],
): SportGuess | null {
  if (targets.some((target) => target?.split('+').includes('sport'))) return null
  const values = countPositions(columns, samples, targets)
  const total = [...values.values()].reduce((sum, rows) => sum + rows, 0)
  const ranked = sportIds
    .map((sport) => ({ sport, ...understand(values, sport) }))
    .sort((one, other) => other.rows - one.rows || other.distinct - one.distinct)
  const named = findNamedSport([...titles, ...columns.map(({ name }) => name)])
  const [best, second] = ranked
  if (named) {
    const fits = ranked.find(({ sport }) => sport === named.sport)
    if (total === 0 || (fits && fits.rows * 2 >= total))
      return { sport: named.sport, reason: `The file says “${named.text}”.` }
  }
  if (!best || total === 0 || best.rows < total * 0.6) return null
  const isTie = second !== undefined && second.rows === best.rows && second.distinct === best.distinct
  const isBasketball = [...values.keys()].every((value) => BASKETBALL.test(value.trim()))
  if (isTie && !isBasketball) return null
  const sport = isTie ? 'basketball' : best.sport
  const { known } = understand(values, sport)
  const listed = known.slice(0, 3).join(', ')
  const others = known.length > 3 ? ` and ${known.length - 3} more positions` : ''
  const fit = known.length > 1 ? 'fit' : 'fits'
  return {
    sport,
    reason: `${listed}${others} ${fit} ${sportNames[sport].toLowerCase()}, in ${best.rows} of ${total} rows.`,
  }
}

function countPositions(columns: readonly StoredColumn[], samples: readonly string[][], targets: Targets) {
  const values = new Map<string, number>()
  for (const [at, { distinct }] of columns.entries()) {
    if (targets[at] !== 'positions') continue
    const counted = distinct ?? samples.map((row) => ({ value: row[at] ?? '', rows: 1 }))
    for (const { value, rows } of counted) {
      if (!isEmptyValue(value)) values.set(value, (values.get(value) ?? 0) + rows)
    }
  }
  return values
}

function understand(values: ReadonlyMap<string, number>, sport: SportId) {
  const known = [...values].filter(([value]) => readPositions(value, sport) !== undefined)
  return {
    distinct: known.length,
    rows: known.reduce((sum, [, rows]) => sum + rows, 0),
    known: known.map(([value]) => value),
  }
}

/** "2026 Football Roster" names one sport. Abbreviations of two letters are too ambiguous. */
function findNamedSport(texts: readonly string[]) {
  const found = new Map<SportId, string>()
  for (const text of texts) {
    const words = text.split(/[^\p{L}]+/u).filter((word) => word.length > 2)
    for (const [at, word] of words.entries()) {
      for (const phrase of [word, `${word} ${words[at + 1] ?? ''}`.trim()]) {
        const sport = readSport(phrase)
        if (sport && sport !== 'other' && !found.has(sport)) found.set(sport, phrase)
      }
    }
  }
  const [only, ...others] = found
  return only && others.length === 0 ? { sport: only[0], text: only[1] } : undefined
}

/** Counts dates with the day or the month first, and decimal feet. */
export function countForms(forms: Record<string, number>, value: string) {
  const count = (form: string) => {
    forms[form] = (ownValue(forms, form) ?? 0) + 1
  }
  const [, one, two] = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}\b/.exec(value) ?? []
  if (Number(one) > 12 && Number(two) <= 12) count('dayFirst')
  if (Number(two) > 12 && Number(one) <= 12) count('monthFirst')
  if (isDecimalFeet(value)) count('decimalFeet')
}
