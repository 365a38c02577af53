import { hash } from 'node:crypto'
import type { DuplicateKind } from '@sherpa/contracts/athlete-import'
import {
  familyKeyOf,
  firstNameOf,
  fullNamesOf,
  isSameFamilyName,
  isSameGivenName,
  isSimilarGivenName,
  normalizeName,
} from './given-names.ts'

/** Facts that tell people apart. Facts that the importer may not see are missing. */
export type Person = {
  givenName: string
  familyName: string
  preferredName?: string | null | undefined
  birthDate?: string | null | undefined
  email?: string | null | undefined
  /** The unique ID of the organization. */
  identifier?: string | null | undefined
  /** The athlete's ID here. */
  athleteId?: string | null | undefined
  school?: string | null | undefined
  classYear?: number | null | undefined
  sport?: string | null | undefined
}

/** `contradicted`: nothing else makes them the same person. */
export type Verdict = { is: 'same' | 'doubt'; by: DuplicateKind } | { is: 'other' | 'contradicted' }
const other: Verdict = { is: 'other' }
const contradicted: Verdict = { is: 'contradicted' }

const isEqual = (one: unknown, two: unknown) => Boolean(one) && Boolean(two) && one === two
const contradicts = (one: unknown, two: unknown) => Boolean(one) && Boolean(two) && one !== two

/**
 * Compares a row with a known athlete or an earlier row of the file. Different identifiers are different people. Others
 * are the same by email, or by name and birth date, unless something contradicts.
 */
export function compare(row: Person, candidate: Person, isInFile: boolean): Verdict {
  const given = (name: string) => isSameGivenName(name, candidate.givenName)
  const preferred = candidate.preferredName ?? ''
  const sameGiven =
    given(row.givenName) ||
    Boolean(row.preferredName && given(row.preferredName)) ||
    (preferred !== '' && isSameGivenName(row.givenName, preferred))
  const sameFamily = isSameFamilyName(row.familyName, candidate.familyName)
  const bornElsewhen = contradicts(row.birthDate, candidate.birthDate)
  const sameBirth = isEqual(row.birthDate, candidate.birthDate)

  const byId = [
    [row.athleteId, candidate.athleteId],
    [row.identifier, candidate.identifier],
  ] as const
  if (byId.some(([one, two]) => isEqual(one, two))) {
    return { is: bornElsewhen && !sameGiven && !sameFamily ? 'doubt' : 'same', by: 'identifier' }
  }
  if (byId.some(([one, two]) => contradicts(one, two))) return contradicted

  if (isEqual(row.email, candidate.email)) {
    // A wrong birth date is corrected only after a look.
    if (bornElsewhen) return sameGiven && sameFamily ? { is: 'doubt', by: 'email' } : contradicted
    if (sameGiven) return { is: sameFamily || sameBirth ? 'same' : 'doubt', by: 'email' }
    // Siblings share the address of their family.
    const areSiblings = isInFile && !isSimilarGivenName(row.givenName, candidate.givenName)
    return areSiblings || contradicts(row.classYear, candidate.classYear) ? other : { is: 'doubt', by: 'email' }
  }
  const sameName = sameGiven && familyKeyOf(row.familyName) === familyKeyOf(candidate.familyName)
  if (bornElsewhen) return contradicted
  if (!sameName) return other
  if (sameBirth) return { is: 'same', by: 'birth' }
  const hasConflict =
    contradicts(normalizeName(row.school ?? ''), normalizeName(candidate.school ?? '')) ||
    contradicts(row.classYear, candidate.classYear) ||
    contradicts(row.sport, candidate.sport)
  return hasConflict ? other : { is: 'doubt', by: 'name' }
}

/** Hashed keys by which rows of a file find each other. Rows without a common key are different people. */
export function listKeys({ givenName, familyName, email, identifier, athleteId }: Person) {
  const family = familyKeyOf(familyName)
  return [
    ...(athleteId ? [`id ${athleteId}`] : []),
    ...(identifier ? [`identifier ${identifier}`] : []),
    ...(email ? [`email ${email}`] : []),
    ...fullNamesOf(firstNameOf(givenName)).map((name) => `name ${family} ${name}`),
  ].map((key) => hash('sha256', key, 'base64url').slice(0, 22))
}
