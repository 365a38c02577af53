/** The part of an RTK Query result that screens use. */
export type Query<Data> = {
  /** For the current argument. `data` may still belong to the previous one, such as another organization. */
  currentData?: Data | undefined
  error?: unknown
  isError: boolean
  isUninitialized: boolean
  refetch: () => unknown
}

/** A failed refetch keeps its data and counts as ready. So does a skipped query. */
export function stateOf({ currentData, isError, isUninitialized }: Query<unknown>): 'loading' | 'failed' | 'ready' {
  if (currentData !== undefined || isUninitialized) return 'ready'
  return isError ? 'failed' : 'loading'
}
