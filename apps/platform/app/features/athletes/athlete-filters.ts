import {
  type AthleteRow,
  type AthleteTagList,
  type CustomField,
  eligibilityStatuses,
  guardianFilters,
  levels,
  UNKNOWN,
} from '@sherpa/contracts/athlete'
import { contactGaps } from '@sherpa/contracts/contact-log'
import type { Labels } from '@sherpa/contracts/labels'
import type { Program } from '@sherpa/contracts/program'
import { positionsOf, type SportId, sportIds, sportNames } from '@sherpa/contracts/sports'
import { usStates } from '@sherpa/contracts/us-states'
import type { ListState } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'

/** The contract's limit of custom fields per query. */
const MOST_CUSTOM = 3
/** Class years offered, relative to the current year. */
const CLASSES = { past: 3, coming: 7 }

type Known = {
  state: ListState
  /** Sports of the organization, in display order. */
  sports: readonly SportId[]
  /** Names by id. */
  colleagues: readonly (readonly [id: string, name: string])[]
  me: string
  rows: readonly Pick<AthleteRow, 'lookedAfterBy'>[]
  programs: readonly Program[]
  tags: AthleteTagList['tags']
  fields: readonly CustomField[]
  thisYear: number
  stages: Labels['stages']
  seesSensitive: boolean
}

/** The filters of the roster. */
export function athleteFilters({
  state,
  sports,
  colleagues,
  me,
  rows,
  programs,
  tags,
  fields,
  thisYear,
  stages,
  seesSensitive,
}: Known): ChoiceFilter[] {
  return [
    { name: 'stage', label: 'Stage', choices: { ...stages, [UNKNOWN]: 'Unknown' } },
    {
      name: 'sport',
      label: 'Sport',
      choices: Object.fromEntries(inUseFirst(sports).map((id) => [id, sportNames[id]])),
    },
    ...positionFilter(state, sports),
    { name: 'level', label: 'Level', choices: { ...levels, [UNKNOWN]: 'Unknown' } },
    { name: 'class', label: 'Class', choices: classYears(thisYear) },
    { name: 'state', label: 'US state', choices: usStates, most: 60 },
    {
      name: 'assignee',
      label: 'Managed by',
      choices: {
        me: 'Me',
        none: 'Unassigned',
        // Former members may still be assigned.
        ...Object.fromEntries(
          [
            ...rows.flatMap(({ lookedAfterBy }) => lookedAfterBy.map(({ id, name }) => [id, name] as const)),
            ...colleagues,
          ].filter(([id]) => id !== me),
        ),
      },
    },
    { name: 'contact', label: 'Last contact', choices: contactGaps, most: 1, phrases: true },
    ...(programs.length > 0
      ? [{ name: 'program', label: 'Program', choices: Object.fromEntries(programs.map(({ id, name }) => [id, name])) }]
      : []),
    ...(tags.length > 0 || state.tag
      ? [{ name: 'tag', label: 'Tag', choices: Object.fromEntries(tags.map(({ id, name }) => [id, name])) }]
      : []),
    { name: 'minor', label: 'Minor', choices: { yes: 'Minors', no: 'Adults' }, most: 1, phrases: true },
    ...(seesSensitive
      ? [
          { name: 'guardian', label: 'Guardian', choices: guardianFilters },
          { name: 'eligibility', label: 'Eligibility', choices: eligibilityStatuses },
        ]
      : []),
    ...customFilters(state, fields),
  ]
}

/** The organization's own sports come first. */
function inUseFirst(inUse: readonly SportId[]) {
  return [...inUse, ...sportIds.filter((sport) => !inUse.includes(sport))]
}

/** Positions of the chosen sports, or of the organization's only sport. */
function positionFilter(state: ListState, sports: readonly SportId[]): ChoiceFilter[] {
  const ofPositions = state.position?.split(',').map((value) => value.split('.')[0]) ?? []
  const chosen = [...(state.sport?.split(',') ?? []), ...ofPositions]
  const offered =
    chosen.length > 0 ? sportIds.filter((sport) => chosen.includes(sport)) : sports.length === 1 ? sports : []
  const choices = offered.flatMap((sport) =>
    Object.entries(positionsOf(sport)).map(([id, { name }]) => [
      `${sport}.${id}`,
      offered.length > 1 ? `${name} (${sportNames[sport]})` : name,
    ]),
  )
  return choices.length > 0 ? [{ name: 'position', label: 'Position', choices: Object.fromEntries(choices) }] : []
}

function classYears(thisYear: number) {
  const first = thisYear - CLASSES.past
  const years = Array.from({ length: CLASSES.past + CLASSES.coming + 1 }, (_, index) => String(first + index))
  return Object.fromEntries(years.map((year) => [year, year]))
}

/** One value per field, and at most `MOST_CUSTOM` fields. */
function customFilters(state: ListState, fields: readonly CustomField[]): ChoiceFilter[] {
  const used = state.custom?.split(',') ?? []
  return fields
    .filter(
      ({ id, kind }) => kind === 'choice' && (used.length < MOST_CUSTOM || used.some((one) => one.startsWith(id))),
    )
    .map(({ id, name, choices }) => ({
      name: 'custom',
      label: name,
      prefix: `${id}:`,
      most: 1,
      choices: Object.fromEntries(choices.map((choice) => [`${id}:${choice}`, choice])),
    }))
}
