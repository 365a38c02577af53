import {
  type AthleteFact,
  athleteFacts,
  type ContactRelation,
  type CustomField,
  contactRelations,
  levels,
  type NewContact,
  newContact,
  newNote,
} from '@sherpa/contracts/athlete'
import type { ImportMapping, ImportTarget } from '@sherpa/contracts/athlete-import'
import { stages } from '@sherpa/contracts/labels'
import { type Measurable, measurables, readMeasurable, showMeasurable } from '@sherpa/contracts/measurable'
import { positionName, type SportId, sportIds, sportNames } from '@sherpa/contracts/sports'
import { usStates } from '@sherpa/contracts/us-states'
import { beginningOf, readDay } from '../../../tables/read-text.ts'
import { parseCustomValue } from '../custom-fields.ts'
import { type Colleague, readColleagues, readRelation, readRelationFromName, readTags } from './read-related-rows.ts'
import {
  hasShortYear,
  isEmptyValue,
  readBirthDate,
  readClassYear,
  readLevel,
  readPositions,
  readSport,
  readStage,
  readState,
} from './read-value.ts'
import { splitName } from './split-name.ts'

/** Parsed row: facts by name, custom values by field, measurements by kind. Empty cells are omitted. */
export type Reading = Partial<Record<AthleteFact, string | number | string[]>> & {
  custom?: Record<string, string | number>
  measured?: Partial<Record<Measurable, number>>
  /** Tag names. */
  tags?: string[]
  /** Member ids. */
  lookedAfterBy?: string[]
  contact?: ReadContact
  note?: string
}
export type ReadContact = Pick<NewContact, 'name' | 'relation' | 'title' | 'email' | 'phone'>
type RowProblem = { column: number | null; value: string; message: string }
type ReadRow = { reading: Reading; problems: RowProblem[] }

export type ReadingRules = {
  mapping: ImportMapping
  /** Column names. */
  columns: readonly string[]
  fields: readonly CustomField[]
  colleagues: readonly Colleague[]
  /** Day in the organization's time zone. */
  today: string
}

/** Parses rows by the mapping. */
export function createRowReader(rules: ReadingRules) {
  const { mapping } = rules
  const mappedColumns = mapping.targets.flatMap((target, column) => (target ? [{ target, column }] : []))
  // Sport comes first, since positions depend on it.
  mappedColumns.sort((one, other) => Number(other.target === 'sport') - Number(one.target === 'sport'))
  const hasState = mapping.targets.includes('state')
  const contactColumn = mapping.targets.indexOf('contactName')
  const relation = readRelationFromName(rules.columns[contactColumn] ?? '')

  return (cells: readonly string[]): ReadRow => {
    const reading: Reading = {}
    const problems: RowProblem[] = []
    if (mapping.defaults.sport) reading.sport = mapping.defaults.sport
    for (const { target, column } of mappedColumns) {
      const value = resolveValue(mapping, column, cells[column] ?? '')
      if (isEmptyValue(value)) continue
      const read = readValue(target, value, { ...rules, sport: (reading.sport as SportId) ?? null })
      if ('error' in read) {
        // Names are always required.
        const isName = target === 'fullName' || target === 'givenName' || target === 'familyName'
        if (isName || mapping.notUnderstood === 'leave-out-row') {
          problems.push({ column, value: beginningOf(cells[column] ?? '', 200), message: read.error })
        }
      } else addValue(reading, target, read.value, hasState)
    }
    const contactError = finishContact(reading, relation)
    if (contactError) problems.push({ column: contactColumn, value: '', message: contactError })
    for (const [fact, message] of [
      ['givenName', 'The first name is missing'],
      ['familyName', 'The last name is missing'],
    ] as const) {
      const isNamed = reading[fact] || problems.some(({ column }) => column !== null && isNameColumn(mapping, column))
      if (!isNamed) problems.push({ column: null, value: '', message })
    }
    return { reading, problems }
  }
}

/** A contact needs a name and an address other than the athlete's. Returns an error message. */
function finishContact(reading: Reading, relation: ContactRelation) {
  if (!reading.contact) return undefined
  const { name = '', email = null, phone = null, title = null } = reading.contact
  if (name === '') return 'The contact’s name is missing'
  if (email !== null && email === reading.email) return 'The contact has the athlete’s own email address'
  reading.contact = { name, relation: reading.contact.relation ?? relation, title, email, phone }
  return undefined
}

const isNameColumn = ({ targets }: ImportMapping, column: number) =>
  ['fullName', 'givenName', 'familyName'].includes(targets[column] ?? '')

