import type { Activity } from '@sherpa/contracts/activity'
import { Button, buttonClass } from '@sherpa/ui/button'
import { EmptyState } from '@sherpa/ui/empty-state'
import { MessageBox } from '@sherpa/ui/message-box'
import { Link } from 'react-router'
import type { Query } from '../../data/query-state.ts'
import { failureOf } from '../../forms/failure.ts'
import { useFocusWhenLost } from '../../frame/focus-when-lost.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { EventList } from './event-list.tsx'

type Pages = Query<{ pages: Activity[] }> & {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Events page by page, as far as someone wants to go back. */
export function EventPages({
  pages,
  isFiltered,
  empty,
  me,
}: {
  pages: Pages
  isFiltered: boolean
  /** What to say where nothing has happened yet. */
  empty: string
  me?: string
}) {
  const end = useFocusWhenLost<HTMLParagraphElement>(pages.hasNextPage)
  return (
    <Loaded query={pages}>
      {({ pages: loaded }) => {
        const events = loaded.flatMap((page) => page.events)
        if (events.length === 0) return isFiltered ? <NothingMatches /> : <EmptyState title={empty} />
        return (
          <div className="flex flex-col gap-6">
            <EventList events={events} {...(me && { me })} />
            <p role="status" className="sr-only">
              {loaded.length > 1 && `${events.length} events shown`}
            </p>
            {pages.hasNextPage ? (
              <>
                <MessageBox message={pages.error ? { kind: 'error', text: failureOf(pages.error).text } : undefined} />
                <Button
                  look="secondary"
                  size="small"
                  busy={pages.isFetchingNextPage}
                  onClick={() => void pages.fetchNextPage()}
                >
                  {pages.isFetchingNextPage ? 'Loading…' : 'Show more'}
                </Button>
              </>
            ) : (
              <p ref={end} tabIndex={-1} className="text-center text-xs">
                No more events
              </p>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

function NothingMatches() {
  return (
    <EmptyState
      title="No activity matches these filters"
      action={
        <Link to="?" className={buttonClass({ look: 'secondary', size: 'small' })}>
          Clear filters
        </Link>
      }
    />
  )
}
