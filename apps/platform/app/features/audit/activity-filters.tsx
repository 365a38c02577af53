import { type EventKind, eventKinds } from '@sherpa/contracts/activity'
import type { ReactNode } from 'react'
import type { ListAddress } from '../../list/list-address.ts'
import { type ChoiceFilter, ListFilters } from '../../list/list-filters.tsx'
import { usePhone } from '../../list/use-phone.ts'
import { daysFilter } from '../finances/days-filter.tsx'

/** Filters events by type, by days and by what the screen adds. Actions are at the end of the row. */
export function ActivityFilters({
  address,
  kinds,
  more = [],
  actions,
}: {
  address: ListAddress
  /** Empty: no filter by type. */
  kinds: readonly EventKind[]
  more?: ChoiceFilter[]
  actions?: ReactNode
}) {
  const isPhone = usePhone()
  const choices = Object.fromEntries(kinds.map((kind) => [kind, eventKinds[kind]]))
  const byType: ChoiceFilter[] = kinds.length > 0 ? [{ name: 'kind', label: 'Type', choices, most: 1 }] : []
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ListFilters filters={[...byType, ...more, daysFilter(address, 'Date')]} address={address} isFolded={isPhone} />
      {actions && <div className="ml-auto max-md:order-first">{actions}</div>}
    </div>
  )
}
