import * as z from 'zod/mini'
import { accountMessages, emailAddressOr } from './account.ts'
import { contactGap, contactResults, noteFields, noteKinds, readers } from './contact-log.ts'
import { countryCodes } from './countries.ts'
import { guardian, guardianStates } from './guardian.ts'
import { stages } from './labels.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { type Measurable, measurableIds } from './measurable.ts'
import { eachOnce } from './once.ts'
import { athleteProgram, programName } from './program.ts'
import { dayRange, keyedRanges, numberRange } from './range.ts'
import { positionsOf, type SportId, sportIds } from './sports.ts'
import { boundedString, line, requiredLine, requiredText } from './text.ts'
import { usStateCodes } from './us-states.ts'

/** Stages of an athlete, within one record. */
export type Stage = keyof typeof stages
const stage = z.enum(keysOf(stages), 'Choose a stage')

export const levels = { 'high-school': 'High school', college: 'College', pro: 'Pro' } as const
export type Level = keyof typeof levels
export const level = z.enum(keysOf(levels), 'Choose a level')

const sport = z.enum(sportIds, 'Choose a sport')
const usState = z.enum(usStateCodes, 'Choose a state')
/** A US state, or the code of a region elsewhere. */
const region = boundedString(3).check(z.regex(/^[A-Z\d]{1,3}$/, 'Enter a code of up to 3 letters, such as ON'))
const country = boundedString(2).check(z.refine((code) => countryCodes.includes(code), 'Choose a country'))
const uuid = z.uuid().check(z.toLowerCase())
const day = z.iso.date('Enter a date')
/** Tolerance for time zones ahead of UTC. */
const DAY_MS = 24 * 60 * 60_000
const isPast = (date: string) => date <= new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
const pastDay = day.check(z.refine(isPast, 'Enter a date that has passed'))

const FIRST_BIRTH_YEAR = 1930
/** Younger ages are typos. */
const YOUNGEST_YEARS = 5
const birthDate = day.check(
  z.refine((date) => Number(date.slice(0, 4)) >= FIRST_BIRTH_YEAR, 'Enter a year from 1930 on'),
  z.refine(isPast, 'Enter a date that has passed'),
  z.refine(
    (date) => Number(date.slice(0, 4)) <= new Date().getUTCFullYear() - YOUNGEST_YEARS,
    'Enter the birth date of someone who is at least 5',
  ),
)
const classYear = z.int('Enter a year').check(z.gte(1950, 'Enter a year from 1950 on'), z.lte(2100, 'Enter a year'))

/** An assigned member. */
const someone = z.object({ id: z.uuid(), name: z.string() })
export type Someone = z.infer<typeof someone>

export const tag = z.object({ id: z.uuid(), name: z.string() })
export type AthleteTag = z.infer<typeof tag>
export const tagList = z.object({ tags: z.array(z.extend(tag, { athletes: z.int() })) })
export type AthleteTagList = z.infer<typeof tagList>
export const tagName = z.strictObject({ name: requiredLine(40, 'Enter a name') })

/** Entered facts. Null: unknown. */
const facts = {
  givenName: requiredLine(80, 'Enter the first name'),
  familyName: requiredLine(80, 'Enter the last name'),
  preferredName: z.nullable(line(80)),
  birthDate: z.nullable(birthDate),
  sport: z.nullable(sport),
  /** Position ids of the sport, the main one first. */
  positions: z.array(boundedString(40).check(z.regex(/^[a-z\d-]{1,40}$/))).check(z.maxLength(5, 'Choose at most 5')),
  level: z.nullable(level),
  /** The school or club. */
  school: z.nullable(line(120)),
  classYear: z.nullable(classYear),
  hometown: z.nullable(line(120)),
  state: z.nullable(region),
  country: z.nullable(country),
  email: z.nullable(emailAddressOr(accountMessages.emailRequired)),
  phone: z.nullable(line(40)),
  stage: z.nullable(stage),
}
export const athleteFacts = z.object(facts)
export type AthleteFacts = z.infer<typeof athleteFacts>
export type AthleteFact = keyof typeof facts
export const athleteFactNames = keysOf(facts)

/** Need `athletes.sensitive` to read, write, search and sort. */
export const sensitiveFacts: ReadonlySet<AthleteFact> = new Set(['birthDate', 'email', 'phone'])

export const customFieldKinds = { text: 'Text', number: 'Number', date: 'Date', choice: 'Choice' } as const
export type CustomFieldKind = keyof typeof customFieldKinds
export const MOST_CUSTOM_FIELDS = 50

