import type { Permission } from '../../organization.ts'
import type { Condition } from '../reading.ts'

/** Records that names in a question can stand for. */
export const nameKinds = ['athlete', 'company', 'member', 'tag', 'program', 'school', 'choice'] as const
export type NameKind = (typeof nameKinds)[number]

/** The verb before a period. */
export type DateRole = 'any' | 'due' | 'start' | 'end' | 'born' | 'issued' | 'happened' | 'received' | 'contact'

/** What a phrase means for one list or figure. */
export type Meaning = {
  /** `head`: the noun of a question. `cue`: a verb or question word that suggests the target. */
  names?: 'head' | 'cue'
  set?: Readonly<Record<string, readonly string[]>>
  where?: readonly Condition[]
  sort?: string
  figure?: string
  /** Equal readings. */
  ask?: {
    parameter: string
    values: readonly string[]
    /** What each value means, if it is not the parameter's. */
    conditions?: Readonly<Record<string, readonly Condition[]>>
  }
  /** Only in capitals: IN is Indiana, "in" is not. */
  upperCase?: true
  /** Read only beside a value of the same parameter: "Texas and OK". */
  onlyInList?: true
  /** The next word that gives the phrase another meaning: "not assigned to Lena". */
  unlessBefore?: RegExp
  /** Known words that no filter has. */
  isUnread?: true
  /** Names the parameter explicitly, as in "sport football". */
  isLabeled?: true
}

export type Parameter = {
  label: string
  /** Takes several values. */
  several?: boolean
  /** Choices with their names. */
  values?: Readonly<Record<string, string>>
  /** Other words for choices. */
  words?: Readonly<Record<string, string>>
  /** Words by which it is printed, if its names are ambiguous. */
  printed?: (value: string) => string
  /** Names stand for its values. */
  name?: NameKind
  /** The caller, in words. */
  me?: string
  /** The vocabulary lists all of its phrases. */
  hasOwnPhrases?: true
  /** A period's first and last day or month. */
  period?: true
  permission?: Permission
  /** Only screens set it. */
  unspoken?: true
}

export type Field = {
  label: string
  /** The filter of the list, and the key of a filter by several ranges. */
  parameter: string
  key?: string
  kind: 'number' | 'amount' | 'minor' | 'day' | 'choice' | 'name'
  /** Words that a condition on it is printed with. */
  printed?: string
  permission?: Permission
  values?: Readonly<Record<string, string>>
  words?: Readonly<Record<string, string>>
}

/**
 * Words of one list or figure. Phrases are separated by bars; `a/b` are alternatives of a word, `?` makes it optional.
 * The first phrase of each meaning is the canonical one.
 */
export type Vocabulary = {
  label: string
  /** In the order of the list's operation. */
  permissions: readonly Permission[]
  nouns: string
  /** Words that say nothing here, such as "players" after payments. */
  fillers?: string
  parameters: Readonly<Record<string, Parameter>>
  fields?: Readonly<Record<string, Field>>
  sorts: Readonly<Record<string, string>>
  /** The sort for "soonest first", by the day that the question is about. */
  soonest?: Readonly<Record<string, string>>
  sortPermissions?: Readonly<Record<string, Permission>>
  phrases?: readonly (readonly [phrases: string, meaning: Meaning])[]
  /** Where names go: a parameter, a field or the search. */
  names?: Partial<Readonly<Record<NameKind, string>>>
  /** Where periods go: the parameters `from` and `until`, or a field. */
  periods?: {
    /** A bare month is the next one for what is due, and the last one for what happened. */
    tense: 'due' | 'past'
    roles: Partial<Readonly<Record<DateRole, string>>>
    /** In months instead of days. */
    months?: true
  }
}

/** Both parameters of a period. */
export const PERIOD = 'period'
export const period = { from: { label: 'From', period: true }, until: { label: 'Until', period: true } } as const
/** Stands for the sort by the day that the question is about. */
export const SOONEST = 'soonest'
/** Stands for the day before today. */
export const YESTERDAY = 'yesterday'
