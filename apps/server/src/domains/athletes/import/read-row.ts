import {
  type AthleteFact,
  athleteFacts,
  type ContactRelation,
  type CustomField,
  contactRelations,
  levels,
  type NewContact,
  newContact,
  type SocialPlatform,
  socialAccount,
} from '@sherpa/contracts/athlete'
import {
  contactNumbers,
  type ImportMapping,
  type ImportTarget,
  isPartTarget,
  type PartTarget,
  type SimpleTarget,
  simpleTargetsOf,
} from '@sherpa/contracts/athlete-import'
import { noteText } from '@sherpa/contracts/contact-log'
import { countryName } from '@sherpa/contracts/countries'
import { MOST_CELL_CHARACTERS, MOST_NOTE_CHARACTERS, tooLong } from '@sherpa/contracts/import'
import { stages } from '@sherpa/contracts/labels'
import { isPlausible, type Measurable, measurables, readMeasurable, showMeasurable } from '@sherpa/contracts/measurable'
import { ownValue } from '@sherpa/contracts/own-value'
import type { ProgramName } from '@sherpa/contracts/program'
import { positionName, type SportId, sportIds, sportNames } from '@sherpa/contracts/sports'
import { usStates } from '@sherpa/contracts/us-states'
import { beginningOf, plain, readDay, readSerialDay } from '../../../tables/read-text.ts'
import type { Colleague } from '../../organizations/organizations.ts'
import { parseCustomValue } from '../parse-custom-value.ts'
import { readPositions } from './read-positions.ts'
import { readColleagues, readPrograms, readRelation, readRelationFromName, readTags } from './read-related-rows.ts'
import {
  hasShortYear,
  isEmptyValue,
  isShortenedNumber,
  readBirthDate,
  readClassYear,
  readCountry,
  readFollowers,
  readHandle,
  readLevel,
  readNumber,
  readRegion,
  readSport,
  readStage,
} from './read-value.ts'
import { type SplitName, splitName } from './split-name.ts'

/** Parsed row: facts by name, custom values by field, measurements by kind. Empty cells are omitted. */
export type Reading = Partial<Record<AthleteFact, string | number | string[]>> & {
  custom?: Record<string, string | number>
  social?: Partial<Record<SocialPlatform, ReadAccount>>
  measured?: Partial<Record<Measurable, number>>
  /** Tag names. */
  tags?: string[]
  /** Program ids. */
  programs?: string[]
  /** Member ids. */
  lookedAfterBy?: string[]
  contacts?: ReadContact[]
  note?: string
  /** Values that were not understood. */
  leftEmpty?: RowProblem[]
  /** Of an export. */
  athleteId?: string
}
export type ReadAccount = { handle: string; followers: number | null }
export type ReadContact = Pick<NewContact, 'name' | 'relation' | 'title' | 'email' | 'phone'>
type RowProblem = { column: number | null; value: string; message: string }
export type ReadRow = { reading: Reading; problems: RowProblem[] }

export type ReadingRules = {
  mapping: ImportMapping
  /** Column names. */
  columns: readonly string[]
  fields: readonly CustomField[]
  colleagues: readonly Colleague[]
  programs?: readonly ProgramName[]
  /** Day in the organization's time zone. */
  today: string
}

/** Positions depend on the sport, and regions on the country. */
const readFirst: readonly SimpleTarget[] = ['sport', 'country']
const nameTargets: readonly SimpleTarget[] = ['fullName', 'givenName', 'familyName']
/** With fewer columns, a row with one value may be an athlete. */
const MIN_COLUMNS = 3
const totals = /^((sub|grand )?totals?|averages?|avg|mean|count|sum|median|gesamt|summe)\b[\s:.\d]*$/i

/** Exports are read as they are written. */
const isExportMapping = ({ targets }: ImportMapping) => targets.includes('athleteId')

