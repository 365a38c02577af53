import { type AthleteRow, type AthleteTagList, type CustomField, levels, stages } from '@sherpa/contracts/athlete'
import { positionsOf, type SportId, sportIds, sportNames } from '@sherpa/contracts/sports'
import { usStates } from '@sherpa/contracts/us-states'
import type { ListState } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'

/** As many custom fields as the contract lets a list be filtered by at once. */
const MOST_CUSTOM = 3
/** School classes that are of interest: those that have just left, and the ones to come. */
const CLASSES = { past: 3, coming: 7 }

type Known = {
  state: ListState
  /** Of the organization, in the order in which they are offered. */
  sports: readonly SportId[]
  /** Names by id. */
  colleagues: readonly (readonly [id: string, name: string])[]
  me: string
  rows: readonly Pick<AthleteRow, 'lookedAfterBy'>[]
  tags: AthleteTagList['tags']
  fields: readonly CustomField[]
  thisYear: number
}

/** What the roster can be narrowed to. */
export function athleteFilters({ state, sports, colleagues, me, rows, tags, fields, thisYear }: Known): ChoiceFilter[] {
  return [
    { name: 'stage', label: 'Stage', choices: stages },
    {
      name: 'sport',
      label: 'Sport',
      choices: Object.fromEntries(inUseFirst(sports).map((id) => [id, sportNames[id]])),
    },
    ...positionFilter(state, sports),
    { name: 'level', label: 'Level', choices: levels },
    { name: 'class', label: 'Class', choices: classYears(thisYear) },
    { name: 'state', label: 'State', choices: usStates, most: 60 },
    {
      name: 'assignee',
      label: 'Looked after by',
      choices: {
        me: 'Me',
        none: 'Nobody',
        // Somebody who has left is still named by the athletes that they looked after.
        ...Object.fromEntries(
          [
            ...rows.flatMap(({ lookedAfterBy }) => lookedAfterBy.map(({ id, name }) => [id, name] as const)),
            ...colleagues,
          ].filter(([id]) => id !== me),
        ),
      },
    },
    ...(tags.length > 0 || state.tag
      ? [{ name: 'tag', label: 'Tag', choices: Object.fromEntries(tags.map(({ id, name }) => [id, name])) }]
      : []),
    ...customFilters(state, fields),
  ]
}

/** The sports that an organization works in come first; the others are there all the same. */
function inUseFirst(inUse: readonly SportId[]) {
  return [...inUse, ...sportIds.filter((sport) => !inUse.includes(sport))]
}

/** Positions of the sports that are chosen, or of the only one there is. */
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

/** One value of each field, and of so many fields at once. */
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
