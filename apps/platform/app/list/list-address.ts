import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type * as z from 'zod/mini'

/** Which columns are shown is part of the address as well, so that a link and a saved view bring the same list. */
const COLUMNS = 'columns'
/** The record that is open beside the list: no part of what the list itself is. */
export const OPEN = 'open'

type QuerySchema = { shape: Record<string, z.ZodMiniType> }

/** The state of a list: search, sort and filters as its operation takes them. */
export type ListState = Record<string, string>

/** The list itself says which rows it wants: no address does. */
const askedByList = new Set(['after', 'ids', 'limit'])

/** What of an address the operation understands. What nobody could have chosen is left out. */
export function listStateIn(search: URLSearchParams, { shape }: QuerySchema): ListState {
  const understood = [...search].filter(
    ([name, value]) => value && !askedByList.has(name) && shape[name]?.safeParse(value).success,
  )
  return Object.fromEntries(understood)
}

/** Two addresses with the same parameters are the same list, in whatever order they come and whatever is open beside it. */
export function inOrder(search: URLSearchParams) {
  const ordered = new URLSearchParams(search)
  ordered.delete(OPEN)
  ordered.sort()
  return ordered.toString()
}

/** All that makes the list what it is. */
function addressOf(search: URLSearchParams, schema: QuerySchema) {
  const columns = search.get(COLUMNS)
  return inOrder(new URLSearchParams({ ...listStateIn(search, schema), ...(columns && { [COLUMNS]: columns }) }))
}

/** The state of a list lives in the address: Back, a reload and a link to a colleague bring the same list. */
export function useListAddress(schema: QuerySchema) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const state = useMemo(() => listStateIn(search, schema), [search, schema])
  const columns = search.get(COLUMNS)?.split(',')

  const go = useCallback(
    (next: URLSearchParams, replace = false) => void navigate(`?${next}`, { replace, preventScrollReset: true }),
    [navigate],
  )

  /** Undefined or empty takes something away. While someone types, each letter is not a step for Back. */
  const change = useCallback(
    (changes: Record<string, string | undefined>, { replace = false } = {}) => {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      go(next, replace)
    },
    [search, go],
  )

  return {
    state,
    columns,
    change,
    showColumns: (shown: string[] | undefined) => change({ [COLUMNS]: shown?.join(',') }),
    /** All that narrows the list is taken away; how it is sorted and what it shows stays. */
    clear() {
      const kept = [...search].filter(([name]) => ['sort', COLUMNS].includes(name))
      go(new URLSearchParams(kept))
    },
    isNarrowed: Object.keys(state).some((name) => name !== 'sort'),
    /** For a saved view; empty for the whole list as it is at first. */
    address: addressOf(search, schema),
    /** Whether this is the list that another address brings. */
    isAt: (other: string) => addressOf(new URLSearchParams(other), schema) === addressOf(search, schema),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>
