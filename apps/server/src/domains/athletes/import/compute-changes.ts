import { athleteFactNames, type ChangedField, type SocialPlatform, socialPlatforms } from '@sherpa/contracts/athlete'
import type { DuplicateChoice, DuplicateKind, ImportMapping } from '@sherpa/contracts/athlete-import'
import { type Measurable, showMeasurable } from '@sherpa/contracts/measurable'
import { ownValue } from '@sherpa/contracts/own-value'
import { beginningOf } from '../../../tables/read-text.ts'
import type { PreviewedChange } from '../../imports/imports.ts'
import type { LockedAthlete } from '../athlete-access.ts'
import { factColumns, listChangedFacts } from '../change-athlete.ts'
import { normalizeTag } from './read-related-rows.ts'
import type { ReadAccount, ReadContact, Reading } from './read-row.ts'

/** A changed field: a fact name, `custom:` or `measured:` with an id, or a related row. */
export type Change = { field: string; before: unknown; after: unknown }

/** The part of an athlete that imports change. */
export type ImportedAthlete = LockedAthlete & {
  custom: Record<string, string | number>
  social: Partial<Record<SocialPlatform, ReadAccount>>
  /** Latest value of each kind. */
  measured: Partial<Record<Measurable, number>>
  /** Loaded only for columns of the file. Tags are normalized by `sameTag`. */
  tags: Set<string>
  /** Programs of today or later. */
  programs: Set<string>
  lookedAfterBy: Set<string>
  hasContact: boolean
  notes: Set<string>
}

export const createEmptyRelated = () => ({
  custom: {},
  social: {},
  measured: {},
  tags: new Set<string>(),
  programs: new Set<string>(),
  lookedAfterBy: new Set<string>(),
  hasContact: false,
  notes: new Set<string>(),
})

/** A new athlete from a row, without related rows. */
export function toNewAthlete(id: string, reading: Reading, { level, stage }: ImportMapping['defaults']) {
  return {
    id,
    given_name: reading.givenName,
    family_name: reading.familyName,
    preferred_name: reading.preferredName ?? null,
    birth_date: reading.birthDate ?? null,
    sport: reading.sport ?? null,
    positions: reading.positions ?? [],
    level: reading.level ?? level,
    school: reading.school ?? null,
    class_year: reading.classYear ?? null,
    hometown: reading.hometown ?? null,
    state: reading.state ?? null,
    country: reading.country ?? null,
    email: reading.email ?? null,
    phone: reading.phone ?? null,
    stage: reading.stage ?? stage,
    version: 1,
    ...createEmptyRelated(),
  } as ImportedAthlete
}

/** Changes of a row to an existing athlete. Empty cells change nothing. */
export function computeChanges(athlete: ImportedAthlete, reading: Reading, choice: DuplicateChoice): Change[] {
  const updatesAll = choice === 'update-all'
  const isWanted = (before: unknown, after: unknown) =>
    after !== undefined && (isEmpty(before) || (updatesAll && !isSameValue(before, after)))
  const facts = athleteFactNames
    .map((fact): Change => ({ field: fact, before: athlete[factColumns[fact]], after: reading[fact] }))
    .filter(({ before, after }) => isWanted(before, after))
  const custom = Object.entries(reading.custom ?? {})
    .map(([id, after]): Change => ({ field: `custom:${id}`, before: ownValue(athlete.custom, id) ?? null, after }))
    .filter(({ before, after }) => isWanted(before, after))
  const measured = Object.entries(reading.measured ?? {})
    .map(
      ([kind, after]): Change => ({
        field: `measured:${kind}`,
        before: ownValue(athlete.measured, kind) ?? null,
        after,
      }),
    )
    .filter(({ before, after }) => isWanted(before, after))
  const social = Object.entries(reading.social ?? {})
    .map(([platform, after]): Change => {
      const before = ownValue(athlete.social, platform) ?? null
      // An export without followers keeps the known number.
      return {
        field: `social:${platform}`,
        before,
        after: { ...after, followers: after.followers ?? before?.followers ?? null },
      }
    })
    .filter(({ before, after }) => isWanted(before, after))
  return [
    ...adjustPositions(athlete, reading, facts),
    ...custom,
    ...social,
    ...measured,
    ...listAdditions(athlete, reading, updatesAll),
  ]
}

/**
 * New tags, programs and notes, assignees where there are none or all are updated, and a contact only where there is none, since
 * imports do not notify existing contacts.
 */
function listAdditions(
  athlete: ImportedAthlete,
  { tags, programs, lookedAfterBy, contacts = [], note }: Reading,
  all: boolean,
): Change[] {
  const newTags = (tags ?? []).filter((name) => !athlete.tags.has(normalizeTag(name)))
  const mayAssign = all || athlete.lookedAfterBy.size === 0
  const colleagues = (lookedAfterBy ?? []).filter((id) => mayAssign && !athlete.lookedAfterBy.has(id))
  const newPrograms = (programs ?? []).filter((id) => !athlete.programs.has(id))
  return [
    ...(newPrograms.length > 0 ? [{ field: 'programs', before: null, after: newPrograms }] : []),
    ...(newTags.length > 0 ? [{ field: 'tags', before: null, after: newTags }] : []),
    ...(colleagues.length > 0 ? [{ field: 'lookedAfterBy', before: null, after: colleagues }] : []),
    ...(athlete.hasContact ? [] : contacts.map((contact) => ({ field: 'contact', before: null, after: contact }))),
    ...(note && !athlete.notes.has(note) ? [{ field: 'note', before: null, after: note }] : []),
  ]
}

