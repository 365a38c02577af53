import { athleteFactNames, type ChangedField } from '@sherpa/contracts/athlete'
import type { DuplicateChoice, ImportMapping } from '@sherpa/contracts/athlete-import'
import type { Measurable } from '@sherpa/contracts/measurable'
import type { LockedAthlete } from '../athlete-access.ts'
import { changedFacts, factColumns } from '../change-athlete.ts'
import { sameTag } from './read-belongings.ts'
import type { ReadContact, Reading } from './read-row.ts'

/** What an import changed of an athlete: a fact by its name, `custom:` and `measured:` with an id, or what was added to it. */
export type Change = { field: string; before: unknown; after: unknown }

/** An athlete as far as imports change one. */
export type ImportedAthlete = LockedAthlete & {
  custom: Record<string, string | number>
  /** The newest of each kind. */
  measured: Partial<Record<Measurable, number>>
  /** As far as the file has columns for them. Tags are there as `sameTag` has them. */
  tags: Set<string>
  lookedAfterBy: Set<string>
  hasContact: boolean
  notes: Set<string>
}

/** Before anything is known of what belongs to an athlete. */
export const nothingYet = () => ({
  custom: {},
  measured: {},
  tags: new Set<string>(),
  lookedAfterBy: new Set<string>(),
  hasContact: false,
  notes: new Set<string>(),
})

/** The athlete that a row of someone new becomes, without what belongs to them. */
export function athleteOfRow(id: string, reading: Reading, { level, stage }: ImportMapping['defaults']) {
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
    email: reading.email ?? null,
    phone: reading.phone ?? null,
    stage: reading.stage ?? stage,
    version: 1,
    ...nothingYet(),
  } as ImportedAthlete
}

/** What a row changes of an athlete who is known. What the row does not say stays as it is. */
export function changesForRow(athlete: ImportedAthlete, reading: Reading, choice: DuplicateChoice): Change[] {
  const all = choice === 'update-all'
  const wanted = (before: unknown, after: unknown) =>
    after !== undefined && (isEmpty(before) || (all && !sameValue(before, after)))
  const facts = athleteFactNames
    .map((fact): Change => ({ field: fact, before: athlete[factColumns[fact]], after: reading[fact] }))
    .filter(({ before, after }) => wanted(before, after))
  const custom = Object.entries(reading.custom ?? {})
    .map(([id, after]): Change => ({ field: `custom:${id}`, before: athlete.custom[id] ?? null, after }))
    .filter(({ before, after }) => wanted(before, after))
  const measured = Object.entries(reading.measured ?? {})
    .map(
      ([kind, after]): Change => ({
        field: `measured:${kind}`,
        before: athlete.measured[kind as Measurable] ?? null,
        after,
      }),
    )
    .filter(({ before, after }) => wanted(before, after))
  return [...withFittingPositions(athlete, reading, facts), ...custom, ...measured, ...additions(athlete, reading, all)]
}

/**
 * What a row adds: tags and notes that are not there yet, colleagues where there are none or all are wanted, and a contact where there
 * is none, so that nobody is added beside a parent without being told.
 */
function additions(athlete: ImportedAthlete, { tags, lookedAfterBy, contact, note }: Reading, all: boolean): Change[] {
  const newTags = (tags ?? []).filter((name) => !athlete.tags.has(sameTag(name)))
  const mayAssign = all || athlete.lookedAfterBy.size === 0
  const colleagues = (lookedAfterBy ?? []).filter((id) => mayAssign && !athlete.lookedAfterBy.has(id))
  return [
    ...(newTags.length > 0 ? [{ field: 'tags', before: null, after: newTags }] : []),
    ...(colleagues.length > 0 ? [{ field: 'lookedAfterBy', before: null, after: colleagues }] : []),
    ...(contact && !athlete.hasContact ? [{ field: 'contact', before: null, after: contact }] : []),
    ...(note && !athlete.notes.has(note) ? [{ field: 'note', before: null, after: note }] : []),
  ]
}

/** From now on the athlete has what a row says. */
export function keepBelongings(athlete: ImportedAthlete, { tags, lookedAfterBy, contact, note }: Reading) {
  for (const name of tags ?? []) athlete.tags.add(sameTag(name))
  for (const id of lookedAfterBy ?? []) athlete.lookedAfterBy.add(id)
  if (contact) athlete.hasContact = true
  if (note) athlete.notes.add(note)
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
export const sameValue = (one: unknown, other: unknown) =>
  isEmpty(one) ? isEmpty(other) : JSON.stringify(one) === JSON.stringify(other)

/** Positions are those of a sport: they come with the row's sport only, and go when the sport becomes another. */
function withFittingPositions(athlete: ImportedAthlete, { sport }: Reading, facts: Change[]): Change[] {
  const newSport = facts.some(({ field }) => field === 'sport') ? sport : athlete.sport
  const others = facts.filter(({ field }) => field !== 'positions')
  const positions = facts.find(({ field }) => field === 'positions')
  if (positions && newSport === sport) return facts
  if (newSport !== athlete.sport && athlete.positions.length > 0) {
    return [...others, { field: 'positions', before: athlete.positions, after: [] }]
  }
  return others
}

/** Changes the athlete in memory, and tells the changes in words. */
export function applyChanges(
  athlete: ImportedAthlete,
  changes: Change[],
  /** Of fields, and of colleagues. */
  nameOf: (id: string) => string,
): ChangedField[] {
  const facts = changes.filter(({ field }) => field in factColumns)
  const inWords = changedFacts(athlete, Object.fromEntries(facts.map(({ field, after }) => [field, after])))
  for (const { field, after } of changes) {
    const [kind = '', id = ''] = field.split(':')
    if (kind === 'custom') {
      const before = athlete.custom[id]
      inWords.push({ field: nameOf(id), before: asText(before), after: asText(after) })
      if (after === null) delete athlete.custom[id]
      else athlete.custom[id] = after as string
    } else if (kind === 'tags' || kind === 'lookedAfterBy') {
      const names = (after as string[]).map(kind === 'tags' ? (name) => name : nameOf)
      inWords.push({ field: kind, before: null, after: names.join(', ') })
      keepBelongings(athlete, { [kind]: after as string[] })
    } else if (kind === 'contact') keepBelongings(athlete, { contact: after as ReadContact })
    else if (kind === 'note') keepBelongings(athlete, { note: after as string })
    else if (kind === 'measured') athlete.measured[id as Measurable] = after as number
    else Object.assign(athlete, { [factColumns[field as keyof typeof factColumns]]: after })
  }
  return inWords
}

const asText = (value: unknown) => (value === null || value === undefined ? null : String(value))
