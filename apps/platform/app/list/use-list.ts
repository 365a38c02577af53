import { api } from '@sherpa/api-client/api'
import { type Change, onChange } from '@sherpa/api-client/changes'
import { type ReadEndpoint, readOnce } from '@sherpa/api-client/read-once'
import { type ListPage, MOST_IDS, PAGE_ROWS, type Total } from '@sherpa/contracts/list'
import type { LiveTopic } from '@sherpa/contracts/live'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Query } from '../data/query-state.ts'
import { useAppDispatch } from '../store.ts'

export type Row = { id: string }

type Pages<OneRow> = { pages: ListPage<OneRow>[]; pageParams: unknown[] }

export type ListEndpoint = ReadEndpoint & {
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: the page type is inferred from it below.
  useInfiniteQuery: (argument: any, options?: any) => any
}
export type RowOf<Endpoint extends ListEndpoint> = Endpoint['Types']['ResultType']['rows'][number]
export type ArgumentOf<Endpoint extends ListEndpoint> = Endpoint['Types']['QueryArg'] & {}

export type ListQueryResult<OneRow extends Row> = Query<Pages<OneRow>> & {
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** Longer lists refetch only visible rows. */
const FEW_PAGES = 2

export type LoadedList<OneRow extends Row> = {
  query: ListQueryResult<OneRow>
  /** The rows still belong to the previous search. */
  isOutdated: boolean
  rows: OneRow[]
  /** Ids of rows that left the list since it was loaded. */
  gone: ReadonlySet<string>
  /** Number of new rows not shown yet. */
  waiting: number
  /** Refetches the first page. */
  reload: () => Promise<void>
  /** Ids of visible rows, set by the table. */
  inView: RefObject<string[]>
  total: Total | undefined
  similar: boolean
}

/** A list with live updates that never moves rows by itself: changed rows are replaced in place, removed ones stay
 * marked, and new ones wait behind a button.
 */
export function useList<Endpoint extends ListEndpoint>(
  endpoint: Endpoint,
  argument: ArgumentOf<Endpoint>,
  /** Live topics of its rows. */
  topic: LiveTopic | readonly LiveTopic[],
): LoadedList<RowOf<Endpoint>> {
  type OneRow = RowOf<Endpoint> & Row
  const dispatch = useAppDispatch()
  const answer: ListQueryResult<OneRow> & { data?: Pages<OneRow> } = endpoint.useInfiniteQuery(argument)
  const { currentData, refetch } = answer
  // Keep the previous rows until the new query is answered.
  const isOutdated = currentData === undefined && !answer.isError && answer.data !== undefined
  const shown = isOutdated ? answer.data : currentData
  const query = isOutdated ? { ...answer, currentData: shown, hasNextPage: false } : answer
  const key = JSON.stringify(argument)
  const [seen, setSeen] = useState({ key, gone: new Set<string>(), added: new Set<string>() })
  const { gone, added } = seen.key === key ? seen : { gone: new Set<string>(), added: new Set<string>() }

  const rows = useMemo(() => deduplicate(shown?.pages.flatMap((page) => page.rows) ?? []), [shown])
  const ids = useMemo(() => new Set(rows.map((row) => row.id)), [rows])
  const waiting = [...added].filter((id) => !ids.has(id))

  const inView = useRef<string[]>([])
  const latest = useRef({ argument, rows, ids, pages: 0, isWhole: false, isLoading: false, isGrowing: false })
  useEffect(() => {
    const pages = currentData?.pages.length ?? 0
    const { hasNextPage, isFetching, isFetchingNextPage: isGrowing } = answer
    latest.current = {
      argument,
      rows,
      ids,
      pages,
      isWhole: !hasNextPage,
      isLoading: isFetching && !isGrowing,
      isGrowing,
    }
  })

  const patch = useCallback(
    (recipe: (pages: Pages<OneRow>) => void) =>
      // biome-ignore lint/suspicious/noExplicitAny: the endpoint is only known by name.
      dispatch((api.util.updateQueryData as any)(endpoint.name, latest.current.argument, recipe)),
    [dispatch, endpoint.name],
  )

  const ask = useCallback(
    async (more: object): Promise<OneRow[]> => {
      const { argument } = latest.current
      const asked = { ...argument, query: { ...argument.query, ...more } }
      const { pages } = (await readOnce(dispatch, endpoint, asked, { fresh: true })) as Pages<OneRow>
      return pages[0]?.rows ?? []
    },
    [dispatch, endpoint],
  )

  const reload = useCallback(async () => {
    patch((draft) => {
      draft.pages.splice(1)
      draft.pageParams.splice(1)
    })
    await refetch()
    setSeen({ key: JSON.stringify(latest.current.argument), gone: new Set(), added: new Set() })
  }, [patch, refetch])

  const update = useCallback(
    async ({ ids: changed, added: isNew, own }: Pick<Change, 'ids' | 'added' | 'own'>) => {
      // A pending response may predate the change, and an equal request would be deduplicated with it.
      if (latest.current.isLoading) await refetch()
      const { argument, pages, isWhole, isGrowing } = latest.current
      if (pages === 0) return
      // An empty list has no rows to move.
      const isEmpty = latest.current.ids.size === 0
      if (isEmpty || (own && pages <= FEW_PAGES && !isGrowing)) return void (await refetch())
      const asked = (changed ?? inView.current).slice(0, MOST_IDS)
      const [fresh, first] = await Promise.all([
        asked.length > 0 ? ask({ ids: asked.join(',') }) : [],
        changed === null ? ask({ limit: String(PAGE_ROWS) }) : [],
      ])
      const key = JSON.stringify(argument)
      // The search may have changed meanwhile.
      if (JSON.stringify(latest.current.argument) !== key) return
      const byId = new Map([...first, ...fresh].map((row) => [row.id, row]))
      patch((draft) => {
        for (const page of draft.pages) {
          page.rows.forEach((row, index) => {
            const newer = byId.get(row.id)
            if (newer) page.rows[index] = newer
          })
        }
      })
      // A changed row on a page that isn't loaded is not new.
      const newcomers = isNew || isWhole ? byId : new Map(first.map((row) => [row.id, row]))
      setSeen((before) => {
        const kept = before.key === key ? before : { gone: new Set<string>(), added: new Set<string>() }
        const lost = asked.filter((id) => latest.current.ids.has(id) && !byId.has(id))
        const returned = (id: string) => byId.has(id)
        return {
          key,
          gone: new Set([...[...kept.gone].filter((id) => !returned(id)), ...lost]),
          added: new Set([...kept.added, ...[...newcomers.keys()].filter((id) => !latest.current.ids.has(id))]),
        }
      })
    },
    [ask, patch, refetch],
  )

  /** Serialized, for the same reason. Offline failures are ignored; the stream catches up later. */
  const updates = useRef(Promise.resolve())
  const updateInTurn = useCallback(
    (change: Parameters<typeof update>[0]) => {
      updates.current = updates.current.then(() => update(change)).catch(() => undefined)
    },
    [update],
  )

  useEffect(
    () => onChange((change) => [topic].flat().includes(change.topic) && updateInTurn(change)),
    [topic, updateInTurn],
  )

  // Cached pages may be stale.
  useEffect(() => {
    if (latest.current.pages > 0) updateInTurn({ ids: null, added: false, own: false })
  }, [updateInTurn])

  const first = shown?.pages[0]
  return {
    query,
    isOutdated,
    rows,
    gone,
    waiting: waiting.length,
    reload,
    inView,
    total: first?.total ?? undefined,
    similar: first?.similar ?? false,
  }
}

/** A row that moved between page loads may appear twice. */
function deduplicate<OneRow extends Row>(rows: OneRow[]) {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
