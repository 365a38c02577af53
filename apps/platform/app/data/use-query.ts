import { useCallback, useEffect, useMemo } from 'react'
import { type store, useAppDispatch, useAppSelector } from '../store.ts'

type State = ReturnType<typeof store.getState>
type StartOptions = { forceRefetch?: boolean; subscribe?: boolean }

/** As much of RTK Query's endpoint as is needed here. */
type QueryEndpoint<Arg, Result> = {
  initiate: (arg: Arg, options?: StartOptions) => unknown
  select: (arg: Arg) => (state: State) => { data?: Result | undefined; error?: unknown; isError: boolean }
}

export type Query<Result> = {
  /** Data that could not be refreshed is still there, and counts as ready. */
  state: 'loading' | 'failed' | 'ready'
  data: Result | undefined
  error: unknown
  reload: () => void
}

/**
 * Data that stays fresh while a component is there. RTK Query would generate such hooks, but only for an API that is made with
 * React's part of it: the public site shares the API, and does without that part.
 */
export function useQuery<Arg, Result>(
  endpoint: QueryEndpoint<Arg, Result>,
  arg: Arg,
  /** What may not be asked for is not waited for either: such a query is ready, without data. */
  { skip = false }: { skip?: boolean } = {},
): Query<Result> {
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
  const { data, error, isError } = useAppSelector(useMemo(() => endpoint.select(arg), [endpoint, arg]))
  return {
    state: skip || data !== undefined ? 'ready' : isError ? 'failed' : 'loading',
    data: skip ? undefined : data,
    error,
    reload: () => void start({ forceRefetch: true, subscribe: false }),
  }
}
