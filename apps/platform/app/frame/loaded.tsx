import { Button } from '@sherpa/ui/button'
import { MessageBox } from '@sherpa/ui/message-box'
import type { ReactNode } from 'react'
import { type Query, stateOf } from '../data/query-state.ts'
import { useWhenOnline } from '../data/when-online.ts'
import { failureOf, withFieldErrors } from '../forms/failure.ts'
import { Skeleton } from './skeleton.tsx'

/** Shows loading, error with retry, or the data of a query. */
export function Loaded<Result>({ query, children }: { query: Query<Result>; children: (data: Result) => ReactNode }) {
  return <Ready queries={[query]}>{() => query.currentData !== undefined && children(query.currentData)}</Ready>
}

/** The same for several queries, some of which may be skipped. */
export function Ready({
  queries,
  rows = 3,
  skeleton = <Skeleton rows={rows} />,
  children,
}: {
  queries: Query<unknown>[]
  /** Of the skeleton. */
  rows?: number
  /** In the shape of the screen. */
  skeleton?: ReactNode
  children: () => ReactNode
}) {
  const failed = queries.filter((query) => stateOf(query) === 'failed')
  const retry = () => failed.forEach(({ refetch }) => void refetch())
  useWhenOnline(retry)
  if (failed[0]) {
    return (
      <div className="flex flex-col items-start gap-4">
        <MessageBox message={{ kind: 'error', text: withFieldErrors(failureOf(failed[0].error)) }} />
        <Button look="secondary" size="small" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  }
  return queries.some((query) => stateOf(query) === 'loading') ? skeleton : children()
}
