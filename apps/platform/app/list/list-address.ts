import { ownValue } from '@sherpa/contracts/own-value'
import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type * as z from 'zod/mini'

/** Shown columns are part of the address, so that links and saved views restore them. */
const COLUMNS = 'columns'
/** The record in the panel; not part of the list's own state. */
export const OPEN = 'open'

/** The question that the list answers, and whether its filters changed since. */
const QUESTION = 'sonar'
const EDITED = 'edited'

/** Whether the answer above the list says its count. */
export const useIsCountedAbove = () => {
  const [search] = useSearchParams()
  return search.has(QUESTION) && !search.has(EDITED)
}
/** Whether an answer is above the list, which saves it. */
export const useIsAnswer = () => useSearchParams()[0].has(QUESTION)

type Shape = Record<string, z.ZodMiniType>
type QuerySchema = { shape: Shape }

/** The state of a list: search, sort and filters as its operation takes them. */
export type ListState = Record<string, string>

/** Paging parameters never come from the address. */
const pagingParameters = new Set(['after', 'ids', 'limit'])

/** Valid parameters of the list's operation; invalid ones are dropped. */
export function listStateIn(search: URLSearchParams, { shape }: QuerySchema): ListState {
  const understood = [...search].filter(
    ([name, value]) => value && !pagingParameters.has(name) && ownValue(shape, name)?.safeParse(value).success,
  )
  return Object.fromEntries(understood)
}

/** Canonical form of an address: sorted parameters, without the open record. */
export function inOrder(search: URLSearchParams) {
  const ordered = new URLSearchParams(search)
  ordered.delete(OPEN)
  ordered.sort()
  return ordered.toString()
}

/** The list's state as an address. */
function addressOf(search: URLSearchParams, schema: QuerySchema) {
  const columns = search.get(COLUMNS)
  return inOrder(new URLSearchParams({ ...listStateIn(search, schema), ...(columns && { [COLUMNS]: columns }) }))
}

/** Keeps search, sort, filters and columns in the address, so that Back, reload and links restore them. */
export function useListAddress(schema: QuerySchema) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const state = useMemo(() => listStateIn(search, schema), [search, schema])
  const columns = search.get(COLUMNS)?.split(',')

  const go = useCallback(
    (next: URLSearchParams, replace = false) => void navigate(`?${next}`, { replace, preventScrollReset: true }),
    [navigate],
  )

  /** Undefined or empty removes a parameter. Typing uses `replace`, so that Back skips single letters. */
  const change = useCallback(
    (changes: Record<string, string | undefined>, { replace = false } = {}) => {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      const isFilter = Object.keys(changes).some((name) => name !== 'sort' && name !== COLUMNS)
      if (isFilter && search.has(QUESTION)) next.set(EDITED, 'yes')
      go(next, replace)
    },
    [search, go],
  )

  const keepOnly = (...names: string[]) => go(new URLSearchParams([...search].filter(([name]) => names.includes(name))))

  return {
    state,
    columns,
    change,
    showColumns: (shown: string[] | undefined) => change({ [COLUMNS]: shown?.join(',') }),
    /** Clears search and filters; keeps sort and columns. */
    clear: () => keepOnly('sort', COLUMNS),
    /** Also clears the sort, which the server refused. */
    clearWithSort: () => keepOnly(COLUMNS),
    isNarrowed: Object.keys(state).some((name) => name !== 'sort'),
    /** For a saved view; empty for the default list. */
    address: addressOf(search, schema),
    /** Whether another address is the same list. */
    isAt: (other: string) => addressOf(new URLSearchParams(other), schema) === addressOf(search, schema),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>