/** Applies related rows in memory. */
export function addRelatedRows(
  athlete: ImportedAthlete,
  { tags, programs, lookedAfterBy, contacts = [], note }: Reading,
) {
  for (const id of programs ?? []) athlete.programs.add(id)
  for (const name of tags ?? []) athlete.tags.add(normalizeTag(name))
  for (const id of lookedAfterBy ?? []) athlete.lookedAfterBy.add(id)
  if (contacts.length > 0) athlete.hasContact = true
  if (note) athlete.notes.add(note)
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
export const isSameValue = (one: unknown, other: unknown) =>
  isEmpty(one) ? isEmpty(other) : JSON.stringify(one) === JSON.stringify(other)

/** Positions belong to a sport: taken only with the row's sport, and cleared when the sport changes. */
function adjustPositions(athlete: ImportedAthlete, { sport }: Reading, facts: Change[]): Change[] {
  const newSport = facts.some(({ field }) => field === 'sport') ? sport : athlete.sport
  const others = facts.filter(({ field }) => field !== 'positions')
  const positions = facts.find(({ field }) => field === 'positions')
  if (positions && newSport === sport) return facts
  if (newSport !== athlete.sport && athlete.positions.length > 0) {
    return [...others, { field: 'positions', before: athlete.positions, after: [] }]
  }
  return others
}

/** Changes the athlete in memory. Returns the changes for the timeline. */
export function applyChanges(
  athlete: ImportedAthlete,
  changes: Change[],
  /** Names of fields and members. */
  nameOf: (id: string) => string,
): ChangedField[] {
  const facts = changes.filter(({ field }) => Object.hasOwn(factColumns, field))
  const changedFields = listChangedFacts(athlete, Object.fromEntries(facts.map(({ field, after }) => [field, after])))
  for (const { field, after } of changes) {
    const [kind = '', id = ''] = field.split(':')
    if (kind === 'custom') {
      const before = ownValue(athlete.custom, id)
      changedFields.push({ field: nameOf(id), before: toText(before), after: toText(after) })
      if (after === null) delete athlete.custom[id]
      else athlete.custom[id] = after as string
    } else if (kind === 'social') {
      const platform = id as SocialPlatform
      changedFields.push({
        field: socialPlatforms[platform],
        before: formatAccount(athlete.social[platform]),
        after: formatAccount(after),
      })
      if (after === null) delete athlete.social[platform]
      else athlete.social[platform] = after as ReadAccount
    } else if (kind === 'tags' || kind === 'lookedAfterBy') {
      const names = (after as string[]).map(kind === 'tags' ? (name) => name : nameOf)
      changedFields.push({ field: kind, before: null, after: names.join(', ') })
      addRelatedRows(athlete, { [kind]: after as string[] })
    }
    // Not on the timeline, whose readers may not see the program.
    else if (kind === 'programs') addRelatedRows(athlete, { programs: after as string[] })
    else if (kind === 'contact') addRelatedRows(athlete, { contacts: [after as ReadContact] })
    else if (kind === 'note') addRelatedRows(athlete, { note: after as string })
    else if (kind === 'measured') athlete.measured[id as Measurable] = after as number
    else Object.assign(athlete, { [factColumns[field as keyof typeof factColumns]]: after })
  }
  return changedFields
}

/** `signs`: makes a prospect a signed athlete. */
export type PreviewedAthleteChange = PreviewedChange & { signs?: true }

/** Describes changes of an athlete that is not changed yet. */
export function previewChanges(
  athlete: ImportedAthlete,
  changes: readonly Change[],
  nameOf: (id: string) => string,
): PreviewedAthleteChange[] {
  const facts = changes.filter(({ field }) => Object.hasOwn(factColumns, field))
  const changedFacts = listChangedFacts(athlete, Object.fromEntries(facts.map(({ field, after }) => [field, after])))
  const others = changes.flatMap(({ field, before, after }): PreviewedChange[] => {
    const [kind = '', id = ''] = field.split(':')
    if (kind === 'custom') return [{ field, before: toText(before), after: toText(after) }]
    if (kind === 'measured') {
      const show = (value: unknown) => (value === null ? null : showMeasurable(id as Measurable, value as number))
      return [{ field, before: show(before), after: show(after) }]
    }
    if (kind === 'social') return [{ field, before: formatAccount(before), after: formatAccount(after) }]
    if (kind === 'tags') return [{ field, before: null, after: (after as string[]).join(', ') }]
    if (kind === 'lookedAfterBy' || kind === 'programs')
      return [{ field, before: null, after: (after as string[]).map(nameOf).join(', ') }]
    if (kind === 'contact') {
      const { name, email, phone } = after as ReadContact
      return [{ field, before: null, after: [name, email, phone].filter(Boolean).join(', ') }]
    }
    return kind === 'note' ? [{ field, before: null, after: beginningOf(String(after), 200) }] : []
  })
  const signs = facts.some(({ field, after }) => field === 'stage' && after === 'signed')
  return [
    ...changedFacts.map((change) => ({
      ...change,
      ...(signs && change.field === 'stage' && { signs: true as const }),
    })),
    ...others,
  ]
}

/** How an update treats existing values. */
export const chooseUpdate = ({ duplicates }: ImportMapping, kind: DuplicateKind | null): DuplicateChoice => {
  const choice = duplicates[kind ?? 'birth']
  return choice === 'update-all' || (choice === 'ask' && duplicates.birth === 'update-all')
    ? 'update-all'
    : 'fill-empty'
}

function formatAccount(value: unknown) {
  const { handle, followers } = (value ?? {}) as Partial<ReadAccount>
  return handle ? [handle, followers === null ? '' : `${followers} followers`].filter(Boolean).join(', ') : null
}

const toText = (value: unknown) => (value === null || value === undefined ? null : String(value))
