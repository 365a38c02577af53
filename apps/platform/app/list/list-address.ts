import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type * as z from 'zod/mini'

/** Which columns are shown is part of the address as well, so that a link and a saved view bring the same list. */
const COLUMNS = 'columns'

type QuerySchema = { shape: Record<string, z.ZodMiniType> }

/** The state of a list: search, sort and filters as its operation takes them. */
export type ListState = Record<string, string>

/** What of an address the operation understands. What nobody could have chosen is left out. */
export function listStateIn(search: URLSearchParams, { shape }: QuerySchema): ListState {
  const understood = [...search].filter(([name, value]) => value && shape[name]?.safeParse(value).success)
  return Object.fromEntries(understood)
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
    address: search.toString(),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>