const choice = requiredLine(60, 'Enter a choice').check(z.regex(/^[^,]*$/, 'A choice cannot contain a comma'))
const choices = z.array(choice).check(z.maxLength(50, 'Enter at most 50 choices'))
export const newCustomField = z.strictObject({
  name: requiredLine(60, 'Enter a name'),
  kind: z.enum(keysOf(customFieldKinds), 'Choose a type'),
  /** For a choice only. */
  choices,
})
export type NewCustomField = z.infer<typeof newCustomField>
export const customFieldChange = z.partial(z.pick(newCustomField, { name: true, choices: true }))
export type CustomFieldChange = z.infer<typeof customFieldChange>
export const customField = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(keysOf(customFieldKinds)),
  choices: z.array(z.string()),
})
export type CustomField = z.infer<typeof customField>
export const customFieldList = z.object({ fields: z.array(customField) })

/** Values by field id: numbers as numbers, everything else as text. */
const customValue = z.union([line(500), z.number()])
const customValues = z.record(z.string(), customValue)
export type CustomValues = z.infer<typeof customValues>
const customChanges = z.record(uuid, z.nullable(customValue))

export const newAthlete = z.strictObject({
  ...facts,
  preferredName: z.optional(facts.preferredName),
  birthDate: z.optional(facts.birthDate),
  sport: z.optional(facts.sport),
  positions: z.optional(facts.positions),
  level: z.optional(facts.level),
  school: z.optional(facts.school),
  classYear: z.optional(facts.classYear),
  hometown: z.optional(facts.hometown),
  state: z.optional(facts.state),
  country: z.optional(facts.country),
  email: z.optional(facts.email),
  phone: z.optional(facts.phone),
  stage: z.optional(facts.stage),
  /** Ids of assigned members. Default: the caller. */
  lookedAfterBy: z.optional(z.array(uuid).check(z.maxLength(20, 'Choose at most 20'), eachOnce)),
  tags: z.optional(z.array(uuid).check(z.maxLength(20, 'Choose at most 20'), eachOnce)),
})
export type NewAthlete = z.infer<typeof newAthlete>

/** Changes with the seen version (optimistic locking). */
export const athleteChange = z.strictObject({
  version: z.int(),
  changes: z.partial(
    z.strictObject({
      ...facts,
      /** Ids of all assigned members. */
      lookedAfterBy: z.array(uuid).check(z.maxLength(20, 'Choose at most 20'), eachOnce),
      tags: z.array(uuid).check(z.maxLength(20, 'Choose at most 20'), eachOnce),
      custom: customChanges,
    }),
  ),
  /** Why an athlete with a verified guardian is an adult after all. */
  reason: z.optional(requiredText(1000, 'Enter a reason')),
})
export type AthleteChange = z.infer<typeof athleteChange>
export type AthleteChanges = AthleteChange['changes']

/** Without another country, the state is one of the US. */
export function stateFits(country: string | null | undefined, state: string | null | undefined) {
  return !state || (country && country !== 'US') || (usStateCodes as string[]).includes(state)
}

/** Whether all positions belong to the sport. */
export function positionsFit(sport: SportId | null | undefined, positions: readonly string[] | undefined) {
  return (positions ?? []).every((position) => sport && Object.hasOwn(positionsOf(sport), position))
}

