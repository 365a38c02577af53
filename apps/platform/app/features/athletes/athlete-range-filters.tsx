import { socialPlatforms } from '@sherpa/contracts/athlete'
import { type Measurable, measurables, readMeasurable, showMeasurable } from '@sherpa/contracts/measurable'
import type { ListAddress } from '../../list/list-address.ts'
import type { CustomFilter } from '../../list/list-filters.tsx'
import { dayRangeFilter, rangeFilter } from '../../list/range-filter.tsx'
import { type RangeKind, wholeNumbers } from '../../list/ranges.ts'
import { textFilter } from '../../list/text-filter.tsx'

const examples = { height: '6 ft 4 in', weight: '210 lb', inches: '36 in', seconds: '4.5 s', mph: '90 mph' } as const
const measurementOf = (kind: Measurable): RangeKind => ({
  read: (text) => readMeasurable(kind, text),
  show: (value) => showMeasurable(kind, Number(value)),
  example: examples[measurables[kind].unit],
})
const measurableNames = Object.fromEntries(Object.entries(measurables).map(([id, { name }]) => [id, name]))

/** Filters of the roster from one value to another, and by school. */
export function athleteRangeFilters(address: ListAddress, seesSensitive: boolean): CustomFilter[] {
  return [
    ...(seesSensitive
      ? [
          rangeFilter(address, { name: 'age', label: 'Age', kindOf: () => wholeNumbers }),
          dayRangeFilter(address, { name: 'born', label: 'Born' }),
        ]
      : []),
    textFilter(address, { name: 'school', label: 'School' }),
    rangeFilter(address, {
      name: 'measurement',
      label: 'Measurement',
      keys: measurableNames,
      kindOf: (kind) => measurementOf(kind as Measurable),
    }),
    rangeFilter(address, {
      name: 'followers',
      label: 'Followers',
      keys: { ...socialPlatforms, any: 'Any platform' },
      kindOf: () => ({ ...wholeNumbers, example: '10,000' }),
    }),
    dayRangeFilter(address, { name: 'contacted', label: 'Day of last contact' }),
  ]
}
