import { Button } from '@sherpa/ui/button'
import { LoadingNote } from '@sherpa/ui/loading-note'
import { MessageBox } from '@sherpa/ui/message-box'
import { useEffect, useRef } from 'react'
import { useWhenOnline } from '../data/when-online.ts'
import { failureOf, withFieldErrors } from '../forms/failure.ts'
import type { LoadedList, Row } from './use-list.ts'

/** Distance at which the next page is prefetched. */
const AHEAD = '800px'

/** Sentinel of infinite scroll: loads the next page when it comes near. */
export function NextPage<OneRow extends Row>({ query }: { query: LoadedList<OneRow>['query'] }) {
  const place = useRef<HTMLDivElement>(null)
  const { isFetchingNextPage, isError, fetchNextPage } = query
  const idle = !isFetchingNextPage && !isError
  useWhenOnline(() => isError && fetchNextPage())

  useEffect(() => {
    if (!idle || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && fetchNextPage(),
      { rootMargin: AHEAD },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [idle, fetchNextPage])

  return (
    <div ref={place} className="min-h-12">
      {isError ? (
        <div className="flex flex-col items-start gap-3 py-4">
          <MessageBox message={{ kind: 'error', text: withFieldErrors(failureOf(query.error)) }} />
          <Button look="secondary" size="small" onClick={() => void fetchNextPage()}>
            Try again
          </Button>
        </div>
      ) : (
        <LoadingNote />
      )}
    </div>
  )
}
