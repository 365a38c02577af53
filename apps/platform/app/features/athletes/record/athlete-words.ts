import {
  type Athlete,
  type AthleteFact,
  type AthleteRow,
  type CustomField,
  levels,
  type Stage,
} from '@sherpa/contracts/athlete'
import type { Labels } from '@sherpa/contracts/labels'
import { positionName, type SportId, sportNames } from '@sherpa/contracts/sports'
import { usStates } from '@sherpa/contracts/us-states'
import { calendarDay } from '../../../data/moments.tsx'

const words: Partial<Record<AthleteFact, Readonly<Record<string, string>>>> = {
  level: levels,
  sport: sportNames,
  state: usStates,
}

/** A fact as displayed; empty without a value. */
export function factInWords(fact: AthleteFact, value: unknown, sport: SportId | null, labels: Labels): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.map((position) => positionName(sport, position)).join(', ')
  if (fact === 'stage') return labels.stages[value as Stage]
  return words[fact]?.[String(value)] ?? dated(String(value))
}

/** Formats calendar days, keeps other text. */
export function dated(text: string) {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? calendarDay(text) : text
}

export function customInWords({ kind }: Pick<CustomField, 'kind'>, value: string | number | undefined) {
  if (value === undefined) return ''
  return kind === 'date' ? dated(String(value)) : String(value)
}

/** Below the name: position, school and hometown. */
export function headline({
  sport,
  positions,
  school,
  classYear,
  hometown,
  state,
}: AthleteRow & Pick<Athlete, 'hometown'>) {
  const plays = positions[0] ? positionName(sport, positions[0]) : sport && sportNames[sport]
  const studies = [school, classYear].filter(Boolean).join(', ')
  const from = [hometown, state].filter(Boolean).join(', ')
  return [plays, studies, from].filter((part): part is string => Boolean(part))
}
