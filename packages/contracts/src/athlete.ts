import * as z from 'zod/mini'
import { accountMessages, emailAddressOr } from './account.ts'
import { guardian, guardianStates } from './guardian.ts'
import { listPage, listQuery, severalOf } from './list.ts'
import { type Measurable, measurableIds } from './measurable.ts'
import type { Permission } from './organization.ts'
import { positionsOf, type SportId, sportIds } from './sports.ts'
import { boundedString, line, requiredLine, requiredText } from './text.ts'
import { usStateCodes } from './us-states.ts'

/** One record through all of it: how far the organization is with an athlete. */
export const stages = {
  prospect: 'Prospect',
  recruiting: 'Recruiting',
  signed: 'Signed',
  former: 'Former',
} as const
export type Stage = keyof typeof stages
const stage = z.enum(keysOf(stages), 'Choose a stage')

export const levels = { 'high-school': 'High school', college: 'College', pro: 'Pro' } as const
export type Level = keyof typeof levels
const level = z.enum(keysOf(levels), 'Choose a level')

const sport = z.enum(sportIds, 'Choose a sport')
const usState = z.enum(usStateCodes, 'Choose a state')
const uuid = z.uuid().check(z.toLowerCase())
const day = z.iso.date('Enter a date')
/** Somewhere on earth it is a day later already. */
const DAY_MS = 24 * 60 * 60_000
const isPast = (date: string) => date <= new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
const pastDay = day.check(z.refine(isPast, 'Enter a date that has passed'))

const FIRST_BIRTH_YEAR = 1930
/** Whoever is younger was entered by mistake. */
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

/** Someone who looks after an athlete. */
const someone = z.object({ id: z.uuid(), name: z.string() })
export type Someone = z.infer<typeof someone>

export const tag = z.object({ id: z.uuid(), name: z.string() })
export type AthleteTag = z.infer<typeof tag>
export const tagList = z.object({ tags: z.array(z.extend(tag, { athletes: z.int() })) })
export type AthleteTagList = z.infer<typeof tagList>
export const tagName = z.strictObject({ name: requiredLine(40, 'Enter a name') })

/** Facts that people enter. Of what is null nothing is known. */
const facts = {
  givenName: requiredLine(80, 'Enter the first name'),
  familyName: requiredLine(80, 'Enter the last name'),
  preferredName: z.nullable(line(80)),
  birthDate: z.nullable(birthDate),
  sport: z.nullable(sport),
  /** The main one first: ids of positions of the sport. */
  positions: z.array(boundedString(40).check(z.regex(/^[a-z\d-]{1,40}$/))).check(z.maxLength(5, 'Choose at most 5')),
  level,
  /** The school or club. */
  school: z.nullable(line(120)),
  classYear: z.nullable(classYear),
  hometown: z.nullable(line(120)),
  state: z.nullable(usState),
  email: z.nullable(emailAddressOr(accountMessages.emailRequired)),
  phone: z.nullable(line(40)),
  stage,
}
export const athleteFacts = z.object(facts)
export type AthleteFacts = z.infer<typeof athleteFacts>
export type AthleteFact = keyof typeof facts
export const athleteFactNames = keysOf(facts)

/** Only who may see them may enter, search, sort or change them. */
export const sensitiveFacts: ReadonlySet<AthleteFact> = new Set(['birthDate', 'email', 'phone'])

export const customFieldKinds = { text: 'Text', number: 'Number', date: 'Date', choice: 'Choice' } as const
export type CustomFieldKind = keyof typeof customFieldKinds
/** How many an organization may have. */
export const MOST_CUSTOM_FIELDS = 50

const choice = requiredLine(60, 'Enter a choice').check(z.regex(/^[^,]*$/, 'A choice cannot contain a comma'))
const choices = z.array(choice).check(z.maxLength(50, 'Enter at most 50 choices'))
export const newCustomField = z.strictObject({
  name: requiredLine(60, 'Enter a name'),
  kind: z.enum(keysOf(customFieldKinds), 'Choose a kind'),
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

/** By the id of the field: texts, choices and dates (2026-03-09) as they are, numbers as numbers. */
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
  school: z.optional(facts.school),
  classYear: z.optional(facts.classYear),
  hometown: z.optional(facts.hometown),
  state: z.optional(facts.state),
  email: z.optional(facts.email),
  phone: z.optional(facts.phone),
  /** Ids of members who look after them. Without it: whoever adds them. */
  lookedAfterBy: z.optional(z.array(uuid).check(z.maxLength(20, 'Choose at most 20'))),
  tags: z.optional(z.array(uuid).check(z.maxLength(20, 'Choose at most 20'))),
})
export type NewAthlete = z.infer<typeof newAthlete>

