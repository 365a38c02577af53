import { type EventKind, eventKinds } from '@sherpa/contracts/activity'
import type { ListAddress } from '../../list/list-address.ts'
import { type ChoiceFilter, ListFilters } from '../../list/list-filters.tsx'
import { daysFilter } from '../finances/days-filter.tsx'

/** Filters events by type, by days and by what the screen adds. */
export function ActivityFilters({
  address,
  kinds,
  more = [],
}: {
  address: ListAddress
  /** Empty: no filter by type. */
  kinds: readonly EventKind[]
  more?: ChoiceFilter[]
}) {
  const choices = Object.fromEntries(kinds.map((kind) => [kind, eventKinds[kind]]))
  const byType: ChoiceFilter[] = kinds.length > 0 ? [{ name: 'kind', label: 'Type', choices, most: 1 }] : []
  return <ListFilters filters={[...byType, ...more, daysFilter(address, 'Date')]} address={address} />
}
