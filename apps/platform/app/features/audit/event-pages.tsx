import type { ActivityEvent } from '@sherpa/contracts/activity'
import { buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Link } from 'react-router'
import { Ready } from '../../frame/loaded.tsx'
import { NextPage } from '../../list/next-page.tsx'
import type { LoadedList } from '../../list/use-list.ts'
import { WaitingRows } from '../../list/waiting-rows.tsx'
import { EventList } from './event-list.tsx'

/** Events with infinite scroll. */
export function EventPages({
  list,
  isFiltered,
  empty,
  me,
  clear = '?',
  isBelowFilters = false,
}: {
  list: LoadedList<ActivityEvent>
  isFiltered: boolean
  /** Title of the empty state. */
  empty: string
  me?: string
  /** The address without filters. */
  clear?: string
  /** On phones the filters are over the first day, and the empty state is below them. */
  isBelowFilters?: boolean
}) {
  const { rows, query } = list
  return (
    <Ready queries={[query]}>
      {() => {
        if (rows.length === 0) {
          return (
            <div className={isBelowFilters ? 'max-md:pt-14' : ''}>
              {isFiltered ? <NothingMatches clear={clear} /> : <EmptyState title={empty} />}
            </div>
          )
        }
        return (
          <div className="flex flex-col gap-6">
            <WaitingRows list={list} />
            <EventList events={rows} {...(me && { me })} />
            {query.hasNextPage ? <NextPage query={query} /> : <p className="text-center text-xs">No more events</p>}
          </div>
        )
      }}
    </Ready>
  )
}

function NothingMatches({ clear }: { clear: string }) {
  return (
    <EmptyState
      title="No activity matches these filters"
      action={
        <Link to={clear} className={buttonClass({ look: 'secondary', size: 'small' })}>
          Clear filters
        </Link>
      }
    />
  )
}
