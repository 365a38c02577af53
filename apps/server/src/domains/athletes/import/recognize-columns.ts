import type { CustomField } from '@sherpa/contracts/athlete'
import { contactNumbers, type ImportTarget, type SimpleTarget } from '@sherpa/contracts/athlete-import'
import { MOST_CELL_CHARACTERS } from '@sherpa/contracts/import'
import { readMeasurable } from '@sherpa/contracts/measurable'
import type { Headings } from '../../../tables/find-header.ts'
import { plain, readDay } from '../../../tables/read-text.ts'
import type { Colleague } from '../../organizations/organizations.ts'
import { type Heading, listKnownNames, readHeading } from './column-names.ts'
import { ATHLETE_ID_HEADING, isOwnExport, recognizeOwnHeading } from './own-headings.ts'
import { readColleagues, readRelation } from './read-related-rows.ts'
import { isEmptyValue, readState } from './read-value.ts'

const isKnownColumn = (name: string) => readHeading(name) !== undefined || name === ATHLETE_ID_HEADING

/** No heading is longer. */
const MAX_HEADING = 200

/** Headings of tables of athletes. */
export const headings: Headings = {
  read(cell) {
    if (cell.length > MOST_CELL_CHARACTERS) return undefined
    const heading = readHeading(cell)
    if (heading)
      return { field: `${heading.owner ?? ''} ${heading.targets.join('+')}`, isGrouped: Boolean(heading.owner) }
    return cell === ATHLETE_ID_HEADING ? { field: 'athleteId', isGrouped: false } : undefined
  },
  looksLikeData: (cell) =>
    cell.length > MAX_HEADING ||
    /@[^@]+\./.test(cell) ||
    (/^\+?[\d\s().'"/:-]+$/.test(cell) && /\d/.test(cell)) ||
    readDay(cell, false) !== undefined,
}

export type Column = { name: string; values: string[] }

/** Recognizes columns by name, then by content. Each target is used once. */
export function recognizeColumns(
  columns: Column[],
  fields: readonly CustomField[],
  mayUse: (target: ImportTarget) => boolean,
  colleagues: readonly Colleague[] = [],
  hasPrograms = false,
): (ImportTarget | null)[] {
  const custom = new Map(fields.map(({ id, name }): [string, SimpleTarget] => [plain(name), `custom:${id}`]))
  // Without programs, "Program" means the sport.
  if (hasPrograms) for (const name of ['program', 'programs', 'programname', 'squad']) custom.set(name, 'programs')
  const used = new Set<SimpleTarget>()
  const claim = (targets: readonly SimpleTarget[] | undefined): ImportTarget | null => {
    const target = targets?.join('+') as ImportTarget | undefined
    if (!targets || !target || targets.some((one) => used.has(one)) || !mayUse(target)) return null
    for (const one of targets) used.add(one)
    return target
  }
  if (isOwnExport(columns)) {
    return columns.map(({ name }) => {
      const own = recognizeOwnHeading(name, fields)
      return own ? claim([own]) : null
    })
  }
  const headings = chooseHeadings(columns)
  const result: (ImportTarget | null)[] = columns.map(({ name }, at) => {
    const field = custom.get(plain(name))
    if (field) return claim([field])
    const heading = headings[at]
    // First and last name of a contact share a target, and so do first and second position.
    const [target] = heading?.targets ?? []
    const isShared = heading?.isNamePart || target === 'positions'
    if (isShared && target && used.has(target)) return target
    return claim(heading?.targets)
  })
  for (const [at, { values }] of columns.entries()) {
    result[at] ??= headings[at] ? null : claim(recognizeContent(values, colleagues))
  }
  dropAddressOfParent(columns, result)
  // A relationship without a contact says nothing.
  const isLone = (target: ImportTarget | null) =>
    target?.endsWith('Relation') &&
    !result.some((other) => other && other !== target && other.slice(0, 8) === target.slice(0, 8))
  return result.map((target) => (isLone(target) ? null : target))
}

/** Forms store the address of the parent who filled them in. */
function dropAddressOfParent(columns: Column[], targets: (ImportTarget | null)[]) {
  const own = targets.indexOf('email')
  const parents = targets.flatMap((target, at) => (/^contact\dEmail$/.test(target ?? '') ? at : []))
  const addressAt = (at: number, row: number) => columns[at]?.values[row]?.trim().toLowerCase() ?? ''
  const rows = [...(columns[own]?.values.keys() ?? [])].filter((row) => addressAt(own, row) !== '')
  const equal = rows.filter((row) => parents.some((at) => addressAt(at, row) === addressAt(own, row)))
  if (equal.length * 2 > rows.length) targets[own] = null
}

/** Settles names that only make sense together. */
function chooseHeadings(columns: Column[]): (Heading | undefined)[] {
  const headings = columns.map(({ name, values }) => byContent(readHeading(name), values))
  const has = (target: SimpleTarget) => headings.some((heading) => heading?.targets.includes(target))
  const replace = (from: SimpleTarget, to: SimpleTarget | undefined, isMeant = (_: Column) => true) => {
    for (const [at, heading] of headings.entries()) {
      const column = columns[at]
      if (heading?.targets.length !== 1 || heading.targets[0] !== from || !column || !isMeant(column)) continue
      headings[at] = to && { ...heading, targets: [to] }
    }
  }
  settleNames(has, replace)
  settleParts(columns, headings, has, replace)
  // A cell phone before a landline.
  const isLandline = ({ name }: Column) => /\b(home|landline|festnetz|fijo|fixe)\b/i.test(name)
  if (columns.some((column, at) => headings[at]?.targets[0] === 'phone' && !isLandline(column)))
    replace('phone', undefined, isLandline)
  // A lone "X" marks something.
  const isSocial = (heading: Heading | undefined) => heading?.targets[0].startsWith('social:')
  if (headings.filter(isSocial).length === 1) replace('social:x', undefined, ({ name }) => /^x$/i.test(name.trim()))
  numberContacts(headings, has)
  return headings
}

type Has = (target: SimpleTarget) => boolean
type Replace = (from: SimpleTarget, to: SimpleTarget | undefined, isMeant?: (column: Column) => boolean) => void

function settleNames(has: Has, replace: Replace) {
  // "Vorname" and "Name"; "Nom" without "Prénom".
  if (has('givenName') && !has('familyName')) replace('fullName', 'familyName')
  if (has('givenName') && has('familyName')) replace('fullName', undefined)
  else if (!has('fullName')) {
    const isAmbiguous = ({ name }: Column) => /^(nombres?|nom|nome)$/i.test(name.trim())
    replace('givenName', 'fullName', isAmbiguous)
    replace('familyName', 'fullName', isAmbiguous)
  }
}

const isBelow = (limit: number) => (values: string[]) => {
  const numbers = values.filter((value) => !isEmptyValue(value)).map(Number)
  return numbers.length > 0 && numbers.every((number) => number >= 0 && number < limit)
}

/** Dates and heights that are spread over columns. */
function settleParts(columns: Column[], headings: (Heading | undefined)[], has: Has, replace: Replace) {
  // "Height (ft)" beside "Height (in)".
  const heights = headings.flatMap((heading, at) => (heading?.targets[0] === 'measured:height' ? at : []))
  const feet = heights.find((at) => headings[at]?.unit === 'ft')
  const inches = heights.find((at) => headings[at]?.unit === 'in' && isBelow(12)(columns[at]?.values ?? []))
  if (feet !== undefined && inches !== undefined) {
    headings[feet] = { targets: ['measured:height.feet'] }
    headings[inches] = { targets: ['measured:height.inches'] }
  }
  // "Height" or "Ft" with feet, followed by a column of inches.
  const only =
    heights.length === 1 ? (heights[0] ?? -1) : headings.findIndex((one) => one?.targets[0] === 'measured:height.feet')
  const next = columns[only + 1]
  if (only !== -1 && next && isBelow(9)(columns[only]?.values ?? []) && isBelow(12)(next.values)) {
    const isInches =
      /^(in|ins|inch|inches|"|ht in|height in)\.?$/i.test(next.name.trim()) ||
      headings[only + 1]?.targets[0] === 'measured:height.inches'
    if (isInches) {
      headings[only] = { targets: ['measured:height.feet'] }
      headings[only + 1] = { targets: ['measured:height.inches'] }
    }
  }
  if (!has('measured:height.feet') || !has('measured:height.inches')) {
    replace('measured:height.feet', undefined)
    replace('measured:height.inches', undefined)
  }
  // "Month", "Day", "Year" beside each other.
  const isNamed = (pattern: RegExp) => (column: Column) => pattern.test(column.name.trim())
  const [month, day] = [/^(mo|mon|month|mm)\.?$/i, /^(day|dd|dy)\.?$/i].map((pattern) =>
    columns.findIndex(isNamed(pattern)),
  )
  if (month !== undefined && day !== undefined && month !== -1 && day !== -1 && !has('birthDate')) {
    headings[month] = { targets: ['birthDate.month'] }
    headings[day] = { targets: ['birthDate.day'] }
    const year = columns.findIndex(
      (column, at) => Math.abs(at - day) <= 2 && isNamed(/^(year|yr|yyyy|yy)\.?$/i)(column),
    )
    if (year !== -1) headings[year] = { targets: ['birthDate.year'] }
  }
  // "Birth day" with a number, beside month and year, is a part.
  if (has('birthDate.month') && has('birthDate.year') && !has('birthDate.day')) {
    replace('birthDate', 'birthDate.day', ({ values }) => isBelow(32)(values))
  }
  if (!(['birthDate.month', 'birthDate.day', 'birthDate.year'] as const).every(has)) {
    for (const part of ['birthDate.month', 'birthDate.day', 'birthDate.year'] as const) replace(part, undefined)
  }
}

/** Contacts get their numbers in the order of the columns. */
function numberContacts(headings: (Heading | undefined)[], has: Has) {
  const names = new Set(headings.flatMap((heading) => (heading?.targets[0] === 'contact1Name' ? heading.owner : [])))
  const owners: string[] = []
  for (const [at, heading] of headings.entries()) {
    if (!heading?.owner) continue
    const [target] = heading.targets
    const part = target.replace('contact1', '')
    // "Contact email" without a contact's name is the athlete's.
    const own = { Email: 'email', Phone: 'phone' }[part] as 'email' | 'phone' | undefined
    if (heading.owner === 'contact' && own && !names.has('contact') && !has(own)) {
      headings[at] = { targets: [own] }
      continue
    }
    // A lone "Relationship" belongs to the contact before it.
    const owner =
      heading.owner === 'contact' && part === 'Relation' ? (owners.at(-1) ?? firstOwner(headings)) : heading.owner
    if (owner === undefined) {
      headings[at] = undefined
      continue
    }
    if (!owners.includes(owner)) owners.push(owner)
    const number = contactNumbers[owners.indexOf(owner)]
    headings[at] = number && { ...heading, targets: [`contact${number}${part}` as SimpleTarget] }
  }
}

const firstOwner = (headings: (Heading | undefined)[]) =>
  headings.find((heading) => heading?.owner && !heading.targets[0].endsWith('Relation'))?.owner

/** "Parent contact" may hold names, email addresses or phone numbers. */
function byContent(heading: Heading | undefined, values: string[]): Heading | undefined {
  if (!heading?.owner || !heading.targets[0].endsWith('Name')) return heading
  const content = recognizeContent(values, [])?.[0]
  if (content === 'email') return { ...heading, targets: ['contact1Email'] }
  if (content === 'phone') return { ...heading, targets: ['contact1Phone'] }
  return heading
}

/** Suggestion for a misspelled column name such as "Hight". */
export function suggestTarget(name: string): SimpleTarget | undefined {
  const normalized = plain(name)
  // Short names allow fewer typos.
  const maxDistance = normalized.length >= 8 ? 2 : normalized.length >= 4 ? 1 : 0
  if (maxDistance === 0 || isKnownColumn(name)) return undefined
  const near = listKnownNames().filter(([known]) => known.length >= 4 && isNear(normalized, known, maxDistance))
  const [best] = near.sort(([one], [other]) => computeDistance(normalized, one) - computeDistance(normalized, other))
  return best?.[1]
}

const isNear = (one: string, other: string, maxDistance: number) =>
  Math.abs(one.length - other.length) <= maxDistance && computeDistance(one, other) <= maxDistance

/** Damerau–Levenshtein distance. */
function computeDistance(one: string, other: string) {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const [above = [], row] = [rows[i - 1], [i]]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwapped) least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row[j] = least
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}

/** Needs 90% matching values. */
function recognizeContent(values: string[], colleagues: readonly Colleague[]): [SimpleTarget] | undefined {
  const filled = values.filter((value) => !isEmptyValue(value))
  if (filled.length === 0) return undefined
  const mostMatch = (matches: (value: string) => boolean) => filled.filter(matches).length >= filled.length * 0.9
  if (colleagues.length > 0 && mostMatch((value) => 'value' in readColleagues(value, colleagues)))
    return ['lookedAfterBy']
  if (mostMatch((value) => readRelation(value) !== undefined)) return ['contact1Relation']
  if (mostMatch((value) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value))) return ['email']
  if (mostMatch(isBirthDate)) return ['birthDate']
  if (mostMatch((value) => /['’′-]/.test(value) && isHeight(value))) return ['measured:height']
  if (mostMatch((value) => value.length === 2 && readState(value) !== undefined)) return ['state']
  if (mostMatch((value) => /^\+?\d?[\s(.-]*\d{3}[\s).-]*\d{3}[\s.-]*\d{4}$/.test(value))) return ['phone']
  return undefined
}

const getCurrentYear = () => new Date().getUTCFullYear()
function isBirthDate(value: string) {
  const year = Number(readDay(value, false)?.slice(0, 4))
  return year > 1930 && year < getCurrentYear() - 8
}
function isHeight(value: string) {
  const centimeters = readMeasurable('height', value)
  return centimeters !== undefined && centimeters > 120 && centimeters < 240
}