/** What is to be changed, and the version that was seen. */
export const athleteChange = z.strictObject({
  version: z.int(),
  changes: z.partial(
    z.strictObject({
      ...facts,
      /** Ids of all of them. */
      lookedAfterBy: z.array(uuid).check(z.maxLength(20, 'Choose at most 20')),
      tags: z.array(uuid).check(z.maxLength(20, 'Choose at most 20')),
      custom: customChanges,
    }),
  ),
})
export type AthleteChange = z.infer<typeof athleteChange>
export type AthleteChanges = AthleteChange['changes']

/** Sport and positions fit together. */
export function positionsFit(sport: SportId | null | undefined, positions: readonly string[] | undefined) {
  return (positions ?? []).every((position) => sport && position in positionsOf(sport))
}

/** An athlete in a list. */
export const athleteRow = z.object({
  id: z.uuid(),
  givenName: z.string(),
  familyName: z.string(),
  preferredName: z.nullable(z.string()),
  /** The id of the picture. */
  picture: z.nullable(z.uuid()),
  stage,
  sport: z.nullable(sport),
  positions: z.array(z.string()),
  level,
  school: z.nullable(z.string()),
  classYear: z.nullable(z.int()),
  state: z.nullable(usState),
  /** Under 18, or of an unknown age and not a pro. */
  minor: z.boolean(),
  lookedAfterBy: z.array(someone),
  tags: z.array(tag),
  custom: customValues,
  lastActiveAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type AthleteRow = z.infer<typeof athleteRow>

export function athleteName({ givenName, familyName, preferredName }: AthleteNames) {
  return `${preferredName || givenName} ${familyName}`.trim()
}
type AthleteNames = { givenName: string; familyName: string; preferredName: string | null }

export const athleteSorts = ['name', 'active', 'class', 'added'] as const
const athleteFilters = {
  stage: z.optional(severalOf(stage)),
  sport: z.optional(severalOf(sport)),
  /** A sport and one of its positions: football.quarterback. */
  position: z.optional(
    severalOf(boundedString(71).check(z.regex(/^[a-z-]{1,30}\.[a-z\d-]{1,40}$/, 'Choose a position'))),
  ),
  level: z.optional(severalOf(level)),
  class: z.optional(severalOf(boundedString(4).check(z.regex(/^\d{4}$/, 'Enter a year')))),
  state: z.optional(severalOf(usState, 60)),
  /** Ids of members, `me`, and `none` for those whom nobody looks after. */
  assignee: z.optional(severalOf(z.union([z.literal('none'), z.literal('me'), uuid]))),
  tag: z.optional(severalOf(uuid)),
  /** A custom field and the value that it has: the id, a colon, the value. */
  custom: z.optional(
    severalOf(boundedString(137).check(z.regex(/^[\da-f-]{36}:[^\p{Cc}\p{Cs}]{1,100}$/u, 'Choose a value')), 3),
  ),
}
/** Searched are the names and the school; a whole mail address finds whom it belongs to, for callers who may see it. */
export const athletesQuery = listQuery(athleteSorts, athleteFilters)
export type AthletesQuery = z.infer<typeof athletesQuery>
export const athletesPage = listPage(athleteRow)

/** The list as a file: all of its pages. */
export const athletesExportQuery = z.extend(z.omit(athletesQuery, { after: true, ids: true, limit: true }), {
  /** Without it: csv. */
  format: z.optional(z.enum(['csv', 'json'], 'Choose csv or json')),
})
export type AthletesExportQuery = z.infer<typeof athletesExportQuery>

/** How many athletes can be changed at once. */
export const MOST_AT_ONCE = 10_000
const seen = z.int().check(z.gte(1), z.lte(MOST_AT_ONCE, 'Select at most 10,000 athletes'))
/** Some by their ids; or all that a list has, but for some: with their number as it was shown, so that nothing unseen is changed. */
export const athleteSelection = z.union([
  z.strictObject({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(1000, 'Select at most 1,000 athletes')) }),
  z.strictObject({
    /** Search and filters as the address of the list has them. */
    list: boundedString(2000),
    except: z.array(uuid).check(z.maxLength(1000, 'Leave out at most 1,000 athletes')),
    count: seen,
  }),
])
export type AthleteSelection = z.infer<typeof athleteSelection>

/** Some of the athletes as a file. */
export const athletesExport = z.strictObject({
  selection: athleteSelection,
  sort: athletesQuery.shape.sort,
  format: athletesExportQuery.shape.format,
})

export const bulkChange = z.strictObject({
  selection: athleteSelection,
  /** One of them. */
  change: z.union([
    /** With `from`, only of those that are at this stage. */
    z.strictObject({ stage, from: z.optional(stage) }),
    z.strictObject({ addTag: uuid }),
    z.strictObject({ removeTag: uuid }),
    z.strictObject({ assign: uuid }),
    z.strictObject({ unassign: uuid }),
  ]),
})
export type BulkChange = z.infer<typeof bulkChange>
/** Larger changes cannot be taken back at once. */
export const MOST_UNDONE = 1000
export const bulkResult = z.object({
  changed: z.int(),
  /** What takes it back: changes as this one, to be sent one after the other. Without any, it cannot be taken back in this way. */
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
/** How much someone around an athlete is told. */
export const contactReaches = { full: 'Full contact', limited: 'Limited contact' } as const
export type ContactReach = keyof typeof contactReaches

/** Contacts with one of these can be asked to confirm that they are a minor's guardian. */
export const guardianRelations: ReadonlySet<ContactRelation> = new Set(['guardian', 'parent'])

export const newContact = z.strictObject({
  name: requiredLine(120, 'Enter a name'),
  relation: z.enum(keysOf(contactRelations), 'Choose a relation'),
  /** In their own words: mother, head coach. */
  title: z.nullable(line(80)),
  reach: z.enum(keysOf(contactReaches), 'Choose a reach'),
  email: z.nullable(emailAddressOr(accountMessages.emailRequired)),
  phone: z.nullable(line(40)),
})
export type NewContact = z.infer<typeof newContact>
export const contact = z.extend(newContact, {
  id: z.uuid(),
  /** Mail address and phone are masked: who needs them asks for them, which is put on record. */
  masked: z.boolean(),
  email: z.nullable(z.string()),
  /** How far they are as the guardian of a minor; null: they were not asked to be. */
  guardian: z.nullable(z.enum(keysOf(guardianStates))),
})
export type Contact = z.infer<typeof contact>
export const shownContact = z.object({ email: z.nullable(z.string()), phone: z.nullable(z.string()) })

export const newMeasurement = z.strictObject({
  kind: z.enum(measurableIds, 'Choose what was measured'),
  /** In centimeters, kilograms, seconds or kilometers an hour. */
  value: z.number('Enter a value').check(z.positive('Enter a value'), z.lte(10_000, 'Enter a smaller value')),
  measuredOn: pastDay,
  source: z.nullable(line(80)),
})
export type NewMeasurement = z.infer<typeof newMeasurement>
export const measurement = z.extend(newMeasurement, { id: z.uuid() })
export type Measurement = z.infer<typeof measurement>
export type { Measurable }

export const eligibilityStatuses = {
  eligible: 'Eligible',
  'not-eligible': 'Not eligible',
  pending: 'Pending',
  'redshirt-year': 'Redshirt year',
  exhausted: 'Exhausted',
} as const
export type EligibilityStatus = keyof typeof eligibilityStatuses
export const newEligibility = z.strictObject({
  season: requiredLine(20, 'Enter a season, such as 2026–27'),
  status: z.enum(keysOf(eligibilityStatuses), 'Choose a status'),
  reason: z.nullable(line(300)),
  checkedOn: pastDay,
})
export type NewEligibility = z.infer<typeof newEligibility>
export const eligibility = z.extend(newEligibility, { id: z.uuid() })
export type Eligibility = z.infer<typeof eligibility>

export const socialPlatforms = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  x: 'X',
  youtube: 'YouTube',
  facebook: 'Facebook',
  twitch: 'Twitch',
} as const
export type SocialPlatform = keyof typeof socialPlatforms
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

/** Everything that is known of an athlete but their timeline. What the caller may not see is null. */
export const athlete = z.extend(athleteRow, {
  ...facts,
  email: z.nullable(z.string()),
  /** Email and phone of a minor are masked: who needs them asks for them, which is put on record. */
  reachMasked: z.boolean(),
  /** Whether the caller sees birth date, contact data, contacts and eligibility. */
  sensitive: z.boolean(),
  /** In full years. */
  age: z.nullable(z.int()),
  contacts: z.nullable(z.array(contact)),
  eligibility: z.nullable(z.array(eligibility)),
  measurements: z.array(measurement),
  social: z.array(socialAccount),
  /** Those who answer for a minor, and those who were asked to. */
  guardians: z.nullable(z.array(guardian)),
  /** Whether the athlete has an account, for those who may change the record. */
  account: z.nullable(z.enum(keysOf(athleteAccounts))),
  /** The caller may change it. */
  editable: z.boolean(),
})
export type Athlete = z.infer<typeof athlete>

/** How long a merge can be taken back. */
export const UNDO_MERGE_DAYS = 30
export const duplicates = z.object({
  /** Athletes with the same name, or as far as the caller may see them, the same mail address or birth date. */
  duplicates: z.array(athleteRow),
  /** Records that were merged into this one, as long as it can be taken back. */
  merged: z.array(
    z.object({ id: z.uuid(), mergedAt: z.iso.datetime(), givenName: z.string(), familyName: z.string() }),
  ),
})
export type Duplicates = z.infer<typeof duplicates>
export const athleteMerge = z.strictObject({ other: uuid })

export const noteKinds = { note: 'Note', call: 'Call', email: 'Email', meeting: 'Meeting' } as const
export type NoteKind = keyof typeof noteKinds
/** Who reads a note, beside whoever wrote it, from the most to the fewest. Athletes and guardians never do. */
export const noteReaders = { team: 'Team', deals: 'Deals', money: 'Money', me: 'Only me' } as const
export type NoteReaders = keyof typeof noteReaders
const readers = z.enum(keysOf(noteReaders), 'Choose who reads it')
/** What one must be allowed to see, beside the athlete. */
export const readersNeed: Record<NoteReaders, readonly Permission[]> = {
  team: [],
  deals: ['deals.view'],
  money: ['deals.view', 'money.view'],
  me: [],
}
/** Talks are mostly about deals, and so is what people write who see deals. Whoever does not see deals writes for the team. */
export function usualReaders(permissions: readonly Permission[]): NoteReaders {
  return permissions.includes('deals.view') ? 'deals' : 'team'
}

export const newNote = z.strictObject({
  kind: z.enum(keysOf(noteKinds)),
  text: requiredText(5000, 'Write something'),
  /** Without it: those who see deals, if the author does; else the team. */
  readers: z.optional(readers),
})
export type NewNote = z.infer<typeof newNote>
export const narrowedReaders = z.strictObject({ readers })

/** What happens to a record, beside notes. */
export const athleteEvents = [
  'added',
  'changed',
  'reach-shown',
  'contact-added',
  'contact-changed',
  'contact-removed',
  'contact-shown',
  'measured',
  'measurement-removed',
  'eligibility-added',
  'eligibility-removed',
  'social-changed',
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
] as const
export type AthleteEvent = (typeof athleteEvents)[number]

const changedField = z.object({
  /** The name of a fact, `lookedAfterBy`, `tags`, or the name of a custom field. */
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type ChangedField = z.infer<typeof changedField>

export const timelineEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.enum([...keysOf(noteKinds), ...athleteEvents]),
  /** Null: the system, or someone who has deleted their account. */
  actor: z.nullable(someone),
  /** Of a note. */
  text: z.nullable(z.string()),
  /** Of a change: as far as the caller may see them. */
  changes: z.array(changedField),
  /** What it was about: the name of a contact, say. */
  about: z.nullable(z.string()),
  /** The caller wrote it, and may take it back. */
  own: z.boolean(),
  /** Of a note. */
  readers: z.nullable(readers),
})
export type TimelineEntry = z.infer<typeof timelineEntry>
export const timelineKinds = { notes: 'Notes', calls: 'Calls and email', changes: 'Changes' } as const
export type TimelineKind = keyof typeof timelineKinds
export const timelineQuery = listQuery(['time'], { kind: z.optional(z.enum(keysOf(timelineKinds))) })
export type TimelineQuery = z.infer<typeof timelineQuery>

export const sportsInUse = z.strictObject({ sports: z.array(sport) })

function keysOf<Key extends string>(record: Record<Key, unknown>) {
  return Object.keys(record) as Key[]
}
