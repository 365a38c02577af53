import { onChange } from '@sherpa/api-client/changes'
import type { LiveTopic } from '@sherpa/contracts/live'
import { useEffect } from 'react'
import type { ArgumentOf, ListEndpoint, ListQueryResult, RowOf } from './use-list.ts'

/** Whether a loaded list is empty. */
export const hasNone = ({ currentData }: { currentData?: { pages: { rows: unknown[] }[] } | undefined }) =>
  currentData?.pages[0]?.rows.length === 0

/** The first page of a list, embedded in another screen. Refetched on live updates. */
export function useFirstPage<Endpoint extends ListEndpoint>(
  endpoint: Endpoint,
  argument: ArgumentOf<Endpoint>,
  topic: LiveTopic,
  options: { skip?: boolean } = {},
) {
  const query: ListQueryResult<RowOf<Endpoint>> = endpoint.useInfiniteQuery(argument, {
    ...options,
    refetchOnMountOrArgChange: true,
  })
  const { refetch, isUninitialized } = query
  useEffect(
    () => onChange((change) => change.topic === topic && !isUninitialized && void refetch()),
    [topic, refetch, isUninitialized],
  )
  return query
}