/** Parses rows by the mapping. */
export function createRowReader(rules: ReadingRules) {
  const { mapping, columns } = rules
  const pieces = mapping.targets.flatMap((target, column) => {
    const targets = target ? simpleTargetsOf(target) : []
    return targets.map((one, part) => ({
      ...{ target: one, column, part, parts: targets.length },
      // Values repeat, such as sports and schools.
      known: new Map<string, Read>(),
    }))
  })
  const order = (target: SimpleTarget) => (readFirst.includes(target) ? 0 : 1)
  pieces.sort((one, other) => order(one.target) - order(other.target))
  const mappedColumns = new Set(pieces.map(({ column }) => column))
  const hasState = pieces.some(({ target }) => target === 'state')
  const isExport = isExportMapping(mapping)
  const relations = contactNumbers.map((number) => findRelation(mapping, columns, number))

  return (cells: readonly string[]): ReadRow => {
    const reading: Reading = {}
    const problems: RowProblem[] = []
    const leftEmpty: RowProblem[] = []
    const contacts: Partial<ReadContact>[] = []
    const dateParts: DateParts = {}
    const addProblem = (target: SimpleTarget, column: number, message: string) => {
      // Names are always required.
      const isFailure = nameTargets.includes(target) || mapping.notUnderstood === 'leave-out-row'
      const found = isFailure ? problems : leftEmpty
      found.push({ column, value: beginningOf(cells[column] ?? '', 200), message })
    }
    if (mapping.defaults.sport) reading.sport = mapping.defaults.sport
    for (const { target, column, part, parts, known } of pieces) {
      const written = cells[column] ?? ''
      const most = target === 'note' ? MOST_NOTE_CHARACTERS : MOST_CELL_CHARACTERS
      // Before any pattern.
      if (written.length > most) {
        if (part === 0) addProblem(target, column, tooLong(written.length, most))
        continue
      }
      const cell = resolveValue(mapping, column, written)
      const value = parts === 1 ? cell : (splitPair(cell)[part] ?? '')
      // Exports have no placeholders: None and Null are names there.
      if (isExport ? value === '' : isEmptyValue(value)) continue
      if (isPartTarget(target)) {
        dateParts[target] = value
        continue
      }
      const sport = (reading.sport as SportId) ?? null
      const country = reading.country as string
      const key = `${sport} ${country} ${value}`
      const read = known.get(key) ?? readValue(target, value, { ...rules, column, sport, country })
      known.set(key, read)
      if ('error' in read) addProblem(target, column, read.error)
      else if (target.startsWith('contact')) addContactPart(contacts, target, read.value as Partial<ReadContact>)
      else addValue(reading, target, read.value, hasState)
    }
    const unreadable = addParts(reading, dateParts, rules)
    ;(mapping.notUnderstood === 'leave-out-row' ? problems : leftEmpty).push(...unreadable)
    if (leftEmpty.length > 0) reading.leftEmpty = leftEmpty
    const own = isExport ? undefined : reading.email
    const finished = contacts.flatMap((contact, at) => finishContact(contact, relations[at] ?? 'other', own) ?? [])
    if (finished.length > 0) reading.contacts = finished
    for (const [platform, account] of Object.entries(reading.social ?? {})) {
      if (!account.handle) delete reading.social?.[platform as SocialPlatform]
    }
    const filled = [...mappedColumns].filter((column) => !isEmptyValue(cells[column] ?? ''))
    const notAthlete = isExport ? undefined : describeOther(cells, filled, mapping, columns)
    if (notAthlete) return { reading, problems: [{ column: null, value: '', message: notAthlete }] }
    for (const [fact, message] of [
      ['givenName', 'The first name is missing'],
      ['familyName', 'The last name is missing'],
    ] as const) {
      const isNamed =
        reading[fact] !== undefined || problems.some(({ column }) => column !== null && isNameColumn(mapping, column))
      if (!isNamed) problems.push({ column: null, value: '', message })
    }
    return { reading, problems }
  }
}

/** Section titles, totals and repeated headers are no athletes. */
function describeOther(cells: readonly string[], filled: number[], mapping: ImportMapping, columns: readonly string[]) {
  const mapped = mapping.targets.filter((target) => target !== null).length
  if (filled.length === 0) return undefined
  if (filled.length === 1 && mapped > MIN_COLUMNS) return 'Only one cell is filled, so this is no athlete'
  const isRepeated = filled.every((column) => plain(cells[column] ?? '') === plain(columns[column] ?? ''))
  if (isRepeated) return 'This row repeats the column names'
  const name = cells[mapping.targets.findIndex((target) => nameTargets.includes(target as SimpleTarget))] ?? ''
  const first = cells.find((cell) => cell !== '') ?? ''
  return totals.test(name.trim()) || totals.test(first.trim()) ? 'This is a total, not an athlete' : undefined
}

