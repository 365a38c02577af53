import type { Athlete, AthleteChanges, AthleteFact } from '@sherpa/contracts/athlete'

/** Changed field names; custom fields as `custom.` and id. */
function partsOf({ custom, ...facts }: AthleteChanges): string[] {
  return [...Object.keys(facts), ...Object.keys(custom ?? {}).map((id) => `custom.${id}`)]
}

/** Conflicting fields: changed to different values by the reader and a colleague. Empty: both changes are kept. */
export function contestedParts(changes: AthleteChanges, seen: Athlete, present: Athlete): string[] {
  return partsOf(changes).filter((part) => {
    const theirs = valueOfAthlete(present, part)
    return theirs !== valueOfAthlete(seen, part) && theirs !== valueOfChange(changes, part)
  })
}

/** Inverse change with the previous values. */
export function formerOf(changes: AthleteChanges, before: Athlete): AthleteChanges {
  const { custom, lookedAfterBy, tags, ...facts } = changes
  return {
    ...Object.fromEntries(Object.keys(facts).map((fact) => [fact, before[fact as AthleteFact]])),
    ...(lookedAfterBy && { lookedAfterBy: before.lookedAfterBy.map(({ id }) => id) }),
    ...(tags && { tags: before.tags.map(({ id }) => id) }),
    ...(custom && {
      custom: Object.fromEntries(Object.keys(custom).map((id) => [id, before.custom[id] ?? null])),
    }),
  }
}

function valueOfAthlete(athlete: Athlete, part: string) {
  if (part === 'lookedAfterBy' || part === 'tags') return comparable(athlete[part].map(({ id }) => id).sort())
  if (part.startsWith('custom.')) return comparable(athlete.custom[part.slice('custom.'.length)])
  return comparable(athlete[part as AthleteFact])
}

function valueOfChange(changes: AthleteChanges, part: string) {
  if (part === 'lookedAfterBy' || part === 'tags') return comparable([...(changes[part] ?? [])].sort())
  if (part.startsWith('custom.')) return comparable(changes.custom?.[part.slice('custom.'.length)])
  return comparable(changes[part as AthleteFact])
}

/** Treats null, undefined and empty text alike. */
function comparable(value: unknown) {
  return JSON.stringify(value === '' ? null : (value ?? null))
}