/** The chosen meaning of a value, or the value itself. */
function resolveValue({ values }: ImportMapping, column: number, value: string) {
  return values[column]?.[value.trim().toLowerCase()] ?? value.trim()
}

type Names = { givenName: string; familyName: string }
type Value = string | number | string[] | Names | Partial<ReadContact>

function addValue(reading: Reading, target: ImportTarget, value: Value, hasState: boolean) {
  const [kind = '', id = ''] = target.split(':')
  if (kind === 'custom') reading.custom = { ...reading.custom, [id]: value as string | number }
  else if (kind === 'measured') reading.measured = { ...reading.measured, [id]: value as number }
  else if (target.startsWith('contact')) reading.contact = { ...reading.contact, ...(value as ReadContact) }
  else if (target === 'fullName') Object.assign(reading, value as Names)
  else if (target === 'hometown') Object.assign(reading, parseHometown(value as string, hasState))
  else reading[target as AthleteFact] = value as string
}

/** "Bend, OR" includes the state, unless there is a state column. */
function parseHometown(hometown: string, hasState: boolean): Reading {
  const [, town, after = ''] = /^(.+?),\s*([A-Za-z. ]+)$/.exec(hometown) ?? []
  const state = hasState ? undefined : readState(after)
  return town && state ? { hometown: town, state } : { hometown }
}

type Context = ReadingRules & { sport: SportId | null }
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
function readValue(target: ImportTarget, value: string, { mapping, fields, colleagues, today, sport }: Context): Read {
  const [kind, id = ''] = target.split(':')
  if (kind === 'measured') {
    const { name } = measurables[id as Measurable]
    return toResult(readMeasurable(id as Measurable, value), `Not a valid ${name.toLowerCase()}`)
  }
  if (kind === 'custom')
    return readCustom(
      fields.find((field) => field.id === id),
      value,
      mapping.dayFirst,
      today,
    )
  switch (target) {
    case 'fullName': {
      const names = splitName(value)
      if (!names) return { error: 'Enter a first and a last name' }
      const nameError = [validateFact('givenName', names.givenName), validateFact('familyName', names.familyName)].find(
        (one) => 'error' in one,
      )
      return nameError ?? { value: names }
    }
    case 'birthDate': {
      const day = readBirthDate(value, mapping.dayFirst, today)
      if (day) return validateFact('birthDate', day)
      const isReadable = readDay(value, mapping.dayFirst, today) !== undefined
      return { error: isReadable ? 'Write the year with four digits' : 'Not a valid date' }
    }
    case 'tags':
      return readTags(value)
    case 'lookedAfterBy':
      return readColleagues(value, colleagues)
    case 'contactName':
    case 'contactEmail':
    case 'contactPhone':
      return validateContact(contactFields[target], value)
    case 'contactRelation': {
      const relation = readRelation(value)
      if (!relation) return { error: 'Unknown relationship. Use guardian, parent, adviser, coach or other' }
      const isOwnWord = contactRelations[relation].toLowerCase() !== value.toLowerCase()
      return { value: { relation, title: isOwnWord ? beginningOf(value, 80) : null } }
    }
    case 'note': {
      const note = newNote.safeParse({ kind: 'note', text: value })
      return note.success ? { value: note.data.text } : { error: note.error.issues[0]?.message ?? 'Not a valid value' }
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
      return toResult(readState(value), 'Unknown state')
    case 'classYear':
      return toResult(readClassYear(value, today), 'Not a valid class year')
    default:
      return validateFact(target as AthleteFact, value)
  }
}

const contactFields = { contactName: 'name', contactEmail: 'email', contactPhone: 'phone' } as const

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
      ? (readDay(value, dayFirst, today) ?? value)
      : field.kind === 'number'
        ? value.replace(/[$,\s]/g, '')
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
  'classYear',
  'lookedAfterBy',
  'contactRelation',
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
  const read = readValue(target, resolved, { ...rules, sport })
  if ('error' in read) {
    // Valid if a column has the sport of each row.
    const isByRow = target === 'positions' && rules.mapping.targets.includes('sport')
    return isByRow && sportIds.some((one) => readPositions(resolved, one)) ? 'Depends on the sport of each row' : null
  }
  if (target === 'lookedAfterBy') {
    const ids = read.value as string[]
    return rules.colleagues.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ')
  }
  if (target === 'contactRelation') return contactRelations[(read.value as ReadContact).relation]
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
  return labels[target]?.[String(value)] ?? String(value)
}