function findRelation(mapping: ImportMapping, columns: readonly string[], number: number): ContactRelation {
  const relations = mapping.targets.flatMap((target, at) =>
    target?.startsWith(`contact${number}`) ? readRelationFromName(columns[at] ?? '') : [],
  )
  return relations.find((relation) => relation !== 'other') ?? 'other'
}

function addContactPart(contacts: Partial<ReadContact>[], target: SimpleTarget, value: Partial<ReadContact>) {
  const at = Number(target.charAt(7)) - 1
  const known = contacts[at] ?? {}
  // First and last name may be in two columns.
  const name = known.name && value.name ? `${known.name} ${value.name}` : (value.name ?? known.name)
  contacts[at] = { ...known, ...value, ...(name !== undefined && { name }) }
}

/** A contact without a name is called by the relationship. The athlete’s own address is not the contact’s. */
function finishContact(contact: Partial<ReadContact> | undefined, relation: ContactRelation, own: unknown) {
  if (!contact) return undefined
  const { phone = null, title = null } = contact
  const email = contact.email === own ? null : (contact.email ?? null)
  const known = contact.relation ?? relation
  if (!contact.name && !email && !phone) return undefined
  return {
    name: contact.name ?? (known === 'other' ? 'Contact' : contactRelations[known]),
    relation: known,
    title,
    email,
    phone,
  }
}

type DateParts = Partial<Record<PartTarget, string>>

/** Joins dates and heights that are spread over columns. */
function addParts(reading: Reading, parts: DateParts, { mapping, today }: ReadingRules): RowProblem[] {
  const problems: RowProblem[] = []
  const fail = (target: PartTarget, message: string) =>
    problems.push({ column: mapping.targets.indexOf(target), value: parts[target] ?? '', message })
  const { 'birthDate.month': month, 'birthDate.day': day, 'birthDate.year': year } = parts
  if (month && day && year) {
    const isNamed = /\p{L}/u.test(month)
    const written = isNamed ? `${day} ${month} ${year}` : `${Number(month)}/${Number(day)}/${year}`
    const read = readBirthDate(written, false, today)
    const valid = read ? validateFact('birthDate', read) : { error: 'Not a valid date' }
    if ('error' in valid) fail('birthDate.month', valid.error)
    else reading.birthDate = valid.value as string
  }
  const { 'measured:height.feet': feet, 'measured:height.inches': inches } = parts
  if (feet) {
    const height = readMeasurable(
      'height',
      `${feet.replace(/(?<!\D)\D+$/, '')}' ${(inches ?? '0').replace(/["”″]|(?<!\s)\s*in\.?$/g, '')}`,
    )
    if (height === undefined || !isPlausible('height', height)) fail('measured:height.feet', 'Not a valid height')
    else reading.measured = { ...reading.measured, height }
  }
  return problems
}

