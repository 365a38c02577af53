import { useCallback, useEffect, useMemo } from 'react'
import { type store, useAppDispatch, useAppSelector } from '../store.ts'

type State = ReturnType<typeof store.getState>
type StartOptions = { forceRefetch?: boolean; subscribe?: boolean; direction?: 'forward' }
type Result<Data> = { data?: Data | undefined; error?: unknown; isError: boolean }

/** As much of RTK Query's endpoints as is needed here. */
type Endpoint<Arg, Found> = {
  initiate: (arg: Arg, options?: StartOptions) => unknown
  select: (arg: Arg) => (state: State) => Found
}
type Paged<Page> = Result<{ pages: Page[] }> & { hasNextPage: boolean; isFetchingNextPage: boolean }

export type Query<Data> = {
  /** Data that could not be refreshed is still there, and counts as ready. */
  state: 'loading' | 'failed' | 'ready'
  data: Data | undefined
  error: unknown
  reload: () => void
}

/**
 * Data that stays fresh while a component is there. RTK Query would generate such hooks, but only for an API that is made with
 * React's part of it: the public site shares the API, and does without that part.
 */
export function useQuery<Arg, Data>(
  endpoint: Endpoint<Arg, Result<Data>>,
  arg: Arg,
  /** What may not be asked for is not waited for either: such a query is ready, without data. */
  { skip = false }: { skip?: boolean } = {},
): Query<Data> {
  const { found, start } = useStarted(endpoint, arg, skip)
  return skip ? { state: 'ready', data: undefined, error: undefined, reload: () => undefined } : queryOf(found, start)
}

export type Pages<Page> = Query<Page[]> & { hasMore: boolean; loadingMore: boolean; loadMore: () => void }

/** The same for data that comes page by page. The argument stays the same object for as long as it means the same. */
export function usePages<Arg, Page>(endpoint: Endpoint<Arg, Paged<Page>>, arg: Arg): Pages<Page> {
  const { found, start } = useStarted(endpoint, arg, false)
  return {
    ...queryOf({ ...found, data: found.data?.pages }, start),
    hasMore: found.hasNextPage,
    loadingMore: found.isFetchingNextPage,
    loadMore: () => void start({ direction: 'forward', subscribe: false }),
  }
}

function useStarted<Arg, Found>(endpoint: Endpoint<Arg, Found>, arg: Arg, skip: boolean) {
  const dispatch = useAppDispatch()
  const start = useCallback(
    // The thunk's own types name every endpoint there is; here it only matters that it can be given up.
    (options: StartOptions) => dispatch(endpoint.initiate(arg, options) as never) as { unsubscribe: () => void },
    [dispatch, endpoint, arg],
  )
  useEffect(() => {
    if (skip) return
    const subscription = start({})
    return () => subscription.unsubscribe()
  }, [start, skip])
  const found = useAppSelector(useMemo(() => endpoint.select(arg), [endpoint, arg]))
  return { found, start }
}

function queryOf<Data>({ data, error, isError }: Result<Data>, start: (options: StartOptions) => unknown): Query<Data> {
  return {
    state: data !== undefined ? 'ready' : isError ? 'failed' : 'loading',
    data,
    error,
    reload: () => void start({ forceRefetch: true, subscribe: false }),
  }
}