/** An athlete in a list. */
export const athleteRow = z.object({
  id: z.uuid(),
  givenName: z.string(),
  familyName: z.string(),
  preferredName: z.nullable(z.string()),
  /** The id of the picture. */
  picture: z.nullable(z.uuid()),
  stage: facts.stage,
  sport: z.nullable(sport),
  positions: z.array(z.string()),
  level: facts.level,
  school: z.nullable(z.string()),
  classYear: z.nullable(z.int()),
  state: z.nullable(z.string()),
  /** Under 18, or of unknown age unless a pro. */
  minor: z.boolean(),
  lookedAfterBy: z.array(someone),
  tags: z.array(tag),
  /** Programs of today that the caller sees. */
  programs: z.array(programName),
  custom: customValues,
  lastActiveAt: z.iso.datetime(),
  /** Of the entries that the caller may read, except private ones. Null: never. */
  lastContactAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type AthleteRow = z.infer<typeof athleteRow>

export function athleteName({ givenName, familyName, preferredName }: AthleteNames) {
  return `${preferredName || givenName} ${familyName}`.trim()
}
type AthleteNames = { givenName: string; familyName: string; preferredName: string | null }

export const athleteSorts = [
  'name',
  'active',
  'class',
  'added',
  'contact',
  'school',
  'state',
  'stage',
  'sport',
] as const
export const eligibilityStatuses = {
  eligible: 'Eligible',
  'not-eligible': 'Ineligible',
  pending: 'Pending',
  'redshirt-year': 'Redshirt year',
  exhausted: 'Exhausted',
} as const
export type EligibilityStatus = keyof typeof eligibilityStatuses

export const socialPlatforms = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  x: 'X',
  youtube: 'YouTube',
  facebook: 'Facebook',
  twitch: 'Twitch',
} as const
export type SocialPlatform = keyof typeof socialPlatforms

/** Guardians by state, and athletes without one. */
export const guardianFilters = {
  ...guardianStates,
  unconfirmed: 'No confirmed guardian',
  unverified: 'No verified guardian',
} as const
export type GuardianFilter = keyof typeof guardianFilters
const followerKeys = [...keysOf(socialPlatforms), 'any'] as const
/** In filters, for a fact that nobody has entered. */
export const UNKNOWN = 'unknown'
const athleteFilters = {
  stage: z.optional(severalOf(z.union([z.literal(UNKNOWN), stage]))),
  sport: z.optional(severalOf(sport)),
  /** A sport and one of its positions: football.quarterback. */
  position: z.optional(
    severalOf(boundedString(71).check(z.regex(/^[a-z-]{1,30}\.[a-z\d-]{1,40}$/, 'Choose a position')), 120),
  ),
  level: z.optional(severalOf(z.union([z.literal(UNKNOWN), level]))),
  class: z.optional(severalOf(boundedString(4).check(z.regex(/^\d{4}$/, 'Enter a year')))),
  state: z.optional(severalOf(usState, 60)),
  /** Full years. Unknown ages never match. Needs `athletes.sensitive`, like the birth date. */
  age: z.optional(numberRange),
  /** The birth date. Needs `athletes.sensitive`. */
  born: z.optional(dayRange),
  minor: z.optional(z.enum(['yes', 'no'])),
  /** Needs `athletes.sensitive`. */
  guardian: z.optional(severalOf(z.enum(keysOf(guardianFilters)))),
  /** The newest entry. Needs `athletes.sensitive`. */
  eligibility: z.optional(severalOf(z.enum(keysOf(eligibilityStatuses)))),
  /** Without case and accents. */
  school: z.optional(line(120)),
  /** The latest value of each kind, in cm, kg, s or km/h. */
  measurement: z.optional(keyedRanges(measurableIds, 'Enter a measurement, such as height:190..')),
  /** Followers by platform, or on any. */
  followers: z.optional(keyedRanges(followerKeys, 'Enter followers, such as instagram:10000..')),
  /** Member ids, `me`, or `none` for unassigned athletes. */
  assignee: z.optional(severalOf(z.union([z.literal('none'), z.literal('me'), uuid]))),
  /** Athletes who are in one of these programs today. */
  program: z.optional(severalOf(uuid)),
  tag: z.optional(severalOf(uuid)),
  /** Days without contact. */
  contact: z.optional(contactGap),
  /** The day of the last contact. Without a first day, athletes who were never contacted match. */
  contacted: z.optional(dayRange),
  /** A custom field id and its value, separated by a colon. */
  custom: z.optional(
    severalOf(boundedString(137).check(z.regex(/^[\da-f-]{36}:[^\p{Cc}\p{Cs}]{1,100}$/u, 'Choose a value')), 3),
  ),
}
/** Searches names and school; with `athletes.sensitive` also exact email addresses. */
export const athletesQuery = listQuery(athleteSorts, athleteFilters)
export type AthletesQuery = z.infer<typeof athletesQuery>
export const athletesPage = listPage(athleteRow)

/** Exports all pages of the list. */
export const athletesExportQuery = z.extend(z.omit(athletesQuery, { after: true, ids: true, limit: true }), {
  /** Default: csv. */
  format: z.optional(z.enum(['csv', 'json'], 'Choose csv or json')),
})
export type AthletesExportQuery = z.infer<typeof athletesExportQuery>

/** Limit of a bulk change. */
export const MOST_AT_ONCE = 10_000
const seen = z.int().check(z.gte(1), z.lte(MOST_AT_ONCE, 'Select at most 10,000 athletes'))
/** Ids, or a whole list with exceptions. `count` guards against changes since it was shown. */
export const athleteSelection = z.union([
  z.strictObject({
    ids: z.array(uuid).check(z.minLength(1), z.maxLength(1000, 'Select at most 1,000 athletes'), eachOnce),
  }),
  z.strictObject({
    /** Search and filters as the address of the list has them. */
    list: boundedString(2000),
    except: z.array(uuid).check(z.maxLength(1000, 'Leave out at most 1,000 athletes'), eachOnce),
    count: seen,
  }),
])
export type AthleteSelection = z.infer<typeof athleteSelection>

/** Exports selected athletes. */
export const athletesExport = z.strictObject({
  selection: athleteSelection,
  sort: athletesQuery.shape.sort,
  format: athletesExportQuery.shape.format,
})

export const bulkChange = z.strictObject({
  selection: athleteSelection,
  /** Exactly one change. */
  change: z.union([
    /** `from` limits the change to athletes at this stage. */
    z.strictObject({ stage: facts.stage, from: z.optional(facts.stage) }),
    z.strictObject({ addTag: uuid }),
    z.strictObject({ removeTag: uuid }),
    /** From today. */
    z.strictObject({ addProgram: uuid }),
    /** Until yesterday. */
    z.strictObject({ removeProgram: uuid }),
    z.strictObject({ assign: uuid }),
    z.strictObject({ unassign: uuid }),
  ]),
})
export type BulkChange = z.infer<typeof bulkChange>
/** Limit for undo. */
export const MOST_UNDONE = 1000
export const bulkResult = z.object({
  changed: z.int(),
  /** Changes that undo this one, in order. Empty: no undo. */
  undo: z.array(bulkChange),
})
export type BulkResult = z.infer<typeof bulkResult>

export const contactRelations = {
  guardian: 'Guardian',
  parent: 'Parent',
  adviser: 'Adviser',
  coach: 'Coach',
  other: 'Other',
} as const
export type ContactRelation = keyof typeof contactRelations
/** How much a contact is told. */
export const contactReaches = { full: 'Full contact', limited: 'Limited contact' } as const
export type ContactReach = keyof typeof contactReaches

/** Relationships of possible guardians. */
export const guardianRelations: ReadonlySet<ContactRelation> = new Set(['guardian', 'parent'])

export const newContact = z.strictObject({
  name: requiredLine(120, 'Enter a name'),
  relation: z.enum(keysOf(contactRelations), 'Choose a relationship'),
  /** Free text: mother, head coach. */
  title: z.nullable(line(80)),
  reach: z.enum(keysOf(contactReaches), 'Choose a contact level'),
  email: z.nullable(emailAddressOr(accountMessages.emailRequired)),
  phone: z.nullable(line(40)),
})
export type NewContact = z.infer<typeof newContact>
export const contact = z.extend(newContact, {
  id: z.uuid(),
  /** Email and phone are masked. Showing them is logged. */
  masked: z.boolean(),
  email: z.nullable(z.string()),
  /** Status as guardian; null: not asked. */
  guardian: z.nullable(z.enum(keysOf(guardianStates))),
})
export type Contact = z.infer<typeof contact>
export const shownContact = z.object({ email: z.nullable(z.string()), phone: z.nullable(z.string()) })

export const newMeasurement = z.strictObject({
  kind: z.enum(measurableIds, 'Choose a measurement'),
  /** In cm, kg, s or km/h. */
  value: z.number('Enter a value').check(z.positive('Enter a value'), z.lte(10_000, 'Enter a smaller value')),
  measuredOn: pastDay,
  source: z.nullable(line(80)),
})
export type NewMeasurement = z.infer<typeof newMeasurement>
export const measurement = z.extend(newMeasurement, {
  id: z.uuid(),
  /** The caller may change and remove it. */
  changeable: z.boolean(),
})
export type Measurement = z.infer<typeof measurement>
export type { Measurable }

export const newEligibility = z.strictObject({
  season: requiredLine(20, 'Enter a season, such as 2026–27'),
  status: z.enum(keysOf(eligibilityStatuses), 'Choose a status'),
  reason: z.nullable(line(300)),
  checkedOn: pastDay,
})
export type NewEligibility = z.infer<typeof newEligibility>
export const eligibility = z.extend(newEligibility, { id: z.uuid() })
export type Eligibility = z.infer<typeof eligibility>

export const socialAccount = z.strictObject({
  platform: z.enum(keysOf(socialPlatforms), 'Choose a platform'),
  handle: requiredLine(80, 'Enter the handle').check(z.regex(/^@?[\w.-]+$/, 'Enter a handle such as @kaia.hoops')),
  followers: z.nullable(z.int('Enter a number').check(z.gte(0, 'Enter a number'), z.lte(2_000_000_000))),
})
export type SocialAccount = z.infer<typeof socialAccount>
export const socialAccounts = z.strictObject({
  accounts: z.array(socialAccount).check(z.maxLength(6, 'Enter at most 6')),
})

export const athleteAccounts = { none: 'No account', invited: 'Invited', linked: 'Has an account' } as const
export type AthleteAccount = keyof typeof athleteAccounts

/** The whole record except its timeline. Null without permission. */
export const athlete = z.extend(athleteRow, {
  ...facts,
  /** Empty for athletes with a single name. */
  givenName: z.string(),
  familyName: z.string(),
  email: z.nullable(z.string()),
  /** Email and phone of a minor are masked. Showing them is logged. */
  reachMasked: z.boolean(),
  /** Whether the caller has `athletes.sensitive`. */
  sensitive: z.boolean(),
  /** In full years. */
  age: z.nullable(z.int()),
  contacts: z.nullable(z.array(contact)),
  eligibility: z.nullable(z.array(eligibility)),
  measurements: z.array(measurement),
  social: z.array(socialAccount),
  /** Past, current and coming days in programs that the caller sees, newest first. */
  programDays: z.array(athleteProgram),
  /** Guardians of a minor, including open requests. */
  guardians: z.nullable(z.array(guardian)),
  /** Account status, for callers who can edit the record. */
  account: z.nullable(z.enum(keysOf(athleteAccounts))),
  /** Whether the caller can edit it. */
  editable: z.boolean(),
})
export type Athlete = z.infer<typeof athlete>

/** How long a merge can be undone. */
export const UNDO_MERGE_DAYS = 30
export const duplicates = z.object({
  /** Same name or, with `athletes.sensitive`, email address or birth date. */
  duplicates: z.array(athleteRow),
  /** Merged records, while undo is possible. */
  merged: z.array(
    z.object({ id: z.uuid(), mergedAt: z.iso.datetime(), givenName: z.string(), familyName: z.string() }),
  ),
})
export type Duplicates = z.infer<typeof duplicates>
export const athleteMerge = z.strictObject({ other: uuid })

/** Events of a record, beside notes. */
export const athleteEvents = [
  'added',
  'changed',
  'reach-shown',
  'contact-added',
  'contact-changed',
  'contact-removed',
  'contact-shown',
  'measured',
  'measurement-changed',
  'measurement-removed',
  'eligibility-added',
  'eligibility-removed',
  'social-changed',
  'contact-data-changed',
  'contact-data-proposed',
  'contact-data-declined',
  'file-added',
  'file-version-added',
  'file-renamed',
  'file-removed',
  'picture-set',
  'picture-removed',
  'merged',
  'unmerged',
  'contacts-told',
  'athlete-invited',
  'account-linked',
  'account-closed',
  'guardian-invited',
  'guardian-confirmed',
  'guardian-declined',
  'guardian-verified',
  'guardian-consented',
  'guardian-withdrew-consent',
  'guardian-ended',
  'made-adult',
  'disclosure-moved',
] as const
export type AthleteEvent = (typeof athleteEvents)[number]

const changedField = z.object({
  /** A fact, `lookedAfterBy`, `tags`, the name of a custom field, or `state` and `proof` of a disclosure. */
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type ChangedField = z.infer<typeof changedField>

export const timelineEntry = z.object({
  ...noteFields,
  kind: z.enum([...keysOf(noteKinds), ...athleteEvents]),
  /** Changed fields that the caller may see. */
  changes: z.array(changedField),
  /** The subject, such as a contact's name. */
  about: z.nullable(z.string()),
  /** Of a note. */
  readers: z.nullable(readers),
  /** A disclosure that the caller sees. */
  disclosureId: z.nullable(z.uuid()),
})
export type TimelineEntry = z.infer<typeof timelineEntry>
export const timelineKinds = { notes: 'Notes', contacts: 'Contacts', changes: 'Changes' } as const
export type TimelineKind = keyof typeof timelineKinds
export const timelineQuery = listQuery(['time'], { kind: z.optional(z.enum(keysOf(timelineKinds))) })
export type TimelineQuery = z.infer<typeof timelineQuery>

/** The newest note of each athlete that the caller may read. */
export const lastNotesQuery = z.strictObject({ athletes: severalOf(uuid, 50) })
export const lastNotes = z.object({
  notes: z.array(
    z.object({
      athlete: z.uuid(),
      at: z.iso.datetime(),
      kind: z.enum(keysOf(noteKinds)),
      text: z.nullable(z.string()),
      result: z.nullable(z.enum(keysOf(contactResults))),
      by: z.nullable(z.string()),
    }),
  ),
})
export type LastNote = z.infer<typeof lastNotes>['notes'][number]

export const sportsInUse = z.strictObject({ sports: z.array(sport) })

function keysOf<Key extends string>(record: Record<Key, unknown>) {
  return Object.keys(record) as Key[]
}
