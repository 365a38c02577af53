/** As much of what RTK Query's hooks give as is needed to show something. */
export type Query<Data> = {
  /** For the present argument: `data` would be that of the last one, such as another organization, until the new one is there. */
  currentData?: Data | undefined
  error?: unknown
  isError: boolean
  /** It was skipped. */
  isUninitialized: boolean
  refetch: () => unknown
}

/** Data that could not be refreshed is still there, and counts as ready; so does what was skipped, without data. */
export function stateOf({ currentData, isError, isUninitialized }: Query<unknown>): 'loading' | 'failed' | 'ready' {
  if (currentData !== undefined || isUninitialized) return 'ready'
  return isError ? 'failed' : 'loading'
}