/** "Bend, OR / Lakeside", "6-2, 195", "Bend, OR (Lakeside)". Without a separator, all is the first value. */
function splitPair(value: string): [string, string] {
  const [, before, inside] = /^([^(]+)\(([^)]+)\)$/.exec(value) ?? []
  if (before && inside) return [before.trim(), inside.trim()]
  for (const separator of ['/', '|', ';', '\n', ' - ', ' – ', ' — ']) {
    const at = value.indexOf(separator)
    if (at !== -1) return [value.slice(0, at).trim(), value.slice(at + separator.length).trim()]
  }
  const measures = /^(\S.*?)(?<![,\s])[,\s]+(\d{2,3}(?:\.\d+)?\s*(?:#|lbs?\.?|kgs?|pounds)?)$/i.exec(value)
  return measures ? [measures[1] ?? '', measures[2] ?? ''] : [value, '']
}

const isNameColumn = ({ targets }: ImportMapping, column: number) =>
  nameTargets.includes(targets[column] as SimpleTarget)

/** The chosen meaning of a value, or the value itself. */
function resolveValue({ values }: ImportMapping, column: number, value: string) {
  return values[column]?.[value.trim().toLowerCase()] ?? value.trim()
}

type Place = { hometown?: string; state?: string; country?: string }
type Value = string | number | string[] | SplitName | Partial<ReadContact> | Partial<ReadAccount> | Place

function addValue(reading: Reading, target: SimpleTarget, value: Value, hasState: boolean) {
  const [kind = '', id = ''] = target.split(':')
  if (kind === 'custom') reading.custom = { ...reading.custom, [id]: value as string | number }
  else if (kind === 'social' || kind === 'followers') {
    const platform = id as SocialPlatform
    const account = { handle: '', followers: null, ...reading.social?.[platform], ...(value as Partial<ReadAccount>) }
    reading.social = { ...reading.social, [platform]: account }
  } else if (kind === 'measured') reading.measured = { ...reading.measured, [id]: value as number }
  else if (target === 'fullName') {
    const { preferredName, ...names } = value as SplitName
    Object.assign(reading, names, preferredName && !reading.preferredName && { preferredName })
  } else if (target === 'state')
    Object.assign(reading, { ...(value as Place), ...(reading.country && { country: reading.country }) })
  else if (target === 'hometown') Object.assign(reading, readHometown(value as string, reading, hasState))
  else if (target === 'positions') {
    const positions = [...((reading.positions as string[]) ?? []), ...(value as string[])]
    reading.positions = [...new Set(positions)].slice(0, 5)
  } else reading[target as AthleteFact] = value as string
}

/** "Bend, OR" includes the state and "Lyon, France" the country, unless columns have them. */
function readHometown(hometown: string, known: Reading, hasState: boolean): Place {
  const parts = hometown.split(',').map((part) => part.trim())
  const [town = '', second, third, ...more] = parts
  if (!town || !second || more.length > 0 || hasState) return { hometown }
  const country = known.country as string | undefined
  const countryAt = third ?? second
  // "Georgia" and "Tbilisi, Georgia": a state of the US comes first.
  const region = readRegion(second, country ?? (third && readCountry(third)))
  if (region && (!third || readCountry(third))) {
    const found = country ?? (third && readCountry(third)) ?? region.country
    return { hometown: town, state: region.state, ...(found && { country: found }) }
  }
  const abroad = readCountry(countryAt)
  if (!abroad) return { hometown }
  return { hometown: third ? `${town}, ${second}` : town, country: country ?? abroad }
}

type Context = ReadingRules & { column: number; sport: SportId | null; country?: string | undefined }
type Read = { value: Value } | { error: string }

const toResult = (value: Value | undefined, error: string): Read => (value === undefined ? { error } : { value })

/** Explains how two-digit birth years are interpreted. */
export function explainShortYears(
  values: readonly string[],
  { mapping, today }: Pick<ReadingRules, 'mapping' | 'today'>,
) {
  const short = values.find((value) => hasShortYear(value) && readBirthDate(value, mapping.dayFirst, today))
  if (short === undefined) return null
  const day = new Date(readBirthDate(short, mapping.dayFirst, today) ?? '')
  const formatted = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(day)
  return `Two-digit years: ${short} is read as ${formatted}`
}

/** Parses one value for its target, or returns an error. */
function readValue(target: SimpleTarget, value: string, context: Context): Read {
  const { mapping, fields, colleagues, programs = [], today, sport, country, column, columns } = context
  const [kind, id = ''] = target.split(':')
  if (kind === 'measured') return readMeasured(id as Measurable, value, mapping, column)
  if (kind === 'social' || kind === 'followers') return readAccount(kind, value)
  if (kind === 'custom')
    return readCustom(
      fields.find((field) => field.id === id),
      value,
      mapping.dayFirst,
      today,
    )
  if (target.startsWith('contact')) return readContactPart(target, value, mapping)
  switch (target) {
    case 'fullName':
      return readFullName(value, isLastFirst(columns[column] ?? ''))
    case 'birthDate': {
      const day = readBirthDate(value, mapping.dayFirst, today)
      if (day) return validateFact('birthDate', day)
      const isReadable = readDay(value, mapping.dayFirst, today) !== undefined
      return { error: isReadable ? 'Write the year with four digits' : 'Not a valid date' }
    }
    case 'athleteId':
      return toResult(
        /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value.toLowerCase() : undefined,
        'Not an athlete ID. Leave it empty for a new athlete',
      )
    case 'tags':
      return readTags(value)
    case 'programs':
      return readPrograms(value, programs)
    case 'lookedAfterBy':
      return readColleagues(value, colleagues)
    case 'note': {
      const note = noteText.safeParse(value)
      return note.success ? { value: note.data } : { error: note.error.issues[0]?.message ?? 'Not a valid value' }
    }
    case 'sport':
      return toResult(readSport(value) ?? (sportIds as string[]).find((one) => one === value), 'Unknown sport')
    case 'positions':
      return toResult(
        readPositions(value, sport),
        sport ? `Unknown position in ${sportNames[sport].toLowerCase()}` : 'Positions need a sport',
      )
    case 'level':
      return toResult(readLevel(value), 'Unknown level')
    case 'stage':
      return toResult(readStage(value), 'Unknown stage')
    case 'state':
      return toResult(readRegion(value, country), 'Unknown state')
    case 'country':
      return toResult(readCountry(value), 'Unknown country')
    case 'classYear':
      return toResult(readClassYear(value, today), 'Not a valid class year')
    case 'email':
      return validateFact('email', firstEmail(value))
    case 'phone': {
      const phone = readPhone(value, mapping)
      return 'error' in phone ? phone : validateFact('phone', phone.value)
    }
    default:
      return validateFact(target as AthleteFact, value)
  }
}

const lastFirstHeadings: [RegExp, RegExp][] = [
  [/last/i, /first/i],
  [/apellido/i, /nombre/i],
  [/nom\b/i, /pr[eé]nom/i],
  [/name/i, /vorname/i],
]
/** "Last, first", "Apellidos y nombre". */
const isLastFirst = (heading: string) =>
  lastFirstHeadings.some(([last, first]) => {
    const found = last.exec(heading)
    return found !== null && first.test(heading.slice(found.index + found[0].length))
  })

function readFullName(value: string, lastFirst: boolean): Read {
  const names = splitName(value, lastFirst)
  if (!names) return { error: 'Enter a first and a last name' }
  const parts = Object.entries(names).filter(([, name]) => name !== '')
  const nameError = parts.map(([fact, name]) => validateFact(fact as AthleteFact, name)).find((one) => 'error' in one)
  return nameError ?? { value: names }
}

function readMeasured(kind: Measurable, value: string, { units }: ImportMapping, column: number): Read {
  const name = measurables[kind].name.toLowerCase()
  const read = readMeasurable(kind, value, units?.[column])
  if (read === undefined) return { error: `Not a valid ${name}` }
  return isPlausible(kind, read) ? { value: read } : { error: `Not a possible ${name}: ${showMeasurable(kind, read)}` }
}

const firstEmail = (value: string) => /(?<![^\s<>;,:()])[^\s<>;,:()]+@[^\s<>;,()]+/.exec(value)?.[0] ?? value

/** The first of several numbers, as written. */
function readPhone(value: string, mapping: ImportMapping): { value: string } | { error: string } {
  if (isShortenedNumber(value)) return { error: 'The spreadsheet shortened this number. Format the column as text' }
  if (isExportMapping(mapping)) return { value }
  const countDigits = (text: string) => text.replace(/\D/g, '').length
  const first = value
    .replace(/\.0$/, '')
    .split(/[/;,|\n]|\bor\b/i)
    .find((part) => countDigits(part) >= 7)
  return first === undefined ? { error: 'Not a valid phone number' } : { value: first.trim() }
}

function readContactPart(target: SimpleTarget, value: string, mapping: ImportMapping): Read {
  const part = target.slice(8) as 'Name' | 'Relation' | 'Email' | 'Phone'
  if (part === 'Relation') {
    const relation = readRelation(value)
    if (!relation) return { error: 'Unknown relationship. Use guardian, parent, adviser, coach or other' }
    const isOwnWord = contactRelations[relation].toLowerCase() !== value.toLowerCase()
    return { value: { relation, title: isOwnWord ? beginningOf(value, 80) : null } }
  }
  if (part === 'Phone') {
    const phone = readPhone(value, mapping)
    return 'error' in phone ? phone : validateContact('phone', phone.value)
  }
  return part === 'Email' ? validateContact('email', firstEmail(value)) : validateContact('name', value)
}

function readAccount(kind: 'social' | 'followers', value: string): Read {
  const read =
    kind === 'social'
      ? socialAccount.shape.handle.safeParse(readHandle(value))
      : socialAccount.shape.followers.safeParse(readFollowers(value))
  if (!read.success) return { error: read.error.issues[0]?.message ?? 'Not a valid value' }
  return { value: kind === 'social' ? { handle: String(read.data) } : { followers: Number(read.data) } }
}

function validateContact(field: 'name' | 'email' | 'phone', value: string): Read {
  const result = newContact.shape[field].safeParse(value)
  if (!result.success) return { error: result.error.issues[0]?.message ?? 'Not a valid value' }
  return { value: { [field]: result.data } }
}

/** Uses the validation of the forms. */
function validateFact(fact: AthleteFact, value: string): Read {
  const result = athleteFacts.shape[fact].safeParse(value)
  if (!result.success) return { error: result.error.issues[0]?.message ?? 'Not a valid value' }
  return { value: result.data as Value }
}

function readCustom(field: CustomField | undefined, value: string, dayFirst: boolean, today: string): Read {
  if (!field) return { error: 'This field no longer exists' }
  if (value.length > 500) return { error: 'Please use at most 500 characters' }
  const normalized =
    field.kind === 'date'
      ? (readSerialDay(value) ?? readDay(value, dayFirst, today) ?? value)
      : field.kind === 'number'
        ? (readNumber(value) ?? value)
        : field.kind === 'choice'
          ? (field.choices.find((choice) => choice.toLowerCase() === value.toLowerCase()) ?? value)
          : value
  const read = parseCustomValue(field, normalized)
  return 'error' in read ? read : { value: Object.values(read)[0] }
}

const choiceTargets: readonly ImportTarget[] = [
  'sport',
  'positions',
  'level',
  'stage',
  'state',
  'country',
  'classYear',
  'programs',
  'lookedAfterBy',
  'contact1Relation',
  'contact2Relation',
  'contact3Relation',
]

/** Targets with few values, whose meanings are shown before the check. */
export function isChoice(target: ImportTarget, fields: readonly CustomField[]) {
  const isCustomChoice = fields.some(({ id, kind }) => kind === 'choice' && target === `custom:${id}`)
  return isCustomChoice || choiceTargets.includes(target)
}

/** Label of a value, or null if it is invalid. */
export function describeValue(target: ImportTarget, column: number, value: string, rules: ReadingRules): string | null {
  const resolved = resolveValue(rules.mapping, column, value)
  if (isEmptyValue(resolved)) return ''
  const { sport } = rules.mapping.defaults
  if (simpleTargetsOf(target).length > 1) return resolved
  const read = readValue(target as SimpleTarget, resolved, { ...rules, column, sport })
  if ('error' in read) {
    // Valid if a column has the sport of each row.
    const isByRow = target === 'positions' && rules.mapping.targets.includes('sport')
    return isByRow && sportIds.some((one) => readPositions(resolved, one)) ? 'Depends on the sport of each row' : null
  }
  if (target === 'lookedAfterBy' || target === 'programs') {
    const ids = read.value as string[]
    const known: readonly ProgramName[] = target === 'programs' ? (rules.programs ?? []) : rules.colleagues
    return known.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ')
  }
  // A code may be valid in the country of a row.
  if (target === 'state')
    return (read.value as Place).country
      ? `${resolved} (${countryName((read.value as Place).country ?? '')})`
      : formatValue(target, (read.value as Place).state ?? '', sport)
  if (target === 'country') return countryName(String(read.value))
  if (target.endsWith('Relation')) return contactRelations[(read.value as ReadContact).relation]
  return formatValue(target, read.value, sport)
}

const labels: Partial<Record<string, Record<string, string>>> = {
  sport: sportNames,
  level: levels,
  stage: stages,
  state: usStates,
}

function formatValue(target: ImportTarget, value: Value, sport: SportId | null) {
  if (Array.isArray(value)) return value.map((one) => positionName(sport, one)).join(', ')
  if (target.startsWith('measured:')) return showMeasurable(target.slice(9) as Measurable, Number(value))
  return ownValue(ownValue(labels, target), String(value)) ?? String(value)
}
